import { sum } from 'simple-statistics';
import type { Distribution } from './distribution.ts';
import { totalWeight } from './distribution.ts';

export interface TailRow {
  readonly value: number;
  readonly exactly: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/** How often exactly, at least and at most, for every value of a distribution; shares of the whole weight. */
export function tails(d: Distribution): TailRow[] {
  const total = totalWeight(d);
  const weights = d.map((e) => e.weight);
  return d.map((e, i) => ({
    value: e.value,
    exactly: e.weight / total,
    atLeast: i === 0 ? 1 : sum(weights.slice(i)) / total,
    atMost: i === d.length - 1 ? 1 : sum(weights.slice(0, i + 1)) / total,
  }));
}

/** The weight of the values that satisfy a test: `weightWhere(d, (v) => v >= 3)`. */
export const weightWhere = (d: Distribution, test: (value: number) => boolean): number =>
  sum(d.filter((e) => test(e.value)).map((e) => e.weight));
