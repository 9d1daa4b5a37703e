import type { DifferenceTest } from './difference-of-proportions.ts';
import { CONFIDENCE } from './interval.ts';
import { normalQuantile, normalTail } from './special.ts';

/** Differences of pairs in four numbers. */
export interface PairedSample {
  readonly n: number;
  readonly mean: number;
  /** About the mean, over n. */
  readonly variance: number;
  /** The largest difference, either way, that a pair is known to make; where none differed, that one could make. */
  readonly largest: number;
}

/**
 * The mean difference of pairs. Where few of them differ, their spread is hardly known, and Student's interval is far
 * too narrow (of no width where none differs). So one pair is added that differs by the largest amount each way: for
 * shares this is Bonett and Price's interval (Statistics in Medicine 31, 2012). Among many pairs it changes nothing.
 */
export function pairedMean(
  { n, mean, variance, largest }: PairedSample,
  confidence = CONFIDENCE,
): DifferenceTest & { readonly standardError: number } {
  const size = n + 2;
  const centre = (n * mean) / size;
  const squares = n * (variance + mean * mean) + 2 * largest * largest;
  const standardError = Math.sqrt(Math.max(0, squares / size - centre * centre) / size);
  const reach = normalQuantile((1 + confidence) / 2) * standardError;
  return {
    difference: mean,
    // The estimate itself always lies inside.
    low: Math.min(mean, centre - reach),
    high: Math.max(mean, centre + reach),
    standardError,
    pValue: standardError === 0 ? 1 : Math.min(1, 2 * normalTail(Math.abs(centre) / standardError)),
  };
}
