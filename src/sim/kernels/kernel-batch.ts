import type { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { KeyedDice } from '../play/dice.ts';
import type { Control } from './controls.ts';
import { EndPlaces } from './end-places.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import { Sequence } from './sequence.ts';
import { EMPTY } from './slots.ts';
import { Grew } from './space.ts';
import { type Batch, type Passage, type Tables, type Visited, visitAll } from './visit-loop.ts';

type MutableBatch = { -readonly [K in keyof Batch]: Batch[K] } & {
  readonly lists: Int32Array[];
  held: Int32Array[];
  readonly known: Int32Array[];
};

/** Engagements in flight. */
export const BATCH = 4096;
const NOTHING = new Int32Array(2);

/**
 * A batch of engagements and the tables that they are played over, which are filled as they go. All engagements that
 * stand at one place of the sequence of play make their visit together.
 */
export class KernelBatch<S> {
  readonly sequence: Sequence<S>;
  private readonly machine: Machine<S>;
  private readonly ends: EndPlaces<S>;
  private readonly batch: MutableBatch;
  private passage: Passage = { owner: NOTHING, bit: NOTHING, idleNext: NOTHING, root: NOTHING };
  /** By record, the version of what is known of it that engagements go by. */
  private versions: number[] = [];
  /** What each engagement has added up. */
  readonly sums: Float64Array;
  private order: number[] = [];
  private readonly position: { control: number; turn: number; words: Int32Array[] };

  constructor(machine: Machine<S>, table: EndTable<S>) {
    this.machine = machine;
    this.sequence = new Sequence(machine);
    this.ends = new EndPlaces(this.sequence, table);
    const { spaces, words } = this.sequence.fields;
    const each = () => new Int32Array(BATCH);
    this.batch = {
      ...{ high: each(), low: each(), turn: each(), words },
      ...{ held: spaces.map(() => new Int32Array(BATCH * words)), knownAt: spaces.map(each), known: spaces.map(each) },
      ...{ lists: [], lengths: new Int32Array(64), besides: new Int32Array(2 * BATCH), besidesCount: 0 },
    };
    this.sums = new Float64Array(BATCH * machine.sums.length);
    this.position = { control: 0, turn: 0, words: spaces.map(() => new Int32Array(words)) };
  }

  /** Puts engagements `first` and on at the start. */
  begin(dice: KeyedDice, first: number, n: number): void {
    const { start, emissions } = this.sequence;
    const { batch } = this;
    batch.lengths.fill(0);
    this.makeRoom();
    for (const held of batch.held) held.fill(0);
    this.lookAtStart();
    batch.turn.fill(start.turn);
    this.sums.fill(0);
    for (let i = 0; i < n; i++) {
      dice.begin(first + i);
      batch.high[i] = dice.high;
      batch.low[i] = dice.low;
      batch.lists[start.control][i] = i;
      if (start.emission !== 0) this.sums.set(emissions.list[start.emission], i * this.machine.sums.length);
    }
    batch.lengths[start.control] = n;
  }

  /** Lists for places of the sequence that have come up since. */
  private makeRoom(): void {
    const controls = this.sequence.controls.list;
    const { batch } = this;
    while (batch.lists.length < controls.length) batch.lists.push(new Int32Array(BATCH));
    if (controls.length > batch.lengths.length) {
      const lengths = new Int32Array(controls.length * 2);
      lengths.set(batch.lengths);
      batch.lengths = lengths;
    }
    if (this.order.length === controls.length) return;
    if (controls.length > this.passage.owner.length) {
      const wider = (from: Int32Array) => grownUnknown(from, controls.length);
      const { owner, bit, idleNext, root } = this.passage;
      const bits = new Int32Array(Math.max(controls.length, bit.length * 2));
      bits.set(bit);
      this.passage = { owner: wider(owner), bit: bits, idleNext: wider(idleNext), root: wider(root) };
    }
    for (const { place, owner } of controls) this.passage.owner[place] = owner;
    this.order = [...controls].sort((x, y) => compared(x.rank, y.rank)).map((c) => c.place);
  }

  /** Plays all of them to their ends. */
  playOn(): void {
    const { list } = this.sequence.controls;
    for (let going = true; going; ) {
      going = false;
      const { order } = this;
      for (let k = 0; k < order.length; k++) {
        if (this.batch.lengths[order[k]] === 0 || list[order[k]].ends) continue;
        this.visits(order[k]);
        going = true;
      }
    }
  }

  /** All engagements at a place of the sequence make their visit. */
  private visits(place: number): void {
    const { batch } = this;
    const control = this.sequence.controls.list[place];
    const n = batch.lengths[place];
    // Those that come back to the place are listed anew, where there is nobody left.
    const list = batch.lists[place];
    batch.lengths[place] = 0;
    for (let q = 0; q < n; ) {
      const from = q;
      q = visitAll(list, q, n, this.visited(control), this.passage, batch, this.tables());
      this.doBesides();
      // The engagement that stopped it goes on in the next round, or is known better from now on.
      if (q > from && this.isUnknown(control, list[q - 1])) this.know(control.owner, list[q - 1]);
      else if (q < n) this.fill(place, list[q]);
    }
  }

  private isUnknown({ owner }: Control, i: number): boolean {
    return owner >= 0 && this.batch.knownAt[owner][i] === EMPTY;
  }

  private visited(control: Control): Visited {
    const { sequence, batch } = this;
    const owner = Math.max(control.owner, 0);
    const table = sequence.tableOf(control);
    const known = sequence.fields.spaces[owner].public;
    return {
      data: table.data,
      mask: table.mask,
      places: table.places,
      held: batch.held[owner],
      knownAt: batch.knownAt[owner],
      known: known.data,
      knownMask: known.mask,
      knownPlaces: known.places,
      bit: this.passage.bit[control.place],
    };
  }

  private tables(): Tables {
    const { rows, trees } = this.sequence;
    const { columns, entries, changesOthers } = rows;
    return { columns, entries, changesOthers, forks: trees.forks, branches: trees.branches };
  }

  /** What entries do besides: they add to the sums, and change others. */
  private doBesides(): void {
    const { batch, sums } = this;
    const { rows, emissions } = this.sequence;
    for (let k = 0; k < batch.besidesCount; k++) {
      const i = batch.besides[2 * k];
      const { emission, effect } = rows.besides[batch.besides[2 * k + 1]];
      if (emission !== 0) {
        const added = emissions.list[emission];
        for (let m = 0, s = i * added.length; m < added.length; m++) sums[s + m] += added[m];
      }
      if (effect !== 0) this.affect(i, effect);
    }
    batch.besidesCount = 0;
  }

  /** What a visit changes besides its own record. */
  private affect(i: number, place: number): void {
    const { batch } = this;
    const { words } = batch;
    const { turn, others } = this.sequence.steps.effects[place];
    if (turn >= 0) batch.turn[i] = turn;
    for (const { pair, mask, bits } of others) {
      const held = batch.held[pair];
      for (let w = 0, at = i * words; w < words; w++, at++) held[at] = (held[at] & ~mask[w]) | bits[w];
      this.know(pair, i);
    }
  }

  /** Finds what is known of a record in one engagement. */
  private know(record: number, i: number): void {
    const { batch } = this;
    const space = this.sequence.fields.spaces[record];
    const at = space.knownAt(batch.held[record], i * batch.words);
    if (space.version === this.versions[record]) batch.knownAt[record][i] = at;
    else this.lookAnew();
  }

  /** All engagements stand at the start. */
  private lookAtStart(): void {
    const { batch } = this;
    this.sequence.fields.spaces.forEach((space, record) => {
      batch.knownAt[record].fill(space.knownAt(batch.held[record], 0));
      batch.known[record] = space.public.data;
      this.versions[record] = space.version;
    });
  }

  /** Finds what is known of all records in all engagements: places of it have moved. */
  private lookAnew(): void {
    const { batch } = this;
    this.sequence.fields.spaces.forEach((space, record) => {
      while (this.versions[record] !== space.version) {
        // What is learnt of one may make places of all lose their meaning.
        this.versions[record] = space.version;
        for (let i = 0; i < BATCH; i++) batch.knownAt[record][i] = space.knownAt(batch.held[record], i * batch.words);
      }
      batch.known[record] = space.public.data;
    });
  }

  private fill(place: number, i: number): void {
    const control = this.sequence.controls.list[place];
    try {
      const position = this.positionOf(place, i);
      this.sequence.fill(position);
      this.makeRoom();
      this.passage.owner[place] = control.owner;
      if (control.owner < 0) this.passage.root[place] = this.sequence.tableOf(control).data[this.batch.words];
      const { bit, next } = this.sequence.idleAt(place);
      this.passage.bit[place] = bit;
      this.passage.idleNext[place] = next;
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.grow();
    }
    this.lookAnew();
  }

  /** Tables are begun anew, with room for what has come up. */
  private grow(): void {
    const { batch, sequence } = this;
    const before = batch.words;
    sequence.begin();
    const { words } = sequence.fields;
    if (words > before) {
      batch.held = batch.held.map((held) => wider(held, before, words));
      this.position.words = this.position.words.map(() => new Int32Array(words));
      batch.words = words;
    }
    this.ends.begin();
    this.passage.root.fill(UNKNOWN);
    this.passage.bit.fill(0);
    this.passage.idleNext.fill(UNKNOWN);
    this.makeRoom();
  }

  private positionOf(place: number, i: number) {
    const { position, batch } = this;
    const { words } = batch;
    position.control = place;
    position.turn = batch.turn[i];
    position.words.forEach((to, k) => {
      for (let w = 0; w < words; w++) to[w] = batch.held[k][i * words + w];
    });
    return position;
  }

  /** Tells of the ending of each. */
  finish(n: number, ended: (i: number, place: number) => void): void {
    for (const { ends, place } of this.sequence.controls.list) {
      if (!ends) continue;
      const list = this.batch.lists[place];
      for (let q = 0; q < this.batch.lengths[place]; q++)
        ended(list[q], this.ends.place(this.positionOf(place, list[q])));
      n -= this.batch.lengths[place];
      this.batch.lengths[place] = 0;
    }
    if (n !== 0) throw new Error(`${n} engagements of a batch did not end`);
  }
}

/** The same words with room for more in each engagement. */
function wider(held: Int32Array, before: number, words: number): Int32Array {
  const more = new Int32Array(BATCH * words);
  for (let i = 0; i < BATCH; i++) more.set(held.subarray(i * before, (i + 1) * before), i * words);
  return more;
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
