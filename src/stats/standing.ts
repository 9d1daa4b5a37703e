import type { Distribution } from './distribution.ts';
import { weightWhere } from './tails.ts';

/** Where a result stands among all that could have come up: shares of what is lower, the same and higher. */
export interface Standing {
  readonly lower: number;
  readonly same: number;
  readonly higher: number;
}

export function standing(d: Distribution, observed: number): Standing {
  const total = weightWhere(d, () => true);
  const share = (test: (v: number) => boolean) => (total > 0 ? Math.min(1, weightWhere(d, test) / total) : 0);
  return { lower: share((v) => v < observed), same: share((v) => v === observed), higher: share((v) => v > observed) };
}

/** One-sided tails, the result itself included. */
export const orHigher = ({ same, higher }: Standing): number => Math.min(1, same + higher);
export const orLower = ({ same, lower }: Standing): number => Math.min(1, same + lower);

/** How often a result at least this far out comes up, to either side: the smaller tail doubled, 1 at most. */
export const eitherWay = (s: Standing): number => Math.min(1, 2 * Math.min(orHigher(s), orLower(s)));

/** The share that is lower and half of what is the same, 0 to 1. It is one half on average, whatever the distribution. */
export const midScore = ({ lower, same }: Standing): number => lower + same / 2;

/** One of several independent results: what could have come up, and what did. */
export interface Sighting {
  readonly distribution: Distribution;
  readonly observed: number;
}

/**
 * Scores are laid on a grid this fine, so that their sum has few values; a score moves by at most half a step. Very many
 * results are laid on a coarser one: their sum is spread wider than what that moves.
 */
const STEPS = 4096;
const MOST_VALUES = 2 ** 18;
const LEAST_STEPS = 64;
const stepsFor = (n: number): number =>
  Math.max(LEAST_STEPS, Math.min(STEPS, Math.floor(MOST_VALUES / Math.max(1, n))));

/** The exact distribution of a sum of scores: the probability of every number of steps, and what came up. */
export interface SumOfScores {
  readonly steps: number;
  readonly probabilities: Float64Array;
  readonly observed: number;
}

/**
 * Several independent results taken together: the sum of their scores against its own exact distribution. So many dull
 * results do not hide a streak, and one freak does not make an evening.
 */
export const togetherStanding = (sightings: readonly Sighting[]): Standing => standingOfSum(sumOfScores(sightings));

export function sumOfScores(sightings: readonly Sighting[]): SumOfScores {
  const steps = stepsFor(sightings.length);
  const gridded = (score: number): number => Math.round(score * steps);
  let sums = new Float64Array([1]);
  let observed = 0;
  for (const { distribution: d, observed: value } of sightings) {
    const total = weightWhere(d, () => true);
    const cells = d.map((e) => ({ at: gridded(midScore(standing(d, e.value))), p: e.weight / total }));
    const next = new Float64Array(sums.length + steps);
    for (const { at, p } of cells) for (let k = 0; k < sums.length; k++) next[k + at] += sums[k] * p;
    sums = next;
    observed += gridded(midScore(standing(d, value)));
  }
  return { steps, probabilities: sums, observed };
}

export function standingOfSum({ probabilities: sums, observed }: SumOfScores): Standing {
  const between = (from: number, to: number) => sums.subarray(from, to).reduce((s, p) => s + p, 0);
  return {
    lower: between(0, observed),
    same: between(observed, observed + 1),
    higher: between(observed + 1, sums.length),
  };
}
