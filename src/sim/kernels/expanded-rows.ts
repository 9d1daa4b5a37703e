import { TablesFullError } from '../error.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Heard } from './heard.ts';
import type { RecordStates } from './record-states.ts';
import { COLUMN, IDLE, type Rows } from './rows.ts';
import { SparseSums } from './sparse-sums.ts';

/**
 * Numbers in a target: the state, the next place, what is done besides, what others hear of the state, where it is idle,
 * and some to spare, so that a target lies in one line of the cache.
 */
export const TARGET = 8;
const MOST_COLUMNS = 2 ** 25;

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
  /** Rows and states that are expanded, by number; and by that number the expanded row. */
  private readonly sources = new StateTable(2);
  private expandedOf = new Int32Array(1024);
  private readonly sourceKey = new Int32Array(2);
  /** Laws that somebody has asked for: by number where each begins, and one more; the targets, each once, and their odds. */
  lawStarts = new Int32Array(1024);
  lawTargets = new Int32Array(1024);
  lawOdds = new Float64Array(1024);
  private lawCount = 0;
  /** By the first column of an expanded row, the number of its source, as far as laws have been asked for. */
  private sourceOf = new Int32Array(1024);
  private sourcesHeld = 0;
  /** By source, the number of its law, and one more; 0 where nobody has asked. */
  private lawOfSource = new Int32Array(1024);
  private readonly odds = new SparseSums();
  /** State, next place and what is done besides, by number of the target. */
  private readonly targetPlaces = new StateTable(3);
  private readonly targetKey = new Int32Array(3);
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

  /**
   * What a state needs to take an expanded row: the name of its dice; where it has none, its target, or the next place
   * (as `~place`) where it does nothing but lead on to that.
   */
  leadOf(expanded: number, state: number): number {
    const { columns, targets } = this;
    const first = (expanded >> 6) * COLUMN;
    if (((expanded >> 1) & 31) !== 0) return columns[first - COLUMN];
    const target = columns[first + 1];
    return targets[target] === state && targets[target + 2] === 0 ? ~targets[target + 1] : target;
  }

  /** The expanded row, numbered as rows are (see `Rows.add`), twice. */
  of(row: number, state: number): number {
    this.sourceKey[0] = row;
    this.sourceKey[1] = state;
    const known = this.sources.find(this.sourceKey);
    if (known >= 0) return this.expandedOf[known];
    const expanded = this.add(row, state);
    const source = this.sources.intern(this.sourceKey);
    while (source >= this.expandedOf.length) this.expandedOf = grown(this.expandedOf);
    this.expandedOf[source] = expanded;
    return expanded;
  }

  /** The number of the law of an expanded row: its targets with their exact odds, see `lawStarts`. */
  lawOf(expanded: number): number {
    this.holdSources();
    const source = this.sourceOf[expanded >> 6];
    while (source >= this.lawOfSource.length) this.lawOfSource = grown(this.lawOfSource);
    if (this.lawOfSource[source] === 0) this.lawOfSource[source] = this.addLaw(2 * source) + 1;
    return this.lawOfSource[source] - 1;
  }

  private holdSources(): void {
    for (; this.sourcesHeld < this.sources.count; this.sourcesHeld++) {
      const first = this.expandedOf[this.sourcesHeld] >> 6;
      while (first >= this.sourceOf.length) this.sourceOf = grown(this.sourceOf);
      this.sourceOf[first] = this.sourcesHeld;
    }
  }

  private addLaw(source: number): number {
    const { odds } = this;
    const { keys } = this.sources;
    const [row, state] = [keys[source], keys[source + 1]];
    odds.clear();
    for (const { p, place } of this.rows.listOf(row >> 1)) odds.add(this.target(place, state), p);
    let at = this.lawStarts[this.lawCount];
    while (at + odds.count > this.lawTargets.length) {
      this.lawTargets = grown(this.lawTargets);
      const longer = new Float64Array(this.lawTargets.length);
      longer.set(this.lawOdds);
      this.lawOdds = longer;
    }
    for (let k = 0; k < odds.count; k++) {
      this.lawTargets[at] = odds.keys[k];
      this.lawOdds[at++] = odds.at(k);
    }
    const law = this.lawCount++;
    if (this.lawCount >= this.lawStarts.length) this.lawStarts = grown(this.lawStarts);
    this.lawStarts[this.lawCount] = at;
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
    this.targetKey[0] = next;
    this.targetKey[1] = entries[entry];
    this.targetKey[2] = entries[entry + 1];
    const number = this.targetPlaces.intern(this.targetKey);
    if (number === this.targetCount) this.addTarget();
    return number * TARGET;
  }

  /** Adds the target in `targetKey`. */
  private addTarget(): void {
    const { targetKey, record, heard } = this;
    const place = this.targetCount++ * TARGET;
    if (place + TARGET > this.targets.length) this.targets = grown(this.targets);
    const [next] = targetKey;
    this.targets.set(targetKey, place);
    this.targets[place + 3] = heard.partOf(record.space.pair, next);
    this.targets[place + 4] = record.idle[next];
  }
}
