import { grown } from '../state-table.ts';
import { UNKNOWN } from './look-trees.ts';

/** Lists of whole numbers by number: those that are the same in every place have one. */
export class Sequences {
  count = 0;
  private pool = new Int32Array(4096);
  private used = 0;
  /** By number, where the list begins in the pool; one more, where the last one ends. */
  private starts = new Int32Array(1024);
  private slots = new Int32Array(2048).fill(UNKNOWN);
  /** The list that is being written, and its length. */
  private written = new Int32Array(64);
  private length = 0;

  begin(): void {
    this.length = 0;
  }

  push(value: number): void {
    if (this.length === this.written.length) this.written = grown(this.written);
    this.written[this.length++] = value;
  }

  /** The number of the list that was written. */
  intern(): number {
    const { written, length, pool, starts } = this;
    let slot = hashed(written, length);
    for (; ; slot++) {
      const known = this.slots[slot & (this.slots.length - 1)];
      if (known < 0) break;
      const from = starts[known];
      if (starts[known + 1] - from !== length) continue;
      let k = 0;
      while (k < length && pool[from + k] === written[k]) k++;
      if (k === length) return known;
    }
    return this.add(slot);
  }

  private add(slot: number): number {
    const { written, length } = this;
    while (this.used + length > this.pool.length) this.pool = grown(this.pool);
    for (let k = 0; k < length; k++) this.pool[this.used + k] = written[k];
    this.used += length;
    this.slots[slot & (this.slots.length - 1)] = this.count++;
    if (this.count + 1 >= this.starts.length) this.starts = grown(this.starts);
    this.starts[this.count] = this.used;
    if (this.count * 2 > this.slots.length) this.rehash();
    return this.count - 1;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(UNKNOWN);
    for (let n = 0; n < this.count; n++) {
      const list = this.pool.subarray(this.starts[n], this.starts[n + 1]);
      let slot = hashed(list, list.length);
      while (this.slots[slot & (this.slots.length - 1)] >= 0) slot++;
      this.slots[slot & (this.slots.length - 1)] = n;
    }
  }
}

function hashed(list: Int32Array, length: number): number {
  let h = length;
  for (let k = 0; k < length; k++) {
    h = Math.imul(h ^ list[k], 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h;
}
