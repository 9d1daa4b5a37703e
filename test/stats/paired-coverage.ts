import type { Interval } from '../../src/stats/interval.ts';
import { pairedMean } from '../../src/stats/paired-mean.ts';
import { pairedProportions } from '../../src/stats/paired-proportions.ts';

/** So many that the pairs which differ are Poisson. */
export const PAIRS = 1_000_000;

export type PairedInterval = (towards: number, away: number) => Interval;

export function poisson(mean: number, k: number): number {
  if (mean === 0) return k === 0 ? 1 : 0;
  let log = -mean;
  for (let i = 1; i <= k; i++) log += Math.log(mean / i);
  return Math.exp(log);
}

/** The probability of all counts whose interval holds the true difference. */
export function coverage(flips: number, shareTowards: number, interval: PairedInterval): number {
  const [towards, away] = [flips * shareTowards, flips * (1 - shareTowards)];
  const truth = (towards - away) / PAIRS;
  const most = (mean: number) => (mean === 0 ? 0 : Math.ceil(mean + 6 * Math.sqrt(mean) + 8));
  const other = Array.from({ length: most(away) + 1 }, (_, c) => poisson(away, c));
  let held = 0;
  for (let b = 0; b <= most(towards); b++) {
    const pb = poisson(towards, b);
    for (const [c, pc] of other.entries()) {
      const p = pb * pc;
      if (p < 1e-8) continue;
      const { low, high } = interval(b, c);
      if (low <= truth && truth <= high) held += p;
    }
  }
  return held;
}

/** An interval that is worked out once for each pair of counts. */
function remembered(of: PairedInterval): PairedInterval {
  const known = new Map<number, Interval>();
  return (b, c) => {
    const key = b * 10_000 + c;
    const found = known.get(key) ?? of(b, c);
    known.set(key, found);
    return found;
  };
}

export const shares = remembered((towards, away) => pairedProportions({ towards, away, pairs: PAIRS }));
export const means = remembered((b, c) => {
  const mean = (b - c) / PAIRS;
  return pairedMean({ n: PAIRS, mean, variance: (b + c) / PAIRS - mean ** 2, largest: 1 });
});
