import type { Tally } from '../sim/tally.ts';
import type { Interval } from '../stats/interval.ts';
import { meanInterval } from '../stats/mean-interval.ts';
import { wilson } from '../stats/wilson.ts';
import type { Objective } from './objective.ts';
import { sampleOf } from './objective-sample.ts';

export { type PairedDifference, pairedDifference } from './paired-difference.ts';

export interface ObjectiveValue {
  readonly value: number;
  /** At the tally's level, only when sampled. */
  readonly interval?: Interval;
}

/** The objective's figure in a tally. */
export function objectiveValue(objective: Objective, tally: Tally): ObjectiveValue {
  const { n, mean, variance } = sampleOf(objective, tally);
  if (tally.trials === null) return { value: mean };
  if (objective.kind !== 'probability') {
    return { value: mean, ...bounded(meanInterval({ n, mean, variance }, tally.level)) };
  }
  return { value: mean, interval: wilson(Math.round(mean * n), n, tally.level) };
}

const bounded = ({ low, high }: Interval): { interval?: Interval } =>
  Number.isFinite(low) ? { interval: { low, high } } : {};
