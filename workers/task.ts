import type { BlockPlan } from '../src/sim/blocks.ts';
import type { BlockTally } from '../src/sim/tally.ts';
import type { SharedAutomaton } from '../src/sim/walk/share.ts';
import type { WalkTable } from '../src/sim/walk/table.ts';

/** What crosses to a thread: plain data and shared memory. */
export interface WalkTask {
  readonly kind: 'walk';
  readonly automaton: SharedAutomaton;
  readonly table: WalkTable;
  readonly plan: BlockPlan;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly control: Int32Array;
}

/** What comes back: blocks `from` up to `done` (all of them, unless the run was stopped). */
export interface WalkAnswer {
  readonly done: number;
  readonly edges: Float64Array;
  readonly blocks: readonly BlockTally[];
}

/** A fault in the work itself, as against the death of the thread: running it again would fail again. */
export interface Failed {
  readonly failed: string;
}

/** Places in `control`. */
export const STOP = 0;
export const PROGRESS = 1;
/** Progress counts in steps of so many encounters, so that 10^12 of them fit 32 bits. */
export const PROGRESS_UNIT = 1024;
