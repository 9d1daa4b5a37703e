import { describe, expect, test } from 'vitest';
import { modifiers, row, type Value } from '../../src/rules/book.ts';
import { boundMatcher, boundRows } from '../../src/rules/bound.ts';
import { matcher, type Test } from '../../src/rules/pattern.ts';
import { plainSum } from './plain-rows.ts';

/* Rows by the letter, their sum and the rows that are shown, each against a stated figure: that they agree is not enough. */

const source = { sheet: 'toy', section: 'toy', line: 1 };
const factsWith = (count: number) => ({ self: { count }, enemy: {}, now: {}, ruling: {} });
/** What a row is worth: by the letter, in the sum, and as it is shown. */
function worth(value: Value, count: number): readonly number[] {
  const table = modifiers('toy', 'toy', source, [row('toy', 1, value, 'toy')]);
  const facts = factsWith(count);
  const { sum, counting } = boundRows([table], facts);
  return [plainSum(table, facts), sum(), counting().reduce((n, r) => n + r.value, 0)];
}

describe('so much for each of a count', () => {
  const each = { per: 'self.count', each: -1 };
  test.each<[string, Value, number, number]>([
    ['no bounds: three at -1', each, 3, -3],
    ['not below its least', { ...each, min: -2 }, 3, -2],
    ['at its least', { ...each, min: -3 }, 3, -3],
    ['not above its most', { per: 'self.count', each: 2, max: 3 }, 2, 3],
    ['a least that lifts a count of none', { per: 'self.count', each: 1, min: 1 }, 0, 1],
    ['both bounds', { per: 'self.count', each: 1, min: 1, max: 2 }, 5, 2],
    ['a fact, with points on top', { fact: 'self.count', plus: 2 }, 3, 5],
  ])('%s', (_name, value, count, figure) => {
    expect(worth(value, count)).toEqual([figure, figure, figure]);
  });
});

describe('conditions at their border', () => {
  test.each<[Test, number, boolean]>([
    [{ gte: 2 }, 2, true],
    [{ gte: 2 }, 1, false],
    [{ gt: 2 }, 2, false],
    [{ gt: 2 }, 3, true],
    [{ lte: 2 }, 2, true],
    [{ lte: 2 }, 3, false],
    [{ lt: 2 }, 2, false],
    [{ lt: 2 }, 1, true],
    [{ gte: 2, lte: 4 }, 4, true],
    [{ gte: 2, lte: 4 }, 5, false],
    [{ not: 2 }, 2, false],
    [{ not: 2 }, 3, true],
    [[1, 2], 2, true],
    [[1, 2], 3, false],
  ])('%j of %d: %s', (asked, count, holds) => {
    const when = { self: { count: asked } };
    expect(matcher(when)(factsWith(count))).toBe(holds);
    expect(boundMatcher(when, factsWith(count))()).toBe(holds);
  });
});
