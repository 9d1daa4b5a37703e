import { grown } from '../state-table.ts';
import type { EndingKeys } from './ending-keys.ts';
import type { SparseSums } from './sparse-sums.ts';

/** The endings of each node of a procedure that is done: their keys and how likely they are, one node after another. */
export class EndingLists {
  keys = new Float64Array(4096);
  shares = new Float64Array(4096);
  private listed = 0;
  /** By node: where its endings begin, and how many there are. */
  private froms = new Int32Array(1024);
  private counts = new Int32Array(1024);
  private readonly endingKeys: EndingKeys;

  constructor(endingKeys: EndingKeys) {
    this.endingKeys = endingKeys;
  }

  has(node: number): boolean {
    return node < this.counts.length && this.counts[node] > 0;
  }

  fromOf(node: number): number {
    return this.froms[node];
  }

  countOf(node: number): number {
    return this.counts[node];
  }

  put(node: number, sums: SparseSums): void {
    this.reserve(sums.count);
    while (node >= this.counts.length) {
      this.counts = grown(this.counts);
      this.froms = grown(this.froms);
    }
    this.froms[node] = this.listed;
    this.counts[node] = sums.count;
    for (let i = 0; i < sums.count; i++) {
      this.keys[this.listed] = sums.keys[i];
      this.shares[this.listed++] = sums.at(i);
    }
  }

  /** Where the endings of a node are listed for those who wrote and added something before they came to it. */
  listAfter(node: number, wrote: number, emission: number): number {
    const { listed } = this;
    const from = this.froms[node];
    const count = this.counts[node];
    if (wrote === 0 && emission === 0) return from;
    this.reserve(count);
    for (let i = from; i < from + count; i++) {
      this.keys[this.listed] = this.endingKeys.after(this.keys[i], wrote, emission);
      this.shares[this.listed++] = this.shares[i];
    }
    return listed;
  }

  private reserve(more: number): void {
    while (this.listed + more > this.keys.length) {
      this.keys = doubled(this.keys);
      this.shares = doubled(this.shares);
    }
  }
}

function doubled(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
