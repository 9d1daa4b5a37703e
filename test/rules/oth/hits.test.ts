import { expect, test } from 'vitest';
import type { RulingValue } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { readHits } from '../../../src/rules/oth/hits.ts';
import { rounded, scoreOf, WHOLE } from '../../../src/rules/oth/scores.ts';
import { failing } from '../../../src/rules/oth/tests.ts';
import { ruledBy } from './odds.ts';

/** Hits on faces 1 to 10, as ten digits. */
const faces = (set: Record<string, RulingValue>, score: number, book = oth2) =>
  readHits(ruledBy(book, set), 'melee.hits', score).byFace.slice(1).join('');

test.each([
  [{}, 10, '3322211111'],
  [{}, 9, '3222111110'],
  [{}, 5, '2211100000'],
  [{}, 4, '1111000000'],
  // Below 4 the last row is read roll-under, literally, or literally from 1 up.
  [{}, 2, '1100000000'],
  [{}, 0, '0000000000'],
  [{ lowScore: 'literal' }, 2, '1111000000'],
  [{ lowScore: 'literal' }, -5, '1111000000'],
  [{ lowScore: 'literal-min-1' }, 1, '1111000000'],
  [{ lowScore: 'literal-min-1' }, 0, '0000000000'],
  // Above 10: row 10, or the surplus off the die (13: face 5 reads as 2).
  [{}, 13, '3322211111'],
  [{ highScore: 'shift' }, 13, '3333322211'],
  [{ highScore: 'shift' }, 19, '3333333333'],
] as [Record<string, RulingValue>, number, string][])('oth2 %o score %i reads %s', (set, score, expected) => {
  expect(faces(set, score)).toBe(expected);
});

test('oth-half has its own row 9, and can read that of oth2', () => {
  expect(faces({}, 9, othHalf)).toBe('3322111110');
  expect(faces({ row9: 'oth2-row' }, 9, othHalf)).toBe('3222111110');
});

test('the bounds say which scores the reading tells apart', () => {
  expect(readHits(oth2, 'fire.hits', 5).bounds).toEqual({ low: 0, high: 10 });
  expect(readHits(ruledBy(oth2, { lowScore: 'literal' }), 'fire.hits', 5).bounds).toEqual({ low: 4, high: 10 });
  expect(readHits(ruledBy(oth2, { highScore: 'shift' }), 'fire.hits', 5).bounds).toEqual({ low: 0, high: 19 });
});

test.each([
  ['up', 5, 4, 2],
  ['nearest-half-up', 5, 4, 1],
  ['nearest-half-up', 6, 4, 2],
  ['down', 7, 4, 1],
  ['down', 3, 4, 0],
  ['down-min-1', 3, 4, 1],
] as const)('rounding %s: %i / %i is %i', (rounding, numerator, denominator, expected) => {
  expect(rounded(ruledBy(oth2, { rounding }), numerator, denominator)).toBe(expected);
});

test('shares and limits before or after the modifiers', () => {
  const half = { ...WHOLE, label: 'half', percent: 50 };
  // 8 at 50% is 4, + 3 = 7; (8 + 3) at 50% is 5.5, up to 6.
  expect(scoreOf(oth2, 8, half, 3)).toEqual({ base: 4, score: 7 });
  expect(scoreOf(ruledBy(oth2, { percentOrder: 'after-modifiers' }), 8, half, 3)).toEqual({ base: 8, score: 6 });
  const face = { ...WHOLE, label: 'face', cap: 3 };
  // min(3, 8) + 2 = 5; min(3, 8 + 2) = 3.
  expect(scoreOf(oth2, 8, face, 2)).toEqual({ base: 3, score: 5 });
  expect(scoreOf(ruledBy(oth2, { faceCap: 'after-modifiers' }), 8, face, 2)).toEqual({ base: 8, score: 3 });
  const one = { ...WHOLE, label: 'march column', fixed: 1 };
  expect(scoreOf(oth2, 8, one, -8)).toEqual({ base: 1, score: -7 });
});

test('a test passes on its target, and fails by the rest', () => {
  const failsBy = failing(oth2);
  expect([6, 7, 9].map((face) => failsBy(6, face))).toEqual([0, 1, 3]);
  const strict = failing(ruledBy(oth2, { testPass: 'strictly-under' }));
  expect([5, 6, 7].map((face) => strict(6, face))).toEqual([0, 1, 2]);
  const ten = failing(ruledBy(oth2, { testNaturals: 'ten-always-fails' }));
  expect([ten(12, 10), ten(12, 9), ten(0, 1)]).toEqual([1, 0, 1]);
  expect(failing(ruledBy(oth2, { testNaturals: 'one-passes-ten-fails' }))(0, 1)).toBe(0);
});
