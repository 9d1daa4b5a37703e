import { betaTail, normalTail } from './special.ts';

/** From here on the binomial of fair coins is normal to more digits than anybody reads. */
const NORMAL_FROM = 1e6;

/**
 * McNemar's exact test of pairs: two-sided probability of a split at least as uneven among the pairs that differ, were
 * either direction as likely. 1 where none differs. https://en.wikipedia.org/wiki/McNemar%27s_test
 *
 *   mcnemar(6, 0)  // 0.03125
 */
export function mcnemar(towards: number, away: number): number {
  const differing = towards + away;
  const fewer = Math.min(towards, away);
  if (towards === away) return 1;
  if (differing > NORMAL_FROM) {
    return Math.min(1, 2 * normalTail((Math.abs(towards - away) - 1) / Math.sqrt(differing)));
  }
  return Math.min(1, 2 * betaTail(differing - fewer, fewer + 1, 0.5));
}
