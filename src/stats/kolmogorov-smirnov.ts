import type { TwoSampleTest } from './chi-squared.ts';
import { type Distribution, totalWeight } from './distribution.ts';
import { kolmogorovTail } from './special.ts';

/**
 * The two-sample Kolmogorov–Smirnov test over counted values: the largest gap between the two cumulative shares, and
 * its limiting probability. On dice, where values tie, the probability is an upper bound: it never claims too much.
 */
export function kolmogorovSmirnov(first: Distribution, second: Distribution): TwoSampleTest {
  const n1 = totalWeight(first);
  const n2 = totalWeight(second);
  const values = [...new Set([...first, ...second].map((e) => e.value))].sort((a, b) => a - b);
  const at1 = new Map(first.map((e) => [e.value, e.weight]));
  const at2 = new Map(second.map((e) => [e.value, e.weight]));
  let c1 = 0;
  let c2 = 0;
  let statistic = 0;
  for (const value of values) {
    c1 += at1.get(value) ?? 0;
    c2 += at2.get(value) ?? 0;
    statistic = Math.max(statistic, Math.abs(c1 / n1 - c2 / n2));
  }
  return { statistic, pValue: kolmogorovTail(statistic * Math.sqrt((n1 / (n1 + n2)) * n2)) };
}
