import type { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { KeyedDice } from '../play/dice.ts';
import type { Control } from './controls.ts';
import { EndPlaces } from './end-places.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import { Sequence } from './sequence.ts';
import { Grew } from './space.ts';
import { SparseEmissions } from './sparse-emissions.ts';
import type { Position } from './steps.ts';
import { BATCH, type Batch, type Passage, type PlaceRows, type Tables, type Visited, visitAll } from './visit-loop.ts';

type MutableBatch = { -readonly [K in keyof Batch]: Batch[K] };
type MutableTables = { -readonly [K in keyof Tables]: Tables[K] } & { readonly dataOf: Int32Array[] };
type MutablePassage = { -readonly [K in keyof Passage]: Passage[K] } & { readonly tableAt: PlaceRows[] };

/** Rows that are filled between two looks up: some ten milliseconds. */
const FILLS_AT_A_STRETCH = 256;
const NO_NUMBERS = new Int32Array(0);
const NOBODY_VISITED: Visited = { record: -1, known: NO_NUMBERS, columns: NO_NUMBERS, targets: NO_NUMBERS };

/**
 * A batch of engagements and the tables that they are played over, which are filled as they go. All engagements that
 * stand at one place of the sequence of play make their visit together.
 */
export class KernelBatch<S> {
  readonly sequence: Sequence<S>;
  private readonly ends: EndPlaces<S>;
  private readonly emissions: SparseEmissions;
  private readonly batch: MutableBatch;
  private readonly passage: MutablePassage;
  /** Places in the order of the sequence. */
  private order: number[] = [];
  /** Rows since somebody was last asked whether to go on. */
  private filled = 0;
  private readonly shared: MutableTables = noTables();
  private readonly position: { control: number; turn: number; readonly states: Int32Array };

  constructor(machine: Machine<S>, table: EndTable<S>) {
    this.sequence = new Sequence(machine);
    this.ends = new EndPlaces(this.sequence, table);
    this.emissions = new SparseEmissions(this.sequence.emissions);
    const records = this.sequence.fields.records.length;
    const each = (n = 1) => new Int32Array(n * BATCH);
    this.batch = {
      ...{ high: each(), low: each(), turn: each(), at: each(records), answers: each(records), idle: each(records) },
      ...{ lists: each(64), lengths: new Int32Array(64), affected: each(2), affectedCount: 0, found: each() },
      ...{ sums: new Float64Array(BATCH * machine.sums.length), width: machine.sums.length },
    };
    const none = () => new Int32Array(64).fill(UNKNOWN);
    this.passage = { owner: none(), bit: new Int32Array(64), idleNext: none(), root: none(), tableAt: [] };
    this.position = { control: 0, turn: 0, states: new Int32Array(records) };
  }

  /** What each engagement has added up. */
  get sums(): Float64Array {
    return this.batch.sums;
  }

  /** Puts engagements `first` and on at the start. */
  begin(dice: KeyedDice, first: number, n: number): void {
    const { start, emissions, fields } = this.sequence;
    const { batch } = this;
    batch.lengths.fill(0);
    this.makeRoom();
    fields.records.forEach((record, k) => {
      batch.at.fill(record.start, k * BATCH, (k + 1) * BATCH);
    });
    this.lookAnew();
    batch.turn.fill(start.turn);
    batch.sums.fill(0);
    for (let i = 0; i < n; i++) {
      dice.begin(first + i);
      batch.high[i] = dice.high;
      batch.low[i] = dice.low;
      batch.lists[start.control * BATCH + i] = i;
      if (start.emission !== 0) batch.sums.set(emissions.list[start.emission], i * batch.width);
    }
    batch.lengths[start.control] = n;
  }

  /** Lists for places of the sequence that have come up since. */
  private makeRoom(): void {
    const controls = this.sequence.controls.list;
    const { batch, passage } = this;
    if (this.order.length === controls.length) return;
    if (controls.length > batch.lengths.length) {
      const places = controls.length * 2;
      batch.lists = withRoom(batch.lists, places * BATCH);
      batch.lengths = withRoom(batch.lengths, places);
      passage.bit = withRoom(passage.bit, places);
      passage.owner = grownUnknown(passage.owner, places);
      passage.idleNext = grownUnknown(passage.idleNext, places);
      passage.root = grownUnknown(passage.root, places);
    }
    this.noteOwners();
    this.order = [...controls].sort((x, y) => compared(x.rank, y.rank)).map((c) => c.place);
  }

  /** Plays all of them to their ends; false where `pause`, asked now and then while tables are filled, put a stop to it. */
  playOn(pause?: () => boolean): boolean {
    const { list } = this.sequence.controls;
    this.filled = 0;
    for (let going = true; going; ) {
      going = false;
      const { order } = this;
      for (let k = 0; k < order.length; k++) {
        if (this.batch.lengths[order[k]] === 0 || list[order[k]].ends) continue;
        this.visits(order[k]);
        going = true;
        if (this.filled > FILLS_AT_A_STRETCH) {
          this.filled = 0;
          if (pause?.()) return false;
        }
      }
    }
    return true;
  }

  /** All engagements at a place of the sequence make their visit. */
  private visits(place: number): void {
    const { batch } = this;
    const control = this.sequence.controls.list[place];
    const n = batch.lengths[place];
    // Those that come back to the place are listed anew, where there is nobody left.
    batch.lengths[place] = 0;
    for (let q = 0; q < n; ) {
      const from = q;
      q = visitAll(place, q, n, this.visited(control), this.passage, batch, this.tables());
      this.affectOthers();
      if (q === from) this.find(control, this.positionOf(place, batch.lists[place * BATCH + q]));
    }
  }

  private visited({ owner, place }: Control): Visited {
    if (owner < 0) return NOBODY_VISITED;
    const { known } = this.sequence.fields.records[owner];
    const { columns, targets } = this.sequence.expanded[owner];
    this.passage.tableAt[place] = this.sequence.tableOf(this.sequence.controls.list[place]);
    return { record: owner, known, columns, targets };
  }

  /** The tables as they are: any of them may have grown. */
  private tables(): Tables {
    const { shared, sequence } = this;
    const { rows, trees, fields } = sequence;
    shared.columns = rows.columns;
    shared.entries = rows.entries;
    shared.emissionOf = rows.emissionOf;
    shared.effectOf = rows.effectOf;
    shared.forks = trees.forks;
    shared.branches = trees.branches;
    shared.words = fields.words;
    for (let k = 0; k < fields.records.length; k++) shared.dataOf[k] = fields.records[k].data;
    const { first, sumOf, amount } = this.emissions.upToDate();
    shared.first = first;
    shared.sumOf = sumOf;
    shared.amount = amount;
    return shared;
  }

  /** What visits changed besides their own records. */
  private affectOthers(): void {
    const { batch } = this;
    const { steps, fields } = this.sequence;
    for (let k = 0; k < batch.affectedCount; k++) {
      const i = batch.affected[2 * k];
      const { turn, others } = steps.effects[batch.affected[2 * k + 1]];
      if (turn >= 0) batch.turn[i] = turn;
      for (const { pair, change } of others) {
        const at = pair * BATCH + i;
        const before = batch.at[at];
        batch.at[at] = fields.records[pair].after(before, change);
        if (batch.at[at] !== before) this.lookAt(pair, i);
      }
    }
    batch.affectedCount = 0;
  }

  /** What is known of a record in an engagement. */
  private lookAt(record: number, i: number): void {
    const { batch } = this;
    const { known } = this.sequence.fields.records[record];
    const at = record * BATCH + i;
    batch.answers[at] = known[2 * batch.at[at]];
    batch.idle[at] = known[2 * batch.at[at] + 1];
  }

  private lookAnew(): void {
    const records = this.position.states.length;
    for (let k = 0; k < records; k++) for (let i = 0; i < BATCH; i++) this.lookAt(k, i);
  }

  /** Links a state to its row, or fills that. */
  private find(control: Control, position: Position): void {
    if (control.owner >= 0 && this.sequence.link(position)) return;
    this.fill(control, position);
    this.filled++;
  }

  private fill(control: Control, position: Position): void {
    const { place } = control;
    const { passage, sequence } = this;
    try {
      sequence.fill(position);
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.beginAnew();
    }
    this.makeRoom();
    this.noteOwners();
    passage.root[place] = sequence.roots[place] ?? UNKNOWN;
    const { bit, next } = sequence.idleAt(place);
    passage.bit[place] = bit;
    passage.idleNext[place] = next;
  }

  /** It may only now have been seen whose places some are. */
  private noteOwners(): void {
    const { owner, root } = this.passage;
    for (const control of this.sequence.controls.list) {
      const { place } = control;
      if (owner[place] === control.owner) continue;
      owner[place] = control.owner;
      root[place] = UNKNOWN;
    }
  }

  /** Tables are begun anew, with room for what has come up. */
  private beginAnew(): void {
    const { passage, sequence } = this;
    sequence.begin();
    this.ends.begin();
    passage.root.fill(UNKNOWN);
    passage.bit.fill(0);
    passage.idleNext.fill(UNKNOWN);
    passage.tableAt.length = 0;
    this.lookAnew();
  }

  private positionOf(place: number, i: number): Position {
    const { position, batch } = this;
    position.control = place;
    position.turn = batch.turn[i];
    for (let k = 0; k < position.states.length; k++) position.states[k] = batch.at[k * BATCH + i];
    return position;
  }

  /** Tells of the ending of each. */
  finish(n: number, ended: (i: number, place: number) => void): void {
    const { lists, lengths } = this.batch;
    for (const { ends, place } of this.sequence.controls.list) {
      if (!ends) continue;
      for (let q = place * BATCH; q < place * BATCH + lengths[place]; q++)
        ended(lists[q], this.ends.place(this.positionOf(place, lists[q])));
      n -= lengths[place];
      lengths[place] = 0;
    }
    if (n !== 0) throw new Error(`${n} engagements of a batch did not end`);
  }
}

function noTables(): MutableTables {
  return {
    ...{ columns: NO_NUMBERS, entries: NO_NUMBERS, forks: NO_NUMBERS, branches: NO_NUMBERS, words: 0, dataOf: [] },
    ...{ emissionOf: NO_NUMBERS, effectOf: NO_NUMBERS, first: NO_NUMBERS, sumOf: NO_NUMBERS },
    amount: new Float64Array(0),
  };
}

/** A longer copy; what is new is 0. */
function withRoom(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
