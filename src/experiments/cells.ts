import { evaluate } from '../engine/evaluate.ts';
import type { Evaluation, Progress } from '../engine/types.ts';
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
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';

/** A cell to be run: what it changes, and what it is called by. */
export interface CellPlan {
  readonly overrides: readonly Override[];
  readonly labels?: CellResult['labels'];
}

/** A cell that has been run. */
export interface Cell {
  readonly prepared: PreparedCell;
  readonly evaluation: Evaluation;
  readonly result: CellResult;
}

/** Cells up to this number are all checked before the first is run; beyond, checking as they come is quicker. */
const CHECKED_AHEAD = 5_000;
const BREATHE_EVERY_MS = 50;

/**
 * Runs cells one after the other. Exact cells take a millisecond or so each and sampled ones spread their blocks over all
 * threads, so both keep the machine busy. When stopped, what is done is given back.
 */
export async function runCells<T>(
  loaded: LoadedScenario,
  plans: readonly CellPlan[],
  options: ExperimentOptions,
  take: (cell: Cell, index: number) => T,
): Promise<T[]> {
  assertCells(plans.length, options);
  await loadNamedBooks(plans);
  if (plans.length <= CHECKED_AHEAD) for (const plan of plans) resolveCell(loaded, plan.overrides);
  const progress = new CellProgress(plans.length, options);
  const taken: T[] = [];
  for (const plan of plans) {
    if (options.signal?.aborted && taken.length > 0) break;
    taken.push(take(await runCell(loaded, plan, options, progress), taken.length));
    await progress.cellDone();
  }
  return taken;
}

/** Brings in the rulebooks that cells ask for. */
export async function loadNamedBooks(plans: readonly CellPlan[]): Promise<void> {
  await loadBooks(plans.flatMap((p) => p.overrides.filter((o) => o.path === 'rules').map((o) => String(o.value))));
}

/** Runs one cell. */
export async function runCell(
  loaded: LoadedScenario,
  plan: CellPlan,
  options: ExperimentOptions,
  progress?: CellProgress,
): Promise<Cell> {
  const prepared = prepareCell(loaded, plan.overrides);
  const evaluation = await evaluate(
    { machine: prepared.built.machine, recipe: prepared.recipe },
    { ...engineOptions(loaded, options), onProgress: (p) => progress?.within(p) },
  );
  return { prepared, evaluation, result: cellResult(prepared, evaluation, plan.labels) };
}

/** The results of a prepared cell. */
export function cellResult(prepared: PreparedCell, evaluation: Evaluation, labels?: CellResult['labels']): CellResult {
  const { book, hash, variantName, built } = prepared;
  return assembleCell(
    { labels: labels ?? prepared.labels, book, hash, variant: variantName, notes: built.notes, sides: built.sides },
    evaluation,
  );
}

/** Tells how far a list of cells has come, and lets the event loop breathe between exact cells. */
export class CellProgress {
  private readonly startMs = performance.now();
  private breathedMs = this.startMs;
  private done = 0;
  private readonly total: number;
  private readonly options: ExperimentOptions;

  constructor(total: number, options: ExperimentOptions) {
    this.total = total;
    this.options = options;
  }

  within(cell: Progress): void {
    this.tell(cell);
  }

  async cellDone(): Promise<void> {
    this.done++;
    const nowMs = performance.now();
    if (nowMs - this.breathedMs < BREATHE_EVERY_MS && this.done < this.total) return;
    this.breathedMs = nowMs;
    this.tell();
    await new Promise((resume) => setTimeout(resume, 0));
  }

  private tell(cell?: Progress): void {
    this.options.onProgress?.({
      doneCells: this.done,
      totalCells: this.total,
      ...(cell ? { cell } : {}),
      elapsedMs: performance.now() - this.startMs,
    });
  }
}
