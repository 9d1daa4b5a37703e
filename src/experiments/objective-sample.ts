import type { Tally } from '../sim/tally.ts';
import { distribution, moments } from '../stats/distribution.ts';
import type { Sample } from '../stats/mean-interval.ts';
import type { Objective } from './objective.ts';

/** The objective in three numbers. What adds up along the way has its spread from the walk itself. */
export function sampleOf(objective: Objective, tally: Tally): Sample {
  const n = tally.trials ?? 1;
  if (objective.sum === undefined) {
    return { n, ...moments(distribution(tally.ends.map((e) => [objective.ofEnd!(e), e.weight] as const))) };
  }
  const { mean, sd } = tally.sums[objective.sum];
  return { n, mean, variance: sd ** 2 };
}
