import type { AnyMachine } from '../rules/encounter.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, planBlocks } from '../sim/blocks.ts';
import { compile } from '../sim/compile.ts';
import { SimError } from '../sim/error.ts';
import { exact, planExact, propagate } from '../sim/exact.ts';
import { assertTrials, type BlockCounts, tallyCounts } from '../sim/sample.ts';
import type { BlockTally, Tally } from '../sim/tally.ts';
import { preciseEnough } from './precision.ts';
import { type BlockRunner, inProcess, onThreads } from './runner.ts';
import type { EngineOptions, Evaluation } from './types.ts';

/** What can be evaluated: a machine, and the plain data from which a thread can build it again. */
export interface EngineSource {
  readonly machine: AnyMachine;
  readonly recipe?: unknown;
}

/** Trials of a sampled run that names none. */
export const DEFAULT_TRIALS = 1_000_000;
/** The most trials a run for precision takes before it gives up. */
export const PRECISION_TRIALS = 1e10;
/** Work below this is done before a thread has started. */
const THREADS_FROM_MS = 120;
const GUESSED_NS_PER_STEP = 1.5;
const PRECISION_BLOCK = 2 ** 14;
const PRECISION_FIRST_BLOCKS = 8;

/** Evaluates a machine with the engine asked for; 'auto' takes exact. */
export async function evaluate(source: EngineSource, options: EngineOptions): Promise<Evaluation> {
  const startMs = performance.now();
  const automaton = compile(source.machine, { stateBudget: options.stateBudget });
  const done = (tally: Tally, method: string): Evaluation => ({
    tally,
    method,
    states: automaton.states,
    elapsedMs: performance.now() - startMs,
  });
  if (options.engine !== 'sample') return done(exact(automaton), 'compiled whole');
  return done(await sampleAutomaton(automaton, options), 'walk');
}

/** Samples a compiled automaton: a fixed number of trials, or until the intervals are narrow enough. */
export async function sampleAutomaton(automaton: Automaton, options: EngineOptions): Promise<Tally> {
  return options.precision === undefined
    ? fixedTrials(automaton, options)
    : untilPrecise(automaton, options, options.precision);
}

async function fixedTrials(automaton: Automaton, options: EngineOptions): Promise<Tally> {
  const trials = options.trials ?? DEFAULT_TRIALS;
  assertTrials(trials);
  const plan = planBlocks(trials);
  if (automaton.start < 0) return tallyCounts(automaton, empty(automaton), trials, false);
  const runner = await runnerFor(automaton, options, trials);
  const walked = await runner.run(plan, 0, plan.blocks);
  return tallyPrefix(automaton, walked, plan, walked.done);
}

/** Looks only after 8, 16, 32 … blocks, never by the clock, so that the same seed always stops at the same place. */
async function untilPrecise(automaton: Automaton, options: EngineOptions, precision: number): Promise<Tally> {
  if (!(precision > 0 && precision < 1)) {
    throw new SimError(`The precision is ${precision}; it must lie between 0 and 1 (0.001 is 0.1 %).`);
  }
  const cap = options.trials ?? PRECISION_TRIALS;
  assertTrials(cap);
  if (automaton.start < 0) return tallyCounts(automaton, empty(automaton), 1, false);
  const most = Math.max(1, Math.ceil(cap / PRECISION_BLOCK));
  const plan: BlockPlan = { trials: cap, blockSize: Math.min(cap, PRECISION_BLOCK), blocks: most };
  const counts = { edges: empty(automaton).edges, blocks: [] as BlockTally[] };
  let runner: BlockRunner | null = null;
  let threaded = false;
  let done = 0;
  for (let want = Math.min(most, PRECISION_FIRST_BLOCKS); ; want = Math.min(most, want * 2)) {
    const large = needsThreads(automaton, options, want * PRECISION_BLOCK);
    if (!runner || (large && !threaded)) {
      runner = await (large ? onThreads : inProcess)(automaton, options);
      threaded = large;
    }
    const walked = await runner.run(plan, done, want);
    for (let e = 0; e < counts.edges.length; e++) counts.edges[e] += walked.edges[e];
    counts.blocks.push(...walked.blocks);
    done = walked.done;
    const tally = tallyPrefix(automaton, counts, plan, done);
    if (done < want) return { ...tally, partial: true };
    if (preciseEnough(tally, precision)) return { ...tally, partial: false };
    if (want === most) return { ...tally, partial: false };
  }
}

function tallyPrefix(automaton: Automaton, counts: BlockCounts, plan: BlockPlan, done: number): Tally {
  const trials = Math.min(plan.trials, done * plan.blockSize);
  if (trials === 0)
    throw new SimError('The run was stopped before its first block was done; there is nothing to report.');
  return tallyCounts(automaton, counts, trials, done < plan.blocks);
}

const empty = (automaton: Automaton): BlockCounts => ({ edges: new Float64Array(automaton.target.length), blocks: [] });

async function runnerFor(automaton: Automaton, options: EngineOptions, trials: number): Promise<BlockRunner> {
  return needsThreads(automaton, options, trials) ? onThreads(automaton, options) : inProcess(automaton, options);
}

function needsThreads(automaton: Automaton, _options: EngineOptions, trials: number): boolean {
  const plan = planExact(automaton);
  propagate(plan);
  const stepsPerEncounter = plan.atNode.reduce((a, b) => a + b, 0);
  return (trials * stepsPerEncounter * GUESSED_NS_PER_STEP) / 1e6 > THREADS_FROM_MS;
}
