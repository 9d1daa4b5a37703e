import { expect, test } from 'vitest';
import { chiSquared } from '../../src/stats/chi-squared.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { chiSquaredTail } from '../../src/stats/special.ts';

/** The upper tail for an even number of degrees of freedom is a finite Poisson sum. */
function poissonSum(x: number, df: number): number {
  let term = Math.exp(-x / 2);
  let sum = term;
  for (let k = 1; k < df / 2; k++) {
    term *= x / 2 / k;
    sum += term;
  }
  return sum;
}

test.each([10, 28, 29, 40, 300])('tables of %d cells in proportion do not differ', (cells) => {
  const first = Array.from({ length: cells }, (_, i) => 10 + (i % 7));
  const { pValue, degreesOfFreedom } = chiSquared(
    first,
    first.map((x) => 3 * x),
  );
  expect(degreesOfFreedom).toBe(cells - 1);
  expect(pValue).toBe(1);
});

test('the tail of chi-squared equals its Poisson sum, far below the mean and far above', () => {
  for (const df of [2, 28, 60]) {
    for (const x of [1e-30, 1e-9, 0.5, df / 2, df, 3 * df]) {
      expect(chiSquaredTail(x, df) / poissonSum(x, df), `${x}, ${df}`).toBeCloseTo(1, 10);
    }
  }
  expect(chiSquaredTail(1e6, 28)).toBe(0);
});

/** P(X <= k) of a Poisson count, summed from k downwards. */
function poissonAtMost(mean: number, k: number): number {
  let log = -mean + k * Math.log(mean) - logFactorial(k);
  let sum = 0;
  for (let i = k; i >= 0 && i > k - 40_000; i--) {
    sum += Math.exp(log);
    log += Math.log(i / mean);
  }
  return sum;
}
function logFactorial(k: number): number {
  let log = 0;
  for (let i = 2; i <= k; i++) log += Math.log(i);
  return log;
}

test.each([
  [50, 1e9],
  [3_000, 1e12],
  [200_000, 1e12],
])('Clopper–Pearson, %d of %d: the ends are where the tails are 2.5%%', (count, trials) => {
  // So rare that the binomial is Poisson to far more digits than are compared.
  const { low, high } = clopperPearson(count, trials);
  expect(poissonAtMost(high * trials, count)).toBeCloseTo(0.025, 5);
  expect(1 - poissonAtMost(low * trials, count - 1)).toBeCloseTo(0.025, 5);
});

test('Clopper–Pearson goes on to the most trials a run may have, and mirrors', () => {
  for (const trials of [1e8, 2e8, 1e10, 1e12]) {
    for (const share of [1e-9, 1e-7, 1e-5, 1.1e-4, 0.003, 0.3]) {
      const count = Math.max(1, Math.round(trials * share));
      const { low, high } = clopperPearson(count, trials);
      const normal = 1.959963984540054 * Math.sqrt(count * (1 - count / trials));
      expect(low).toBeLessThan(count / trials);
      if (count > 1e4) expect(((high - low) * trials) / (2 * normal)).toBeCloseTo(1, 1);
      const mirrored = clopperPearson(trials - count, trials);
      expect(Math.abs(mirrored.low - (1 - high))).toBeLessThan(1e-15);
    }
  }
});
