import type { DifferenceTest } from './difference-of-proportions.ts';
import { CONFIDENCE } from './interval.ts';
import { type Sample, standardError } from './mean-interval.ts';
import { tQuantile, twoSidedTTail } from './special.ts';

/** The difference of two independent means (second minus first) by Welch's test. */
export function differenceOfMeans(
  first: Sample,
  second: Sample,
  confidence = CONFIDENCE,
): DifferenceTest & { readonly degreesOfFreedom: number } {
  const difference = second.mean - first.mean;
  const v1 = standardError(first) ** 2;
  const v2 = standardError(second) ** 2;
  const se = Math.sqrt(v1 + v2);
  if (se === 0) {
    return {
      difference,
      low: difference,
      high: difference,
      pValue: difference === 0 ? 1 : 0,
      degreesOfFreedom: first.n + second.n - 2,
    };
  }
  const df = (v1 + v2) ** 2 / (v1 ** 2 / (first.n - 1) + v2 ** 2 / (second.n - 1));
  if (Number.isNaN(df))
    return { difference, low: Number.NaN, high: Number.NaN, pValue: Number.NaN, degreesOfFreedom: df };
  const reach = quantileAt((1 + confidence) / 2, df) * se;
  return {
    difference,
    low: difference - reach,
    high: difference + reach,
    pValue: twoSidedTTail(difference / se, df),
    degreesOfFreedom: df,
  };
}

/** Welch's degrees of freedom are not whole, and cephes takes whole ones for the quantile: refine by the tail itself. */
function quantileAt(p: number, df: number): number {
  if (df > 1e6) return tQuantile(p, df);
  const wanted = 2 * (1 - p);
  let low = tQuantile(p, Math.ceil(df));
  let high = tQuantile(p, Math.max(1, Math.floor(df)));
  for (let i = 0; i < 200 && high - low > 1e-13 * high; i++) {
    const middle = (low + high) / 2;
    if (twoSidedTTail(middle, df) > wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
