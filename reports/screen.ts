import type { CellResult, Results } from '../src/results/types.ts';
import { convergence, evening } from './answers.ts';
import { bestOnScreen } from './best.ts';
import {
  cellNames,
  isContest,
  isGrid,
  outcomeOf,
  type ShownOutcome,
  seriesOf,
  shownOutcomes,
  together,
  valueName,
} from './cells.ts';
import { betterNote } from './fights.ts';
import { logOnScreen } from './luck-log.ts';
import { decimal, halfWidth, isCertain, meanError, percent, percentRange } from './number.ts';
import { pointsOnScreen } from './points.ts';
import { roundingNote } from './rounding.ts';
import { chances, gameOnScreen, sensitivityOnScreen, tuningOnScreen } from './screen/answers.ts';
import { comparison } from './screen/comparison.ts';
import { isMain, isSum, MOST_ROWS, plusMinus, shortened } from './screen/short.ts';
import { intervalTitle, left, right, type Section } from './table.ts';
import { targetSections } from './target-tuning.ts';
import { shownText } from './text.ts';

/** What fits on one screen: the table that answers the question and what changes how it is read. */
export function screenSections(results: Results): Section[] {
  if (results.cells.length === 0) return [{ lines: ['There is no cell to show.'] }];
  if (results.targetTuning !== undefined) return targetSections(results.targetTuning);
  if (results.points !== undefined) return pointsOnScreen(results.points);
  if (results.log !== undefined) return logOnScreen(results.log);
  if (results.evening !== undefined) return [shortened(evening(results.evening), 'results')];
  if (results.convergence !== undefined) return [convergence(results)];
  if (results.best !== undefined) return bestOnScreen(results);
  if (results.game !== undefined) return [gameOnScreen(results)];
  if (results.sensitivity !== undefined) return [sensitivityOnScreen(results)];
  if (results.tuning !== undefined) return [tuningOnScreen(results)];
  if (results.differences !== undefined) return [comparison(results)];
  if (results.luck?.distribution !== undefined) return [chances(results.luck)];
  if (results.cells.length === 1) return [oneCell(results)];
  return [results.cells.length > MOST_LISTED && isGrid(results) ? grid(results) : cases(results)];
}

/** Beyond this many cases a grid of two axes is set as a grid. */
const MOST_LISTED = 12;
function oneCell(results: Results): Section {
  const [cell] = results.cells;
  const sampled = cell.engine === 'sample';
  const all = shownOutcomes(results);
  const likeliest = [...all].sort((x, y) => outcomeOf(cell, y.id).p - outcomeOf(cell, x.id).p).slice(0, MOST_ROWS - 1);
  const kept = all.length <= MOST_ROWS ? all : all.filter((o) => likeliest.includes(o));
  const rare = all.filter((o) => !kept.includes(o)).map((o) => o.id);
  const row = (label: string, e: ReturnType<typeof outcomeOf>, winner?: ShownOutcome['winner']) => ({
    cells: [label, percent(e.p), ...(sampled ? [percentRange(e)] : [])],
    bar: e.p,
    ...(winner === undefined ? {} : { winner }),
  });
  const rows = [
    ...kept.map((o) => row(o.label, outcomeOf(cell, o.id), o.winner)),
    ...(rare.length === 0
      ? []
      : [
          row(
            `${rare.length} rarer outcomes`,
            together(cell, (o) => rare.includes(o.id)),
            'none',
          ),
        ]),
  ];
  return {
    table: {
      title: 'How it ends',
      columns: [left('outcome'), right('share'), ...(sampled ? [right(intervalTitle(results))] : [])],
      // Where there is no room for all, the rarest give way, not the last side's.
      rows: rows.map((one) => ({ ...one, rank: rows.filter((other) => other.bar > one.bar).length })),
    },
    lines: [...roundingNote([rows.map((r) => r.cells[1])]), ...averages(cell)],
  };
}

const MOST_AVERAGES = 4;

function averages(cell: CellResult): string[] {
  const shown = cell.measures
    .filter((m) => isMain(m) && !isSum(m) && (m.mean !== 0 || m.sd !== 0))
    .slice(0, MOST_AVERAGES);
  if (shown.length === 0) return [];
  const each = shown.map((m) => `${shownText(m.label)} ${decimal(m.mean)}${meanError(m)}`);
  return [`On average: ${each.join(each.some((text) => text.includes(',')) ? '; ' : ', ')}.`];
}

/** One line per case: who wins, or what comes of it. */
function cases(results: Results): Section {
  const names = caseColumns(results);
  const series = seriesOf(results);
  const share = (s: (typeof series)[number], cell: CellResult): string => {
    const e = s.of(cell);
    return percent(e.p) + plusMinus(halfWidth(e));
  };
  return {
    table: {
      title: 'How it ends',
      columns: [...names.titles.map(left), ...series.map((s) => right(s.label))],
      rows: results.cells.map((cell, i) => ({ cells: [...names.of(i), ...series.map((s) => share(s, cell))] })),
    },
    lines: betterNote(results),
  };
}

/** Several axes have a column each: in one, their names would stand in every line of it. */
function caseColumns(results: Results): { titles: string[]; of: (cell: number) => string[] } {
  const { axes = [], cells } = results;
  const isByAxes = cells.every(({ labels }) => Object.keys(labels).length === axes.length);
  if (axes.length < 2 || !isByAxes) {
    const names = cellNames(results);
    return { titles: ['case'], of: (cell) => [names[cell]] };
  }
  return {
    titles: axes.map((axis) => shownText(axis.label)),
    of: (cell) => axes.map((axis) => valueName(cells[cell].labels[axis.path])),
  };
}

/** Two axes: the first down, the second across, both sides' wins in each cell. */
function grid(results: Results): Section {
  const [down, across] = results.axes!;
  const [a, b] = results.cells[0].sides;
  const contest = isContest(results);
  const whole = (p: number): string =>
    isCertain(p) || (p >= 0.005 && p < 0.995) ? (p * 100).toFixed(0) : p < 0.5 ? '<1' : '>99';
  const shown = (cell: CellResult | undefined): string => {
    if (cell === undefined) return '';
    const [won, lost] = (['a', 'b'] as const).map((side) => together(cell, (o) => o.winner === side).p);
    return contest ? `${whole(won)} / ${whole(lost)}` : whole(won);
  };
  const at = (x: unknown, y: unknown) =>
    results.cells.find((cell) => cell.labels[down.path] === x && cell.labels[across.path] === y);
  return {
    table: {
      title: contest
        ? `Of 100, better for ${shownText(a)} / for ${shownText(b)}: ${shownText(down.label)} down, ${shownText(across.label)} across`
        : `Of 100, good for ${shownText(a)}: ${shownText(down.label)} down, ${shownText(across.label)} across`,
      columns: [left(''), ...across.values.map((v) => right(valueName(v)))],
      rows: down.values.map((x) => ({ cells: [valueName(x), ...across.values.map((y) => shown(at(x, y)))] })),
    },
    lines: [],
  };
}
