import type { Piscina } from 'piscina';
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
  const lease = await threadPool(options.threads);
  const pool = lease.piscina;
  const control = new Int32Array(new SharedArrayBuffer(8));
  const stop = () => Atomics.store(control, STOP, 1);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  const startMs = performance.now();
  let blocksDone = 0;
  const timer = setInterval(() => {
    // Blocks smaller than the unit that threads count in show only once they are done.
    const told = Math.max(Atomics.load(control, PROGRESS) * PROGRESS_UNIT, blocksDone * plan.blockSize);
    options.onProgress?.({
      doneTrials: Math.min(plan.trials, from * plan.blockSize + told),
      totalTrials: plan.trials,
      elapsedMs: performance.now() - startMs,
    });
  }, PROGRESS_EVERY_MS);
  /** The answer to a task; undefined where a thread died after a stop, which leaves a gap like any other. */
  const attempt = async (task: T): Promise<A | undefined> => {
    for (let tries = 1; ; tries++) {
      let answer: A | Failed;
      try {
        answer = await pool.run(task);
      } catch (error) {
        if (Atomics.load(control, STOP) !== 0) return undefined;
        if (tries < TRIES) continue;
        throw new SimError(`A worker thread died ${tries} times over the same work (${(error as Error).message}).`);
      }
      if ('failed' in answer) throw new SimError(`A worker thread failed: ${answer.failed}`);
      return answer;
    }
  };
  const answers: (A | undefined)[] = [];
  let next = from;
  // Twice as many tasks in hand as threads: enough to keep them busy, few enough to be dropped at once on a stop.
  const hand = async (): Promise<void> => {
    while (next < to && Atomics.load(control, STOP) === 0) {
      const k = next;
      next += perTask;
      answers[(k - from) / perTask] = await attempt(makeTask(k, Math.min(to, k + perTask), control));
      blocksDone += perTask;
    }
  };
  const hands = Array.from({ length: pool.options.maxThreads * 2 }, hand);
  const threadless = watchForNoThreads(pool);
  try {
    await Promise.race([Promise.all(hands), threadless.failure]);
    await lease.giveBack();
    return unbroken(answers, from, perTask, to);
  } catch (error) {
    stop();
    // A pool that is closed rejects all it had in hand; one that others use goes on without us.
    if (await lease.giveBack(true)) await Promise.allSettled(hands);
    throw error;
  } finally {
    threadless.enough();
    clearInterval(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

/** The pool does not replace threads that cannot even start, and tasks queued for them would wait for ever. */
function watchForNoThreads(pool: Piscina): { readonly failure: Promise<never>; readonly enough: () => void } {
  let onError: (error: Error) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    onError = (error) => {
      if (pool.threads.length === 0) reject(new SimError(`The worker threads cannot start: ${error.message}.`));
    };
  });
  failure.catch(() => {});
  pool.on('error', onError);
  return { failure, enough: () => pool.off('error', onError) };
}

function unbroken<A extends { readonly done: number }>(
  answers: readonly (A | undefined)[],
  from: number,
  perTask: number,
  to: number,
): A[] {
  const whole: A[] = [];
  for (const answer of answers) {
    if (!answer) break;
    whole.push(answer);
    if (answer.done < Math.min(to, from + whole.length * perTask)) break;
  }
  return whole;
}
