import type { Recipe } from '../scenarios/recipe.ts';
import { assertSeed } from '../sim/asked.ts';
import type { Automaton } from '../sim/automaton.ts';
import { StateBudgetError } from '../sim/error.ts';
import { tallyPlay } from '../sim/play/counts.ts';
import { endingKey, type PlayStyle } from '../sim/play/session.ts';
import type { SumDifferences } from '../sim/play/sum-differences.ts';
import { comparable, type Product, product } from '../sim/product.ts';
import { nextSeed } from '../sim/random.ts';
import { endCounts, FigureFold, tallyCounts } from '../sim/sample.ts';
import { byCounts, sumMoments } from '../sim/sums.ts';
import type { BlockTally, EndTally, Tally } from '../sim/tally.ts';
import { specialFunctions } from '../stats/special.ts';
import { atLevel, compiled, type EngineSource, evaluate } from './evaluate.ts';
import { isShort, methodOf, play } from './play-runner.ts';
import { preciseEnough } from './precision.ts';
import { DEFAULT_TRIALS, type Enough, type SampledCounts, sampleCounts } from './sampling.ts';
import { pilotHelps, productLaw, sharingHelps } from './sharing.ts';
import type { EngineOptions, PairedEvaluation, SumDifference } from './types.ts';

/**
 * Samples two encounters side by side, under the same dice where that takes variance out of their difference. Fights
 * walk the product of their automata; engagements past that are played with keyed dice, and so are fights when several
 * variants are set against one base, which then is the same sample for all of them. Two fights whose product is too
 * large, or that measure different things, are sampled each for itself, and that is said.
 */
export async function evaluatePaired(
  a: EngineSource,
  b: EngineSource,
  options: EngineOptions,
): Promise<PairedEvaluation> {
  assertSeed(options.seed);
  await specialFunctions();
  const first = await compiled(a.machine, options);
  // Nothing hangs on the second one where the first is past compiling.
  const second = first && (await compiled(b.machine, options));
  if (!first || !second) {
    const ownDice = !options.isOneOfMany && !pilotHelps(a.machine, b.machine, options);
    return keyedPair(a, b, options, { direct: isShort(options), ownDice });
  }
  const both = productOf(first, second);
  const helps = both === null ? undefined : sharingHelps(productLaw(first, second, both), first, second, options);
  if (options.sharedBase) {
    // Encounters that measure different things have nothing to gain from the same dice.
    const ownDice = !comparable(first, second) || !(helps ?? pilotHelps(a.machine, b.machine, options, true));
    const trials = options.trials ?? (options.precision === undefined ? DEFAULT_TRIALS : undefined);
    return keyedPair(a, b, { ...options, ...(trials === undefined ? {} : { trials }) }, { walk: true, ownDice });
  }
  const recipes = a.recipe && b.recipe ? [a.recipe, b.recipe] : undefined;
  if (both && helps) return walkedPair(first, second, both, options, recipes);
  const one = await evaluate(a, { ...options, engine: 'sample' });
  // Another stream for the second run: the same dice in the same order would pair what does not belong together.
  const two = await evaluate(b, { ...options, engine: 'sample', seed: nextSeed(options.seed) });
  return {
    a: one,
    b: two,
    joint: [],
    sums: [],
    pairing: 'independent dice',
    ...(helps === false ? { sharingHurts: true } : {}),
    differences: comparable(first, second) ? blockDifferences(one.tally.blocks, two.tally.blocks) : [],
  };
}

function productOf(a: Automaton, b: Automaton): Product | null {
  if (!comparable(a, b)) return null;
  try {
    return product(a, b);
  } catch (error) {
    if (error instanceof StateBudgetError) return null;
    throw error;
  }
}

async function walkedPair(
  a: Automaton,
  b: Automaton,
  both: Product,
  options: EngineOptions,
  recipes?: readonly Recipe[],
): Promise<PairedEvaluation> {
  const startMs = performance.now();
  // Both encounters have to be as precise as was asked, and so has the difference.
  const enough: Enough = (counts, trials, precision) =>
    preciseEnough(tallyCounts(both.automaton, counts, trials, false), precision, options.level) &&
    preciseEnough(tallySides(a, b, both, { counts, trials, partial: false }).b, precision, options.level);
  const sampled = await sampleCounts({ automaton: both.automaton, ...(recipes ? { recipes } : {}) }, options, enough);
  const { joint, sums, differences, ...tallies } = tallySides(a, b, both, sampled);
  const elapsedMs = performance.now() - startMs;
  return {
    a: { tally: atLevel(tallies.a, options), method: 'walk', states: a.states, elapsedMs },
    b: { tally: atLevel(tallies.b, options), method: 'walk', states: b.states, elapsedMs },
    joint,
    sums,
    pairing: 'product of the two automata',
    differences,
  };
}

/** The counts of the product as tallies of its two sides, and what happened together. */
function tallySides(
  a: Automaton,
  b: Automaton,
  both: Product,
  { counts, trials, partial }: SampledCounts,
): Pick<PairedEvaluation, 'joint' | 'sums' | 'differences'> & { readonly a: Tally; readonly b: Tally } {
  const weights = endCounts(both.automaton, counts, trials);
  const split = counts.blocks.map((block) => parts(block, a));
  const means = parts({ trials, means: new FigureFold(both.automaton).means(counts.edges, trials) }, a);
  const sideA = marginal(
    a,
    both.pairs.map((p) => p.a),
    weights,
  );
  const sideB = marginal(
    b,
    both.pairs.map((p) => p.b),
    weights,
  );
  const shares = byCounts(both.automaton, counts.edges);
  // The product's sums are the differences, then a's own.
  const amountOf = {
    a: (k: number) => (e: readonly number[]) => e[a.sums.length + k],
    b: (k: number) => (e: readonly number[]) => e[k] + e[a.sums.length + k],
  };
  const tally = (automaton: Automaton, ends: readonly EndTally[], side: 'a' | 'b'): Tally => ({
    kind: 'sampled',
    trials,
    partial,
    outcomes: automaton.outcomes,
    measures: automaton.measures,
    ends,
    sums: automaton.sums.map(({ id, label }, k) => ({
      id,
      label,
      mean: means[side].means[automaton.outcomes.length + automaton.measures.length + k],
      sd: sumMoments(both.automaton, shares, amountOf[side](k)).sd,
    })),
    blocks: split.map((s) => s[side]),
  });
  return {
    a: tally(a, sideA.ends, 'a'),
    b: tally(b, sideB.ends, 'b'),
    joint: both.pairs.flatMap((pair, i) =>
      weights[i] === 0 ? [] : [{ a: sideA.placeOf[pair.a], b: sideB.placeOf[pair.b], weight: weights[i] }],
    ),
    sums: a.sums.map((_, k) => ({
      ...sumMoments(both.automaton, shares, (e) => e[k]),
      largest: largestOf(both.automaton, k),
    })),
    differences: split.map((s) => s.difference),
  };
}

/** The largest difference that one step of the product can make to a sum; where none can, they never differ. */
const largestOf = ({ emissions }: Automaton, k: number): number =>
  emissions.reduce((most, e) => Math.max(most, Math.abs(e[k])), 0);

/** A block of the product taken apart: [played] [differences] [a's figures] [differences of sums] [a's sums]. */
function parts(block: BlockTally, a: Automaton): { a: BlockTally; b: BlockTally; difference: BlockTally } {
  const figures = a.outcomes.length + a.measures.length;
  const sums = a.sums.length;
  const { means, trials } = block;
  const difference = Float64Array.of(
    ...means.subarray(1, 1 + figures),
    ...means.subarray(1 + 2 * figures, 1 + 2 * figures + sums),
  );
  const own = Float64Array.of(
    ...means.subarray(1 + figures, 1 + 2 * figures),
    ...means.subarray(1 + 2 * figures + sums),
  );
  return {
    a: { trials, means: own },
    b: { trials, means: own.map((v, i) => v + difference[i]) },
    difference: { trials, means: difference },
  };
}

/** The ends of one side that came up, with their counts, and where each stands in that list. */
function marginal(
  automaton: Automaton,
  endOfPair: readonly number[],
  weights: Float64Array,
): { ends: EndTally[]; placeOf: Int32Array } {
  const counts = new Float64Array(automaton.ends.length);
  endOfPair.forEach((end, i) => {
    counts[end] += weights[i];
  });
  const placeOf = new Int32Array(automaton.ends.length).fill(-1);
  const ends: EndTally[] = [];
  automaton.ends.forEach((e, i) => {
    if (counts[i] > 0) placeOf[i] = ends.push({ outcome: e.outcome, values: e.values, weight: counts[i] }) - 1;
  });
  return { ends, placeOf };
}

/** Pairs under dice that are named by what they are rolled for, or each with names of its own where sharing hurts. */
async function keyedPair(
  a: EngineSource,
  b: EngineSource,
  options: EngineOptions,
  style: PlayStyle,
): Promise<PairedEvaluation> {
  const startMs = performance.now();
  const { counts, joint, sumDifferences, done, plan } = await play([a, b], options, style);
  const tallies = [a, b].map((source, i) => atLevel(tallyPlay(source.machine, counts[i], done < plan.blocks), options));
  const places = tallies.map((t) => new Map(t.ends.map((e, i) => [endingKey(e), i])));
  const evaluation = (i: number) => ({
    tally: tallies[i],
    method: methodOf(style),
    states: null,
    elapsedMs: performance.now() - startMs,
  });
  const shared = !style.ownDice;
  return {
    a: evaluation(0),
    b: evaluation(1),
    joint: [...((shared && joint) || [])].map(([key, weight]) => {
      const [x, y] = key.split('#');
      return { a: places[0].get(x)!, b: places[1].get(y)!, weight };
    }),
    sums: shared && sumDifferences ? spreads(tallies, sumDifferences) : [],
    pairing: shared ? 'keyed dice' : 'independent dice',
    ...(shared || !comparable(tallies[0], tallies[1]) ? {} : { sharingHurts: true }),
    differences: blockDifferences(tallies[0].blocks, tallies[1].blocks),
  };
}

function spreads([a, b]: readonly Tally[], { squares, largest, most }: SumDifferences): SumDifference[] {
  return a.sums.map(({ id, mean: base }, k) => {
    const mean = (b.sums.find((s) => s.id === id)?.mean ?? Number.NaN) - base;
    return { mean, sd: Math.sqrt(Math.max(0, squares[k] / a.trials! - mean * mean)), largest: largest[k] || most[k] };
  });
}

/** Block by block, b minus a; nothing where the two measure different things. */
function blockDifferences(a: readonly BlockTally[], b: readonly BlockTally[]): PairedEvaluation['differences'] {
  const n = Math.min(a.length, b.length);
  if (n === 0 || a[0].means.length !== b[0].means.length) return [];
  return Array.from({ length: n }, (_, i) => ({
    trials: a[i].trials,
    means: b[i].means.map((v, k) => v - a[i].means[k]),
  }));
}
