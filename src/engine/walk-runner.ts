import type { WalkAnswer, WalkTask } from '../../workers/task.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, trialsInBlock } from '../sim/blocks.ts';
import { planExact, propagate } from '../sim/exact.ts';
import { breathe } from '../sim/giving-way.ts';
import { Walker } from '../sim/sample.ts';
import type { BlockTally } from '../sim/tally.ts';
import { shareAutomaton } from '../sim/walk/share.ts';
import { walkTable } from '../sim/walk/table.ts';
import { onPool, PROGRESS_EVERY_MS } from './tasks.ts';
import type { EngineOptions } from './types.ts';

/** Encounters in one task at the least: handing out work costs a little, and a dead thread loses a task. */
const TASK_TRIALS = 2 ** 21;
/** Work below this is done before a thread has started. */
const THREADS_FROM_MS = 120;
const GUESSED_NS_PER_STEP = 1.5;

/** Runs blocks of a plan, with the same counts whatever the number of threads. `done` may fall short after a stop. */
export type WalkRunner = (plan: BlockPlan, from: number, to: number) => Promise<WalkAnswer>;

export async function walkRunner(automaton: Automaton, options: EngineOptions, trials: number): Promise<WalkRunner> {
  return worthThreads(automaton, trials) ? onThreads(automaton, options) : inProcess(automaton, options);
}

/** Whether so many encounters take long enough for threads to pay. */
export function worthThreads(automaton: Automaton, trials: number): boolean {
  const plan = planExact(automaton);
  propagate(plan);
  const stepsEach = plan.atNode.reduce((a, b) => a + b, 0);
  return (trials * stepsEach * GUESSED_NS_PER_STEP) / 1e6 > THREADS_FROM_MS;
}

/** Small runs: no thread is started; control goes back to the event loop between blocks. */
async function inProcess(automaton: Automaton, options: EngineOptions): Promise<WalkRunner> {
  const walker = await Walker.on(automaton);
  return async (plan, from, to) => {
    const edges = new Float64Array(automaton.target.length);
    const blocks: BlockTally[] = [];
    const startMs = performance.now();
    let toldMs = startMs;
    let done = from;
    while (done < to && !options.signal?.aborted) {
      blocks.push(walker.block(options.seed, done, trialsInBlock(plan, done), edges)!);
      done++;
      const nowMs = performance.now();
      if (nowMs - toldMs < PROGRESS_EVERY_MS / 5) continue;
      toldMs = nowMs;
      const doneTrials = Math.min(plan.trials, done * plan.blockSize);
      options.onProgress?.({ doneTrials, totalTrials: plan.trials, elapsedMs: nowMs - startMs });
      await breathe();
    }
    return { done, edges, blocks };
  };
}

/** Large runs: blocks are claimed by the threads of the pool, task by task. */
async function onThreads(automaton: Automaton, options: EngineOptions): Promise<WalkRunner> {
  const shared = shareAutomaton(automaton);
  const table = walkTable(automaton);
  return async (plan, from, to) => {
    const perTask = Math.max(1, Math.floor(TASK_TRIALS / plan.blockSize));
    const answers = await onPool<WalkTask, WalkAnswer>(options, plan, from, to, perTask, (a, b, control) => ({
      kind: 'walk',
      automaton: shared,
      table,
      plan,
      seed: options.seed,
      from: a,
      to: b,
      control,
    }));
    const edges = new Float64Array(automaton.target.length);
    for (const answer of answers) for (let e = 0; e < edges.length; e++) edges[e] += answer.edges[e];
    return { done: answers.at(-1)?.done ?? from, edges, blocks: answers.flatMap((a) => a.blocks) };
  };
}
