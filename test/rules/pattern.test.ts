import { describe, expect, it } from 'vitest';
import { modifiers, onSheet, row, type Value } from '../../src/rules/book.ts';
import { boundMatcher, modifierSum } from '../../src/rules/bound.ts';
import { type Facts, type FactValue, matcher, type Test } from '../../src/rules/pattern.ts';
import { plainSum } from './plain-rows.ts';

const facts = (n: FactValue): Facts => ({ self: { n }, enemy: {}, now: {}, ruling: {} });

describe('a comparison', () => {
  // Each at the figure it names, one below and one above.
  it.each<[string, Test, readonly [boolean, boolean, boolean]]>([
    ['gte', { gte: 5 }, [false, true, true]],
    ['gt', { gt: 5 }, [false, false, true]],
    ['lte', { lte: 5 }, [true, true, false]],
    ['lt', { lt: 5 }, [true, false, false]],
    ['gte and lte', { gte: 5, lte: 5 }, [false, true, false]],
    ['not', { not: 5 }, [true, false, true]],
  ])('%s, at 4, 5 and 6', (_, test, wanted) => {
    const asked = { self: { n: test } };
    expect([4, 5, 6].map((n) => matcher(asked)(facts(n)))).toEqual(wanted);
    expect([4, 5, 6].map((n) => boundMatcher(asked, facts(n))())).toEqual(wanted);
  });
});

describe('a row worth so much for each of a count', () => {
  const worth = (value: Value, n: number) => {
    const table = modifiers('t', 't', onSheet('t')('t', 1), [row('r', 1, value, 'r')]);
    const summed = modifierSum([table], facts(n))();
    expect(plainSum(table, facts(n))).toBe(summed);
    return summed;
  };
  it.each<[Value, readonly number[]]>([
    // For counts of 0, 1, 2, 3 and 4.
    [{ per: 'self.n', each: -2 }, [0, -2, -4, -6, -8]],
    [{ per: 'self.n', each: -2, min: -5 }, [0, -2, -4, -5, -5]],
    [{ per: 'self.n', each: -2, max: -3 }, [-3, -3, -4, -6, -8]],
    [{ per: 'self.n', each: 3, min: 2, max: 7 }, [2, 3, 6, 7, 7]],
  ])('stays within its bounds: %j', (value, wanted) => {
    expect([0, 1, 2, 3, 4].map((n) => worth(value, n) + 0)).toEqual(wanted);
  });
});
