import { evaluate } from '../engine/evaluate.ts';
import type { Evaluation } from '../engine/types.ts';
import { assembleCell } from '../results/assemble.ts';
import type { CellResult } from '../results/types.ts';
import { loadBooks } from '../rules/registry.ts';
import {
  type LoadedScenario,
  type Override,
  type PreparedCell,
  prepareCell,
  resolveCell,
} from '../scenarios/prepare.ts';
import { exactOnThreads } from './exact-threads.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';
import { shortOfPrecision } from './precision.ts';
import { CellProgress } from './progress.ts';

/** A cell to be run: what it changes, and what it is called by. */
export interface CellPlan {
  readonly overrides: readonly Override[];
  readonly labels?: CellResult['labels'];
}

/** A cell that has been run. */
export interface Cell {
  readonly evaluation: Evaluation;
  readonly result: CellResult;
}

/** Cells up to this number are all checked before the first is run; beyond, checking as they come is quicker. */
const CHECKED_AHEAD = 5_000;
/** Exact cells go to threads once so long has been spent on them here, and so much is left. */
const TRIED_HERE_MS = 150;
const WORTH_THREADS_MS = 500;

/**
 * Runs cells in order. Sampled cells spread their blocks over all threads, so they come one after the other; exact cells
 * are handed to the threads by the dozen once it is clear that there is enough to do. When stopped, what is done without
 * a gap is given back.
 */
export async function runCells<T>(
  loaded: LoadedScenario,
  plans: readonly CellPlan[],
  options: ExperimentOptions,
  take: (cell: Cell, index: number) => T,
): Promise<T[]> {
  assertCells(plans.length, options);
  await loadNamedBooks(loaded, plans);
  if (plans.length <= CHECKED_AHEAD) for (const plan of plans) resolveCell(loaded, plan.overrides);
  const progress = new CellProgress(plans.length, loaded, options);
  const startMs = performance.now();
  const taken: T[] = [];
  let small = true;
  let mayUseThreads = options.threads !== 1;
  while (taken.length < plans.length) {
    if (options.signal?.aborted && taken.length > 0) break;
    const cell = await runCell(loaded, plans[taken.length], options, progress);
    taken.push(take(cell, taken.length));
    await progress.cellDone();
    small &&= cell.evaluation.method === 'compiled whole';
    const spentMs = performance.now() - startMs;
    const leftMs = (spentMs / taken.length) * (plans.length - taken.length);
    if (!mayUseThreads || !small || spentMs < TRIED_HERE_MS || leftMs < WORTH_THREADS_MS) continue;
    mayUseThreads = false;
    const done = await exactOnThreads(loaded, plans.slice(taken.length), spentMs / taken.length, options, progress);
    for (const threaded of done) taken.push(take(threaded, taken.length));
  }
  return taken;
}

/** Brings in the rulebooks that cells ask for. */
export async function loadNamedBooks(loaded: LoadedScenario, plans: readonly CellPlan[]): Promise<void> {
  const named = plans.flatMap((p) => p.overrides.filter((o) => o.path === 'rules').map((o) => String(o.value)));
  await loadBooks(named.filter((name) => !loaded.books.has(name)));
}

/** Runs one cell. */
export async function runCell(
  loaded: LoadedScenario,
  plan: CellPlan,
  options: ExperimentOptions,
  progress?: CellProgress,
): Promise<Cell & { readonly prepared: PreparedCell }> {
  const prepared = prepareCell(loaded, plan.overrides);
  const engine = engineOptions(loaded, options);
  const evaluation = await evaluate(
    { machine: prepared.built.machine, recipe: prepared.recipe },
    { ...engine, onProgress: (p) => progress?.within(p), onStates: (n) => progress?.counting(n) },
  );
  return { prepared, evaluation, result: cellResult(prepared, evaluation, engine.precision, plan.labels) };
}

/** The results of a prepared cell. A run for `precision` that gave up before it says so. */
export function cellResult(
  prepared: PreparedCell,
  evaluation: Evaluation,
  precision: number | undefined,
  labels: CellResult['labels'] = prepared.labels,
): CellResult {
  const { book, hash, variantName, built } = prepared;
  const notes = [...built.notes, ...shortOfPrecision([evaluation], precision)];
  return assembleCell({ labels, book, hash, variant: variantName, notes, sides: prepared.sides.names }, evaluation);
}
