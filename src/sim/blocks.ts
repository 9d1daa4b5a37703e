/**
 * Work is cut into blocks of encounters, each with a random stream of its own: block k of a seed is the same wherever and
 * whenever it is run. The cut depends on the number of trials alone, never on threads or time.
 */
export interface BlockPlan {
  readonly trials: number;
  readonly blockSize: number;
  readonly blocks: number;
}

/** Intervals from block means want a good hundred blocks. */
const BLOCKS_WANTED = 256;
const SMALLEST_BLOCK = 64;
/** Counts are 32 bits wide within a block; no entry is visited more often than a few times an encounter. */
const LARGEST_BLOCK = 2 ** 24;

/** @param largest the most encounters in a block, where they take long */
export function planBlocks(trials: number, largest = LARGEST_BLOCK): BlockPlan {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, trials / BLOCKS_WANTED)));
  const blockSize = Math.min(largest, Math.max(SMALLEST_BLOCK, wanted));
  return { trials, blockSize, blocks: Math.ceil(trials / blockSize) };
}

/** How many encounters block `k` holds; the last may be short. */
export const trialsInBlock = (plan: BlockPlan, k: number): number =>
  Math.min(plan.blockSize, plan.trials - k * plan.blockSize);

/** Which block holds encounter `i` (from 0) of a run, and its place in the block by order of starting. */
export const findEncounter = (plan: BlockPlan, i: number): { readonly block: number; readonly place: number } => ({
  block: Math.floor(i / plan.blockSize),
  place: i % plan.blockSize,
});
