import { describe, expect, it } from 'vitest';
import { seedState } from '../../src/sim/random.ts';

/**
 * The words that seeds and blocks begin from, recorded from an implementation in another language. A run that is
 * reported with its seed must come out the same in every version, and blocks must not share their words.
 */
const RECORDED: readonly [seed: number, block: number, words: readonly number[]][] = [
  [1, 0, [0x49051e4d, 0x6aaa3c32, 0x110c783f, 0x10]],
  [1, 1, [0x48fe4d25, 0x9b0b25e6, 0x05073dd2, 0x10]],
  [1, 2, [0x0adac64c, 0x3222edab, 0x23f00617, 0x10]],
  [1, 3, [0xc0c14629, 0x5d5324c0, 0x8156bfa4, 0x10]],
  [2 ** 32 + 1, 2 ** 32 + 5, [0xeabcb6a6, 0xd7e8cb40, 0xe8542178, 0x10]],
];

describe('seeding', () => {
  it.each(RECORDED)('seed %d, block %d begins as recorded', (seed, block, words) => {
    const state = new Int32Array(4);
    seedState(seed, block, state);
    expect(Array.from(state, (w) => w >>> 0)).toEqual(words);
  });
});
