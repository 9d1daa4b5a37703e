import { CONFIDENCE, type Interval } from './interval.ts';
import { betaQuantile } from './special.ts';

/**
 * The Clopper–Pearson interval of a proportion: covers at least as often as it says, whatever the proportion.
 * https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Clopper–Pearson_interval
 *
 *   clopperPearson(0, 10)  // { low: 0, high: 0.3084971079 }
 */
export function clopperPearson(count: number, trials: number, confidence = CONFIDENCE): Interval {
  const tail = (1 - confidence) / 2;
  return {
    low: count === 0 ? 0 : betaQuantile(count, trials - count + 1, tail),
    high: count === trials ? 1 : betaQuantile(count + 1, trials - count, 1 - tail),
  };
}
