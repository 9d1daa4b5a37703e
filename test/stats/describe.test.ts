import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockMean } from '../../src/stats/block-mean.ts';
import { distribution, moments } from '../../src/stats/distribution.ts';
import { cohensD, cohensH, superiority } from '../../src/stats/effect-size.ts';
import { holm } from '../../src/stats/holm.ts';
import { meanInterval, standardError } from '../../src/stats/mean-interval.ts';
import { midPercentile } from '../../src/stats/percentile.ts';
import { quantile } from '../../src/stats/quantile.ts';
import { tails } from '../../src/stats/tails.ts';

const d10 = Array.from({ length: 10 }, (_, i) => ({ value: i + 1, weight: 0.1 }));

describe('a distribution in numbers', () => {
  test('a ten-sided die has mean 5.5 and variance 8.25', () => {
    expect(moments(d10).mean).toBeCloseTo(5.5, 12);
    expect(moments(d10).variance).toBeCloseTo(8.25, 12);
  });
  test('its median is the fifth value although ten tenths add up with rounding', () => {
    expect(quantile(d10, 0.5)).toBe(5);
    expect(quantile(d10, 0)).toBe(1);
    expect(quantile(d10, 1)).toBe(10);
    expect(quantile(d10, 0.51)).toBe(6);
    expect(quantile([], 0.5)).toBeNaN();
  });
  test('at least and at most', () => {
    const row = tails(d10)[7];
    expect(row.value).toBe(8);
    expect(row.atLeast).toBeCloseTo(0.3, 12);
    expect(row.atMost).toBeCloseTo(0.8, 12);
  });
  test('law: at least v and at most v overlap in exactly v', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer(), fc.integer({ min: 1, max: 1e9 })), { minLength: 1 }), (entries) => {
        for (const row of tails(distribution(entries))) {
          expect(row.atLeast + row.atMost - row.exactly).toBeCloseTo(1, 10);
        }
      }),
    );
  });
  test('the middle of a die stands at the 50th percentile, its best face at the 95th', () => {
    expect(midPercentile(d10, 5.5)).toBeCloseTo(50, 10);
    expect(midPercentile(d10, 10)).toBeCloseTo(95, 10);
    expect(midPercentile(d10, 12)).toBe(100);
  });
});

describe('means', () => {
  test('the standard error is the sample deviation over the root of n', () => {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squares about it 32.
    expect(standardError({ n: 8, mean: 5, variance: 4 })).toBeCloseTo(Math.sqrt(32 / 7 / 8), 14);
    expect(meanInterval({ n: 8, mean: 5, variance: 4 }).high).toBeCloseTo(
      5 + 2.364624251592785 * 0.7559289460184544,
      10,
    );
  });
  test('one trial has no interval', () => expect(meanInterval({ n: 1, mean: 5, variance: 0 }).low).toBeNaN());
  test('equal blocks give the t interval of their means', () => {
    const found = blockMean([2, 4, 4, 4, 5, 5, 7, 9].map((mean) => ({ trials: 100, mean })));
    expect(found.mean).toBe(5);
    expect(found.standardError).toBeCloseTo(0.7559289460184544, 14);
    expect(found.high).toBeCloseTo(5 + 2.364624251592785 * 0.7559289460184544, 10);
    // t = 5 / 0.7559289460 with 7 degrees of freedom, worked out with scipy.
    expect(found.pValue).toBeCloseTo(0.0003002693605247, 12);
  });
  test('blocks weigh by their trials', () => {
    expect(
      blockMean([
        { trials: 300, mean: 1 },
        { trials: 100, mean: 5 },
      ]).mean,
    ).toBe(2);
  });
  test('one block has a mean and no interval', () => {
    expect(blockMean([{ trials: 10, mean: 1 }])).toMatchObject({ mean: 1, low: Number.NaN, blocks: 1 });
  });
});

describe('many comparisons', () => {
  test.each([
    [
      [0.01, 0.04, 0.03],
      [0.03, 0.06, 0.06],
    ],
    [[0.01], [0.01]],
    [
      [0.9, 0.9],
      [1, 1],
    ],
    [
      [0, 1],
      [0, 1],
    ],
    // R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")
    [
      [0.01, 0.02, 0.03, 0.04, 0.05],
      [0.05, 0.08, 0.09, 0.09, 0.09],
    ],
  ])('Holm adjusts %j to %j', (given, wanted) => {
    holm(given).forEach((p, i) => {
      expect(p).toBeCloseTo(wanted[i], 14);
    });
  });
});

describe('effect sizes', () => {
  test("Cohen's h of 50% and 65%, 0.3047 in Cohen's own table", () => {
    expect(cohensH(0.5, 0.65)).toBeCloseTo(0.304692654015397, 12);
    expect(cohensH(0, 1)).toBeCloseTo(Math.PI, 12);
  });
  test("Cohen's d over the pooled spread", () => {
    const shifted = d10.map((e) => ({ ...e, value: e.value + 1 }));
    expect(cohensD(d10, shifted)).toBeCloseTo(1 / Math.sqrt(8.25), 12);
    expect(cohensD([{ value: 1, weight: 1 }], [{ value: 1, weight: 1 }])).toBe(0);
  });
  test('a die beats itself half the time, ties shared', () => {
    expect(superiority(d10, d10)).toBeCloseTo(0.5, 12);
    expect(superiority(d10, [{ value: 11, weight: 3 }])).toBeCloseTo(1, 12);
    expect(superiority(d10, [{ value: 10, weight: 3 }])).toBeCloseTo(0.95, 12);
  });
});
