import { grown } from '../state-table.ts';

/** Sums by a whole-number key up to 2^53, listed in the order in which keys first come. Cleared in no time. */
export class SparseSums {
  count = 0;
  keys = new Float64Array(512);
  private slots = new Int32Array(512);
  private mask = 1023;
  private held = new Float64Array(1024);
  private values = new Float64Array(1024);
  private stamps = new Int32Array(1024);
  private stamp = 1;

  clear(): void {
    this.stamp++;
    this.count = 0;
  }

  /** The sum of the key that came as number `i`. */
  at(i: number): number {
    return this.values[this.slots[i]];
  }

  add(key: number, amount: number): void {
    const { mask, stamps, held, stamp } = this;
    let h = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b);
    h = (h ^ (h >>> 15)) & mask;
    while (stamps[h] === stamp) {
      if (held[h] === key) {
        this.values[h] += amount;
        return;
      }
      h = (h + 1) & mask;
    }
    stamps[h] = stamp;
    held[h] = key;
    this.values[h] = amount;
    if (this.count === this.keys.length) {
      const keys = new Float64Array(this.keys.length * 2);
      keys.set(this.keys);
      this.keys = keys;
      this.slots = grown(this.slots);
    }
    this.keys[this.count] = key;
    this.slots[this.count++] = h;
    if (this.count * 2 > mask) this.rehash();
  }

  private rehash(): void {
    const all = Array.from({ length: this.count }, (_, i) => [this.keys[i], this.at(i)]);
    this.mask = this.mask * 2 + 1;
    this.held = new Float64Array(this.mask + 1);
    this.values = new Float64Array(this.mask + 1);
    this.stamps = new Int32Array(this.mask + 1);
    this.stamp = 0;
    this.clear();
    for (const [key, amount] of all) this.add(key, amount);
  }
}
