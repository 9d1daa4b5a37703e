import { sum } from 'simple-statistics';
import { CONFIDENCE, type Interval } from './interval.ts';
import { tQuantile, twoSidedTTail } from './special.ts';

export interface BlockMean extends Interval {
  readonly mean: number;
  readonly standardError: number;
  /** Two-sided probability of a mean as far from 0, were the true mean 0. */
  readonly pValue: number;
  readonly blocks: number;
}

/** Below this many blocks the spread of block means is itself poorly known. */
export const LEAST_BLOCKS = 100;

/**
 * Mean and interval from the means of independent blocks, each weighted by its trials. It needs no spread within the
 * block, so it serves whatever adds up along the way and whatever is paired.
 */
export function blockMean(
  blocks: readonly { readonly trials: number; readonly mean: number }[],
  confidence = CONFIDENCE,
): BlockMean {
  const k = blocks.length;
  const total = sum(blocks.map((b) => b.trials));
  const mean = sum(blocks.map((b) => b.mean * (b.trials / total)));
  if (k < 2)
    return { mean, low: Number.NaN, high: Number.NaN, standardError: Number.NaN, pValue: Number.NaN, blocks: k };
  // The ratio estimator's variance: with blocks of one size it is the sample variance over k.
  const squares = sum(blocks.map((b) => ((b.trials / total) * (b.mean - mean)) ** 2));
  const standardError = Math.sqrt((squares * k) / (k - 1));
  const reach = tQuantile((1 + confidence) / 2, k - 1) * standardError;
  const pValue = standardError === 0 ? (mean === 0 ? 1 : 0) : twoSidedTTail(mean / standardError, k - 1);
  return { mean, low: mean - reach, high: mean + reach, standardError, pValue, blocks: k };
}
