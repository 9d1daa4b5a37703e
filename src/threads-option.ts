import type { ExperimentOptions } from './experiments/options.ts';

export interface Threads {
  /** Threads to work with; all by default. A `workforce` of one's own takes their place. */
  readonly threads?: number;
}

/** Threads in the place of their number. */
export async function shared<T extends ExperimentOptions & Threads>({
  threads,
  ...rest
}: T): Promise<Omit<T, 'threads'>> {
  if (rest.workforce) return rest;
  const { threadWorkforce } = await import('../workers/threads.ts');
  return { ...rest, workforce: threadWorkforce(threads) };
}
