import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { isStopped, newControl, stop, trialsDone } from '../src/engine/control.ts';
import type { Answer, Piece } from '../src/engine/work.ts';
import type { Running, Workforce } from '../src/engine/workforce.ts';
import { SimError } from '../src/sim/error.ts';
import { keepHeapsSmall } from './garbage.ts';
import { hallOf, seekHost } from './halls.ts';
import { packPiece } from './packed.ts';
import { THREADLESS, threadPool } from './pool.ts';
import type { ThreadTask } from './thread.ts';
import type { Failed } from './worker.ts';

/** How often a piece whose thread died is run again before the run gives up. */
const TRIES = 3;

export interface ThreadOptions {
  /** A piece that takes longer is given up and its thread ended, whatever it does; no limit unless said. */
  readonly mostMs?: number;
  /** The process does nothing else, so that V8 may be set to this work. */
  readonly ownsProcess?: boolean;
}

/**
 * The threads of this machine, all of them unless a number is given. A thread that dies is replaced by the pool; whatever
 * it had counted died with it, so its piece is simply run again and nothing is counted twice.
 */
export function threadWorkforce(threads: number = availableParallelism(), options: ThreadOptions = {}): Workforce {
  return {
    width: threads,
    grain: 'fine',
    meets: true,
    run: (piece, signal) => begin(threads, piece, signal, options),
    // Threads are kept for the next run; `closePool` ends them.
    close: async () => {},
  };
}

function begin(threads: number, piece: Piece, signal: AbortSignal | undefined, options: ThreadOptions): Running {
  const { mostMs, ownsProcess = false } = options;
  if (ownsProcess && !('cells' in piece)) keepHeapsSmall();
  const control = newControl();
  const onAbort = () => stop(control);
  if (signal?.aborted) onAbort();
  // A piece each may listen: there are more threads than Node thinks reasonable.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', onAbort, { once: true });
  const task = { packed: packPiece(piece), control, hall: hallOf(piece.key) };
  const answer = attempt(threads, isWholeRun(piece) ? 1 : threads, task, mostMs).finally(() =>
    signal?.removeEventListener('abort', onAbort),
  );
  return { answer, trials: () => trialsDone(control) };
}

/** Whether there is nothing to do besides this piece. */
const isWholeRun = (piece: Piece): boolean =>
  !('cells' in piece) && piece.from === 0 && piece.to === piece.work.plan.blocks;

/** The answer; undefined where a thread died after a stop, which leaves a gap like any other. */
async function attempt(most: number, enough: number, task: ThreadTask, mostMs?: number): Promise<Answer | undefined> {
  const { piscina, threadless, giveBack } = await threadPool(most, enough);
  let broken = true;
  const limit = mostMs === undefined ? {} : { signal: AbortSignal.timeout(mostMs) };
  try {
    for (let tries = 1; ; tries++) {
      let answer: Answer | Failed;
      try {
        answer = await Promise.race([piscina.run(task, limit) as Promise<Answer | Failed>, threadless]);
      } catch (error) {
        seekHost(task.hall);
        if ((error as Error).name === THREADLESS) throw new SimError((error as Error).message);
        if (isStopped(task.control)) return undefined;
        if (limit.signal?.aborted) throw new SimError(`It took longer than ${minutes(mostMs!)}.`);
        if (tries < TRIES) continue;
        throw new SimError(`A worker thread died ${tries} times over the same work (${(error as Error).message}).`);
      }
      if ('failed' in answer) throw new SimError(`A worker thread failed: ${answer.failed}`);
      broken = false;
      return answer;
    }
  } finally {
    await giveBack(broken);
  }
}

const minutes = (ms: number): string => {
  const n = Math.ceil(ms / 60_000);
  return n === 1 ? '1 minute' : `${n} minutes`;
};
