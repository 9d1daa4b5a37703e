import type { PairedEvaluation } from '../engine/types.ts';
import type { Tally } from '../sim/tally.ts';
import { blockMean, LEAST_BLOCKS } from '../stats/block-mean.ts';
import { differenceOfMeans } from '../stats/difference-of-means.ts';
import { differenceOfProportions } from '../stats/difference-of-proportions.ts';
import { distribution, moments } from '../stats/distribution.ts';
import type { Interval } from '../stats/interval.ts';
import { meanInterval, standardError } from '../stats/mean-interval.ts';
import { normalQuantile, normalTail, twoSidedTTail } from '../stats/special.ts';
import { wilson } from '../stats/wilson.ts';
import type { Objective } from './objective.ts';

export interface ObjectiveValue {
  readonly value: number;
  /** 95 %, only when sampled. */
  readonly interval?: Interval;
}

/** The objective's figure in a tally. */
export function objectiveValue(objective: Objective, tally: Tally): ObjectiveValue {
  if (objective.sum !== undefined) {
    const at = tally.outcomes.length + tally.measures.length + objective.sum;
    const value = tally.sums[objective.sum].mean;
    if (tally.trials === null) return { value };
    return { value, ...bounded(blockMean(tally.blocks.map((b) => ({ trials: b.trials, mean: b.means[at] })))) };
  }
  const d = figures(objective, tally);
  const { mean, variance } = moments(d);
  if (tally.trials === null) return { value: mean };
  if (objective.kind !== 'probability') {
    return { value: mean, ...bounded(meanInterval({ n: tally.trials, mean, variance })) };
  }
  const count = d.find((e) => e.value === 1)?.weight ?? 0;
  return { value: count / tally.trials, interval: wilson(count, tally.trials) };
}

export interface PairedDifference extends Interval {
  readonly base: number;
  readonly value: number;
  readonly difference: number;
  readonly pValue: number;
  readonly standardError: number;
  /** Variance of independent runs over that of this one; NaN where it cannot be told. */
  readonly gain: number;
  /** Shares of encounters in which the figure rose and fell under the same dice. */
  readonly flips?: { readonly towards: number; readonly away: number };
}

/**
 * The difference (second minus first) of an objective between two machines played under the same dice. The objective is
 * read once for each machine: books of different families list their measures differently.
 */
export function pairedDifference(first: Objective, second: Objective, pair: PairedEvaluation): PairedDifference {
  const base = objectiveValue(first, pair.a.tally).value;
  const value = objectiveValue(second, pair.b.tally).value;
  const spread = first.sum === undefined ? jointDifference(first, second, pair) : undefined;
  const blocks = sameFigures(pair) ? blockDifference(first, pair) : undefined;
  // Trials are independent, so the spread from pair to pair serves wherever there are too few blocks.
  const enough = blocks && (blocks.blocks >= LEAST_BLOCKS || first.sum !== undefined);
  const best = enough ? blocks : (spread ?? independentDifference(first, second, pair));
  const independent = varianceOfMean(first, pair.a.tally) + varianceOfMean(second, pair.b.tally);
  return {
    base,
    value,
    difference: value - base,
    low: best.low,
    high: best.high,
    pValue: best.pValue,
    standardError: best.standardError,
    gain: best.standardError > 0 ? independent / best.standardError ** 2 : Number.NaN,
    ...(spread ? { flips: spread.flips } : {}),
  };
}

type Spread = Interval & { readonly pValue: number; readonly standardError: number };

function jointDifference(
  first: Objective,
  second: Objective,
  { a, b, joint }: PairedEvaluation,
): (Spread & { flips: { towards: number; away: number } }) | undefined {
  if (joint.length === 0) return undefined;
  const d = distribution(
    joint.map((j) => [second.ofEnd!(b.tally.ends[j.b]) - first.ofEnd!(a.tally.ends[j.a]), j.weight] as const),
  );
  const n = d.reduce((sum, e) => sum + e.weight, 0);
  const sample = { n, ...moments(d) };
  const se = standardError(sample);
  const share = (test: (v: number) => boolean) => d.reduce((sum, e) => sum + (test(e.value) ? e.weight : 0), 0) / n;
  return {
    ...meanInterval(sample),
    standardError: se,
    pValue: se === 0 ? (sample.mean === 0 ? 1 : 0) : twoSidedTTail(sample.mean / se, n - 1),
    flips: { towards: share((v) => v > 0), away: share((v) => v < 0) },
  };
}

/** Runs that share no dice: Newcombe's interval of shares, Welch's of means. */
function independentDifference(first: Objective, second: Objective, { a, b }: PairedEvaluation): Spread {
  const se = Math.sqrt(varianceOfMean(first, a.tally) + varianceOfMean(second, b.tally));
  if (first.sum !== undefined) {
    const difference = objectiveValue(second, b.tally).value - objectiveValue(first, a.tally).value;
    const reach = normalQuantile(0.975) * se;
    const pValue = se > 0 ? 2 * normalTail(Math.abs(difference) / se) : Number.NaN;
    return { low: difference - reach, high: difference + reach, pValue, standardError: se };
  }
  const sample = (of: Objective, t: Tally) => ({ n: t.trials ?? 0, ...moments(figures(of, t)) });
  const [x, y] = [sample(first, a.tally), sample(second, b.tally)];
  const found =
    first.kind === 'probability'
      ? differenceOfProportions(Math.round(x.mean * x.n), x.n, Math.round(y.mean * y.n), y.n)
      : differenceOfMeans(x, y);
  return { ...found, standardError: se };
}

/** The objective's figure over all endings. */
const figures = (of: Objective, tally: Tally) => distribution(tally.ends.map((e) => [of.ofEnd!(e), e.weight] as const));

/** Block means are kept for outcomes, end measures and sums; groups of outcomes add theirs up; tails have none. */
function blockDifference(objective: Objective, pair: PairedEvaluation) {
  const weights = figureWeights(objective, pair.a.tally);
  if (!weights) return undefined;
  return blockMean(
    pair.differences.map((block) => ({
      trials: block.trials,
      mean: weights.reduce((sum, [at, w]) => sum + w * block.means[at], 0),
    })),
  );
}

/** The objective as a weighted sum of block figures, or undefined where it is none. */
function figureWeights(objective: Objective, tally: Tally): (readonly [at: number, weight: number])[] | undefined {
  const { outcomes, measures } = tally;
  if (objective.sum !== undefined) return [[outcomes.length + measures.length + objective.sum, 1]];
  const m = measures.findIndex((x) => x.id === objective.id);
  if (m >= 0) return [[outcomes.length + m, 1]];
  if (/[<>=]/.test(objective.id) && !objective.id.startsWith('winner=')) return undefined;
  return outcomes.map((_, i) => [i, objective.ofEnd!({ outcome: i, values: [], weight: 0 })] as const);
}

function varianceOfMean(objective: Objective, tally: Tally): number {
  if (objective.sum !== undefined) {
    const at = tally.outcomes.length + tally.measures.length + objective.sum;
    return blockMean(tally.blocks.map((x) => ({ trials: x.trials, mean: x.means[at] }))).standardError ** 2;
  }
  const d = figures(objective, tally);
  return moments(d).variance / Math.max(1, (tally.trials ?? 1) - 1);
}

/** Block figures stand in the order of the machine's lists, and can be set against each other only where those agree. */
function sameFigures({ a, b }: PairedEvaluation): boolean {
  const ids = (t: Tally) => [...t.outcomes, ...t.measures, ...t.sums].map((x) => x.id).join('|');
  return ids(a.tally) === ids(b.tally);
}

const bounded = ({ low, high }: Interval): { interval?: Interval } =>
  Number.isFinite(low) ? { interval: { low, high } } : {};
