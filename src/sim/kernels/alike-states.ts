import type { EndPlaces } from './end-places.ts';
import { UNKNOWN } from './look-trees.ts';
import type { PlaceOrder } from './place-order.ts';
import { NOTHING_TO_DO, type Outcome, type Reach, type Stand } from './reach.ts';
import type { Sequence } from './sequence.ts';
import { Sequences } from './sequences.ts';
import { SparseSums } from './sparse-sums.ts';

/** What is done besides has numbers below this. */
const BESIDES = 2 ** 20;
/** Half of the last places of a share that count when two are compared: what differs by rounding alone is the same. */
const ROUNDING = 1 + 2 ** -46;
const KEPT_BITS = ~0xff;
const STATES_AT_A_STRETCH = 500;

/** The states of a record that are alike at a place: by state the number of those like it, and by that number the first. */
export interface Kinds {
  numbers: Int32Array;
  readonly firsts: number[];
}

interface Known {
  readonly stand: Stand;
  /** By record, by place in the list of its states: a number for all that may come of it, among all places. */
  readonly classes: readonly [Int32Array, Int32Array];
  /** By record, by place in the list: the number of those like it at this place; and by that number, the first of them. */
  readonly numbers: readonly Int32Array[];
  readonly firsts: readonly (readonly number[])[];
  /** By record, by state, its place in the list; made when it is asked for. */
  readonly indexes: [Int32Array | null, Int32Array | null];
}

/**
 * States of a record that come to the same from a place on, whatever the other does: of which the same is heard, which do
 * the same and add the same to sums, and end alike. One of them stands for all. Places are gone through backwards from the
 * endings, each with what has been learnt about those after it.
 */
export class AlikeStates<S> {
  private readonly sequence: Sequence<S>;
  private readonly reach: Reach<S>;
  private readonly order: PlaceOrder;
  private readonly ends: EndPlaces<S>;
  private readonly known = new Map<number, Map<number, Known>>();
  /** What may come of states of one place, and what they do, by number; and the latter by the name of their rows. */
  private lists = new Sequences();
  private laws = new Map<number, number>();
  private classCount = 0;
  private readonly sums = new SparseSums();
  private readonly share = new Float64Array(1);
  private readonly shareWords = new Int32Array(this.share.buffer);

  constructor(sequence: Sequence<S>, reach: Reach<S>, order: PlaceOrder, ends: EndPlaces<S>) {
    this.sequence = sequence;
    this.reach = reach;
    this.order = order;
    this.ends = ends;
  }

  /** Goes through all that may come up; false where tables have changed meanwhile, so that it has to be done again. */
  *all(): Generator<void, boolean> {
    const { version } = this.reach;
    for (let turn = this.reach.turns.length - 1; turn >= 0; turn--) {
      const stands = [...(this.reach.turns[turn]?.values() ?? [])];
      stands.sort((x, y) => this.order.lateness(y.place) - this.order.lateness(x.place));
      this.known.set(turn, new Map());
      for (const stand of stands) {
        if (stand.version !== version) yield* this.reach.ask(stand);
        if (this.reach.version !== version) return false;
        yield* this.oneStand(stand);
      }
      for (const { indexes } of this.known.get(turn + 1)?.values() ?? []) indexes.fill(null);
    }
    return true;
  }

  /** Of all places, the most pairs of states that there are once one stands for all that are alike; and of all together. */
  pairs(): { readonly most: number; readonly all: number } {
    let [most, all] = [0, 0];
    for (const places of this.known.values())
      for (const { firsts } of places.values()) {
        const pairs = firsts[0].length * firsts[1].length;
        most = Math.max(most, pairs);
        all += pairs;
      }
    return { most, all };
  }

  /** By record, which states are alike at a place. */
  at(turn: number, place: number): Kinds[] {
    const known = this.known.get(turn)?.get(place);
    return this.sequence.fields.records.map(({ count }, record) => {
      const numbers = new Int32Array(count).fill(UNKNOWN);
      const list = known?.stand.sets[record].list ?? [];
      for (let i = 0; i < list.length; i++) numbers[list[i]] = known!.numbers[record][i];
      return { numbers, firsts: known ? [...known.firsts[record]] : [] };
    });
  }

  private *oneStand(stand: Stand): Generator<void, void> {
    const { ends, owner } = this.sequence.controls.list[stand.place];
    // What is numbered in a stand is compared with nothing outside.
    this.lists = new Sequences();
    this.laws = new Map();
    const classes: [Int32Array, Int32Array] = [new Int32Array(0), new Int32Array(0)];
    for (const record of [0, 1]) {
      const { list } = stand.sets[record];
      const own = new Int32Array(list.length);
      classes[record] = own;
      const outcomes = this.outcomesByGroup(stand, record);
      const laws = new Int32Array(record === owner ? stand.groups[1 - record].length : 0);
      for (let i = 0; i < list.length; i++) {
        if (i % STATES_AT_A_STRETCH === 0) yield;
        this.lists.begin();
        if (ends) this.lists.push(this.ends.isAdditive ? this.ends.part(record, list[i]) : list[i]);
        else {
          const heard = this.sequence.heard.numberOf(record, list[i]);
          if (record === owner) this.lawsOf(stand, record, i, laws);
          this.lists.begin();
          // No share begins like this.
          this.lists.push(UNKNOWN);
          this.lists.push(heard);
          for (const law of laws) this.lists.push(law);
          for (const { to, effect } of outcomes.get(heard) ?? [])
            this.lists.push(this.classIn(to, record, this.reach.after(record, effect, list[i])));
        }
        own[i] = this.classCount + this.lists.intern();
      }
      this.classCount += this.lists.count;
    }
    const kinds = classes.map((own, record) => kindsOf(own, stand.sets[record].list));
    this.known.get(stand.turn)!.set(stand.place, {
      ...{ stand, classes, indexes: [null, null] },
      numbers: kinds.map((k) => k.numbers),
      firsts: kinds.map((k) => k.firsts),
    });
  }

  /** What may come of a record that does not act, by what is heard of it: where it goes then, and what is done to it. */
  private outcomesByGroup({ groups, outcomes }: Stand, record: number) {
    const byHeard = new Map<number, Map<string, Outcome>>();
    for (const outcome of outcomes) {
      const group = outcome.groups[record];
      if (group === UNKNOWN) continue;
      const { heard } = groups[record][group];
      const known = byHeard.get(heard) ?? new Map<string, Outcome>();
      byHeard.set(heard, known);
      known.set(`${outcome.turn} ${outcome.place} ${outcome.effect}`, outcome);
    }
    const going = ({ turn, place, effect }: Outcome) => ({ to: this.known.get(turn)?.get(place), effect });
    return new Map(Array.from(byHeard, ([heard, known]) => [heard, Array.from(known.values(), going)]));
  }

  /** By what is heard of the other record, the number of what a state does. */
  private lawsOf(stand: Stand, record: number, i: number, laws: Int32Array): void {
    const first = i * laws.length;
    for (let g = 0; g < laws.length; g++) {
      const name = stand.names[first + g];
      // Most of what is heard makes no difference.
      if (g > 0 && name === stand.names[first + g - 1]) laws[g] = laws[g - 1];
      else laws[g] = name === NOTHING_TO_DO ? this.idleLaw(stand, record, i) : this.lawOf(stand, record, name);
    }
  }

  private idleLaw({ turn, place, sets }: Stand, record: number, i: number): number {
    const { next } = this.sequence.idleAt(place);
    this.lists.begin();
    this.pushShare(this.classOf(turn, next, record, sets[record].list[i]) * BESIDES, 1);
    return this.lists.intern();
  }

  private lawOf(stand: Stand, record: number, name: number): number {
    let law = this.laws.get(name);
    if (law === undefined) {
      const expanded = this.sequence.expanded[record];
      const number = expanded.lawOf(name);
      const { targets, lawTargets, lawStarts, lawOdds } = expanded;
      const { effects } = this.sequence.steps;
      const { sums } = this;
      sums.clear();
      for (let k = lawStarts[number]; k < lawStarts[number + 1]; k++) {
        const t = lawTargets[k];
        const besides = targets[t + 2];
        const { turn } = effects[this.sequence.rows.besides[besides].effect];
        const to = this.classOf(turn < 0 ? stand.turn : turn, targets[t + 1], record, targets[t]);
        sums.add(to * BESIDES + besides, lawOdds[k]);
      }
      const order = Array.from({ length: sums.count }, (_, k) => k).sort((x, y) => sums.keys[x] - sums.keys[y]);
      this.lists.begin();
      for (const k of order) this.pushShare(sums.keys[k], sums.at(k));
      law = this.lists.intern();
      this.laws.set(name, law);
    }
    return law;
  }

  private pushShare(key: number, share: number): void {
    this.share[0] = share * ROUNDING;
    this.lists.push(Math.floor(key / 2 ** 31));
    this.lists.push(key % 2 ** 31);
    this.lists.push(this.shareWords[0] & KEPT_BITS);
    this.lists.push(this.shareWords[1]);
  }

  /** The class of a state at a place that comes later; one of its own where it is not known yet. */
  private classOf(turn: number, place: number, record: number, state: number): number {
    return this.classIn(this.known.get(turn)?.get(place), record, state);
  }

  private classIn(known: Known | undefined, record: number, state: number): number {
    const index = known && this.indexOf(known, record)[state];
    return index === undefined || index < 0 ? this.classCount++ : known!.classes[record][index];
  }

  private indexOf(known: Known, record: number): Int32Array {
    let index = known.indexes[record];
    if (!index) {
      const { list } = known.stand.sets[record];
      index = new Int32Array(this.sequence.fields.records[record].count).fill(UNKNOWN);
      for (let i = 0; i < list.length; i++) index[list[i]] = i;
      known.indexes[record] = index;
    }
    return index;
  }
}

/** By place in the list, the number of those that have the same class; and by that number, the first of them. */
function kindsOf(classes: Int32Array, list: readonly number[]): Kinds {
  const numberOf = new Map<number, number>();
  const numbers = new Int32Array(classes.length);
  const firsts: number[] = [];
  for (let i = 0; i < classes.length; i++) {
    let number = numberOf.get(classes[i]);
    if (number === undefined) {
      number = firsts.push(list[i]) - 1;
      numberOf.set(classes[i], number);
    }
    numbers[i] = number;
  }
  return { numbers, firsts };
}
