import type { Results } from '../src/results/types.ts';
import { isGrid } from './cells.ts';
import { atLeast, measureGroups } from './charts/at-least.ts';
import { convergence } from './charts/convergence.ts';
import { difference } from './charts/difference.ts';
import { dots } from './charts/dots.ts';
import { grouped, MOST_GROUPS } from './charts/grouped.ts';
import { heatmap } from './charts/heatmap.ts';
import { lines } from './charts/lines.ts';
import { luck } from './charts/luck.ts';
import { matrix } from './charts/matrix.ts';
import { outcomes } from './charts/outcomes.ts';
import { rounds, roundsMeasure } from './charts/rounds.ts';
import { tornado } from './charts/tornado.ts';
import { tuning } from './charts/tuning.ts';
import type { VegaLiteSpec } from './frame.ts';

export interface Chart {
  /** The name of its files: letters, digits and dashes only. */
  readonly name: string;
  readonly spec: VegaLiteSpec;
}

/** The charts that fit a result, the one that answers the question first. */
export function charts(results: Results): Chart[] {
  if (results.cells.length === 0) return [];
  const chosen: Chart[] = [];
  const add = (name: string, spec: VegaLiteSpec): void => {
    chosen.push({ name, spec });
  };
  if (results.luck !== undefined) add('luck', luck(results));
  if (results.convergence !== undefined && results.convergence.points.length > 1)
    add('convergence', convergence(results));
  if (results.sensitivity !== undefined && results.sensitivity.rows.length > 0) add('tornado', tornado(results));
  if (results.tuning !== undefined && results.tuning.tried.length > 0) add('tuning', tuning(results));
  if (results.game !== undefined) add('matrix', matrix(results));
  else mainCharts(results, add);
  if (results.differences?.some((d) => d.kind === 'outcome')) add('difference', difference(results));
  if (results.cells.length <= MOST_GROUPS && results.game === undefined && !isNumberSweep(results))
    for (const group of measureGroups(results)) add(`at-least-${fileName(group)}`, atLeast(results, group));
  if (results.cells.length === 1 && roundsMeasure(results) !== undefined) add('rounds', rounds(results));
  return chosen;
}

/** What the axes are decides: none, outcome bars; one list, grouped bars; one number, lines; two, a heat map. */
function mainCharts(results: Results, add: (name: string, spec: VegaLiteSpec) => void): void {
  if (results.cells.length === 1) add('outcomes', outcomes(results));
  else if (isNumberSweep(results)) add('lines', lines(results));
  else if (isGrid(results)) {
    add('heatmap', heatmap(results));
    if (isNumberByList(results)) add('lines', lines(results));
  } else if (results.cells.length <= MOST_GROUPS) add('grouped', grouped(results));
  else add('dots', dots(results));
}

function isNumberSweep(results: Results): boolean {
  return results.cells.length > 1 && results.axes?.length === 1 && results.axes[0].kind === 'number';
}

/** A number along one axis and a few names along the other: lines tell more than colours. */
function isNumberByList(results: Results): boolean {
  const list = results.axes?.find((axis) => axis.kind === 'list');
  return (
    list !== undefined &&
    list.values.length <= MOST_GROUPS &&
    (results.axes ?? []).some((axis) => axis.kind === 'number')
  );
}

const fileName = (group: string): string =>
  group
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'measure';
