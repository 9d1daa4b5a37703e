import { EndTable } from '../ends.ts';
import { OutOfReachError, SimError } from '../error.ts';
import { assertWhole } from '../exact.ts';
import { describedMeasure, type Machine } from '../machine.ts';
import type { Tally } from '../tally.ts';
import { EndPlaces } from './end-places.ts';
import { JointMasses } from './joint-masses.ts';
import { UNKNOWN } from './look-trees.ts';
import { Sequence } from './sequence.ts';
import { Grew } from './space.ts';
import type { Position } from './steps.ts';

/** Visits of joint states before exact work is given up: about a minute of them. */
const MOST_JOINT_VISITS = 40_000_000;
/** Joint states that may stand at one place: what they hold has to fit into memory. */
const MOST_AT_A_PLACE = 2_000_000;
/** Visits of one turn from which the growth of the next ones is told. */
const LEAST_TELLING = 100_000;
/** A forecast may be off by this much before anybody is turned away. */
const FORECAST_SLACK = 4;
/** Visits between two looks up. */
const AT_A_STRETCH = 20_000;

export interface ExactPairsOptions {
  readonly mostVisits?: number;
}

/**
 * The exact law of an engagement of two records. What a record does at a place is the law of its phase kernel; joint
 * states of the two are led from place to place, and only those in reach are held.
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
  private readonly mostVisits: number;
  private readonly endWeights: number[] = [];
  private readonly means: Float64Array;
  private readonly squares: Float64Array;
  /** By place, what stands there in the turn that is worked out, and in later ones. */
  private now: (JointMasses | undefined)[] = [];
  private readonly later = new Map<number, (JointMasses | undefined)[]>();
  private turn = 0;
  private readonly lastTurn: number;
  private visits = 0;
  private readonly position = { control: 0, turn: 0, states: new Int32Array(2) };
  /** Where what is under way will stand. */
  private readonly ahead = { control: 0, turn: 0, states: new Int32Array(2) };

  constructor(machine: Machine<S>, { mostVisits = MOST_JOINT_VISITS }: ExactPairsOptions) {
    this.machine = machine;
    this.mostVisits = mostVisits;
    const { clock, fields } = machine.layout;
    const turns = fields.find(({ path }) => path === clock?.path)?.field;
    this.lastTurn = turns?.kind === 'int' ? turns.max - turns.min : 0;
    this.sequence = new Sequence(machine);
    this.table = new EndTable(machine);
    this.ends = new EndPlaces(this.sequence, this.table);
    this.means = new Float64Array(machine.sums.length);
    this.squares = new Float64Array(machine.sums.length);
  }

  *all(): Generator<number, { tally: Tally; states: number }> {
    const { start, emissions, fields } = this.sequence;
    const first = emissions.list[start.emission];
    this.turn = start.turn;
    const [a, b] = fields.records.map((r) => r.start);
    const at = this.massesAt(start.turn, start.control);
    const place = at.at(a, b);
    at.masses[place] = 1;
    first.forEach((x, k) => {
      at.masses[place + 1 + k] = x;
      this.means[k] += x;
      this.squares[k] += x * x;
    });
    let last = 0;
    for (;;) {
      const before = this.visits;
      yield* this.oneTurn();
      if (this.later.size === 0) break;
      const visits = this.visits - before;
      this.assertPromising(visits, last);
      last = visits;
      this.turn = Math.min(...this.later.keys());
      this.now = this.later.get(this.turn)!;
      this.later.delete(this.turn);
    }
    return { tally: this.tally(), states: this.visits };
  }

  /** Place after place, in the order of the sequence, until nobody is left in the turn. */
  private *oneTurn(): Generator<number, void> {
    for (;;) {
      const place = this.nextPlace();
      if (place < 0) return;
      const here = this.now[place]!;
      this.now[place] = undefined;
      if (here.count > MOST_AT_A_PLACE) throw this.tooLarge();
      for (let n = 0; n < here.count; n++) {
        this.visit(place, here, n);
        if (++this.visits % AT_A_STRETCH === 0) yield this.visits;
      }
      if (this.visits > this.mostVisits) throw this.tooLarge();
    }
  }

  /**
   * What cannot be done in the end is not done for long: later turns have no fewer visits, as a rule, and where they
   * multiply they go on to, though by less each time.
   */
  private assertPromising(visits: number, before: number): void {
    const left = this.lastTurn - this.turn;
    if (this.visits + visits * left > this.mostVisits) throw this.tooLarge();
    // The first turns, in which nobody is in reach, say little.
    if (before === 0 || visits < LEAST_TELLING) return;
    let [total, next, growth] = [this.visits, visits, visits / before];
    for (let turn = 0; turn < left; turn++) {
      growth = Math.max(1, Math.sqrt(growth));
      next *= growth;
      total += next;
    }
    if (total > FORECAST_SLACK * this.mostVisits) throw this.tooLarge();
  }

  private tooLarge(): OutOfReachError {
    const { name } = this.machine;
    return new OutOfReachError(
      `'${name}' is too large to be worked out exactly: over ${this.visits.toLocaleString('en')} joint states were met, and ` +
        'their number multiplies from turn to turn. Ask for fewer turns, or let it be sampled (--engine sample).',
    );
  }

  private nextPlace(): number {
    const { list } = this.sequence.controls;
    let best = -1;
    this.now.forEach((masses, place) => {
      if (masses && (best < 0 || isBefore(list[place].rank, list[best].rank))) best = place;
    });
    return best;
  }

  private massesAt(turn: number, place: number): JointMasses {
    let byPlace = this.now;
    if (turn !== this.turn) {
      if (turn < this.turn) throw new SimError(`'${this.machine.name}' goes back in time.`);
      byPlace = this.later.get(turn) ?? [];
      this.later.set(turn, byPlace);
    }
    byPlace[place] ??= new JointMasses(this.machine.sums.length);
    return byPlace[place];
  }

  /** What becomes of two states at a place, each thing that may happen with its share. */
  private visit(place: number, here: JointMasses, n: number): void {
    const { position, sequence } = this;
    const control = sequence.controls.list[place];
    position.control = place;
    position.turn = this.turn;
    position.states[0] = here.states[2 * n];
    position.states[1] = here.states[2 * n + 1];
    const from = n * here.width;
    if (control.ends) {
      const end = this.ends.place(position);
      this.endWeights[end] = (this.endWeights[end] ?? 0) + here.masses[from];
      return;
    }
    if (control.owner < 0) this.visitNobody(here, from);
    else this.visitRecord(control.owner, here, from);
  }

  private visitRecord(owner: number, here: JointMasses, from: number): void {
    const { position, sequence } = this;
    const expanded = this.rowOf(owner);
    const { targets } = sequence.expanded[owner];
    const { targets: list, odds } = sequence.expanded[owner].lawOf(expanded);
    const other = position.states[1 - owner];
    for (let k = 0; k < list.length; k++) {
      const own = targets[list[k]];
      this.arrive(
        targets[list[k] + 1],
        owner === 0 ? own : other,
        owner === 0 ? other : own,
        targets[list[k] + 2],
        odds[k],
        here,
        from,
      );
    }
  }

  private visitNobody(here: JointMasses, from: number): void {
    const { position, sequence } = this;
    let row = UNKNOWN;
    while (row < 0) {
      row = sequence.trees.leaf(sequence.roots[position.control] ?? UNKNOWN, position);
      if (row >= 0) break;
      this.fill(position);
      const { owner } = sequence.controls.list[position.control];
      // It has been seen whose step it is.
      if (owner >= 0) {
        this.visitRecord(owner, here, from);
        return;
      }
    }
    const { entries } = sequence.rows;
    const [a, b] = position.states;
    for (const { p, place } of sequence.rows.listOf(row))
      this.arrive(entries[place], a, b, entries[place + 1], p, here, from);
  }

  /** The expanded row of the record at the position. */
  private rowOf(owner: number): number {
    const { sequence, position } = this;
    const control = sequence.controls.list[position.control];
    for (;;) {
      const found = sequence.tableOf(control).linkOf(position.states[owner], position);
      if (found >= 0) return found;
      const missing = sequence.link(position);
      if (missing) this.fill(missing);
    }
  }

  private fill(position: Position): void {
    try {
      this.sequence.fill(position);
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.sequence.begin();
      this.ends.begin();
    }
  }

  /** A share of what stands at `from` comes to a place, with what is added and changed on the way. */
  private arrive(
    place: number,
    stateA: number,
    stateB: number,
    besides: number,
    share: number,
    here: JointMasses,
    from: number,
  ): void {
    const { sequence } = this;
    const { emission, effect } = sequence.rows.besides[besides];
    let turn = this.turn;
    let [a, b] = [stateA, stateB];
    if (effect !== 0) {
      const { turn: to, others } = sequence.steps.effects[effect];
      if (to >= 0) turn = to;
      for (const { pair, change } of others) {
        const record = sequence.fields.records[pair];
        if (pair === 0) a = record.after(a, change);
        else b = record.after(b, change);
      }
    }
    const next = this.massesAt(turn, this.passOn(place, a, b, turn));
    const to = next.at(a, b);
    const { width } = here;
    for (let w = 0; w < width; w++) next.masses[to + w] += share * here.masses[from + w];
    if (emission !== 0) this.addUp(sequence.emissions.list[emission], share, here, from, next, to);
  }

  private addUp(
    amounts: readonly number[],
    share: number,
    here: JointMasses,
    from: number,
    next: JointMasses,
    to: number,
  ): void {
    const p = share * here.masses[from];
    for (let k = 0; k < amounts.length; k++) {
      const x = amounts[k];
      if (x === 0) continue;
      next.masses[to + 1 + k] += x * p;
      this.means[k] += x * p;
      // (s + x)² is s² and this; s is known by its mean.
      this.squares[k] += x * x * p + 2 * x * share * here.masses[from + 1 + k];
    }
  }

  /** The next place where something happens: places are passed where a record has nothing to do, or nobody has. */
  private passOn(place: number, a: number, b: number, turn: number): number {
    const { sequence, ahead } = this;
    const { list } = sequence.controls;
    const { entries } = sequence.rows;
    ahead.states[0] = a;
    ahead.states[1] = b;
    ahead.turn = turn;
    for (let here = place; ; ) {
      const { owner } = list[here];
      if (owner < 0) {
        const row = sequence.trees.leaf(sequence.roots[here] ?? UNKNOWN, ahead);
        if (row < 0 || !sequence.rows.isSingle(row)) return here;
        const [entry] = sequence.rows.listOf(row);
        if (entries[entry.place + 1] !== 0) return here;
        here = entries[entry.place];
        continue;
      }
      const { bit, next } = sequence.idleAt(here);
      if ((sequence.fields.records[owner].idle[ahead.states[owner]] & bit) === 0) return here;
      here = next;
    }
  }

  private tally(): Tally {
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
      sums: machine.sums.map(({ id, label }, k) => ({
        id,
        label,
        mean: this.means[k],
        sd: Math.sqrt(Math.max(0, this.squares[k] - this.means[k] ** 2)),
      })),
      blocks: [],
    };
  }
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}
