import { EndTable } from '../ends.ts';
import { assertWhole } from '../exact.ts';
import { describedMeasure, type Machine } from '../machine.ts';
import type { Tally } from '../tally.ts';
import { AlikeStates } from './alike-states.ts';
import { EndPlaces } from './end-places.ts';
import { JointLeads } from './joint-leads.ts';
import { JointTurns } from './joint-turns.ts';
import { KnownChanges } from './known-changes.ts';
import { Interrupted, PairRows } from './pair-rows.ts';
import { PairsForecast } from './pairs-forecast.ts';
import { PlaceOrder } from './place-order.ts';
import { Reach } from './reach.ts';
import { Sequence } from './sequence.ts';
import type { Position } from './steps.ts';

/** Numbers in memory at a time: each takes eight bytes. */
const MOST_NUMBERS = 80_000_000;
/** Pairs of states are in memory for several places at a time: this many times the most at one place. */
const PLACES_AT_A_TIME = 2.5;
/** And there is room for so many: what nobody writes to takes none. */
const PLACES_WITH_ROOM = 5;

export interface ExactPairsOptions {
  readonly mostVisits?: number;
  /** Numbers that there is room for in memory. */
  readonly mostNumbers?: number;
  /** Hears how much of the work is done, once that is known. */
  readonly onShare?: (share: number) => void;
}

/**
 * The exact law of an engagement of two records. What a record does at a place is the law of its phase kernel.
 *
 *   states of each record in reach ─▶ which of them are alike ─▶ pairs of states, led from place to place ─▶ endings, sums
 */
export function* workingByPairs<S>(
  machine: Machine<S>,
  options: ExactPairsOptions = {},
): Generator<number, { tally: Tally; states: number }> {
  return yield* new PairsRun(machine.watched!(), options).all();
}

class PairsRun<S> {
  private readonly machine: Machine<S>;
  private readonly sequence: Sequence<S>;
  private readonly ends: EndPlaces<S>;
  private readonly table: EndTable<S>;
  private readonly rows: PairRows<S>;
  private readonly changes: KnownChanges<S>;
  private readonly order = new PlaceOrder();
  private readonly options: ExactPairsOptions;
  private forecast!: PairsForecast;
  private endWeights: number[] = [];
  /** States and pairs of states that have been gone through. */
  private asked = 0;
  private visits = 0;
  /** How many times pairs of states are gone through. */
  private times = 1;

  constructor(machine: Machine<S>, options: ExactPairsOptions) {
    this.machine = machine;
    this.options = options;
    this.sequence = new Sequence(machine);
    this.table = new EndTable(machine);
    this.ends = new EndPlaces(this.sequence, this.table);
    this.rows = new PairRows(this.sequence);
    this.changes = new KnownChanges(this.sequence.fields.records);
  }

  *all(): Generator<number, { tally: Tally; states: number }> {
    for (;;) {
      try {
        this.begin();
        return yield* this.workOut(yield* this.alikeStates());
      } catch (error) {
        // Something has come up on the way that makes what was known of states untrue.
        if (!(error instanceof Interrupted)) throw error;
        if (!this.rows.rest()) continue;
        this.changes.begin();
        this.ends.begin();
      }
    }
  }

  private begin(): void {
    const { clock, fields } = this.machine.layout;
    const turns = fields.find(({ path }) => path === clock?.path)?.field;
    const count = turns?.kind === 'int' ? turns.max - turns.min + 1 : 1;
    this.forecast = new PairsForecast(count, this.options.mostVisits);
    this.endWeights = [];
    this.visits = 0;
  }

  /** Which states come to the same from where on: what may come up is found for each record by itself. */
  private *alikeStates(): Generator<number, AlikeStates<S>> {
    const { forecast, sequence, order, ends } = this;
    const reach = new Reach(this.rows, this.changes, order, {
      onBegin: () => ends.begin(),
      onTurn: (stands) => forecast.turnDone(stands, ends.isAdditive),
      onAsked: (asked) => {
        this.asked = asked;
        forecast.asked(asked);
      },
    });
    yield* this.telling(reach.all());
    for (;;) {
      const alike = new AlikeStates(sequence, reach, order, ends);
      if (yield* this.telling(alike.all())) return alike;
    }
  }

  /** Sums are followed a few at a time, as many as there is room for; endings come out with the first of them. */
  private *workOut(alike: AlikeStates<S>): Generator<number, { tally: Tally; states: number }> {
    const { machine, ends } = this;
    const { list } = this.sequence.emissions;
    const { isAdditive } = ends;
    const pairs = alike.pairs();
    this.forecast.counted(pairs);
    const { mostNumbers = MOST_NUMBERS } = this.options;
    const atOnce = Math.floor(mostNumbers / (PLACES_AT_A_TIME * pairs.most)) - 1;
    const sums = Array.from(machine.sums.keys()).filter((k) => list.some((amounts) => amounts[k] !== 0));
    const sds = new Float64Array(machine.sums.length);
    let means: Float64Array = sds;
    let states = 0;
    const groups = groupsOf(sums, Math.max(1, atOnce));
    this.times = groups.length;
    for (const group of groups) {
      const leads = new JointLeads(group, list, PLACES_WITH_ROOM * pairs.most);
      yield* this.leadAll(alike, leads, means === sds);
      if (isAdditive && !ends.isAdditive) throw new Interrupted();
      if (means === sds) states = this.visits;
      means = leads.means;
      group.forEach((k, i) => {
        sds[k] = Math.sqrt(Math.max(0, leads.squares[i] - means[k] ** 2));
      });
    }
    return { tally: this.tally(means, sds), states };
  }

  private *leadAll(alike: AlikeStates<S>, leads: JointLeads, isFirst: boolean): Generator<number, void> {
    const turns = new JointTurns(this.rows, this.changes, this.order, alike, leads, {
      onVisits: (visits) => {
        this.visits += visits;
        this.options.onShare?.(this.forecast.shareAfter(this.visits, this.times));
        // Those who go the same way again come no further.
        if (isFirst) this.forecast.visited(visits);
      },
      onEnd: (position, chance) => {
        if (isFirst) this.addEnd(position, chance);
      },
    });
    yield* this.telling(turns.all());
  }

  private addEnd(position: Position, chance: number): void {
    const end = this.ends.place(position);
    this.endWeights[end] = (this.endWeights[end] ?? 0) + chance;
  }

  /** Goes on with something, telling how far all has come. */
  private *telling<T>(work: Generator<unknown, T>): Generator<number, T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value as T;
      yield this.asked + this.visits;
    }
  }

  private tally(means: Float64Array, sds: Float64Array): Tally {
    const { machine, table } = this;
    const weights = Float64Array.from(table.list, (_, i) => this.endWeights[i] ?? 0);
    assertWhole(machine.name, weights);
    return {
      kind: 'exact',
      trials: null,
      partial: false,
      outcomes: machine.outcomes,
      measures: machine.measures.map(describedMeasure),
      ends: table.list.map(({ outcome, values }, i) => ({ outcome, values, weight: weights[i] })),
      sums: machine.sums.map(({ id, label }, k) => ({ id, label, mean: means[k], sd: sds[k] })),
      blocks: [],
    };
  }
}

/** Even parts of a list, none longer than this; one that is empty where the list is. */
function groupsOf(list: readonly number[], most: number): number[][] {
  const count = Math.max(1, Math.ceil(list.length / most));
  const end = (g: number) => Math.round((g * list.length) / count);
  return Array.from({ length: count }, (_, g) => list.slice(end(g), end(g + 1)));
}
