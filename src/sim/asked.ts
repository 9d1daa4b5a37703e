import { SimError } from './error.ts';
import { LAST_SEED } from './random.ts';

/** The most encounters that one run may ask for; counts stay whole numbers far beyond. */
const MOST_TRIALS = 1e12;

/** Refuses anything that is not a number of trials, in one sentence. */
export function assertTrials(trials: number): void {
  if (!Number.isInteger(trials) || trials < 1 || trials > MOST_TRIALS) {
    throw new SimError(`The number of trials is ${trials}; it must be a whole number from 1 to 1,000,000,000,000.`);
  }
}

/** Refuses what is no seed. */
export function assertSeed(seed: number): void {
  if (!Number.isInteger(seed) || seed < 0 || seed > LAST_SEED)
    throw new SimError(`The seed is ${seed}; it must be a whole number from 0 to 4,294,967,295.`);
}
