import { SimError } from '../error.ts';
import { grown } from '../state-table.ts';

/** One thing that may happen at a visit: the pair's next state, where the sequence goes on, what is added, what else changes. */
export interface Entry {
  readonly p: number;
  readonly to: number;
  readonly control: number;
  readonly emission: number;
  /** A place among the side effects; 0 is none. */
  readonly effect: number;
}

/** Numbers in a column: the threshold (of 2^31), what is below it and what is not, and what each does besides. */
export const COLUMN = 5;
/** Bits of a state in a packed entry; the place it goes on at is above them. */
export const STATE_BITS = 20;
export const STATE_MASK = 2 ** STATE_BITS - 1;
const MOST_CONTROLS = 2 ** (32 - STATE_BITS);
/** Bits of a row's number that say how many columns it has. */
export const WIDTH_BITS = 5;
const WIDEST = 2 ** WIDTH_BITS - 1;
const MOST_COLUMNS = 2 ** 24;

/**
 * Distributions of visits, each drawn from with one comparison (Walker's alias method over a power of two of columns).
 * A row's number says where its columns are; what an engagement needs of it lies together. The order of entries is the
 * order in which faces lead to them, whoever filled the row and when.
 */
export class Rows {
  columns = new Int32Array(1024 * COLUMN);
  private count = 0;
  /** What entries do besides: emission and effect; place 0 is nothing. */
  readonly besides: { readonly emission: number; readonly effect: number }[] = [{ emission: 0, effect: 0 }];
  /** By place there: 1 where there is an effect. */
  changesOthers = new Uint8Array(256);
  private readonly besidesPlaces = new Map<number, number>([[0, 0]]);
  private readonly singles = new Map<number, number>();

  /** Columns held. */
  get size(): number {
    return this.count;
  }

  /** Adds a row; its number is `first column * 32 + bits of a column's place`. */
  add(list: readonly Entry[]): number {
    if (list.length > 1) return this.addColumns(list);
    const [packed, besides] = this.packed(list[0]);
    const name = (packed >>> 0) * 2 ** 20 + besides;
    let known = this.singles.get(name);
    if (known === undefined) {
      this.reserve(1);
      this.columns.set([0, packed, packed, besides, besides], this.count * COLUMN);
      known = this.count++ << WIDTH_BITS;
      this.singles.set(name, known);
    }
    return known;
  }

  private packed({ to, control, emission, effect }: Entry): [number, number] {
    if (to > STATE_MASK || control >= MOST_CONTROLS)
      throw new SimError('The engagement has more states than its tables can hold.');
    const name = emission * 2 ** 20 + effect;
    let besides = this.besidesPlaces.get(name);
    if (besides === undefined) {
      besides = this.besides.push({ emission, effect }) - 1;
      if (besides === this.changesOthers.length) {
        const more = new Uint8Array(besides * 2);
        more.set(this.changesOthers);
        this.changesOthers = more;
      }
      this.changesOthers[besides] = effect === 0 ? 0 : 1;
      this.besidesPlaces.set(name, besides);
    }
    return [to | (control << STATE_BITS), besides];
  }

  private reserve(width: number): void {
    while ((this.count + width) * COLUMN > this.columns.length) this.columns = grown(this.columns);
    if (this.count + width > MOST_COLUMNS) throw new SimError('The tables of the engagement are full.');
  }

  private addColumns(list: readonly Entry[]): number {
    const bits = 32 - Math.clz32(list.length - 1);
    const width = 2 ** bits;
    if (bits > WIDEST) throw new SimError('A procedure has too many ways to end.');
    this.reserve(width);
    const first = this.count;
    const packed = list.map((e) => this.packed(e));
    const { threshold, alias } = aliased(
      list.map((e) => e.p),
      width,
    );
    for (let i = 0; i < width; i++) {
      const [own, ownBesides] = packed[i < list.length ? i : alias[i]];
      const [other, otherBesides] = packed[alias[i]];
      const most = Math.min(2 ** 31 - 1, Math.round(threshold[i] * 2 ** 31));
      const at = this.count++ * COLUMN;
      this.columns[at] = most;
      this.columns[at + 1] = own;
      this.columns[at + 2] = other;
      this.columns[at + 3] = ownBesides;
      this.columns[at + 4] = otherBesides;
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

/** Entries that come to the same thing are one; each stands where the first of its kind does. */
export function mergedEntries(list: readonly Entry[]): Entry[] {
  if (list.length === 1) return [list[0]];
  const places = new Map<number, number>();
  const merged: Entry[] = [];
  for (const e of list) {
    const name = (e.to * 4096 + e.control) * 65536 + e.emission;
    const known = places.get(name);
    if (known === undefined) places.set(name, merged.push(e) - 1);
    else merged[known] = { ...merged[known], p: merged[known].p + e.p };
  }
  return merged;
}
