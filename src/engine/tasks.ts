import { type Failed, PROGRESS, PROGRESS_UNIT, STOP, type Task } from '../../workers/task.ts';
import type { BlockPlan } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import type { EngineOptions } from './types.ts';

/** How often a task whose thread died is run again before the run gives up. */
const TRIES = 3;
export const PROGRESS_EVERY_MS = 100;

/**
 * Runs blocks `from` to `to` of a plan on the pool, `perTask` blocks a task, and gives the answers from the first on as
 * far as there is no gap. A thread that dies is replaced by the pool; whatever it had counted died with it, so its
 * blocks are simply run again and nothing is counted twice.
 */
export async function onPool<T extends Task, A extends { readonly done: number }>(
  options: EngineOptions,
  plan: BlockPlan,
  from: number,
  to: number,
  perTask: number,
  makeTask: (from: number, to: number, control: Int32Array) => T,
): Promise<A[]> {
  const { threadPool } = await import('../../workers/pool.ts');
  const pool = await threadPool(options.threads);
  const control = new Int32Array(new SharedArrayBuffer(8));
  const stop = () => Atomics.store(control, STOP, 1);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  const startMs = performance.now();
  const timer = setInterval(() => {
    options.onProgress?.({
      doneTrials: Math.min(plan.trials, from * plan.blockSize + Atomics.load(control, PROGRESS) * PROGRESS_UNIT),
      totalTrials: plan.trials,
      elapsedMs: performance.now() - startMs,
    });
  }, PROGRESS_EVERY_MS);
  const attempt = async (task: T): Promise<A> => {
    for (let tries = 1; ; tries++) {
      let answer: A | Failed;
      try {
        answer = await pool.run(task);
      } catch (error) {
        if (tries < TRIES && Atomics.load(control, STOP) === 0) continue;
        throw new SimError(`A worker thread died ${tries} times over the same work (${(error as Error).message}).`);
      }
      if ('failed' in answer) throw new SimError(`A worker thread failed: ${answer.failed}`);
      return answer;
    }
  };
  const tasks: Promise<A>[] = [];
  for (let k = from; k < to; k += perTask) tasks.push(attempt(makeTask(k, Math.min(to, k + perTask), control)));
  try {
    return unbroken(await Promise.all(tasks), from, perTask, to);
  } catch (error) {
    stop();
    await Promise.allSettled(tasks);
    throw error;
  } finally {
    clearInterval(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

function unbroken<A extends { readonly done: number }>(
  answers: readonly A[],
  from: number,
  perTask: number,
  to: number,
): A[] {
  const whole: A[] = [];
  for (const answer of answers) {
    whole.push(answer);
    if (answer.done < Math.min(to, from + whole.length * perTask)) break;
  }
  return whole;
}
