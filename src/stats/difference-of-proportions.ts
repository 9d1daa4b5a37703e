import { CONFIDENCE, type Interval } from './interval.ts';
import { normalTail } from './special.ts';
import { wilson } from './wilson.ts';

export interface DifferenceTest extends Interval {
  readonly difference: number;
  /** Two-sided. */
  readonly pValue: number;
}

/**
 * The difference of two independent proportions (second minus first): Newcombe's interval from the two Wilson
 * intervals (Statistics in Medicine 17, 1998, method 10) and the pooled z test.
 */
export function differenceOfProportions(
  count1: number,
  trials1: number,
  count2: number,
  trials2: number,
  confidence = CONFIDENCE,
): DifferenceTest {
  const p1 = count1 / trials1;
  const p2 = count2 / trials2;
  const w1 = wilson(count1, trials1, confidence);
  const w2 = wilson(count2, trials2, confidence);
  const difference = p2 - p1;
  const pooled = (count1 + count2) / (trials1 + trials2);
  const se = Math.sqrt(pooled * (1 - pooled) * (1 / trials1 + 1 / trials2));
  return {
    difference,
    low: difference - Math.hypot(p2 - w2.low, w1.high - p1),
    high: difference + Math.hypot(w2.high - p2, p1 - w1.low),
    pValue: se === 0 ? 1 : Math.min(1, 2 * normalTail(Math.abs(difference) / se)),
  };
}
