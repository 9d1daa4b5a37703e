import { resultsFrame } from '../results/frame.ts';
import type { Axis, Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, prepareCell } from '../scenarios/prepare.ts';
import { labelled } from './axis-labels.ts';
import { runCells, withDetails } from './cells.ts';
import type { CellLook } from './hanging/run.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';

export interface SweepOptions extends ExperimentOptions {
  /** One or two; the scenario's own `vary` when left out. */
  readonly axes?: readonly Axis[];
  /** Also try other readings of the rulings that were asked for, and name those on which the finding hangs. */
  readonly rulings?: boolean | 'all';
}

/** One or two axes over anything in the scenario or the rulebook. */
export async function sweep(loaded: LoadedScenario, options: SweepOptions = {}): Promise<Results> {
  const axes = options.axes && options.axes.length > 0 ? options.axes : loaded.vary;
  if (axes.length === 0 || axes.length > 2) {
    const message = `A sweep moves one or two axes; ${axes.length === 0 ? 'none is' : `${axes.length} are`} given. Write PATH=A..B or PATH=a,b,c.`;
    throw new InputError([{ path: [], message }]);
  }
  if (axes.length === 2 && axes[0].path === axes[1].path) {
    throw new InputError([{ path: [], message: `Both axes move '${axes[0].path}'; give two different paths.` }]);
  }
  assertCells(gridSize(axes), options);
  const requests = combinations(axes).map((overrides) => ({ overrides }));
  const tried = options.rulings ?? false;
  const hanging = tried ? await import('./hanging/run.ts') : undefined;
  const looked: CellLook[] = [];
  const cells = await runCells(loaded, requests, options, ({ evaluation, result }) => {
    if (hanging) looked.push(hanging.lookedAt(evaluation));
    return withDetails(result, evaluation.tally, requests.length);
  });
  const found = options.signal?.aborted ? undefined : await hanging?.hangingOf(loaded, requests, looked, cells, tried);
  const base = prepareCell(loaded, requests[0].overrides);
  const { seed } = engineOptions(loaded, options);
  return {
    ...resultsFrame('sweep', loaded, base, seed, options.command),
    axes: labelled(axes, base),
    cells: found?.cells ?? cells,
    ...(found?.readings ? { readings: found.readings } : {}),
    ...(cells.length < requests.length ? { partial: true } : {}),
  };
}

/** How many cells axes multiply into. */
export const gridSize = (axes: readonly Axis[]): number => axes.reduce((n, a) => n * a.values.length, 1);
