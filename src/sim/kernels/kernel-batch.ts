import type { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { KeyedDice } from '../play/dice.ts';
import type { Control } from './controls.ts';
import { EffectTable } from './effect-table.ts';
import { EndPlaces } from './end-places.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import { Sequence } from './sequence.ts';
import type { Position } from './steps.ts';
import { type Batch, type Passage, type Tables, type Visited, visitAll } from './visit-loop.ts';

/** What is asked of a pair again and again: at which places it does nothing, as bits, and what others may know of it. */
interface Public {
  /** By state, both. */
  byState: Int32Array;
  states: number;
}

type MutableBatch = { -readonly [K in keyof Batch]: Batch[K] } & { readonly lists: Int32Array[] };

/** Engagements in flight. */
export const BATCH = 1024;
const NOTHING = new Int32Array(2);

/**
 * A batch of engagements and the tables that they are played over, which are filled as they go. All engagements that
 * stand at one place of the sequence of play make their visit together.
 */
export class KernelBatch<S> {
  readonly sequence: Sequence<S>;
  private readonly machine: Machine<S>;
  private readonly ends: EndPlaces<S>;
  private readonly effects: EffectTable<S>;
  private readonly batch: MutableBatch;
  private readonly public: readonly Public[];
  private passage: Passage = { owner: NOTHING, bit: NOTHING, idleNext: NOTHING, root: NOTHING };
  private readonly bitsTaken: number[];
  private readonly nowhere = new Int32Array(BATCH);
  private readonly nobody = new Int32Array(BATCH);
  /** What each engagement has added up. */
  readonly sums: Float64Array;
  private order: number[] = [];
  private readonly position: { control: number; turn: number; states: number[] };

  constructor(machine: Machine<S>, table: EndTable<S>) {
    this.machine = machine;
    this.sequence = new Sequence(machine);
    this.ends = new EndPlaces(this.sequence, table);
    this.effects = new EffectTable(this.sequence);
    const { spaces } = this.sequence.fields;
    const each = () => new Int32Array(BATCH);
    this.batch = {
      ...{
        high: each(),
        low: each(),
        turn: each(),
        states: spaces.map(each),
        kinds: spaces.map(each),
        idle: spaces.map(each),
      },
      ...{ words: spaces.map((s) => s.words), lists: [], lengths: new Int32Array(64) },
      ...{ besides: new Int32Array(2 * BATCH), besidesCount: 0 },
    };
    this.public = spaces.map(() => ({ byState: new Int32Array(2048), states: 0 }));
    this.bitsTaken = spaces.map(() => 0);
    this.sums = new Float64Array(BATCH * machine.sums.length);
    this.position = { control: 0, turn: 0, states: this.sequence.fields.spaces.map(() => 0) };
  }

  /** Puts engagements `first` and on at the start. */
  begin(dice: KeyedDice, first: number, n: number): void {
    const { start, emissions } = this.sequence;
    this.batch.lengths.fill(0);
    this.makeRoom();
    this.batch.states.forEach((states, k) => {
      states.fill(start.states[k]);
      const byState = this.publicOf(k);
      this.batch.idle[k].fill(byState[2 * start.states[k]]);
      this.batch.kinds[k].fill(byState[2 * start.states[k] + 1]);
    });
    this.batch.turn.fill(start.turn);
    this.sums.fill(0);
    for (let i = 0; i < n; i++) {
      dice.begin(first + i);
      this.batch.high[i] = dice.high;
      this.batch.low[i] = dice.low;
      this.batch.lists[start.control][i] = i;
      if (start.emission !== 0) this.sums.set(emissions.list[start.emission], i * this.machine.sums.length);
    }
    this.batch.lengths[start.control] = n;
  }

  /** Lists for places of the sequence that have come up since. */
  private makeRoom(): void {
    const controls = this.sequence.controls.list;
    if (this.batch.lists.length === controls.length) return;
    while (this.batch.lists.length < controls.length) this.batch.lists.push(new Int32Array(BATCH));
    if (controls.length > this.batch.lengths.length) {
      const lengths = new Int32Array(controls.length * 2);
      lengths.set(this.batch.lengths);
      this.batch.lengths = lengths;
    }
    this.widenPassage();
    const inOrder = controls.filter((c) => !c.ends).sort((x, y) => compared(x.rank, y.rank));
    this.order = inOrder.map((c) => c.place);
  }

  private widenPassage(): void {
    const controls = this.sequence.controls.list;
    const wider = (from: Int32Array) => grownUnknown(from, this.batch.lists.length);
    if (controls.length > this.passage.owner.length) {
      const { owner, bit, idleNext, root } = this.passage;
      const bits = new Int32Array(controls.length * 2);
      bits.set(bit);
      this.passage = { owner: wider(owner), bit: bits, idleNext: wider(idleNext), root: wider(root) };
    }
    for (const { place, owner } of controls) this.passage.owner[place] = owner;
  }

  /** Plays all of them to their ends. */
  playOn(): void {
    for (let going = true; going; ) {
      going = false;
      const { order } = this;
      for (let k = 0; k < order.length; k++) {
        if (this.batch.lengths[order[k]] === 0) continue;
        this.visits(order[k]);
        going = true;
      }
    }
  }

  /** All engagements at a place of the sequence make their visit. */
  private visits(place: number): void {
    const { batch } = this;
    const control = this.sequence.controls.list[place];
    const list = batch.lists[place];
    const n = batch.lengths[place];
    batch.lengths[place] = 0;
    for (let q = 0; q < n; ) {
      q = visitAll(list, q, n, this.visited(control), this.passage, batch, this.tables());
      // The engagement that stopped it goes on in the next round.
      if (q < n) this.fill(place, list[q]);
      this.doBesides();
    }
  }

  private visited(control: Control): Visited {
    const { sequence, nobody, nowhere } = this;
    const { owner, key } = control;
    const { states, kinds, idle } = this.batch;
    if (owner < 0) {
      nobody.fill(0);
      const root = sequence.rootOf(control);
      return { key, root, own: nobody, idle: nowhere, kinds: nowhere, byState: NOTHING };
    }
    const root = sequence.rootOf(control, sequence.fields.spaces[owner].count - 1);
    return { key, root, own: states[owner], idle: idle[owner], kinds: kinds[owner], byState: this.publicOf(owner) };
  }

  private tables(): Tables {
    const { rows, trees, fields } = this.sequence;
    return {
      kindWords: fields.spaces.map((s) => s.kindWords),
      ...{ columns: rows.columns, forks: trees.forks, branches: trees.branches },
      ...{ bits: fields.spaces.map((s) => s.bits), changesOthers: rows.changesOthers },
    };
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

  /** What is known of a pair's states, up to the newest. */
  private publicOf(pair: number): Int32Array {
    const known = this.public[pair];
    const { count, kinds } = this.sequence.fields.spaces[pair];
    if (count * 2 > known.byState.length) {
      const more = new Int32Array(count * 4);
      more.set(known.byState);
      known.byState = more;
    }
    for (; known.states < count; known.states++) known.byState[2 * known.states + 1] = kinds[known.states];
    return known.byState;
  }

  private fill(place: number, i: number): void {
    const position = this.positionOf(place, i);
    const control = this.sequence.controls.list[place];
    this.sequence.fill(position);
    this.noteIdle(position, i);
    this.makeRoom();
    this.passage.root[place] = control.owner < 0 ? this.sequence.rootOf(control)[0] : UNKNOWN;
    this.passage.owner[place] = control.owner;
  }

  /** Where a pair in this state does nothing, whatever happens elsewhere, it need not be asked again. */
  private noteIdle(position: Position, i: number): void {
    const { passage } = this;
    const place = position.control;
    const next = this.sequence.idleNext(position);
    const { owner } = this.sequence.controls.list[place];
    if (next < 0) return;
    if (passage.bit[place] === 0) {
      const taken = this.bitsTaken[owner]++;
      if (taken > 31) return;
      passage.bit[place] = 1 << taken;
      passage.idleNext[place] = next;
    }
    if (passage.idleNext[place] !== next) return;
    this.publicOf(owner)[2 * position.states[owner]] |= passage.bit[place];
    this.batch.idle[owner][i] |= passage.bit[place];
  }

  private positionOf(place: number, i: number) {
    const { position } = this;
    position.control = place;
    position.turn = this.batch.turn[i];
    for (let k = 0; k < this.batch.states.length; k++) position.states[k] = this.batch.states[k][i];
    return position;
  }

  /** What a visit changes besides its own pair. */
  private affect(i: number, place: number): void {
    const { turn, others } = this.sequence.steps.effects[place];
    if (turn >= 0) this.batch.turn[i] = turn;
    for (let o = 0; o < others.length; o++) {
      const states = this.batch.states[others[o].pair];
      states[i] = this.effects.state(place, o, states[i]);
      const byState = this.publicOf(others[o].pair);
      this.batch.idle[others[o].pair][i] = byState[2 * states[i]];
      this.batch.kinds[others[o].pair][i] = byState[2 * states[i] + 1];
    }
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

function compared(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
