import { setImmediate } from 'node:timers/promises';
import type { Failed, WalkAnswer, WalkTask } from '../../workers/task.ts';
import { PROGRESS, PROGRESS_UNIT, STOP } from '../../workers/task.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, trialsInBlock } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { type BlockCounts, Walker } from '../sim/sample.ts';
import type { BlockTally } from '../sim/tally.ts';
import { shareAutomaton } from '../sim/walk/share.ts';
import { type WalkTable, walkTable } from '../sim/walk/table.ts';
import type { EngineOptions } from './types.ts';

/** Encounters in one task at the least: handing out work costs a little, and a dead thread loses a task. */
const TASK_TRIALS = 2 ** 21;
/** How often a task whose thread died is run again before the run gives up. */
const TRIES = 3;
const PROGRESS_EVERY_MS = 100;

/** Blocks done without a gap from `from` on, added up. */
export interface Walked extends BlockCounts {
  readonly done: number;
}

/** Runs the blocks of a plan, on this thread or on several, with the same result whatever their number. */
export interface BlockRunner {
  run(plan: BlockPlan, from: number, to: number): Promise<Walked>;
}

/** Small runs: no thread is started; control goes back to the event loop between blocks. */
export async function inProcess(automaton: Automaton, options: EngineOptions): Promise<BlockRunner> {
  const walker = await Walker.on(automaton);
  return {
    async run(plan, from, to) {
      const edges = new Float64Array(automaton.target.length);
      const blocks: BlockTally[] = [];
      const startMs = performance.now();
      let toldMs = startMs;
      let done = from;
      for (; done < to && !options.signal?.aborted; done++) {
        blocks.push(walker.block(options.seed, done, trialsInBlock(plan, done), edges)!);
        const nowMs = performance.now();
        if (nowMs - toldMs < PROGRESS_EVERY_MS / 5) continue;
        toldMs = nowMs;
        options.onProgress?.({
          doneTrials: Math.min(plan.trials, (done + 1) * plan.blockSize),
          totalTrials: plan.trials,
          elapsedMs: nowMs - startMs,
        });
        await setImmediate();
      }
      return { done, edges, blocks };
    },
  };
}

/** Large runs: blocks are claimed by the threads of the pool, task by task. */
export async function onThreads(automaton: Automaton, options: EngineOptions): Promise<BlockRunner> {
  const { threadPool } = await import('../../workers/pool.ts');
  const pool = await threadPool(options.threads);
  const shared = shareAutomaton(automaton);
  const table: WalkTable = walkTable(automaton);
  const control = new Int32Array(new SharedArrayBuffer(8));
  const attempt = async (task: WalkTask): Promise<WalkAnswer> => {
    for (let tries = 1; ; tries++) {
      let answer: WalkAnswer | Failed;
      try {
        answer = await pool.run(task);
      } catch (error) {
        // The thread died: whatever it had counted died with it, so its blocks may be run again from the start.
        if (tries < TRIES && Atomics.load(control, STOP) === 0) continue;
        throw new SimError(`A worker thread died ${tries} times over the same work (${(error as Error).message}).`);
      }
      if ('failed' in answer) throw new SimError(`A worker thread failed: ${answer.failed}`);
      return answer;
    }
  };
  return {
    async run(plan, from, to) {
      const startMs = performance.now();
      control.fill(0);
      const stop = () => Atomics.store(control, STOP, 1);
      if (options.signal?.aborted) stop();
      options.signal?.addEventListener('abort', stop, { once: true });
      const timer = setInterval(() => {
        options.onProgress?.({
          doneTrials: Math.min(plan.trials, from * plan.blockSize + Atomics.load(control, PROGRESS) * PROGRESS_UNIT),
          totalTrials: plan.trials,
          elapsedMs: performance.now() - startMs,
        });
      }, PROGRESS_EVERY_MS);
      const perTask = Math.max(1, Math.floor(TASK_TRIALS / plan.blockSize));
      const tasks: Promise<WalkAnswer>[] = [];
      for (let k = from; k < to; k += perTask) {
        tasks.push(
          attempt({
            kind: 'walk',
            automaton: shared,
            table,
            plan,
            seed: options.seed,
            from: k,
            to: Math.min(to, k + perTask),
            control,
          }),
        );
      }
      try {
        return join(automaton, await Promise.all(tasks), from, perTask, to);
      } catch (error) {
        stop();
        await Promise.allSettled(tasks);
        throw error;
      } finally {
        clearInterval(timer);
        options.signal?.removeEventListener('abort', stop);
      }
    },
  };
}

/** Adds up answers from the first on, as far as there is no gap. */
function join(automaton: Automaton, answers: readonly WalkAnswer[], from: number, perTask: number, to: number): Walked {
  const edges = new Float64Array(automaton.target.length);
  const blocks: BlockTally[] = [];
  let done = from;
  for (const answer of answers) {
    for (let e = 0; e < edges.length; e++) edges[e] += answer.edges[e];
    blocks.push(...answer.blocks);
    const full = Math.min(to, done + perTask);
    done = answer.done;
    if (done < full) break;
  }
  return { done, edges, blocks };
}
