import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';

let pool: { threads: number; piscina: Piscina } | null = null;

/** The pool of threads, made on first use and shared. */
export async function threadPool(threads: number = availableParallelism()): Promise<Piscina> {
  if (pool?.threads === threads) return pool.piscina;
  await closePool();
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
  pool = { threads, piscina };
  return piscina;
}

export async function closePool(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.piscina.destroy();
}
