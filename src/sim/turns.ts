import type { Clock, Codec } from './state.ts';
import { grown, StateTable } from './state-table.ts';

/** How a face came to lead where it does; from 0 up: as the face in that place does, which is alike. */
export const IN_ANY_TURN = -1;
export const BY_THE_CLOCK = -2;

/**
 * Finds states that differ in the turn alone. In a game of eight turns most states come back in turn after turn, and a
 * face whose working never looked at the clock leads from each of them to the same place.
 */
export class Turns {
  readonly clock: Clock;
  private readonly word: number;
  private readonly mask: number;
  private readonly words: number;
  private readonly timeless: StateTable;
  private readonly key: Int32Array;
  /** By timeless state, the first state of that kind that was worked out; -1 when there is none yet. */
  private firsts = new Int32Array(1024).fill(-1);
  /** The timeless state asked for last. */
  private at = 0;

  constructor(clock: Clock, codec: Codec) {
    const { word, mask } = codec.bitsOf(clock.path);
    this.clock = clock;
    this.word = word;
    this.mask = mask;
    this.words = codec.words;
    this.timeless = new StateTable(codec.words);
    this.key = new Int32Array(codec.words);
  }

  /** A state that is this one in another turn, or -1. */
  twin(keys: Int32Array, state: number): number {
    this.copy(keys, state);
    this.key[this.word] &= ~this.mask;
    this.at = this.timeless.intern(this.key);
    if (this.at >= this.firsts.length) {
      const known = this.firsts.length;
      this.firsts = grown(this.firsts).fill(-1, known);
    }
    return this.firsts[this.at];
  }

  /** The state asked for last has been worked out without a look at the clock: its like may go by it. */
  keep(state: number): void {
    this.firsts[this.at] = state;
  }

  /** The key of `state` in the turn of `other`; good until the next call. */
  inTurnOf(keys: Int32Array, state: number, other: number): Int32Array {
    this.copy(keys, state);
    const { key, word, mask } = this;
    key[word] = (key[word] & ~mask) | (keys[other * this.words + word] & mask);
    return key;
  }

  private copy(keys: Int32Array, state: number): void {
    const { key, words } = this;
    for (let w = 0, from = state * words; w < words; w++) key[w] = keys[from + w];
  }
}
