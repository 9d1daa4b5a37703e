import { sum } from 'simple-statistics';
import { chiSquaredTail } from './special.ts';

export interface TwoSampleTest {
  readonly statistic: number;
  readonly pValue: number;
}

/** Fewer expected than this in a cell and the chi-squared tail is no longer to be trusted. */
const LEAST_EXPECTED = 5;

/**
 * Pearson's test that two tables of counts over the same categories come from one distribution. Neighbouring
 * categories are taken together from the thin ends inwards until each expects five.
 */
export function chiSquared(
  first: readonly number[],
  second: readonly number[],
): TwoSampleTest & { readonly degreesOfFreedom: number } {
  const n1 = sum(first);
  const n2 = sum(second);
  const share1 = n1 / (n1 + n2);
  const cells = pooled(first, second, Math.min(share1, 1 - share1));
  const terms = cells.flatMap(([x, y]) => {
    const expected1 = (x + y) * share1;
    const expected2 = (x + y) * (1 - share1);
    return [(x - expected1) ** 2 / expected1, (y - expected2) ** 2 / expected2];
  });
  const statistic = sum(terms);
  const degreesOfFreedom = cells.length - 1;
  return {
    statistic,
    degreesOfFreedom,
    pValue: degreesOfFreedom < 1 ? 1 : chiSquaredTail(statistic, degreesOfFreedom),
  };
}

function pooled(first: readonly number[], second: readonly number[], smallerShare: number): [number, number][] {
  const cells: [number, number][] = [];
  let waiting: [number, number] = [0, 0];
  first.forEach((x, i) => {
    waiting = [waiting[0] + x, waiting[1] + second[i]];
    if ((waiting[0] + waiting[1]) * smallerShare >= LEAST_EXPECTED) {
      cells.push(waiting);
      waiting = [0, 0];
    }
  });
  const last = cells[cells.length - 1];
  if (!last) return [waiting];
  last[0] += waiting[0];
  last[1] += waiting[1];
  return cells;
}
