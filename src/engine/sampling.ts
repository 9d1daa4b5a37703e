import { assertTrials } from '../sim/asked.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, planBlocks } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { type BlockCounts, tallyCounts } from '../sim/sample.ts';
import type { BlockTally, Tally } from '../sim/tally.ts';
import { TableTooLargeError } from '../sim/walk/table.ts';
import type { EngineSource } from './evaluate.ts';
import { assertPrecision, assertWithinReach, PRECISION_FIRST_BLOCKS, preciseEnough } from './precision.ts';
import type { EngineOptions } from './types.ts';
import { isWorthSharing, type Walkable, type WalkRunner, walkRunner } from './walk-runner.ts';

/** Trials of a sampled run that names none. */
export const DEFAULT_TRIALS = 1_000_000;
/** The most trials a run for precision takes before it gives up. */
const PRECISION_TRIALS = 1e10;
const PRECISION_BLOCK = 2 ** 14;

/** The sampled walk; null when its table is too large and the encounter can be played instead. */
export async function walkable(
  automaton: Automaton,
  source: EngineSource,
  options: EngineOptions,
): Promise<Tally | null> {
  const { machine, recipe } = source;
  try {
    return await sampleAutomaton({ automaton, ...(recipe ? { recipes: [recipe] } : {}) }, options);
  } catch (error) {
    if (error instanceof TableTooLargeError && machine.records) return null;
    throw error;
  }
}

/** Counts of a sampled run: `trials` of them, from the first block on. */
export interface SampledCounts {
  readonly counts: BlockCounts;
  readonly trials: number;
  readonly partial: boolean;
}

/** Samples a compiled automaton: a fixed number of trials, or until the intervals are narrow enough. */
async function sampleAutomaton(source: Walkable, options: EngineOptions): Promise<Tally> {
  const { counts, trials, partial } = await sampleCounts(source, options);
  return tallyCounts(source.automaton, counts, trials, partial);
}

/** Is a run for precision precise enough with these counts? */
export type Enough = (counts: BlockCounts, trials: number, precision: number) => boolean;

export async function sampleCounts(
  source: Walkable,
  options: EngineOptions,
  enough: Enough = (counts, trials, precision) =>
    preciseEnough(tallyCounts(source.automaton, counts, trials, false), precision, options.level),
): Promise<SampledCounts> {
  return options.precision === undefined
    ? fixedTrials(source, options)
    : untilPrecise(source, options, options.precision, enough);
}

async function fixedTrials(source: Walkable, options: EngineOptions): Promise<SampledCounts> {
  const trials = options.trials ?? DEFAULT_TRIALS;
  assertTrials(trials);
  const plan = planBlocks(trials);
  if (source.automaton.start < 0) return { counts: nothing(source.automaton), trials, partial: false };
  const run = await walkRunner(source, options, trials);
  const walked = await run(plan, 0, plan.blocks);
  return prefix(walked, plan, walked.done);
}

/** Looks only after 8, 16, 32 … blocks, never by the clock, so that the same seed always stops at the same place. */
async function untilPrecise(
  source: Walkable,
  options: EngineOptions,
  precision: number,
  enough: Enough,
): Promise<SampledCounts> {
  assertPrecision(precision);
  const { automaton } = source;
  const cap = options.trials ?? PRECISION_TRIALS;
  assertTrials(cap);
  if (automaton.start < 0) return { counts: nothing(automaton), trials: 1, partial: false };
  const blockSize = Math.min(cap, PRECISION_BLOCK);
  const plan: BlockPlan = { trials: cap, blockSize, blocks: Math.ceil(cap / blockSize) };
  const counts = { edges: new Float64Array(automaton.target.length), blocks: [] as BlockTally[] };
  let run: WalkRunner | null = null;
  let shared = false;
  let done = 0;
  for (let want = Math.min(plan.blocks, PRECISION_FIRST_BLOCKS); ; want = Math.min(plan.blocks, want * 2)) {
    const stageTrials = (want - done) * blockSize;
    if (!run || (!shared && isWorthSharing(automaton, stageTrials))) {
      run = await walkRunner(source, options, stageTrials);
      shared = isWorthSharing(automaton, stageTrials);
    }
    const walked = await run(plan, done, want);
    for (let e = 0; e < counts.edges.length; e++) counts.edges[e] += walked.edges[e];
    // Not spread: a long run has more blocks than a call takes arguments.
    for (const block of walked.blocks) counts.blocks.push(block);
    done = walked.done;
    const sampled = prefix(counts, plan, done);
    if (done < want) return { ...sampled, partial: true };
    // A run that names its trials is given what those come to.
    if (options.trials === undefined)
      assertWithinReach(tallyCounts(automaton, counts, sampled.trials, false), precision, cap, options.level);
    if (want === plan.blocks || enough(counts, sampled.trials, precision)) return { ...sampled, partial: false };
  }
}

function prefix(counts: BlockCounts, plan: BlockPlan, done: number): SampledCounts {
  const trials = Math.min(plan.trials, done * plan.blockSize);
  if (trials === 0) {
    throw new SimError('The run was stopped before its first block was done; there is nothing to report.');
  }
  return { counts, trials, partial: done < plan.blocks };
}

const nothing = (automaton: Automaton): BlockCounts => ({
  edges: new Float64Array(automaton.target.length),
  blocks: [],
});
