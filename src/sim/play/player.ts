import { EndTable } from '../ends.ts';
import { endlessError, MOST_THROWS, SimError } from '../error.ts';
import type { Machine } from '../machine.ts';
import { Stepper } from '../stepper.ts';
import type { BlockTally, Tally } from '../tally.ts';
import type { PlayCounts } from './counts.ts';
import type { Dice } from './dice.ts';
import { LocalAutomaton } from './local.ts';
import { layerKey, stepKeys } from './step-keys.ts';

/** Steps without a record: the sequence of play itself. */
const UNSCOPED = '';
/** States that all local automata of a player may hold together. */
const LOCAL_STATES = 2_000_000;

/** Encounters after which procedures have shown whether they look into other records. */
const SHOWN_AFTER = 32;

/** What plays blocks of encounters: over local automata, or over one that is compiled whole. */
export interface Plays {
  readonly states: number;
  /** An ending by the number that `endings` holds. */
  ending(place: number): { readonly outcome: number; readonly values: readonly number[] };
  /**
   * Plays encounters `from` to `to` of a run as one block: as many of them, from the first on, as are done when `pause`
   * puts a stop to it; null where none are.
   * @param endings where given, takes the ending of each encounter, for pairing
   * @param amounts where given, takes what each encounter added up, one row each
   */
  block(
    dice: Dice,
    from: number,
    to: number,
    pause?: (played: number) => boolean,
    endings?: Int32Array,
    amounts?: Float64Array,
  ): PlayCounts | null;
}

/**
 * Plays encounters too large for one automaton. The sequence of play is stepped as it is written; each procedure of a
 * record is walked over that record's local automaton. `direct` steps everything, which is what the gain is measured
 * against and what the results are checked with. Where procedures look into other records their automata would be filled
 * for ever: those are stepped too, with the same results.
 */
export class Player<S> implements Plays {
  readonly machine: Machine<S>;
  private readonly stepper: Stepper<S>;
  private readonly locals = new Map<string, LocalAutomaton<S>>();
  private readonly ends: EndTable<S>;
  private direct: boolean;
  private played = 0;
  private readonly layerOf: (s: S) => number;
  private readonly keys: Int32Array;

  constructor(machine: Machine<S>, options: { readonly direct?: boolean; readonly localStates?: number } = {}) {
    this.direct = options.direct ?? machine.looksAcross ?? false;
    this.machine = machine;
    this.stepper = new Stepper(machine);
    this.ends = new EndTable(machine);
    this.layerOf = machine.layer ?? (() => 0);
    this.keys = stepKeys(machine);
    const { records = [], layout } = machine;
    if (records.length === 0 || this.direct) return;
    const share = Math.max(1_000, Math.floor((options.localStates ?? LOCAL_STATES) / records.length));
    // What procedures touch besides their record has to be seen.
    const rules = machine.watched ? new Stepper(machine.watched()) : this.stepper;
    for (const name of records) this.locals.set(name, new LocalAutomaton(layout, rules, name, share));
  }

  /** States held in local automata at present. */
  get states(): number {
    return [...this.locals.values()].reduce((n, l) => n + l.states, 0);
  }

  /** Whether a procedure of one record has looked into another so far. */
  get looksAcross(): boolean {
    return [...this.locals.values()].some((l) => l.looksAcross);
  }

  ending(place: number): { readonly outcome: number; readonly values: readonly number[] } {
    return this.ends.list[place];
  }

  block(
    dice: Dice,
    from: number,
    to: number,
    pause?: (played: number) => boolean,
    endings?: Int32Array,
    amounts?: Float64Array,
  ): PlayCounts | null {
    const { machine, ends } = this;
    const sums = machine.sums.length;
    const counts = new Map<number, number>();
    const totals = new Float64Array(sums);
    const squares = new Float64Array(sums);
    const mine = new Float64Array(sums);
    let trials = 0;
    for (let i = from; i < to; i++) {
      if (this.played++ === SHOWN_AFTER && this.looksAcross) this.stepDirectly();
      dice.begin(i);
      mine.fill(0);
      this.one(dice, mine);
      const place = ends.place(machine.layout.view);
      counts.set(place, (counts.get(place) ?? 0) + 1);
      if (endings) endings[i - from] = place;
      for (let k = 0; k < sums; k++) {
        totals[k] += mine[k];
        squares[k] += mine[k] * mine[k];
      }
      if (amounts?.length) amounts.set(mine, (i - from) * sums);
      trials++;
      if ((i & 255) === 255 && pause?.(trials)) break;
    }
    return {
      trials,
      ends: [...counts].map(([place, weight]) => ({ ...ends.list[place], weight })),
      squares: Array.from(squares),
      blocks: [blockFigures(machine, ends.list, counts, totals, trials)],
    };
  }

  private stepDirectly(): void {
    this.direct = true;
    this.locals.clear();
  }

  /** Plays one encounter to its end; the view is left at the end state. */
  one(dice: Dice, sums: Float64Array): void {
    const { stepper, machine } = this;
    const { view } = machine.layout;
    const within = this.direct ? undefined : UNSCOPED;
    let rest = stepper.start(undefined, within);
    this.take(sums);
    for (let throws = 0; rest !== 'end'; throws++) {
      if (rest === 'choice') throw this.openChoice();
      if (throws === MOST_THROWS) throw endlessError(machine.name);
      const layer = layerKey(machine.name, this.layerOf(view));
      const local = this.direct ? undefined : this.locals.get(stepper.scopeName);
      if (local) {
        this.walk(local, dice, layer, sums);
        rest = stepper.toRest(undefined, within);
      } else {
        const step = stepper.step!;
        const die = stepper.die();
        const face = die.faces[dice.roll(die, layer, this.keys[stepper.stepIndex])];
        const against = stepper.against();
        rest =
          within === undefined ? stepper.apply(step, against, face) : stepper.applyWithin(within, step, against, face);
      }
      this.take(sums);
    }
  }

  private walk(local: LocalAutomaton<S>, dice: Dice, layer: number, sums: Float64Array): void {
    this.add(local, local.enter(), sums);
    let rolls = 0;
    for (let die = local.die(); die !== null; die = local.die(), rolls++) {
      this.add(local, local.take(dice.roll(die, layer, this.keys[local.step])), sums);
    }
    if (!local.leave() && rolls === 0) throw this.openChoice();
  }

  private openChoice(): SimError {
    const { stepName } = this.stepper;
    return new SimError(`'${this.machine.name}' leaves a choice open at '${stepName}'; give it a tactic.`);
  }

  private add(local: LocalAutomaton<S>, emission: number, sums: Float64Array): void {
    if (emission === 0) return;
    const amounts = local.emissions.list[emission];
    for (let k = 0; k < sums.length; k++) sums[k] += amounts[k];
  }

  private take(sums: Float64Array): void {
    const { stepper } = this;
    if (!stepper.emitted) return;
    for (let k = 0; k < sums.length; k++) sums[k] += stepper.sums[k];
    stepper.clearSums();
  }
}

/** A block's means, in the order of `BlockTally.means`. */
export function blockFigures(
  { outcomes, measures }: Pick<Tally, 'outcomes' | 'measures'>,
  ends: readonly { readonly outcome: number; readonly values: readonly number[] }[],
  counts: ReadonlyMap<number, number>,
  totals: Float64Array,
  trials: number,
): BlockTally {
  const means = new Float64Array(outcomes.length + measures.length + totals.length);
  for (const [place, count] of counts) {
    const end = ends[place];
    means[end.outcome] += count / trials;
    end.values.forEach((v, m) => {
      means[outcomes.length + m] += (v * count) / trials;
    });
  }
  totals.forEach((t, k) => {
    means[outcomes.length + measures.length + k] = t / trials;
  });
  return { trials, means };
}
