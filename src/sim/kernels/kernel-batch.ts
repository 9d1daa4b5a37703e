import type { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { KeyedDice } from '../play/dice.ts';
import type { Control } from './controls.ts';
import { EndPlaces } from './end-places.ts';
import { TURN_MASK } from './heard.ts';
import { KnownChanges } from './known-changes.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import { Sequence } from './sequence.ts';
import { Grew } from './space.ts';
import { SparseBesides } from './sparse-besides.ts';
import type { Position } from './steps.ts';
import { BATCH, type Batch, goOn, NOBODYS, PASS, type Tables, type Visited, visitAll } from './visit-loop.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Rows that are filled between two looks up: some ten milliseconds. */
const FILLS_AT_A_STRETCH = 256;
const NO_NUMBERS = new Int32Array(0);

/**
 * A batch of engagements and the tables that they are played over, which are filled as they go. All engagements that
 * stand at one place of the sequence of play make their visit together.
 */
export class KernelBatch<S> {
  readonly sequence: Sequence<S>;
  readonly ends: EndPlaces<S>;
  private readonly besides = new SparseBesides();
  private readonly batch: Mutable<Batch>;
  /** Places in the order of the sequence. */
  private order: number[] = [];
  /** Rows since somebody was last asked whether to go on. */
  private filled = 0;
  private readonly shared: Mutable<Tables> = noTables();
  private heardVersion = 0;
  private readonly changes: KnownChanges<S>;
  private readonly position: { control: number; turn: number; readonly states: Int32Array };

  constructor(machine: Machine<S>, table: EndTable<S>) {
    this.sequence = new Sequence(machine);
    this.ends = new EndPlaces(this.sequence, table);
    this.changes = new KnownChanges(this.sequence.fields.records);
    const records = this.sequence.fields.records.length;
    const each = (n = 1) => new Int32Array(n * BATCH);
    this.batch = {
      ...{ high: each(), low: each(), heard: each(), at: each(records), idle: each(records) },
      ...{ lists: each(64), lengths: new Int32Array(64), affectedCount: 0, found: each(), keys: each() },
      ...{ affected: each(), effects: each(), goesTo: each() },
      ...{ sums: new Float64Array(BATCH * machine.sums.length), width: machine.sums.length },
    };
    this.position = this.sequence.blankPosition();
  }

  /** What each engagement has added up. */
  get sums(): Float64Array {
    return this.batch.sums;
  }

  /** Puts engagements of these numbers at the start. */
  begin(dice: KeyedDice, numbers: ArrayLike<number>): void {
    const n = numbers.length;
    const { start, fields } = this.sequence;
    const { batch } = this;
    batch.lengths.fill(0);
    this.makeRoom();
    for (const expanded of this.sequence.expanded) expanded.noteIdle();
    fields.records.forEach((record, k) => {
      batch.at.fill(record.start, k * BATCH, (k + 1) * BATCH);
    });
    batch.heard.fill(start.turn);
    this.listenAnew();
    batch.sums.fill(0);
    for (let i = 0; i < n; i++) {
      dice.begin(numbers[i]);
      batch.high[i] = dice.high;
      batch.low[i] = dice.low;
      batch.lists[start.control * BATCH + i] = i;
    }
    batch.lengths[start.control] = n;
  }

  /** Lists for places of the sequence that have come up since. */
  private makeRoom(): void {
    const controls = this.sequence.controls.list;
    const { batch, shared } = this;
    if (this.order.length === controls.length) return;
    if (controls.length > batch.lengths.length) {
      const places = controls.length * 2;
      batch.lists = withRoom(batch.lists, places * BATCH);
      batch.lengths = withRoom(batch.lengths, places);
      shared.passage = grownUnknown(shared.passage, places * PASS);
    }
    this.notePlaces();
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
      const visited = this.visited(control);
      q = visitAll(place, q, n, visited, batch, this.tables());
      if (batch.affectedCount > 0) this.affectOthers();
      if (q === from) this.find(control, this.positionOf(place, batch.lists[place * BATCH + q]));
    }
  }

  /** What visits at a place need of its record; null where it is about nobody. */
  private visited(control: Control): Visited | null {
    const { owner } = control;
    if (owner < 0) return null;
    const { sequence } = this;
    const { columns, targets } = sequence.expanded[owner].upToDate();
    const { word, mask } = sequence.heard.standOf(owner);
    return { record: owner, columns, targets, word, otherBits: ~mask, rows: sequence.tableOf(control) };
  }

  /** The tables as they are: any of them may have grown. */
  private tables(): Tables {
    const { shared, sequence } = this;
    const { rows, heard, emissions, steps } = sequence;
    if (this.heardVersion !== heard.version) this.listenAnew();
    const { besides, sumOf, amount } = this.besides.upToDate(rows, emissions, steps);
    shared.columns = rows.columns;
    shared.entries = rows.entries;
    shared.besides = besides;
    shared.sumOf = sumOf;
    shared.amount = amount;
    shared.listeners = heard.listeners;
    shared.cells = heard.cells;
    return shared;
  }

  /** What visits changed besides their own records; then play goes on. */
  private affectOthers(): void {
    const { batch } = this;
    for (let k = 0; k < batch.affectedCount; k++) {
      const i = batch.affected[k];
      const { others } = this.sequence.steps.effects[batch.effects[k]];
      for (let o = 0; o < others.length; o++) {
        const { pair, change } = others[o];
        const at = pair * BATCH + i;
        const state = this.changes.after(pair, change, batch.at[at]);
        if (state === batch.at[at]) continue;
        batch.at[at] = state;
        this.listenTo(pair, i);
      }
    }
    batch.found.set(batch.goesTo.subarray(0, batch.affectedCount));
    batch.keys.fill(0, 0, batch.affectedCount);
    goOn(batch.affected, 0, 0, batch.affectedCount, batch, this.tables());
    batch.affectedCount = 0;
  }

  /** What is known and heard of a record in an engagement. */
  private listenTo(record: number, i: number): void {
    const { batch } = this;
    const { heard, fields } = this.sequence;
    const state = batch.at[record * BATCH + i];
    batch.idle[record * BATCH + i] = fields.records[record].idle[state];
    const part = heard.partOf(record, state);
    const { word, mask } = heard.standOf(record);
    // Numbers that were given anew just now are told of all engagements in a moment.
    if (this.heardVersion === heard.version)
      batch.heard[word * BATCH + i] = (batch.heard[word * BATCH + i] & ~mask) | part;
  }

  /** Packs what is heard anew. */
  private listenAnew(): void {
    const { batch, shared } = this;
    const { heard } = this.sequence;
    const turns = batch.heard.slice(0, BATCH).map((word) => word & TURN_MASK);
    do {
      this.heardVersion = heard.version;
      shared.words = heard.words;
      batch.heard = new Int32Array(BATCH * heard.words);
      batch.heard.set(turns);
      for (let k = 0; k < this.position.states.length; k++) for (let i = 0; i < BATCH; i++) this.listenTo(k, i);
    } while (this.heardVersion !== heard.version);
    this.notePlaces();
  }

  /** Links a state to its row, or fills that. */
  private find({ owner }: Control, position: Position): void {
    const { sequence } = this;
    const missing = owner >= 0 ? sequence.link(position) : sequence.listen(position) ? null : position;
    if (!missing) return;
    this.fill(missing);
    this.filled++;
  }

  private fill(position: Position): void {
    try {
      this.sequence.fill(position);
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.beginAnew();
    }
    this.makeRoom();
    this.notePlace(position.control);
    // Whose others are may only just have been seen.
    const { list } = this.sequence.controls;
    for (let place = 0; place < list.length; place++)
      if (this.shared.passage[place * PASS] !== firstOf(list[place])) this.notePlace(place);
  }

  private notePlaces(): void {
    for (const { place } of this.sequence.controls.list) this.notePlace(place);
  }

  /** What is known of a place now: whose it is, and what leads on from it. */
  private notePlace(place: number): void {
    const { sequence, shared } = this;
    const { bit, next } = sequence.idleAt(place);
    const first = firstOf(sequence.controls.list[place]);
    shared.passage.set([first, bit, next, first < 0 ? sequence.earAt(place) : UNKNOWN], place * PASS);
  }

  /** Tables are begun anew, with room for what has come up. */
  private beginAnew(): void {
    const { sequence } = this;
    sequence.begin();
    this.ends.begin();
    this.besides.begin();
    this.changes.begin();
    this.makeRoom();
    this.listenAnew();
  }

  private positionOf(place: number, i: number): Position {
    const { position, batch } = this;
    position.control = place;
    position.turn = batch.heard[i] & TURN_MASK;
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

function noTables(): Mutable<Tables> {
  return {
    ...{ columns: NO_NUMBERS, entries: NO_NUMBERS, besides: NO_NUMBERS, sumOf: NO_NUMBERS, listeners: NO_NUMBERS },
    ...{ cells: NO_NUMBERS, words: 1, passage: new Int32Array(64 * PASS).fill(UNKNOWN) },
    amount: new Float64Array(0),
  };
}

/** Where the engagements of a place's record begin. */
const firstOf = ({ owner }: Control): number => (owner < 0 ? NOBODYS : owner * BATCH);

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
