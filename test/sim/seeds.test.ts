import { describe, expect, it } from 'vitest';
import { KeyedDice } from '../../src/sim/play/dice.ts';
import { nameKey } from '../../src/sim/play/step-keys.ts';
import { seedState } from '../../src/sim/random.ts';

/**
 * The words that seeds and blocks begin from, recorded from an implementation in another language. A run that is
 * reported with its seed comes out the same in every version, and blocks must not share their words.
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

/** Draws of named dice, recorded in the same way: by seed, encounter, cases, layer and step, those that come in turn. */
type Named = [seed: number, encounter: number, cases: number, layer: number, step: number, drawn: readonly number[]];
const NARROW: readonly Named[] = [
  [1, 0, 10, 0, 0, [6, 0, 7, 0, 9, 3]],
  [1, 1, 10, 0, 0, [7, 5, 7, 9, 4, 7]],
  [7, 3, 6, 5, -123456, [5, 2, 1, 1, 0, 4]],
  [2 ** 32 + 1, 2 ** 32 + 5, 129, 9, 2 ** 31 - 1, [56, 50, 128, 123, 111, 117]],
  [2 ** 32 - 1, 10 ** 12, 256, 3, 9, [109, 113, 19, 112, 60, 96]],
];
const WIDE: readonly Named[] = [
  [1, 0, 1000, 0, 0, [229, 358, 316, 232]],
  [5, 2 ** 33, 2 ** 52 + 1, 8, -9, [342450121274043, 2382806240279533, 1679888820604830, 1077903493341718]],
];

describe('named dice', () => {
  it.each(NARROW)(
    'of seed %d and encounter %d with %d cases fall as recorded',
    (seed, i, cases, layer, step, drawn) => {
      const dice = new KeyedDice(seed);
      dice.begin(i);
      expect(drawn.map((_, before) => dice.below(cases, layer, step, before))).toEqual(drawn);
    },
  );
  it.each(WIDE)('of seed %d and encounter %d with %d cases fall as recorded', (seed, i, cases, layer, step, drawn) => {
    const dice = new KeyedDice(seed);
    dice.begin(i);
    expect(drawn.map((_, before) => dice.belowWide(cases, layer, step, before))).toEqual(drawn);
  });
  it.each([
    ['go', -13426960],
    ['A strikes', 703272179],
    ['', -1421968373],
  ])("are named for '%s' as recorded", (name, key) => {
    expect(nameKey(name)).toBe(key);
  });
});
