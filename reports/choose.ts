import type { Impact, LuckLog, Points, Results } from '../src/results/types.ts';
import { isGrid } from './cells.ts';
import { atLeast, measureGroups } from './charts/at-least.ts';
import { best } from './charts/best.ts';
import { convergence } from './charts/convergence.ts';
import { difference } from './charts/difference.ts';
import { dots } from './charts/dots.ts';
import { heatmap } from './charts/heatmap.ts';
import { impactDots } from './charts/impact-dots.ts';
import { impactMap, mapAxes } from './charts/impact-map.ts';
import { lines } from './charts/lines.ts';
import { luck, playersLuck } from './charts/luck.ts';
import { matrix } from './charts/matrix.ts';
import { outcomes } from './charts/outcomes.ts';
import { pointsDots } from './charts/points-dots.ts';
import { pointsMap } from './charts/points-map.ts';
import { rounds, roundsMeasure } from './charts/rounds.ts';
import { stacked } from './charts/stacked.ts';
import { tornado } from './charts/tornado.ts';
import { tuning } from './charts/tuning.ts';
import type { VegaLiteSpec } from './frame.ts';
import { labelled } from './labelled.ts';
import type { Style } from './style.ts';

export interface Chart {
  /** The name of its files: letters, digits and dashes only. */
  readonly name: string;
  readonly spec: VegaLiteSpec;
}

/** The charts that fit a result, the one that answers the question first. */
export function charts(raw: Results, style?: Style): Chart[] {
  const results = labelled(raw);
  if (results.cells.length === 0) return [];
  if (results.impact !== undefined) return impactCharts(results, results.impact, style);
  if (results.targetTuning !== undefined) return [];
  if (results.points !== undefined) return pointsCharts(results, results.points, style);
  if (results.log !== undefined) return logCharts(results, results.log, style);
  const chosen: Chart[] = [];
  const add = (name: string, draw: (results: Results, style?: Style) => VegaLiteSpec): void => {
    chosen.push({ name, spec: draw(results, style) });
  };
  // Outcomes have a chart of their own, in which the one that came up can be found.
  if (results.luck !== undefined && results.luck.measure !== 'outcome') add('luck', luck);
  if (results.convergence !== undefined && results.convergence.points.length > 1) add('convergence', convergence);
  if (results.sensitivity !== undefined && results.sensitivity.rows.length > 0) add('tornado', tornado);
  if (results.tuning !== undefined && results.tuning.tried.length > 0) add('tuning', tuning);
  // A value that is best as it is leaves nothing to set side by side.
  if (results.tuning?.best.every((b) => b.from === b.to) === true) return chosen;
  const { best: play } = results;
  if (play !== undefined && play.decisions.length + (play.tactics?.length ?? 0) > 0) add('best', best);
  if (results.game !== undefined) add('matrix', matrix);
  else mainCharts(results, add);
  if (results.differences?.some((d) => d.kind === 'outcome')) add('difference', difference);
  if (results.cells.length <= MOST_CURVES && results.game === undefined && !isNumberSweep(results))
    for (const group of measureGroups(results))
      add(`at-least-${fileName(group)}`, (shown, look) => atLeast(shown, group, look));
  if (results.cells.length === 1 && roundsMeasure(results) !== undefined) add('rounds', rounds);
  return chosen;
}

/** The charts of one page, each figure once: lines along a number say what a map of it does, and say it better. */
export const withoutTwice = <T extends Pick<Chart, 'name'>>(all: readonly T[]): readonly T[] =>
  all.some(({ name }) => name === 'lines') ? all.filter(({ name }) => name !== 'heatmap') : all;

/** Dots per situation, and a heat map of the group that moves most, for each variant. */
function impactCharts(results: Results, { variants }: Impact, style?: Style): Chart[] {
  return variants.flatMap((variant, i): Chart[] => {
    if (variant.moved === 0) return [];
    const suffix = variants.length === 1 ? '' : `-${i + 1}`;
    const axes = mapAxes(variant);
    return [
      { name: `situations${suffix}`, spec: impactDots(results, variant, style) },
      ...(axes ? [{ name: `map${suffix}`, spec: impactMap(results, variant, axes, style) }] : []),
    ];
  });
}

const pointsCharts = (results: Results, points: Points, style?: Style): Chart[] => [
  { name: 'points', spec: pointsDots(results, points, style) },
  ...(points.troops.length > 2 ? [{ name: 'matchups', spec: pointsMap(results, points, style) }] : []),
];

/** More players than this are in the tables only. */
const MOST_PLAYERS = 6;

/** The sum of a player's surprises; of two players who only met each other, one picture tells both. */
function logCharts(results: Results, { players }: LuckLog, style?: Style): Chart[] {
  const mirrored = players.length === 2 && players[0].counted === players[1].counted;
  const luckiest = [...players].sort((p, q) => q.percentile - p.percentile);
  const shown = mirrored ? luckiest.slice(0, 1) : players.slice(0, MOST_PLAYERS);
  return shown.map((player, i) => ({
    name: shown.length === 1 ? 'luck' : `luck-${i + 1}`,
    spec: playersLuck(results, player, style),
  }));
}

/** More curves than this cannot be told apart. */
const MOST_CURVES = 6;
/** Cases in panels, together: beyond, a bar each would be a tower. */
const MOST_STACKED = 32;

/**
 * What the axes are decides: none, outcome bars; lists, a stacked bar per case; one number, lines; two, a heat map. Two
 * points make no line and four cells no map: a bar each says more.
 */
function mainCharts(
  results: Results,
  add: (name: string, draw: (results: Results, style?: Style) => VegaLiteSpec) => void,
): void {
  const { length } = results.cells;
  // Where there is but one way to end, as for plain dice, the figures are the answer.
  if (results.cells.every((c) => c.outcomes.length === 1 && c.measures.length > 0)) return;
  if (length === 1) add('outcomes', outcomes);
  else if (isNumberSweep(results)) add('lines', lines);
  else if (isGrid(results) && length > 4) {
    add('heatmap', heatmap);
    if (isNumberByList(results)) add('lines', lines);
  } else if (length <= MOST_STACKED) add('cases', stacked);
  else add('dots', dots);
}

function isNumberSweep(results: Results): boolean {
  return results.cells.length > 2 && results.axes?.length === 1 && results.axes[0].kind === 'number';
}

/** A number along one axis and a few names along the other: lines tell more than colours. */
function isNumberByList(results: Results): boolean {
  const axes = results.axes ?? [];
  const list = axes.find((axis) => axis.kind === 'list');
  const number = axes.find((axis) => axis.kind === 'number');
  return list !== undefined && list.values.length <= MOST_CURVES && number !== undefined && number.values.length > 2;
}

const fileName = (group: string): string =>
  group
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'measure';
