import { TablesFullError } from '../error.ts';
import { grown } from '../state-table.ts';
import { type RecordStates, UNCHANGED } from './record-states.ts';
import type { Change } from './space.ts';

/** One thing that may happen at a visit: what becomes of the record, where play goes on, what is added, what else changes. */
export interface Entry {
  readonly p: number;
  readonly own: Change | null;
  readonly control: number;
  readonly emission: number;
  /** A place among the side effects; 0 is none. */
  readonly effect: number;
}

export interface PlacedEntry {
  readonly p: number;
  /** Where the entry is in `Rows.entries`. */
  readonly place: number;
}

/** Numbers in a column: the threshold (of 2^31), where the entry below it is, and the one that is not. */
export const COLUMN = 3;
/** Numbers in an entry: the next place, what it does besides, the change to its record, and one to spare. */
export const ENTRY = 4;
/** Bits of a row's number that say how many columns it has. */
const WIDTH_BITS = 5;
const WIDEST = 2 ** WIDTH_BITS - 2;
/** Stands for the width of a row of one entry that does nothing. */
export const IDLE = 2 ** WIDTH_BITS - 1;
const MOST_COLUMNS = 2 ** 25;

/**
 * Distributions of visits, each drawn from with one comparison (Walker's alias method over a power of two of columns).
 * A row is kept once for all records that agree on what was looked at. The order of entries is the order in which faces
 * lead to them, whoever filled the row and when.
 */
export class Rows {
  columns = new Int32Array(1024 * COLUMN);
  entries = new Int32Array(1024 * ENTRY);
  private readonly records: readonly RecordStates<never>[];
  private count = 0;
  private entryCount = 0;
  /** What entries do besides: emission and effect; place 0 is nothing. */
  readonly besides: { readonly emission: number; readonly effect: number }[] = [{ emission: 0, effect: 0 }];
  private readonly besidesPlaces = new Map<number, number>([[0, 0]]);
  private readonly entryPlaces = new Map<string, number>();
  private readonly byEntries = new Map<
    string,
    readonly { readonly shares: readonly number[]; readonly row: number }[]
  >();
  private readonly singles = new Map<number, number>();
  /** Of rows of several entries: where each is, and how likely. */
  private readonly entriesOf = new Map<number, readonly PlacedEntry[]>();

  constructor(records: readonly RecordStates<never>[]) {
    this.records = records;
  }

  /**
   * Adds a row; its number is `first column * 32 + bits of a column's place`. A row of several entries has its key, by
   * which dice are named, before its first column.
   */
  add(list: readonly Entry[], key: number, isIdle = false): number {
    // Never merged: whether two entries come to the same thing may depend on what else is known.
    const placed = list.map((e) => ({ p: e.p, place: this.entryPlace(e) }));
    if (placed.length > 1) return this.shared(placed, key);
    const [{ place }] = placed;
    const name = place * 2 + Number(isIdle);
    let known = this.singles.get(name);
    if (known === undefined) {
      this.reserve(1);
      this.columns.set([0, place, place], this.count * COLUMN);
      known = (this.count++ << WIDTH_BITS) | (isIdle ? IDLE : 0);
      this.singles.set(name, known);
    }
    return known;
  }

  isSingle(row: number): boolean {
    return !this.entriesOf.has(row);
  }

  /** The entries of a row, with their exact odds. */
  listOf(row: number): readonly PlacedEntry[] {
    return this.entriesOf.get(row) ?? [{ p: 1, place: this.columns[(row >> WIDTH_BITS) * COLUMN + 1] }];
  }

  /** Rows that are the same in every entry are one. */
  private shared(list: readonly PlacedEntry[], key: number): number {
    const name = `${key}: ${list.map((e) => e.place).join(' ')}`;
    const alike = this.byEntries.get(name) ?? [];
    const known = alike.find(({ shares }) => shares.every((p, i) => p === list[i].p));
    if (known) return known.row;
    const row = this.addColumns(list, key);
    this.entriesOf.set(row, list);
    this.byEntries.set(name, [...alike, { shares: list.map((e) => e.p), row }]);
    return row;
  }

  private entryPlace({ own, control, emission, effect }: Entry): number {
    const besides = this.besidesPlace(emission, effect);
    const change = own ? this.records[own.pair].changeNumber(own) : UNCHANGED;
    const name = `${control} ${besides} ${change}`;
    let place = this.entryPlaces.get(name);
    if (place === undefined) {
      if ((this.entryCount + 1) * ENTRY > this.entries.length) this.entries = grown(this.entries);
      place = this.entryCount++ * ENTRY;
      this.entries.set([control, besides, change], place);
      this.entryPlaces.set(name, place);
    }
    return place;
  }

  private besidesPlace(emission: number, effect: number): number {
    const name = emission * 2 ** 20 + effect;
    let besides = this.besidesPlaces.get(name);
    if (besides === undefined) {
      besides = this.besides.push({ emission, effect }) - 1;
      this.besidesPlaces.set(name, besides);
    }
    return besides;
  }

  private reserve(width: number): void {
    while ((this.count + width) * COLUMN > this.columns.length) this.columns = grown(this.columns);
    if (this.count + width > MOST_COLUMNS) throw new TablesFullError('The tables of the engagement are full.');
  }

  private addColumns(list: readonly PlacedEntry[], key: number): number {
    const bits = 32 - Math.clz32(list.length - 1);
    const width = 2 ** bits;
    if (bits > WIDEST) throw new TablesFullError('A procedure has too many ways to end.');
    this.reserve(width + 1);
    this.columns[this.count++ * COLUMN] = key;
    const first = this.count;
    const { threshold, alias } = aliased(
      list.map((e) => e.p),
      width,
    );
    for (let i = 0; i < width; i++) {
      const at = this.count++ * COLUMN;
      this.columns[at] = Math.min(2 ** 31 - 1, Math.round(threshold[i] * 2 ** 31));
      this.columns[at + 1] = list[i < list.length ? i : alias[i]].place;
      this.columns[at + 2] = list[alias[i]].place;
    }
    return first * 2 ** WIDTH_BITS + bits;
  }
}

/** Walker's tables: each column belongs to its own entry up to a threshold, and to another from there on. */
function aliased(shares: readonly number[], width: number): { threshold: number[]; alias: number[] } {
  const weight = Array.from({ length: width }, (_, i) => (i < shares.length ? shares[i] * width : 0));
  const alias = weight.map((_, i) => i);
  const threshold = weight.map(() => 1);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < width; i++) (weight[i] < 1 ? small : large).push(i);
  while (small.length > 0 && large.length > 0) {
    const low = small.pop()!;
    const high = large.pop()!;
    threshold[low] = weight[low];
    alias[low] = high;
    weight[high] -= 1 - weight[low];
    (weight[high] < 1 ? small : large).push(high);
  }
  // What is left over by rounding stands for a column without an entry: it takes the first.
  for (const i of small) if (i >= shares.length) alias[i] = 0;
  return { threshold, alias };
}
