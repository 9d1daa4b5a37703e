import { type JointSweeps, jointSweeps } from './joint-sweeps.ts';
import { FROM_AT, ITEM_BYTES, NUMBER_BYTES, SHARE_AT, TO_AT } from './joint-wasm-code.ts';

/** Nothing begins here: what is nowhere can be told by it. */
const FIRST_FREE = 16;

/**
 * The memory in which pairs of states are led on. Pieces of it are given out and given back, megabytes with every place;
 * they are named by the byte at which they begin. Where it is too small there is another one, with everything where it was.
 */
export class JointNumbers {
  /** All of it, as numbers of 64 bits and as whole numbers of 32. */
  numbers!: Float64Array;
  words!: Int32Array;
  sweeps!: JointSweeps;
  private readonly width: number;
  private used = FIRST_FREE;
  /** Pieces that nobody needs any more, by length. */
  private readonly spare = new Map<number, number[]>();
  /** Pieces that are needed until `giveLent`. */
  private lent: { readonly at: number; readonly length: number }[] = [];

  /**
   * @param width numbers of each pair of states, an even number
   * @param room numbers that there is room for at first
   */
  constructor(width: number, room: number) {
    this.width = width;
    this.makeRoom(room);
  }

  /** A piece of so many noughts. */
  take(length: number): number {
    const at = this.spare.get(length)?.pop();
    if (at === undefined) return this.unused(length);
    this.numbers.fill(0, at / NUMBER_BYTES, at / NUMBER_BYTES + length);
    return at;
  }

  give(at: number, length: number): void {
    const spare = this.spare.get(length);
    if (spare) spare.push(at);
    else this.spare.set(length, [at]);
  }

  /** A piece for so many items, until all that are lent are given back. */
  lend(items: number): number {
    let length = 32;
    while (length * NUMBER_BYTES < items * ITEM_BYTES) length *= 2;
    const at = this.spare.get(length)?.pop() ?? this.unused(length);
    this.lent.push({ at, length });
    return at;
  }

  /** Writes an item down: which number of a row it comes from and which of the other it goes to. */
  putItem(at: number, from: number, to: number, share: number): void {
    this.words[(at + FROM_AT) / 4] = from * NUMBER_BYTES;
    this.words[(at + TO_AT) / 4] = to * NUMBER_BYTES;
    this.numbers[(at + SHARE_AT) / NUMBER_BYTES] = share;
  }

  giveLent(): void {
    for (const { at, length } of this.lent) this.give(at, length);
    this.lent = [];
  }

  private unused(length: number): number {
    const at = this.used;
    this.used += length * NUMBER_BYTES;
    if (this.used > this.numbers.byteLength) this.makeRoom((2 * this.used) / NUMBER_BYTES);
    return at;
  }

  private makeRoom(room: number): void {
    const before = this.numbers;
    this.sweeps = jointSweeps(this.width, room * NUMBER_BYTES);
    this.numbers = new Float64Array(this.sweeps.buffer);
    this.words = new Int32Array(this.sweeps.buffer);
    if (before) this.numbers.set(before);
  }
}
