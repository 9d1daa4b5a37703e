import { expect, it } from 'vitest';
import { FLAG, isSame, joined, number, word } from '../../src/kit/expression/types.ts';

it('a type that covers two has the bounds and words of both, and any word where one of them may be any', () => {
  expect(joined(number(1, 5), number(-2, 3))).toEqual(number(-2, 5));
  expect(joined(word(['a', 'b']), word(['b', 'c']))).toEqual(word(['a', 'b', 'c']));
  for (const pair of [[word(null), word(['a'])], [word(['a']), word(null)]] as const) // biome-ignore format: a table
    expect(joined(...pair)).toEqual(word(null));
});

it('a word may stand where all that it may be is allowed, or where nobody knows', () => {
  const allowed = word(['a', 'b']);
  expect([word(['a']), word(['a', 'c']), word(null), FLAG].map((found) => isSame(allowed, found))).toEqual([true, false, true, false]); // biome-ignore format: a table
  expect([isSame(word(null), word(['c'])), isSame(number(0, 1), number(5, 9))]).toEqual([true, true]);
});
