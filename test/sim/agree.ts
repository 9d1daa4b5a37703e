import type { Tally } from '../../src/sim/tally.ts';

/**
 * How far a sampled tally lies from an exact one, as a chi-squared statistic in standard deviations above what chance
 * gives (Wilson and Hilferty's cube root makes it nearly normal). Rare ends are pooled until ten are expected.
 */
export function sigmasApart(sampled: Tally, exact: Tally): number {
  const n = sampled.trials ?? 0;
  const key = (e: { outcome: number; values: readonly number[] }) => `${e.outcome}|${e.values.join('|')}`;
  const counts = new Map<string, number>();
  for (const e of sampled.ends) counts.set(key(e), (counts.get(key(e)) ?? 0) + e.weight);
  const expected = new Map<string, number>();
  for (const e of exact.ends) expected.set(key(e), (expected.get(key(e)) ?? 0) + e.weight * n);
  for (const k of counts.keys()) if (!(expected.get(k)! > 0)) return Number.POSITIVE_INFINITY;
  let chi = 0;
  let cells = 0;
  let pooledExpected = 0;
  let pooledCount = 0;
  for (const [k, e] of expected) {
    if (e < 10) {
      pooledExpected += e;
      pooledCount += counts.get(k) ?? 0;
      continue;
    }
    chi += ((counts.get(k) ?? 0) - e) ** 2 / e;
    cells++;
  }
  if (pooledExpected >= 1) {
    chi += (pooledCount - pooledExpected) ** 2 / pooledExpected;
    cells++;
  }
  return chiSigmas(chi, cells - 1);
}

/** A chi-squared statistic as standard deviations of a normal variable. */
export function chiSigmas(chi: number, degrees: number): number {
  if (degrees < 1) return chi < 1e-9 ? 0 : Number.POSITIVE_INFINITY;
  const spread = 2 / (9 * degrees);
  return (Math.cbrt(chi / degrees) - (1 - spread)) / Math.sqrt(spread);
}

export const shareOf = (tally: Tally, outcome: string): number => {
  const at = tally.outcomes.findIndex((o) => o.id === outcome);
  const total = tally.trials ?? 1;
  return tally.ends.filter((e) => e.outcome === at).reduce((s, e) => s + e.weight, 0) / total;
};
