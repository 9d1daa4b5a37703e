import { type Control, NOBODY } from './controls.ts';
import { COLUMN } from './rows.ts';
import type { Sequence } from './sequence.ts';

/** A step of the sequence of play. */
export interface Stop {
  /** Where it comes in a turn. */
  readonly order: number;
  /** Whose it is; NOBODY where something happens to everybody. */
  readonly owner: number;
  /** Its places: one for each way in which the fields of the sequence itself may stand. */
  readonly places: readonly number[];
}

/** What happens to everybody at a place of nobody's: by record, the change; where play goes on, and in which turn if in another. */
export interface Passing {
  readonly next: number;
  readonly turn: number;
  readonly changes: readonly { readonly pair: number; readonly change: number }[];
}

/**
 * A sequence of play that runs straight: in every turn it passes the same stops in the same order, and at each it is
 * seen to the record whose stop it is, if that has anything to do. What a record does may take further stops of its own
 * before play goes on to the next one.
 */
export class Course<S> {
  /** All steps at which something is done, in the order of a turn. */
  readonly steps: readonly Stop[];
  /** Stops that every engagement passes, from the one with which turns begin. */
  readonly stops: readonly Stop[];
  /** The place that play begins with. */
  readonly first: number;
  /** By place: its stop among those; UNPASSED for places that only some come to. */
  readonly stopOf: Int32Array;
  private readonly sequence: Sequence<S>;
  private readonly orders: readonly number[];
  private readonly stepNumbers: ReadonlyMap<number, number>;
  private readonly passings = new Map<number, readonly Passing[]>();
  private readonly idle: readonly number[];

  private constructor(sequence: Sequence<S>, passed: ReadonlySet<number>, first: number) {
    this.sequence = sequence;
    this.first = first;
    const { list } = sequence.controls;
    const begin = orderOf(list[first]);
    const byOrder = new Map<number, number[]>();
    for (const control of list) {
      const order = orderOf(control);
      const isStep = passed.has(control.place) || (control.owner >= 0 && !control.ends);
      if (isStep && order >= begin) byOrder.set(order, [...(byOrder.get(order) ?? []), control.place]);
    }
    const steps = [...byOrder].sort(([a], [b]) => a - b);
    this.steps = steps.map(([order, here]) => {
      const { owner } = list[here[0]];
      if (here.some((place) => list[place].owner !== owner)) throw new NotStraight();
      return { order, owner, places: here };
    });
    this.stops = this.steps.filter((step) => step.places.some((place) => passed.has(place)));
    this.orders = this.stops.map((stop) => stop.order);
    this.idle = this.stops.map(({ places }) => {
      const bits = places.map((place) => sequence.idleAt(place).bit);
      return bits.includes(0) ? 0 : bits.reduce((all, bit) => all | bit);
    });
    this.stepNumbers = new Map(this.steps.map(({ order }, k) => [order, k]));
    this.stopOf = new Int32Array(list.length).fill(UNPASSED);
    this.stops.forEach((stop, k) => {
      for (const place of stop.places) this.stopOf[place] = k;
    });
  }

  /** The number among all steps of the step of a place, and of a stop that all pass. */
  stepOf(place: number): number {
    return this.stepNumbers.get(orderOf(this.sequence.controls.list[place]))!;
  }
  numberOf(stop: number): number {
    return this.stepNumbers.get(this.orders[stop])!;
  }

  /** The course of a sequence, as far as it has been played; throws `NotStraight` where it has none. */
  static of<S>(sequence: Sequence<S>): Course<S> {
    const { list } = sequence.controls;
    const first = firstStop(sequence);
    const places = new Set<number>([first]);
    for (const { place, owner } of list) {
      const { next } = sequence.idleAt(place);
      if (next >= 0) places.add(next);
      if (owner >= 0 && next >= 0) places.add(place);
    }
    for (const { place, owner, ends } of list)
      if (owner === NOBODY && !ends) for (const next of nexts(sequence, place)) places.add(next);
    const orders = new Set([...places].map((place) => orderOf(list[place])));
    for (const control of list) if (orders.has(orderOf(control))) places.add(control.place);
    return new Course(sequence, places, first);
  }

  /** What becomes of a state of a record where everybody passes a place. */
  passed(place: number, record: number, state: number): number {
    let known = this.passings.get(place);
    if (!known) {
      known = passings(this.sequence, place);
      this.passings.set(place, known);
    }
    const states = this.sequence.fields.records[record];
    const after = known.map(({ changes }) => {
      const own = changes.find((c) => c.pair === record);
      return own ? states.after(state, own.change) : state;
    });
    const [first = state] = after;
    if (after.some((one) => one !== first)) throw new NotStraight();
    return first;
  }

  /** Bits of all places of a stop at which a state of its record has to be idle to have nothing to do there; 0 where none is. */
  idleBits(stop: number): number {
    return this.idle[stop];
  }

  /** The stop that comes after a place, whether that is passed by all or not; as many as there are where the turn is over. */
  after(place: number): number {
    const order = orderOf(this.sequence.controls.list[place]);
    let k = 0;
    while (k < this.orders.length && this.orders[k] <= order) k++;
    return k;
  }

  isPassed(place: number): boolean {
    return this.stopOf[place] !== UNPASSED;
  }

  isLater(place: number, than: number): boolean {
    const { list } = this.sequence.controls;
    return orderOf(list[place]) > orderOf(list[than]);
  }

  /**
   * Whether play goes on at a place that follows a stop, and in the next turn where the turn is over.
   * @param stop the one that comes next, by number
   * @param led the turn that it is led to, or a negative number
   */
  assertNext(place: number, stop: number, led: number, turn: number): void {
    const isOver = stop === this.stops.length;
    if (this.stopOf[place] !== (isOver ? 0 : stop) || led !== (isOver ? turn + 1 : -1)) throw new NotStraight();
  }
}

/** The sequence of play does not run straight, so that it has to be followed place by place. */
export class NotStraight extends Error {}

export const UNPASSED = -1;

const orderOf = ({ rank }: Control): number => rank[rank.length - 1];

/** What happens to everybody at a place of nobody's, by all that may have been heard there but what ends it. */
function passings<S>(sequence: Sequence<S>, place: number): Passing[] {
  const { list } = sequence.controls;
  const leaves = [...sequence.trees.extent(sequence.roots[place] ?? UNPASSED).leaves];
  if (leaves.length === 0) throw new NotStraight();
  return leaves.map((row) => passingBy(sequence, row)).filter(({ next }) => !list[next].ends);
}

/** Where play goes on after a place of nobody's, unless it ends. */
function nexts<S>({ trees, roots, rows, controls }: Sequence<S>, place: number): number[] {
  const leaves = [...trees.extent(roots[place] ?? UNPASSED).leaves];
  const entries = leaves.flatMap((row) => rows.listOf(row).map((entry) => rows.entries[entry.place]));
  return entries.filter((next) => !controls.list[next].ends);
}

/** What happens at a place of nobody's by a row. */
export function passingBy<S>({ rows, steps, controls }: Sequence<S>, row: number): Passing {
  if (!rows.isSingle(row)) throw new NotStraight();
  const entry = rows.columns[(row >> 5) * COLUMN + 1];
  const { emission, effect } = rows.besides[rows.entries[entry + 1]];
  const { turn, others } = steps.effects[effect];
  const next = rows.entries[entry];
  if (emission !== 0 || (controls.list[next].ends && others.length > 0)) throw new NotStraight();
  return { next, turn, changes: others };
}

/** The place that turns begin with: where play comes from the start, without anything happening on the way. */
function firstStop<S>(sequence: Sequence<S>): number {
  const { list } = sequence.controls;
  const { control, turn } = sequence.start;
  const states = sequence.fields.records.map((record) => record.start);
  let place = control;
  for (let n = 0; list[place].owner === NOBODY && n < list.length; n++) {
    const row = sequence.trees.leaf(sequence.roots[place] ?? UNPASSED, { control: place, turn, states });
    if (row < 0) throw new NotStraight();
    const { next, changes, turn: led } = passingBy(sequence, row);
    if (changes.length > 0 || led >= 0) return place;
    place = next;
  }
  return place;
}
