import { CONFIDENCE, type Interval } from './interval.ts';
import { tQuantile } from './special.ts';

/** A sample in three numbers: how many, their mean, and their variance about it (over n, not n − 1). */
export interface Sample {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

/** The standard error of a sample's mean; NaN for one trial, which tells nothing of the spread. */
export const standardError = ({ n, variance }: Sample): number => (n < 2 ? Number.NaN : Math.sqrt(variance / (n - 1)));

/** Student's interval of a mean; unbounded (NaN) for a single trial. */
export function meanInterval(s: Sample, confidence = CONFIDENCE): Interval {
  const reach = s.n < 2 ? Number.NaN : tQuantile((1 + confidence) / 2, s.n - 1) * standardError(s);
  return { low: s.mean - reach, high: s.mean + reach };
}
