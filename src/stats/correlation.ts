import { tanh } from './elementary.ts';
import { CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './special.ts';

/** Pearson's correlation of weighted pairs; NaN where one of them never varies. */
export function correlation(
  pairs: readonly { readonly x: number; readonly y: number; readonly weight: number }[],
): number {
  const total = pairs.reduce((sum, p) => sum + p.weight, 0);
  const mean = (of: (p: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, p) => sum + of(p) * p.weight, 0) / total;
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
  const spread = Math.sqrt(mean((p) => (p.x - x) ** 2) * mean((p) => (p.y - y) ** 2));
  if (!(spread > 0)) return Number.NaN;
  return Math.max(-1, Math.min(1, mean((p) => (p.x - x) * (p.y - y)) / spread));
}

/** Fisher's interval of a correlation, tanh(atanh r ± reach) by the sum formula of tanh; unbounded below four pairs. */
export function correlationInterval(r: number, n: number, confidence = CONFIDENCE): Interval {
  if (n < 4) return { low: -1, high: 1 };
  const reach = normalQuantile((1 + confidence) / 2) / Math.sqrt(n - 3);
  const t = tanh(reach);
  return { low: (r - t) / (1 - r * t), high: (r + t) / (1 + r * t) };
}
