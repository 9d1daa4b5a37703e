import { grown } from '../state-table.ts';

/** Probabilities of pairs of states, each with what has been added up on the way there, times the probability. */
export class JointMasses {
  count = 0;
  /** By number, the two states. */
  states = new Int32Array(2 * 256);
  /** By number: p, then p times the mean of each sum. */
  masses: Float64Array;
  readonly width: number;
  private slots = new Int32Array(1024).fill(-1);

  constructor(sums: number) {
    this.width = 1 + sums;
    this.masses = new Float64Array(256 * this.width);
  }

  /** Where the masses of two states begin, all 0 if they have never come up. */
  at(a: number, b: number): number {
    const last = this.slots.length - 1;
    let slot = hashed(a, b) & last;
    for (;;) {
      const n = this.slots[slot];
      if (n < 0) break;
      if (this.states[2 * n] === a && this.states[2 * n + 1] === b) return n * this.width;
      slot = (slot + 1) & last;
    }
    const n = this.count++;
    if (2 * n === this.states.length) this.grow();
    this.states[2 * n] = a;
    this.states[2 * n + 1] = b;
    this.slots[slot] = n;
    if (this.count * 2 > this.slots.length) this.rehash();
    return n * this.width;
  }

  private grow(): void {
    this.states = grown(this.states);
    const masses = new Float64Array(this.masses.length * 2);
    masses.set(this.masses);
    this.masses = masses;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    const last = this.slots.length - 1;
    for (let n = 0; n < this.count; n++) {
      let slot = hashed(this.states[2 * n], this.states[2 * n + 1]) & last;
      while (this.slots[slot] >= 0) slot = (slot + 1) & last;
      this.slots[slot] = n;
    }
  }
}

function hashed(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 13);
}
