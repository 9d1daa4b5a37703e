import type { AnyMachine } from '../rules/encounter.ts';
import type { Recipe } from '../scenarios/recipe.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, planBlocks } from '../sim/blocks.ts';
import { compiling } from '../sim/compile.ts';
import { OutOfReachError, SimError, StateBudgetError, TablesFullError } from '../sim/error.ts';
import { exact } from '../sim/exact.ts';
import { givingWay } from '../sim/giving-way.ts';
import { assertSeed, assertTrials, type BlockCounts, tallyCounts } from '../sim/sample.ts';
import type { BlockTally, Tally } from '../sim/tally.ts';
import { TableTooLargeError } from '../sim/walk/table.ts';
import { specialFunctions } from '../stats/special.ts';
import { assertPrecision, PRECISION_FIRST_BLOCKS, preciseEnough } from './precision.ts';
import type { EngineOptions, Evaluation } from './types.ts';
import { isWorthSharing, type Walkable, type WalkRunner, walkRunner } from './walk-runner.ts';

/** What can be evaluated: a machine, and the plain data from which a thread can build it again. */
export interface EngineSource {
  readonly machine: AnyMachine;
  readonly recipe?: Recipe;
}

/** Trials of a sampled run that names none. */
export const DEFAULT_TRIALS = 1_000_000;
/** The most trials a run for precision takes before it gives up. */
const PRECISION_TRIALS = 1e10;
const PRECISION_BLOCK = 2 ** 14;

/**
 * Evaluates a machine with the engine asked for. 'auto' takes exact where the encounter can be compiled whole or worked
 * out pair by pair in a second, and plays it over local automata (long runs: phase kernels) where it cannot; 'exact'
 * then takes its time pair by pair, or goes layer by layer. Most encounters compile: what plays the others is loaded when one comes.
 */
export async function evaluate(source: EngineSource, options: EngineOptions): Promise<Evaluation> {
  const startMs = performance.now();
  assertSeed(options.seed);
  const done = (tally: Tally, method: string, states: number | null): Evaluation => ({
    tally: atLevel(tally, options),
    method,
    states,
    elapsedMs: performance.now() - startMs,
  });
  const automaton = await compiled(source.machine, options);
  if (automaton && options.engine !== 'sample') return done(exact(automaton), 'compiled whole', automaton.states);
  if (options.engine !== 'exact') await specialFunctions();
  const walked = automaton && (await walkable(automaton, source, options));
  if (automaton && walked) return done(walked, 'walk', automaton.states);
  const byPairs = options.engine === 'sample' ? null : await pairByPair(source.machine, options);
  if (byPairs) return done(byPairs.tally, 'pair by pair', byPairs.states);
  if (options.engine === 'exact') {
    const { workingByLayers } = await import('../sim/layers.ts');
    const { tally, states } = await givingWay(workingByLayers(source.machine), lookUp(options));
    return done(tally, 'layer by layer', states);
  }
  const [{ play, methodOf, styleOf }, { tallyPlay }] = await Promise.all([
    import('./play-runner.ts'),
    import('../sim/play/counts.ts'),
  ]);
  const style = styleOf(source.machine, options);
  const overTables = style.kernels ? await overKernels(() => play([source], options, style)) : null;
  const { counts, done: blocks, plan } = overTables ?? (await play([source], options, style.kernels ? {} : style));
  const method = overTables ? 'phase kernels' : methodOf(style);
  return done(tallyPlay(source.machine, counts[0], blocks < plan.blocks), method, null);
}

/** Plays over phase kernels; null where their tables cannot hold the engagement. */
async function overKernels<T>(play: () => Promise<T>): Promise<T | null> {
  try {
    return await play();
  } catch (error) {
    if (error instanceof TablesFullError) return null;
    throw error;
  }
}

/** Joint states of two pairs that are visited before sampling is tried instead: about a second of them. */
const AUTO_JOINT_VISITS = 500_000;

/** Worked out from the phase kernels of two records; null where they are not two, or are past that. */
async function pairByPair(
  machine: AnyMachine,
  options: EngineOptions,
): Promise<{ readonly tally: Tally; readonly states: number } | null> {
  if (!machine.watched || machine.records?.length !== 2) return null;
  const { workingByPairs } = await import('../sim/kernels/exact-pairs.ts');
  const { engine, stateBudget = AUTO_JOINT_VISITS } = options;
  // Kernels of records that look into each other are many, and worked out for nothing.
  if (engine === 'auto' && machine.looksAcross) return null;
  const limits = engine === 'auto' ? { mostVisits: Math.min(stateBudget, AUTO_JOINT_VISITS) } : {};
  try {
    return await givingWay(workingByPairs(machine, limits), lookUp(options));
  } catch (error) {
    // Layers stop at every roll and not only at every place, so that they have no fewer states.
    const isFinal = error instanceof OutOfReachError && engine === 'exact';
    if (!isFinal && (error instanceof TablesFullError || error instanceof OutOfReachError)) return null;
    throw error;
  }
}

/** Compiled whole and worked out exactly, or null when there are too many states for that. */
export async function evaluateWhole(source: EngineSource, options: EngineOptions): Promise<Evaluation | null> {
  const startMs = performance.now();
  const automaton = await compiled(source.machine, options);
  if (!automaton) return null;
  const elapsedMs = performance.now() - startMs;
  return { tally: exact(automaton), method: 'compiled whole', states: automaton.states, elapsedMs };
}

/** A sampled tally that says how sure its intervals are to be, where that is not the usual. */
export const atLevel = (tally: Tally, { level }: EngineOptions): Tally =>
  level === undefined || tally.kind === 'exact' ? tally : { ...tally, level };

/** The sampled walk; null when its table is too large and the encounter can be played instead. */
async function walkable(automaton: Automaton, source: EngineSource, options: EngineOptions): Promise<Tally | null> {
  const { machine, recipe } = source;
  try {
    return await sampleAutomaton({ automaton, ...(recipe ? { recipes: [recipe] } : {}) }, options);
  } catch (error) {
    if (error instanceof TableTooLargeError && machine.records) return null;
    throw error;
  }
}

/** While states are counted: tells how far it is, and hears a stop. */
function lookUp({ signal, onStates }: EngineOptions): (states: number) => void {
  return (states) => {
    onStates?.(states);
    if (signal?.aborted)
      throw new SimError(
        'The work was stopped while states were counted; a part of them means nothing, so there is no result.',
      );
  };
}

/** Several pairs that are coupled are nearly always past compiling: it is not tried for long before they are played. */
const COUPLED_STATE_BUDGET = 60_000;
/** The budget that a machine was found to be past: one that is asked about again and again is not counted each time. */
const knownPast = new WeakMap<AnyMachine, number>();

/** The automaton, or null when the encounter has more states than the budget allows. `measures`: only these, by id. */
export async function compiled(
  machine: AnyMachine,
  options: EngineOptions,
  measures?: readonly string[],
): Promise<Automaton | null> {
  if (options.isPastCompiling) return null;
  const coupled = (machine.records ?? []).length > 1;
  const stateBudget = options.stateBudget ?? (coupled ? COUPLED_STATE_BUDGET : undefined);
  if (stateBudget !== undefined && stateBudget <= (knownPast.get(machine) ?? -1)) return null;
  try {
    return await givingWay(compiling(machine, { stateBudget, ...(measures && { measures }) }), lookUp(options));
  } catch (error) {
    if (!(error instanceof StateBudgetError && (machine.layer || machine.records))) throw error;
    knownPast.set(machine, error.budget);
    return null;
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
