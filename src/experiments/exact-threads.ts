import type { CellsAnswer, CellsTask, Failed } from '../../workers/task.ts';
import { assembleCell } from '../results/assemble.ts';
import { type LoadedScenario, resolveCell } from '../scenarios/prepare.ts';
import { sidesOf } from '../scenarios/side-names.ts';
import type { Cell, CellPlan } from './cells.ts';
import type { ExperimentOptions } from './options.ts';
import type { CellProgress } from './progress.ts';

/** Work in one task: long enough to be worth handing over, short enough to stop soon. */
const TASK_MS = 60;
const FAILED_STARTS = 8;
let handedOut = 0;

/**
 * Works cells out on the threads, as many from the first on as come without a gap. It ends early when it is stopped, when
 * a cell is too large to be compiled whole, or when the threads cannot do it (a rulebook registered by the caller is not
 * known there): the caller goes on from there by itself.
 */
export async function exactOnThreads(
  loaded: LoadedScenario,
  plans: readonly CellPlan[],
  cellMs: number,
  options: ExperimentOptions,
  progress: CellProgress,
): Promise<Cell[]> {
  const { threadPool } = await import('../../workers/pool.ts');
  const lease = await threadPool(options.threads);
  const pool = lease.piscina;
  const scenario = withoutTexts(loaded);
  const id = handedOut++;
  const perTask = Math.max(1, Math.min(200, Math.round(TASK_MS / cellMs)));
  const found: Cell[] = new Array(plans.length);
  let next = 0;
  let going = true;
  const hand = async (): Promise<void> => {
    while (going && next < plans.length && !options.signal?.aborted) {
      const from = next;
      next += perTask;
      const cells = plans.slice(from, from + perTask);
      const task: CellsTask = {
        kind: 'cells',
        id,
        scenario,
        cells: cells.map((c) => c.overrides),
        ...(options.stateBudget === undefined ? {} : { stateBudget: options.stateBudget }),
      };
      const answer: CellsAnswer | Failed = await pool.run(task).catch((e: Error) => ({ failed: e.message }));
      if ('failed' in answer) {
        going = false;
        return;
      }
      answer.cells.forEach((cell, i) => {
        if (cell === null) {
          going = false;
          return;
        }
        const { book, hash, variantName, situation } = resolveCell(loaded, cells[i].overrides);
        const labels =
          cells[i].labels ?? Object.fromEntries(cells[i].overrides.map((o) => [o.path, o.value as string]));
        const frame = {
          labels,
          book,
          hash,
          variant: variantName,
          notes: cell.notes,
          sides: sidesOf(cell.sides, situation).names,
        };
        found[from + i] = { evaluation: cell.evaluation, result: assembleCell(frame, cell.evaluation) };
      });
      await progress.cellDone(answer.cells.length);
    }
  };
  // Threads that cannot even start are replaced for ever: after a few of them the caller does the work itself.
  let failures = 0;
  let giveUp = () => {};
  const failing = new Promise<void>((resolve) => {
    giveUp = () => {
      if (++failures >= FAILED_STARTS) resolve();
    };
  });
  pool.on('error', giveUp);
  await Promise.race([Promise.all(Array.from({ length: pool.options.maxThreads * 2 }, hand)), failing]);
  pool.off('error', giveUp);
  await lease.giveBack();
  going = false;
  let whole = 0;
  while (whole < found.length && found[whole]) whole++;
  return found.slice(0, whole);
}

/** What crosses to a thread: the scenario without the texts it was read from, which hold functions. */
function withoutTexts({ text: _text, ...loaded }: LoadedScenario): LoadedScenario {
  const bare = <V extends { readonly text?: unknown }>({ text: _own, ...rest }: V) => rest;
  return {
    ...loaded,
    variants: loaded.variants.map(bare),
    named: new Map([...loaded.named].map(([name, v]) => [name, bare(v)])),
  };
}
