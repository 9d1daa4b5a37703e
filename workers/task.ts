import type { Evaluation } from '../src/engine/types.ts';
import type { BuiltEncounter } from '../src/rules/encounter.ts';
import type { LoadedScenario, Override } from '../src/scenarios/prepare.ts';
import type { Recipe } from '../src/scenarios/recipe.ts';
import type { BlockPlan } from '../src/sim/blocks.ts';
import type { PlayCounts } from '../src/sim/play/counts.ts';
import type { PlayStyle } from '../src/sim/play/session.ts';
import type { SumDifferences } from '../src/sim/play/sum-differences.ts';
import type { BlockTally } from '../src/sim/tally.ts';
import type { SharedAutomaton } from '../src/sim/walk/share.ts';
import type { WalkTable } from '../src/sim/walk/table.ts';

/** What crosses to a thread: plain data and shared memory. Blocks `from` up to `to` of a plan. */
interface BlockTask {
  readonly plan: BlockPlan;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly control: Int32Array;
}

/** Walk a compiled automaton. */
export interface WalkTask extends BlockTask {
  readonly kind: 'walk';
  readonly automaton: SharedAutomaton;
  readonly table: WalkTable;
}

/** Play encounters with dice of their own: one recipe, or two under keyed dice. */
export interface PlayTask extends BlockTask {
  readonly kind: 'play';
  /** Tells this work from other work, so that a thread keeps what it has filled. */
  readonly id: number;
  readonly recipes: readonly Recipe[];
  readonly style: PlayStyle;
}

/** Work out cells of a scenario exactly. */
export interface CellsTask {
  readonly kind: 'cells';
  readonly id: number;
  /** Without the texts it was read from. */
  readonly scenario: LoadedScenario;
  /** The overrides of each cell. */
  readonly cells: readonly (readonly Override[])[];
  readonly stateBudget?: number;
}
export interface CellAnswer {
  readonly evaluation: Evaluation;
  readonly notes: BuiltEncounter['notes'];
  readonly sides: BuiltEncounter['sides'];
}
export interface CellsAnswer {
  readonly cells: readonly (CellAnswer | null)[];
}

export type BlocksTask = WalkTask | PlayTask;
export type Task = BlocksTask | CellsTask;

/** What comes back: blocks `from` up to `done` (all of them, unless the run was stopped). */
export interface WalkAnswer {
  readonly done: number;
  readonly edges: Float64Array;
  readonly blocks: readonly BlockTally[];
}
export interface PlayAnswer {
  readonly done: number;
  /** One a recipe. */
  readonly counts: readonly PlayCounts[];
  /** Endings that came together, "outcome|values#outcome|values" to count; null when there were too many kinds. */
  readonly joint: ReadonlyMap<string, number> | null;
  readonly sumDifferences: SumDifferences | null;
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
