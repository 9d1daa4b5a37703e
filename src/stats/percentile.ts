import { type Distribution, totalWeight } from './distribution.ts';
import { weightWhere } from './tails.ts';

/** Where a value stands in a distribution, 0..100: the share below it and half of the share that equals it. */
export function midPercentile(d: Distribution, observed: number): number {
  const below = weightWhere(d, (v) => v < observed);
  const equal = weightWhere(d, (v) => v === observed);
  return (100 * (below + equal / 2)) / totalWeight(d);
}
