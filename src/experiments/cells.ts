import { evaluate } from '../engine/evaluate.ts';
import type { Evaluation } from '../engine/types.ts';
import { assembleCell } from '../results/assemble.ts';
import { cellDetails } from '../results/details.ts';
import type { CellResult } from '../results/types.ts';
import { withNamedBooks } from '../scenarios/loaded.ts';
import {
  type LoadedScenario,
  type Override,
  type PreparedCell,
  prepareCell,
  resolveCell,
} from '../scenarios/prepare.ts';
import { SimError, StoppedError } from '../sim/error.ts';
import { type Cell, cellOf } from './cell.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';
import { shortOfPrecision } from './precision.ts';
import { CellProgress } from './progress.ts';
import { canBeSampledWhole, shareCells } from './shared-cells.ts';

export type { Cell } from './cell.ts';

/** A cell to be run: what it changes, and what it is called by. */
export interface CellRequest {
  readonly overrides: readonly Override[];
  readonly labels?: CellResult['labels'];
}

/** Cells up to this number are all checked before the first is run; beyond, checking as they come is quicker. */
const CHECKED_AHEAD = 5_000;
/** Cells go to threads once so long has been spent on them here, and so much is left. */
const ALONE_LIMIT_MS = 150;
const WORTH_SHARING_MS = 500;

/**
 * Runs cells in order. Cells that are small work go to the workforce whole, some in a piece: at once where the workforce
 * is far away, on threads as soon as it is clear that there is enough to do. A cell that is sampled in many trials shares
 * its blocks out instead. When stopped, what is done without a gap is given back.
 */
export async function runCells<T>(
  scenario: LoadedScenario,
  requests: readonly CellRequest[],
  options: ExperimentOptions,
  take: (cell: Cell, index: number) => T,
): Promise<T[]> {
  assertCells(requests.length, options);
  const loaded = await withBooksOf(scenario, requests);
  if (requests.length <= CHECKED_AHEAD) for (const request of requests) resolveCell(loaded, request.overrides);
  const progress = new CellProgress(requests.length, loaded, options);
  const taken: T[] = [];
  const takeCell = async (shared: Cell | null): Promise<void> => {
    const cell = shared ?? (await runCell(loaded, requests[taken.length], options, progress));
    taken.push(take(cell, taken.length));
    await progress.cellDone();
  };
  const { workforce } = options;
  if (workforce?.grain === 'coarse' && canBeSampledWhole(loaded, options)) {
    await shareCells(workforce, loaded, requests, options, takeCell);
    if (taken.length > 0) return taken;
  }
  const startMs = performance.now();
  let small = true;
  let mayShare = workforce?.grain === 'fine' && workforce.width > 1;
  while (taken.length < requests.length) {
    if (options.signal?.aborted && taken.length > 0) break;
    const cell = await runCell(loaded, requests[taken.length], options, progress).catch(onlyIfNothing(taken));
    if (!cell) break;
    await takeCell(cell);
    small &&= cell.evaluation.method === 'compiled whole';
    const spentMs = performance.now() - startMs;
    const leftMs = (spentMs / taken.length) * (requests.length - taken.length);
    if (!mayShare || !small || spentMs < ALONE_LIMIT_MS || leftMs < WORTH_SHARING_MS) continue;
    mayShare = false;
    // Threads may be unable to do it (a rulebook with code of the caller's own cannot go there): then it goes on here.
    await shareCells(workforce!, loaded, requests.slice(taken.length), options, takeCell).catch(onlyIfCannot);
  }
  return taken;
}

/** A stop in the middle of a cell costs that cell, not those that are done. */
export const onlyIfNothing =
  (done: { readonly length: number }) =>
  (error: unknown): null => {
    if (error instanceof StoppedError && done.length > 0) return null;
    throw error;
  };

const onlyIfCannot = (error: unknown): void => {
  if (!(error instanceof SimError)) throw error;
};

/** The scenario with the rulebooks that cells ask for. */
export const withBooksOf = (loaded: LoadedScenario, requests: readonly CellRequest[]): Promise<LoadedScenario> =>
  withNamedBooks(
    loaded,
    requests.flatMap((p) => p.overrides),
  );

/** A cell that was run here, with what it was made of. */
type RunCell = Cell & { readonly prepared: PreparedCell };

/** Runs one cell. */
export async function runCell(
  loaded: LoadedScenario,
  request: CellRequest,
  options: ExperimentOptions,
  progress?: CellProgress,
): Promise<RunCell> {
  const prepared = prepareCell(loaded, request.overrides);
  const engine = engineOptions(loaded, options);
  const evaluation = await evaluate(
    { machine: prepared.built.machine, recipe: prepared.recipe },
    { ...engine, onProgress: (p) => progress?.within(p), onStates: (n, share) => progress?.counting(n, share) },
  );
  const cell = cellOf(evaluation, prepared.sides.names, () =>
    cellResult(prepared, evaluation, engine.precision, request.labels),
  );
  return Object.defineProperty(cell, 'prepared', { value: prepared }) as RunCell;
}

/** The results of a prepared cell. A run for `precision` that gave up before it says so. */
export function cellResult(
  prepared: PreparedCell,
  evaluation: Evaluation,
  precision: number | undefined,
  labels: CellResult['labels'] = prepared.labels,
): CellResult {
  const { book, variantName, built, sides } = prepared;
  const notes = [...built.notes, ...shortOfPrecision([evaluation], precision)];
  return assembleCell({ labels, book, variant: variantName, notes, sides }, evaluation);
}

/** The same with all its details, for answers of a cell or two. */
export const detailedResult = (...answer: Parameters<typeof cellResult>): CellResult =>
  withDetails(cellResult(...answer), answer[1].tally, 1);

/** Details take more room than the rest of a cell: grids go without. */
const MOST_DETAILED = 20;

/** A cell with what goes beyond outcomes and averages, unless it is one of very many. */
export const withDetails = (result: CellResult, tally: Evaluation['tally'], cells: number): CellResult =>
  cells > MOST_DETAILED ? result : { ...result, details: cellDetails(tally) };
