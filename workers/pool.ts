import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { collectGarbage } from './garbage.ts';
import { withoutThreads } from './halls.ts';

/** The name of the error when no thread can start. */
export const THREADLESS = 'ThreadlessError';

/** Threads that may fail in a row before it is said that none can start. */
const FAILED_STARTS = 40;

interface Pool {
  readonly piscina: Piscina;
  /** Rejected when threads cannot even start: tasks queued for them would wait for ever. */
  readonly threadless: Promise<never>;
  /** Pieces that have it in hand. */
  users: number;
}
/** By number of threads: runs that go on at the same time may ask for different numbers. */
const pools = new Map<number, Promise<Pool>>();

/** A pool of threads for one piece; give it back when that is done. */
export interface Lease {
  readonly piscina: Piscina;
  readonly threadless: Promise<never>;
  /** `broken` closes the pool, unless another run has it in hand; true when it was closed. */
  readonly giveBack: (broken?: boolean) => Promise<boolean>;
}

/** @param enough threads that are started where there are none yet */
export async function threadPool(most: number = availableParallelism(), enough = most): Promise<Lease> {
  const threads = pools.has(most) ? most : enough;
  let making = pools.get(threads);
  if (!making) {
    await closeIdle();
    making = pools.get(threads) ?? make(threads);
    pools.set(threads, making);
  }
  const pool = await making;
  pool.users++;
  return {
    piscina: pool.piscina,
    threadless: pool.threadless,
    giveBack: async (broken = false) => {
      pool.users--;
      if (!broken || pool.users > 0) return false;
      if (pools.get(threads) === making) pools.delete(threads);
      await end(pool);
      return true;
    },
  };
}

async function make(threads: number): Promise<Pool> {
  const { Piscina: Pool } = await import('piscina');
  const fromSource = import.meta.url.endsWith('.ts');
  const piscina = new Pool({
    filename: new URL(fromSource ? './from-source.mjs' : './thread.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 1_000,
    execArgv: [],
    // A thread that has nothing to do may still be asked something by the others.
    atomics: 'disabled',
    // What cells leave behind dies at once, and room for it spares some of their time; but every thread takes that room.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
  // A thread that dies is replaced by the pool and its task rejected, which is answered by running it again; one that
  // cannot start is replaced for ever, or not at all.
  let failures = 0;
  const threadless = new Promise<never>((_, reject) => {
    piscina.on('error', (error: Error) => {
      if (piscina.threads.length > 0 && ++failures < FAILED_STARTS) return;
      reject(Object.assign(new Error(`The worker threads cannot start: ${error.message}.`), { name: THREADLESS }));
    });
  });
  threadless.catch(() => {});
  // Threads take longer to start than this.
  setImmediate(collectGarbage);
  return { piscina, threadless, users: 0 };
}

/** Threads that nobody uses are not kept beside others. */
async function closeIdle(): Promise<void> {
  for (const [threads, making] of [...pools]) {
    const pool = await making;
    if (pool.users > 0) continue;
    pools.delete(threads);
    await end(pool);
  }
}

/** Ends all threads, whoever uses them. */
export async function closePool(): Promise<void> {
  const closing = [...pools.values()];
  pools.clear();
  for (const making of closing) await end(await making);
}

async function end({ piscina }: Pool): Promise<void> {
  const threads = piscina.threads.map(({ threadId }) => threadId);
  await piscina.destroy();
  withoutThreads(threads);
}
