import type { PairedEvaluation } from '../engine/types.ts';
import type { Tally } from '../sim/tally.ts';
import { blockMean, LEAST_BLOCKS } from '../stats/block-mean.ts';
import { differenceOfMeans } from '../stats/difference-of-means.ts';
import { differenceOfProportions } from '../stats/difference-of-proportions.ts';
import { type Distribution, distribution, moments } from '../stats/distribution.ts';
import type { Interval } from '../stats/interval.ts';
import { pairedMean } from '../stats/paired-mean.ts';
import { pairedProportions } from '../stats/paired-proportions.ts';
import type { Objective } from './objective.ts';
import { sampleOf } from './objective-sample.ts';

export interface PairedDifference extends Interval {
  readonly base: number;
  readonly value: number;
  readonly difference: number;
  readonly pValue: number;
  readonly standardError: number;
  /** Variance of independent runs over that of this one; NaN where it cannot be told, infinite where no pair differed. */
  readonly gain: number;
  /** Shares of encounters in which the figure rose and fell under the same dice. */
  readonly flips?: { readonly towards: number; readonly away: number };
}

/** An interval and a test, with the variance of the difference as the pairs themselves show it. */
type Spread = Interval & { readonly pValue: number; readonly variance: number };

/**
 * The difference (second minus first) of an objective between two machines played side by side. The objective is read
 * once for each machine: books of different families list their measures differently.
 */
export function pairedDifference(first: Objective, second: Objective, pair: PairedEvaluation): PairedDifference {
  const base = sampleOf(first, pair.a.tally);
  const value = sampleOf(second, pair.b.tally);
  const joint = first.sum === undefined && pair.joint.length > 0 ? jointDifferences(first, second, pair) : undefined;
  const paired = joint ? ofPairs(first, joint, pair) : (ofSums(first, pair) ?? ofBlocks(first, pair));
  const { variance, low, high, pValue } = paired ?? independentDifference(first, second, pair);
  const independent = base.variance / Math.max(1, base.n - 1) + value.variance / Math.max(1, value.n - 1);
  return {
    base: base.mean,
    value: value.mean,
    difference: value.mean - base.mean,
    low,
    high,
    pValue,
    standardError: Math.sqrt(variance),
    gain: variance > 0 ? independent / variance : independent > 0 ? Number.POSITIVE_INFINITY : Number.NaN,
    ...(joint ? { flips: flipsOf(joint) } : {}),
  };
}

/** How the figure differs from pair to pair, and how often. */
const jointDifferences = (first: Objective, second: Objective, { a, b, joint }: PairedEvaluation): Distribution =>
  distribution(
    joint.map((j) => [second.ofEnd!(b.tally.ends[j.b]) - first.ofEnd!(a.tally.ends[j.a]), j.weight] as const),
  );

const weightOf = (d: Distribution, test: (v: number) => boolean): number =>
  d.reduce((sum, e) => sum + (test(e.value) ? e.weight : 0), 0);

function flipsOf(d: Distribution): { towards: number; away: number } {
  const n = weightOf(d, () => true);
  return { towards: weightOf(d, (v) => v > 0) / n, away: weightOf(d, (v) => v < 0) / n };
}

/** From pair counts: shares by Tango and McNemar, means with a pair added each way. */
function ofPairs(of: Objective, d: Distribution, { a, b }: PairedEvaluation): Spread {
  const pairs = weightOf(d, () => true);
  const { mean, variance } = moments(d);
  const ofMean = variance / Math.max(1, pairs - 1);
  if (of.kind === 'probability') {
    const counts = { towards: weightOf(d, (v) => v > 0), away: weightOf(d, (v) => v < 0), pairs };
    return { ...pairedProportions(counts, a.tally.level), variance: ofMean };
  }
  const seen = Math.max(...d.map((e) => Math.abs(e.value)));
  const largest = seen > 0 ? seen : possible(of, [a.tally, b.tally]);
  return { ...pairedMean({ n: pairs, mean, variance, largest }, a.tally.level), variance: ofMean };
}

/** What a pair could differ by although none did: as far as the figures themselves lie apart, and one at least. */
function possible(of: Objective, tallies: readonly Tally[]): number {
  const figures = tallies.flatMap((t) => t.ends.map((e) => of.ofEnd!(e)));
  return Math.max(1, Math.max(...figures) - Math.min(...figures));
}

/** What adds up along the way: its spread from pair to pair is known from the walk. */
function ofSums(of: Objective, { a, sums }: PairedEvaluation): Spread | undefined {
  if (of.sum === undefined || sums.length === 0) return undefined;
  const { mean, sd, largest } = sums[of.sum];
  if (Number.isNaN(mean)) return undefined;
  const n = a.tally.trials!;
  return {
    ...pairedMean({ n, mean, variance: sd ** 2, largest }, a.tally.level),
    variance: sd ** 2 / Math.max(1, n - 1),
  };
}

/** Where so many kinds of pairs came up that they were not kept: from the means of blocks, if there are enough. */
function ofBlocks(of: Objective, pair: PairedEvaluation): Spread | undefined {
  if (pair.pairing.startsWith('independent') || pair.differences.length < LEAST_BLOCKS || !sameFigures(pair)) {
    return undefined;
  }
  const weights = figureWeights(of, pair.a.tally);
  if (!weights) return undefined;
  const found = blockMean(
    pair.differences.map((block) => ({
      trials: block.trials,
      mean: weights.reduce((sum, [at, w]) => sum + w * block.means[at], 0),
    })),
    pair.a.tally.level,
  );
  return { ...found, variance: found.standardError ** 2 };
}

/** Runs that share no dice: Newcombe's interval of shares, Welch's of means. */
function independentDifference(first: Objective, second: Objective, { a, b }: PairedEvaluation): Spread {
  const { level } = a.tally;
  const [x, y] = [sampleOf(first, a.tally), sampleOf(second, b.tally)];
  const found =
    first.kind === 'probability'
      ? differenceOfProportions(Math.round(x.mean * x.n), x.n, Math.round(y.mean * y.n), y.n, level)
      : differenceOfMeans(x, y, level);
  return { ...found, variance: x.variance / Math.max(1, x.n - 1) + y.variance / Math.max(1, y.n - 1) };
}

/** The objective as a weighted sum of block figures, or undefined where it is none: tails have none. */
function figureWeights(objective: Objective, tally: Tally): (readonly [at: number, weight: number])[] | undefined {
  const { outcomes, measures } = tally;
  if (objective.sum !== undefined) return [[outcomes.length + measures.length + objective.sum, 1]];
  const m = measures.findIndex((x) => x.id === objective.id);
  if (m >= 0) return [[outcomes.length + m, 1]];
  if (/[<>=]/.test(objective.id) && !objective.id.startsWith('winner=')) return undefined;
  return outcomes.map((_, i) => [i, objective.ofEnd!({ outcome: i, values: [], weight: 0 })] as const);
}

/** Block figures stand in the order of the machine's lists, and can be set against each other only where those agree. */
function sameFigures({ a, b }: PairedEvaluation): boolean {
  const ids = (t: Tally) => [...t.outcomes, ...t.measures, ...t.sums].map((x) => x.id).join('|');
  return ids(a.tally) === ids(b.tally);
}
