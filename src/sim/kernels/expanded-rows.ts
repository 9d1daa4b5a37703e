import { TablesFullError } from '../error.ts';
import { grown } from '../state-table.ts';
import type { Heard } from './heard.ts';
import type { RecordStates } from './record-states.ts';
import { COLUMN, IDLE, type Rows } from './rows.ts';

/**
 * Numbers in a target: the state, the next place, what is done besides, what others hear of the state, where it is idle,
 * and some to spare, so that a target lies in one line of the cache.
 */
export const TARGET = 8;
const MOST_COLUMNS = 2 ** 25;

/** What a row leads to, each target once, and how likely it is. */
export interface Law {
  readonly targets: Int32Array;
  readonly odds: Float64Array;
}

/**
 * Rows as they are from one state: their columns name the very states that they lead to. What is drawn is found with
 * few looks then, at the price of a copy of the row for each state.
 */
export class ExpandedRows<S> {
  columns = new Int32Array(1024 * COLUMN);
  targets = new Int32Array(1024 * TARGET);
  private count = 0;
  private targetCount = 0;
  private readonly rows: Rows;
  private readonly record: RecordStates<S>;
  private readonly known = new Map<number, number>();
  /** Where each comes from; and its law, where somebody has asked for it. */
  private readonly expandedFrom = new Map<number, { readonly row: number; readonly state: number }>();
  private readonly laws = new Map<number, Law>();
  private readonly targetPlaces = new Map<number, number>();
  private readonly heard: Heard<S>;
  private heardVersion = 0;
  private idleVersion = 0;

  constructor(rows: Rows, record: RecordStates<S>, heard: Heard<S>) {
    this.rows = rows;
    this.record = record;
    this.heard = heard;
  }

  /** With what is heard of states as it is packed now. */
  upToDate(): this {
    const { heard, targets, record } = this;
    while (this.heardVersion !== heard.version) {
      this.heardVersion = heard.version;
      for (let t = 0; t < this.targetCount * TARGET; t += TARGET)
        targets[t + 3] = heard.partOf(record.space.pair, targets[t]);
    }
    return this;
  }

  /** Where states have been seen to be idle since. A target that does not know of it leads to a visit that does nothing. */
  noteIdle(): void {
    const { targets, record } = this;
    if (this.idleVersion === record.idleVersion) return;
    this.idleVersion = record.idleVersion;
    for (let t = 0; t < this.targetCount * TARGET; t += TARGET) targets[t + 4] = record.idle[targets[t]];
  }

  /** The name of the dice of an expanded row; 0 where it has none. */
  keyOf(expanded: number): number {
    return ((expanded >> 1) & 31) === 0 ? 0 : this.columns[((expanded >> 6) - 1) * COLUMN];
  }

  /** The expanded row, numbered as rows are (see `Rows.add`), twice. */
  of(row: number, state: number): number {
    const name = row * 2 ** 21 + state;
    let found = this.known.get(name);
    if (found === undefined) {
      found = this.add(row, state);
      this.known.set(name, found);
      this.expandedFrom.set(found, { row, state });
    }
    return found;
  }

  /** The targets of an expanded row, with their exact odds. */
  lawOf(expanded: number): Law {
    let law = this.laws.get(expanded);
    if (!law) {
      const { row, state } = this.expandedFrom.get(expanded)!;
      const odds = new Map<number, number>();
      for (const { p, place } of this.rows.listOf(row >> 1)) {
        const target = this.target(place, state);
        odds.set(target, (odds.get(target) ?? 0) + p);
      }
      law = { targets: Int32Array.from(odds.keys()), odds: Float64Array.from(odds.values()) };
      this.laws.set(expanded, law);
    }
    return law;
  }

  private add(row: number, state: number): number {
    const { columns } = this.rows;
    const bits = (row >> 1) & 31;
    const from = (row >> 6) * COLUMN;
    const width = bits === IDLE ? 1 : 1 << bits;
    if (this.count + width + 1 > MOST_COLUMNS) throw new TablesFullError('The tables of the engagement are full.');
    while ((this.count + width + 1) * COLUMN > this.columns.length) this.columns = grown(this.columns);
    // The key of a row of several entries stands before its first column.
    if (width > 1) this.columns[this.count++ * COLUMN] = columns[from - COLUMN];
    const first = this.count;
    for (let c = 0; c < width; c++) {
      const at = this.count++ * COLUMN;
      this.columns[at] = columns[from + c * COLUMN];
      for (let k = 1; k < COLUMN; k++) this.columns[at + k] = this.target(columns[from + c * COLUMN + k], state);
    }
    return (first * 32 + (bits === IDLE ? 0 : bits)) * 2;
  }

  private target(entry: number, state: number): number {
    const { entries } = this.rows;
    const next = this.record.after(state, entries[entry + 2]);
    // Entries that differ in their change alone may lead to one state.
    const name = (next * 2 ** 16 + entries[entry]) * 2 ** 16 + entries[entry + 1];
    let place = this.targetPlaces.get(name);
    if (place === undefined) {
      if (entries[entry] >= 2 ** 16 || entries[entry + 1] >= 2 ** 16)
        throw new TablesFullError('The sequence of play has too many places.');
      place = this.targetCount++ * TARGET;
      if (place + TARGET > this.targets.length) this.targets = grown(this.targets);
      this.targets.set(
        [
          next,
          entries[entry],
          entries[entry + 1],
          this.heard.partOf(this.record.space.pair, next),
          this.record.idle[next],
        ],
        place,
      );
      this.targetPlaces.set(name, place);
    }
    return place;
  }
}
