import { SimError } from '../sim/error.ts';
import type { ExperimentOptions } from './options.ts';

/** What a step gives, or undefined where a stop came before it had anything to give. */
export async function unlessStopped<T>(options: ExperimentOptions, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (e) {
    if (e instanceof SimError && options.signal?.aborted) return undefined;
    throw e;
  }
}
