import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';

interface Pool {
  readonly piscina: Piscina;
  /** Runs that have it in hand. */
  users: number;
}
/** By number of threads: runs that go on at the same time may ask for different numbers. */
const pools = new Map<number, Promise<Pool>>();

/** A pool of threads for one run; give it back when the run is over. */
export interface Lease {
  readonly piscina: Piscina;
  /** `broken` closes the pool, unless another run has it in hand; true when it was closed. */
  readonly giveBack: (broken?: boolean) => Promise<boolean>;
}

export async function threadPool(threads: number = availableParallelism()): Promise<Lease> {
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
    giveBack: async (broken = false) => {
      pool.users--;
      if (!broken || pool.users > 0) return false;
      if (pools.get(threads) === making) pools.delete(threads);
      await pool.piscina.destroy();
      return true;
    },
  };
}

async function make(threads: number): Promise<Pool> {
  const { Piscina: Pool } = await import('piscina');
  const fromSource = import.meta.url.endsWith('.ts');
  const piscina = new Pool({
    filename: new URL(fromSource ? './from-source.mjs' : './worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 1_000,
    execArgv: [],
  });
  // A thread that dies is replaced by the pool and its task rejected, which the runner answers by running it again.
  piscina.on('error', () => {});
  return { piscina, users: 0 };
}

/** Threads that nobody uses are not kept beside others. */
async function closeIdle(): Promise<void> {
  for (const [threads, making] of [...pools]) {
    const pool = await making;
    if (pool.users > 0) continue;
    pools.delete(threads);
    await pool.piscina.destroy();
  }
}

/** Ends all threads, whoever uses them. */
export async function closePool(): Promise<void> {
  const closing = [...pools.values()];
  pools.clear();
  for (const making of closing) await (await making).piscina.destroy();
}
