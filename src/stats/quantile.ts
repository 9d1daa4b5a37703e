import { type Distribution, totalWeight } from './distribution.ts';

/**
 * The smallest value that at least a share p of the weight does not exceed: quantile(d, 0.5) is the median.
 * Distributions of dice are steps, so nothing is interpolated.
 */
export function quantile(d: Distribution, p: number): number {
  if (d.length === 0) return Number.NaN;
  const wanted = p * totalWeight(d);
  let reached = 0;
  for (const { value, weight } of d) {
    reached += weight;
    // Probabilities add up with rounding: half of ten tenths must still be the fifth value.
    if (reached >= wanted * (1 - 1e-12) && weight > 0) return value;
  }
  return d[d.length - 1].value;
}
