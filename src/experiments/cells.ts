import { evaluate } from '../engine/evaluate.ts';
import { preciseEnough } from '../engine/precision.ts';
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
import { exactOnThreads } from './exact-threads.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';

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
const BREATHE_EVERY_MS = 50;
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
  await loadNamedBooks(plans);
  if (plans.length <= CHECKED_AHEAD) for (const plan of plans) resolveCell(loaded, plan.overrides);
  const progress = new CellProgress(plans.length, options);
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
export async function loadNamedBooks(plans: readonly CellPlan[]): Promise<void> {
  await loadBooks(plans.flatMap((p) => p.overrides.filter((o) => o.path === 'rules').map((o) => String(o.value))));
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
    { ...engine, onProgress: (p) => progress?.within(p) },
  );
  const result = cellResult(prepared, evaluation, plan.labels);
  const short = shortOfPrecision(evaluation, engine.precision);
  return { prepared, evaluation, result: short ? { ...result, notes: [...result.notes, short] } : result };
}

/** A run for precision gives up at some point, and then says so. */
function shortOfPrecision({ tally }: Evaluation, wanted: number | undefined): CellResult['notes'][number] | undefined {
  if (wanted === undefined || tally.kind === 'exact' || tally.partial || preciseEnough(tally, wanted)) return undefined;
  const trials = (tally.trials ?? 0).toLocaleString('en');
  return { kind: 'info', text: `The precision of ${wanted * 100} % was not reached within ${trials} trials.` };
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

  async cellDone(cells = 1): Promise<void> {
    this.done += cells;
    const nowMs = performance.now();
    if (nowMs - this.breathedMs < BREATHE_EVERY_MS && this.done < this.total) return;
    this.breathedMs = nowMs;
    this.tell();
    await new Promise((resume) => setTimeout(resume, 0));
  }

  private tell(cell?: Progress): void {
    this.options.onProgress?.({
      doneCells: Math.min(this.done, this.total),
      totalCells: this.total,
      ...(cell ? { cell } : {}),
      elapsedMs: performance.now() - this.startMs,
    });
  }
}
