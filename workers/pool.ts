import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';

let pool: { threads: number; piscina: Piscina } | null = null;

/**
 * The pool of threads, made on first use and shared. From source (.ts) the threads load through tsx, resolved from here
 * so that it is found whatever the working directory.
 */
export async function threadPool(threads: number = availableParallelism()): Promise<Piscina> {
  if (pool?.threads === threads) return pool.piscina;
  await closePool();
  const { Piscina: Pool } = await import('piscina');
  const fromSource = import.meta.url.endsWith('.ts');
  const piscina = new Pool({
    filename: new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 1_000,
    ...(fromSource ? { execArgv: ['--import', tsxUrl()] } : { execArgv: [] }),
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

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
