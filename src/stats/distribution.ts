import { sum } from 'simple-statistics';

/** A distribution over numbers, ascending by value; weights are counts or probabilities. */
export type Distribution = readonly { readonly value: number; readonly weight: number }[];

/** Collects values that occur more than once, and sorts them. */
export function distribution(entries: Iterable<readonly [value: number, weight: number]>): Distribution {
  const weights = new Map<number, number>();
  for (const [value, weight] of entries) weights.set(value, (weights.get(value) ?? 0) + weight);
  return [...weights].map(([value, weight]) => ({ value, weight })).sort((a, b) => a.value - b.value);
}

export const totalWeight = (d: Distribution): number => sum(d.map((e) => e.weight));

/** Mean and variance (about the mean, over the whole weight: not the sample's n − 1). */
export function moments(d: Distribution): { readonly mean: number; readonly variance: number } {
  const total = totalWeight(d);
  const mean = sum(d.map((e) => e.value * e.weight)) / total;
  const variance = sum(d.map((e) => (e.value - mean) ** 2 * e.weight)) / total;
  return { mean, variance };
}
