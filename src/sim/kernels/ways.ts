import type { JointLeads } from './joint-leads.ts';
import type { JointBlock, JointMasses } from './joint-masses.ts';
import { ITEM_BYTES } from './joint-wasm-code.ts';
import type { KnownChanges } from './known-changes.ts';
import type { Sequence } from './sequence.ts';
import { REST, type WithoutDice } from './without-dice.ts';

/** Columns that come to a place together. */
export interface Bundle {
  readonly place: number;
  readonly turn: number;
  /** The states in which they come there, each once. */
  readonly states: readonly number[];
  /** By item: the column that it comes from, and which of the states it comes to. */
  readonly from: ArrayLike<number>;
  readonly which: ArrayLike<number>;
  /** By item, its share and what it adds to sums, where that is not the same for all. */
  readonly shares: readonly number[] | null;
  readonly emissions: readonly number[] | null;
  /** By what is heard of the row. */
  readonly ways: Map<number, Way>;
}

/** States of a bundle that go on alike. */
interface Front {
  readonly place: number;
  readonly turn: number;
  /** Which of the states of the bundle, and what has become of them. */
  readonly which: readonly number[];
  readonly states: readonly number[];
}

/** Where some of a bundle come to rest. */
export interface Part {
  readonly to: JointBlock;
  readonly ends: boolean;
  /** One after the other by what they add to sums. */
  readonly items: readonly Items[];
}

/** Items that add the same to sums: where they begin and end in memory (see `JointSweeps`). */
export interface Items {
  readonly emission: number;
  readonly first: number;
  readonly last: number;
}

/**
 * How a bundle goes on. What is done at a place where the state of the row acts is not the same for all rows, so the way
 * forks there.
 */
interface Way {
  /** The front that waits for what the row does, those that go on after it, and those that have come to rest. */
  readonly asked: Front | null;
  readonly waiting: readonly Front[];
  readonly rests: readonly Front[];
  /** By what the row does: the next place, or REST. */
  readonly forks: Map<number, Way>;
  parts: readonly Part[] | null;
}

/**
 * Where bundles of columns come to rest that go on from a place together with a row: past all places where no die is
 * thrown. It is worked out once for all rows that do the same on the way.
 */
export class Ways<S> {
  private readonly sequence: Sequence<S>;
  private readonly withoutDice: WithoutDice<S>;
  private readonly changes: KnownChanges<S>;
  private readonly leads: JointLeads;
  private readonly massesAt: (turn: number, place: number) => JointMasses;

  constructor(
    sequence: Sequence<S>,
    withoutDice: WithoutDice<S>,
    changes: KnownChanges<S>,
    leads: JointLeads,
    massesAt: (turn: number, place: number) => JointMasses,
  ) {
    this.sequence = sequence;
    this.withoutDice = withoutDice;
    this.changes = changes;
    this.leads = leads;
    this.massesAt = massesAt;
  }

  /** Where a bundle comes to rest with a row in this state. */
  partsOf(bundle: Bundle, row: number): readonly Part[] {
    const heard = this.sequence.heard.numberOf(0, row);
    let way = bundle.ways.get(heard);
    if (!way) {
      const { place, turn, states } = bundle;
      const all = { place, turn, which: states.map((_, i) => i), states };
      way = this.goneOn([all], [], row);
      bundle.ways.set(heard, way);
    }
    while (way.asked) {
      const { asked, waiting, rests }: Way = way;
      const next = this.rowGoesTo(asked, row);
      let fork = way.forks.get(next);
      if (!fork) {
        fork =
          next === REST
            ? this.goneOn(waiting, [...rests, asked], row)
            : this.goneOn([{ ...asked, place: next }, ...waiting], rests, row);
        way.forks.set(next, fork);
      }
      way = fork;
    }
    way.parts ??= this.partsOfRests(bundle, way.rests);
    return way.parts;
  }

  /** Where a state of the row leads on to without any change, or REST. */
  private rowGoesTo({ place, turn, states }: Front, row: number): number {
    const { bit, next } = this.sequence.idleAt(place);
    if ((this.sequence.fields.records[0].idle[row] & bit) !== 0) return next;
    const done = this.withoutDice.doneAt(place, turn, row, states[0]);
    if (done === REST) return REST;
    const { targets } = this.sequence.expanded[0];
    return targets[done] === row ? targets[done + 1] : REST;
  }

  /** Fronts go on until all rest, or one waits for what the row does. */
  private goneOn(fronts: readonly Front[], rests: readonly Front[], row: number): Way {
    const going = fronts.toReversed();
    const resting = [...rests];
    for (let front = going.pop(); front; front = going.pop()) {
      const { owner, ends } = this.sequence.controls.list[front.place];
      if (ends) resting.push(front);
      else if (owner === 1) this.columnsGoOn(front, row, going, resting);
      else {
        const [first, ...others] = this.byHeard(front);
        going.push(...others);
        if (owner === 0)
          return { asked: first, waiting: going.toReversed(), rests: resting, forks: new Map(), parts: null };
        this.nobodyGoesOn(first, row, going, resting);
      }
    }
    return { asked: null, waiting: [], rests: resting, forks: new Map(), parts: null };
  }

  private columnsGoOn({ place, turn, which, states }: Front, row: number, going: Front[], resting: Front[]): void {
    const { bit, next } = this.sequence.idleAt(place);
    const { idle } = this.sequence.fields.records[1];
    const [, expanded] = this.sequence.expanded;
    const fronts = new Fronts(turn);
    const rest = new Fronts(turn);
    for (let i = 0; i < which.length; i++) {
      const state = states[i];
      if ((idle[state] & bit) !== 0) fronts.add(next, which[i], state);
      else {
        const done = this.withoutDice.doneAt(place, turn, row, state);
        if (done === REST) rest.add(place, which[i], state);
        else fronts.add(expanded.targets[done + 1], which[i], expanded.targets[done]);
      }
    }
    going.push(...fronts.list());
    resting.push(...rest.list());
  }

  /** What nobody in particular does: it may set fields of columns, and begin a turn, where play rests for the while. */
  private nobodyGoesOn(front: Front, row: number, going: Front[], resting: Front[]): void {
    const { rows, steps } = this.sequence;
    const { place, states } = front;
    const entry = this.withoutDice.doneAt(place, front.turn, row, states[0]);
    const { turn, others } = steps.effects[entry === REST ? 0 : rows.besides[rows.entries[entry + 1]].effect];
    if (entry === REST || others.some(({ pair }) => pair === 0)) {
      resting.push(front);
      return;
    }
    let after = states;
    for (const { change } of others) after = after.map((state) => this.changes.after(1, change, state));
    const next = { place: rows.entries[entry], turn: turn < 0 ? front.turn : turn, which: front.which, states: after };
    if (turn < 0) going.push(next);
    else resting.push(next);
  }

  /** A front in parts, each of states of which the same is heard. */
  private byHeard({ place, turn, which, states }: Front): Front[] {
    const { heard } = this.sequence;
    const fronts = new Fronts(turn);
    for (let i = 0; i < which.length; i++) fronts.add(heard.numberOf(1, states[i]), which[i], states[i]);
    return fronts.list().map((front) => ({ ...front, place }));
  }

  private partsOfRests(bundle: Bundle, rests: readonly Front[]): Part[] {
    const { from, which } = bundle;
    const { heard } = this.sequence;
    const blocks: { readonly place: number; readonly to: JointBlock; count: number }[] = [];
    const blockOf = new Int32Array(bundle.states.length);
    const columnOf = new Int32Array(bundle.states.length);
    for (const { place, turn, which, states } of rests) {
      const masses = this.massesAt(turn, place);
      for (let i = 0; i < which.length; i++) {
        const to = masses.blockOf(heard.numberOf(1, states[i]));
        let b = blocks.findIndex((other) => other.to === to);
        if (b < 0) b = blocks.push({ place, to, count: 0 }) - 1;
        blockOf[which[i]] = b;
        columnOf[which[i]] = to.columnAt(states[i]);
      }
    }
    for (let i = 0; i < from.length; i++) blocks[blockOf[which[i]]].count++;
    const items = blocks.map(({ count }) => new Int32Array(count));
    const filled = new Int32Array(blocks.length);
    for (let i = 0; i < from.length; i++) {
      const b = blockOf[which[i]];
      items[b][filled[b]++] = i;
    }
    return blocks.map(({ place, to }, b) => this.partOf(bundle, items[b], columnOf, to, this.endsAt(place)));
  }

  private endsAt(place: number): boolean {
    return this.sequence.controls.list[place].ends;
  }

  private partOf(bundle: Bundle, items: Int32Array, columnOf: Int32Array, to: JointBlock, ends: boolean): Part {
    const { numbers, width } = this.leads;
    const { from, which, shares, emissions } = bundle;
    const groups = emissions ? byEmission(items, emissions) : [{ emission: 0, items }];
    let at = numbers.lend(items.length);
    const parts: Items[] = [];
    for (const { emission, items } of groups) {
      const first = at;
      for (const item of items) {
        numbers.putItem(at, from[item] * width, columnOf[which[item]] * to.width, shares ? shares[item] : 1);
        at += ITEM_BYTES;
      }
      parts.push({ emission, first, last: at });
    }
    return { to, ends, items: parts };
  }
}

function byEmission(items: Int32Array, emissions: readonly number[]) {
  const groups = new Map<number, number[]>();
  for (const item of items) {
    const group = groups.get(emissions[item]);
    if (group) group.push(item);
    else groups.set(emissions[item], [item]);
  }
  return Array.from(groups, ([emission, items]) => ({ emission, items }));
}

/** States of a bundle by the place they go on to, or by whatever else tells them apart. */
class Fronts {
  private readonly turn: number;
  private readonly byPlace = new Map<number, { which: number[]; states: number[] }>();

  constructor(turn: number) {
    this.turn = turn;
  }

  add(place: number, which: number, state: number): void {
    let front = this.byPlace.get(place);
    if (!front) {
      front = { which: [], states: [] };
      this.byPlace.set(place, front);
    }
    front.which.push(which);
    front.states.push(state);
  }

  list(): Front[] {
    return Array.from(this.byPlace, ([place, { which, states }]) => ({ place, turn: this.turn, which, states }));
  }
}
