import { type Distribution, moments, totalWeight } from './distribution.ts';
import { asin } from './elementary.ts';

/** Cohen's h of two proportions (second against first): 0.2 small, 0.5 middling, 0.8 large. */
export const cohensH = (p1: number, p2: number): number => 2 * asin(Math.sqrt(p2)) - 2 * asin(Math.sqrt(p1));

/** Cohen's d of two distributions (second against first), over the pooled spread; 0 where neither spreads. */
export function cohensD(first: Distribution, second: Distribution): number {
  const a = moments(first);
  const b = moments(second);
  const spread = Math.sqrt((a.variance + b.variance) / 2);
  return spread === 0 ? 0 : (b.mean - a.mean) / spread;
}

/** The probability that a value of the second beats one of the first, a tie counting half: 0.5 is no difference. */
export function superiority(first: Distribution, second: Distribution): number {
  const n1 = totalWeight(first);
  let below = 0;
  let i = 0;
  let wins = 0;
  for (const { value, weight } of second) {
    while (i < first.length && first[i].value < value) below += first[i++].weight;
    const tied = i < first.length && first[i].value === value ? first[i].weight : 0;
    wins += weight * (below + tied / 2);
  }
  return wins / (n1 * totalWeight(second));
}
