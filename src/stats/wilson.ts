import { CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './special.ts';

/**
 * Wilson's score interval of a proportion: close to its stated coverage, and never outside 0..1.
 * https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 *
 *   wilson(5, 10)  // { low: 0.2365930905, high: 0.7634069095 }
 */
export function wilson(count: number, trials: number, confidence = CONFIDENCE): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const z2 = normalQuantile((1 + confidence) / 2) ** 2;
  const spread = Math.sqrt(z2 * (count * (1 - count / trials) + z2 / 4));
  const high = count === trials ? 1 : (count + z2 / 2 + spread) / (trials + z2);
  // The two ends multiply to count² / (n (n + z²)); dividing by the upper one keeps the digits of a tiny lower one.
  const low = (count * (count / trials)) / ((trials + z2) * high);
  return { low, high };
}
