import type { BuiltEncounter } from '../rules/encounter.ts';
import { bookHash, digest } from '../rules/hash.ts';
import type { LoadedScenario, Override } from '../scenarios/prepare.ts';
import type { Recipe } from '../scenarios/recipe.ts';
import type { BlockPlan } from '../sim/blocks.ts';
import type { PlayCounts } from '../sim/play/counts.ts';
import type { PlayStyle } from '../sim/play/session.ts';
import type { SumDifferences } from '../sim/play/sum-differences.ts';
import type { BlockTally } from '../sim/tally.ts';
import type { SharedAutomaton } from '../sim/walk/share.ts';
import type { WalkTable } from '../sim/walk/table.ts';
import type { EngineOptions, Evaluation } from './types.ts';

/*
 * What travels: work (an encounter to sample, or a scenario whose cells are wanted) and pieces of it. Both are plain data
 * that anybody who has this version of the program can compute, and each is named by what it says.
 */

/** Blocks of encounters: walked over the compiled automaton of one recipe or of two under the same dice, or played. */
export interface BlocksWork {
  readonly kind: 'walk' | 'play';
  readonly recipes: readonly Recipe[];
  /** How encounters are played; walks know but one way. */
  readonly style?: PlayStyle;
  readonly plan: BlockPlan;
  readonly seed: number;
}

/** Whether threads that do pieces of some work had better fill one set of tables together. */
export const canPlayTogether = ({ kind, recipes, style }: BlocksWork): boolean =>
  kind === 'play' && recipes.length === 1 && style?.kernels === true;

/** Cells of a scenario, each evaluated whole. */
export interface CellsWork {
  readonly kind: 'cells';
  /** Without the texts it was read from. */
  readonly scenario: LoadedScenario;
  readonly engine: Pick<EngineOptions, 'engine' | 'seed' | 'trials' | 'level' | 'stateBudget'>;
  /** Cells that need so many trials that their blocks are better shared out come back undone. */
  readonly exactOnly: boolean;
}

export type Work = BlocksWork | CellsWork;

/** Blocks `from` up to `to` of a plan. */
export interface BlocksPiece {
  readonly work: BlocksWork;
  /** The work's name; threads keep what they have built under it. */
  readonly key: string;
  /** Its place among the pieces of the work. */
  readonly place: number;
  readonly from: number;
  readonly to: number;
  /** For threads of the same process: the compiled automaton in shared memory, so that they need not compile it. */
  readonly local?: { readonly automaton: SharedAutomaton; readonly table: WalkTable };
}

/** The overrides of each cell of the piece. */
export interface CellsPiece {
  readonly work: CellsWork;
  readonly key: string;
  readonly place: number;
  readonly cells: readonly (readonly Override[])[];
}

export type Piece = BlocksPiece | CellsPiece;

/** Blocks `from` up to `done` (all of them, unless the work was stopped). */
export interface WalkAnswer {
  readonly done: number;
  readonly edges: Float64Array;
  readonly blocks: readonly BlockTally[];
}
export interface PlayAnswer {
  readonly done: number;
  /** One for each recipe. */
  readonly counts: readonly PlayCounts[];
  /** Endings that came together, "outcome|values#outcome|values" to count; null when there are too many kinds. */
  readonly joint: ReadonlyMap<string, number> | null;
  readonly sumDifferences: SumDifferences | null;
}
export interface CellAnswer {
  readonly evaluation: Evaluation;
  readonly notes: BuiltEncounter['notes'];
  readonly sides: BuiltEncounter['sides'];
}
/** One for each cell, null for those left undone; fewer when the work was stopped. */
export interface CellsAnswer {
  readonly cells: readonly (CellAnswer | null)[];
}
export type Answer = WalkAnswer | PlayAnswer | CellsAnswer;

/** What a recipe says, in a few letters: equal encounters have equal keys wherever they are made. */
export function recipeKey({ book, encounter, situation }: Recipe): string {
  return digest([bookHash(book), book.program ?? null, encounter, situation]).slice(0, 24);
}

const keys = new WeakMap<Work, string>();

/** The name of some work: hex digits that stand for all it says. */
export function workKey(work: Work): string {
  let key = keys.get(work);
  if (key === undefined) {
    key = digest(workContent(work)).slice(0, 24);
    keys.set(work, key);
  }
  return key;
}

function workContent(work: Work): unknown {
  if (work.kind !== 'cells') return [work.kind, work.recipes.map(recipeKey), work.style ?? {}, work.plan, work.seed];
  const { scenario, engine, exactOnly } = work;
  return [
    work.kind,
    { ...scenario, builtIn: [], books: [...scenario.books], named: [...scenario.named], data: [...scenario.data] },
    engine,
    exactOnly,
  ];
}
