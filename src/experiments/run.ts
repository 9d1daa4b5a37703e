import { resultsFrame } from '../results/frame.ts';
import type { Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, prepareCell } from '../scenarios/prepare.ts';
import { labelled } from './axis-labels.ts';
import { type Cell, runCells } from './cells.ts';
import { assertOutcome, convergence, tooFewPoints } from './convergence.ts';
import { assertObserved, luck } from './luck.ts';
import { assertCells, type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { gridSize } from './sweep.ts';

export interface RunOptions extends ExperimentOptions {
  /** What happened at the table, "defender.hits=5": how unusual was it? */
  readonly observed?: string;
  /** A sampled run of one cell that also fits exact shows how its estimate closed in: an outcome's id, or true. */
  readonly convergence?: boolean | string;
}

/** One scenario, all the cells of its `vary`. */
export async function run(loaded: LoadedScenario, options: RunOptions = {}): Promise<Results> {
  assertCells(gridSize(loaded.vary), options);
  if ((options.observed !== undefined || options.convergence) && gridSize(loaded.vary) > 1) {
    const message = `This scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; a result at the table is set against one cell, so fix it: ${fixedBySet(loaded.vary)}.`;
    throw new InputError([{ path: ['vary'], message }]);
  }
  const plans = combinations(loaded.vary).map((overrides) => ({ overrides }));
  const prepared = prepareCell(loaded, plans[0].overrides);
  const { machine } = prepared.built;
  if (options.observed !== undefined) assertObserved(options.observed, machine);
  if (typeof options.convergence === 'string') assertOutcome(options.convergence, machine);
  let first: Cell | undefined;
  const cells = await runCells(loaded, plans, options, (cell) => {
    first ??= cell;
    return cell.result;
  });
  const { seed } = engineOptions(loaded, options);
  const closing = options.convergence
    ? await convergence(prepared, first!.evaluation.tally, options.convergence)
    : undefined;
  return {
    ...resultsFrame('run', loaded, prepared, seed, options.command),
    ...(loaded.vary.length > 0 ? { axes: labelled(loaded.vary, prepared) } : {}),
    cells: closing ? [{ ...cells[0], notes: [...cells[0].notes, ...tooFewPoints(closing)] }] : cells,
    ...(cells.length < plans.length ? { partial: true } : {}),
    ...(options.observed === undefined ? {} : { luck: luck(options.observed, first!.evaluation.tally) }),
    ...(closing ? { convergence: closing } : {}),
  };
}
