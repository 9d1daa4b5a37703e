import { describe, expect, test } from 'vitest';
import { chiSquared } from '../../src/stats/chi-squared.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { differenceOfMeans } from '../../src/stats/difference-of-means.ts';
import { differenceOfProportions } from '../../src/stats/difference-of-proportions.ts';
import { kolmogorovSmirnov } from '../../src/stats/kolmogorov-smirnov.ts';
import * as special from '../../src/stats/special.ts';
import { wilson } from '../../src/stats/wilson.ts';
import reference from './reference.json' with { type: 'json' };

/** Equal to eight significant digits. */
function agree(found: number, wanted: number) {
  if (wanted === 0) expect(found).toBe(0);
  else expect(Math.abs(found / wanted - 1), `${found} against ${wanted}`).toBeLessThan(5e-9);
}

describe('intervals of a proportion agree with high-precision values to eight digits', () => {
  test.each(reference.wilson)('Wilson, %d of %d', (count, trials, low, high) => {
    const found = wilson(count, trials);
    agree(found.low, low);
    agree(found.high, high);
  });
  test.each(reference.clopperPearson)('Clopper–Pearson, %d of %d', (count, trials, low, high) => {
    const found = clopperPearson(count, trials);
    agree(found.low, low);
    agree(found.high, high);
  });
  test('intervals mirror: what misses is what is left over', () => {
    for (const [count, trials] of reference.wilson) {
      for (const interval of [wilson, clopperPearson]) {
        const hits = interval(count, trials);
        const misses = interval(trials - count, trials);
        expect(hits.low + misses.high).toBeCloseTo(1, 12);
        expect(hits.high + misses.low).toBeCloseTo(1, 12);
      }
    }
  });
  test('no trials tell nothing', () => expect(wilson(0, 0)).toEqual({ low: 0, high: 1 }));
});

describe('special functions agree with high-precision values to eight digits', () => {
  test.each(reference.normalTail)('normal tail at %d', (z, p) => agree(special.normalTail(z), p));
  test.each(reference.normalQuantile)('normal quantile at %d', (p, z) => agree(special.normalQuantile(p), z));
  test.each(reference.twoSidedTTail)('two-sided t tail at %d with %d', (t, df, p) =>
    agree(special.twoSidedTTail(t, df), p),
  );
  test.each(reference.tQuantile)('t quantile at %d with %d', (p, df, t) => agree(special.tQuantile(p, df), t));
  test.each(reference.chiSquaredTail)('chi-squared tail at %d with %d', (x, df, p) =>
    agree(special.chiSquaredTail(x, df), p),
  );
  test.each(reference.kolmogorovTail)('Kolmogorov tail at %d', (x, p) => agree(special.kolmogorovTail(x), p));
  test('tails too small for a double are 0, and a statistic of 0 has the whole tail', () => {
    expect(special.normalTail(60)).toBe(0);
    expect(special.chiSquaredTail(5000, 1)).toBe(0);
    expect(special.kolmogorovTail(40)).toBe(0);
    expect(special.twoSidedTTail(1e10, 1e5)).toBe(0);
    expect(special.twoSidedTTail(Number.POSITIVE_INFINITY, 9)).toBe(0);
    expect(special.twoSidedTTail(0, 9)).toBe(1);
    expect(special.chiSquaredTail(0, 3)).toBe(1);
    expect(special.kolmogorovTail(0)).toBe(1);
  });
});

describe('two-sample tests agree with independent values to eight digits', () => {
  test.each(reference.newcombe)('difference of proportions %d/%d and %d/%d', (x1, n1, x2, n2, low, high, p) => {
    const found = differenceOfProportions(x1, n1, x2, n2);
    agree(found.low, low);
    agree(found.high, high);
    agree(found.pValue, p);
  });
  test('the worked example in Newcombe (1998), 56 of 70 against 48 of 80', () => {
    const found = differenceOfProportions(48, 80, 56, 70);
    expect(found.low).toBeCloseTo(0.0524, 4);
    expect(found.high).toBeCloseTo(0.3339, 4);
  });
  test.each(reference.welch)('difference of means, n = %d and others', (n1, m1, v1, n2, m2, v2, low, high, p, df) => {
    const found = differenceOfMeans({ n: n1, mean: m1, variance: v1 }, { n: n2, mean: m2, variance: v2 });
    agree(found.low, low);
    agree(found.high, high);
    agree(found.pValue, p);
    agree(found.degreesOfFreedom, df);
  });
  test('means that do not spread differ for certain or not at all', () => {
    const flat = (mean: number) => ({ n: 10, mean, variance: 0 });
    expect(differenceOfMeans(flat(1), flat(1)).pValue).toBe(1);
    expect(differenceOfMeans(flat(1), flat(2))).toMatchObject({ difference: 1, low: 1, high: 1, pValue: 0 });
  });
  test('a single trial tells nothing of the spread', () => {
    const one = { n: 1, mean: 3, variance: 0 };
    expect(differenceOfMeans(one, { n: 9, mean: 4, variance: 1 }).pValue).toBeNaN();
  });
  test.each(reference.chiSquaredTables)('chi-squared over $first and $second', (t) => {
    const found = chiSquared(t.first, t.second);
    agree(found.statistic, t.statistic);
    agree(found.pValue, t.pValue);
    expect(found.degreesOfFreedom).toBe(t.degreesOfFreedom);
  });
  test('chi-squared takes thin categories together, and equal tables do not differ', () => {
    expect(chiSquared([50, 1, 1], [50, 1, 0])).toMatchObject({ degreesOfFreedom: 0, pValue: 1 });
    expect(chiSquared([50, 30, 1, 1], [50, 30, 1, 1])).toMatchObject({ degreesOfFreedom: 1, statistic: 0, pValue: 1 });
  });
  test('Kolmogorov–Smirnov over counted values', () => {
    const counts = (...weights: number[]) => weights.map((weight, i) => ({ value: i + 1, weight }));
    const found = kolmogorovSmirnov(counts(30, 50, 20), counts(20, 45, 40, 15));
    agree(found.statistic, reference.kolmogorovSmirnov.statistic);
    agree(found.pValue, reference.kolmogorovSmirnov.pValue);
    expect(kolmogorovSmirnov(counts(1, 2), counts(100, 200))).toEqual({ statistic: 0, pValue: 1 });
  });
});
