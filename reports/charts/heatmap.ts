import type { Axis, Results } from '../../src/results/types.ts';
import { casesFinding } from '../cases-finding.ts';
import { advantage, isContest, lead, success, together, valueName } from '../cells.ts';
import { betterOf } from '../fights.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { errorText, halfWidth, percent, percentRange, pointsRange, wholePercent, wholePoints } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle, levelText } from '../table.ts';
import { capital, distinct, plain, sideThat, theSide } from '../text.ts';
import { DIVERGING, SEQUENTIAL } from '../theme.ts';
import { gridPlot } from './grid.ts';

/**
 * Two axes. A contest is coloured around the even fight: side A's wins less side B's, blue where A has the upper hand. A
 * test is coloured by how often it goes well.
 */
export function heatmap(results: Results, style?: Style): VegaLiteSpec {
  const [across, down] = results.axes as readonly [Axis, Axis];
  const contest = isContest(results);
  const good = success(results);
  const [a, b] = results.cells[0].sides;
  const xs = distinct(across.values.map(valueName));
  const ys = distinct(down.values.map(valueName));
  const rows = results.cells.map((cell, c) => {
    const won = good.of(cell);
    const lost = together(cell, (o) => o.winner === 'b');
    const net = advantage(cell);
    const interval = contest ? lead(cell) : won;
    return {
      cell: c,
      x: place(xs, across, cell.labels[across.path]),
      y: place(ys, down, cell.labels[down.path]),
      value: contest ? net : won.p,
      shown: contest ? wholePoints(net) : wholePercent(won.p),
      interval: contest ? pointsRange(interval) : percentRange(won),
      error: errorText(interval),
      half: 100 * halfWidth(interval),
      good: percent(won.p),
      bad: percent(lost.p),
    };
  });
  const sampled = rows.some((r) => r.interval !== '');
  const reach = Math.max(0.1, ...rows.map((r) => Math.abs(r.value)));
  const columns = [
    { field: 'x', title: plain(across.label), said: plain(across.label) },
    { field: 'y', title: plain(down.label), said: plain(down.label) },
    { field: 'good', title: contest ? capital(good.label) : good.label, said: good.label },
    ...(contest
      ? [
          { field: 'bad', title: capital(betterOf(results, 1)), said: betterOf(results, 1) },
          { field: 'shown', title: 'Advantage, percentage points' },
        ]
      : []),
    ...(sampled
      ? [
          {
            field: 'interval',
            title: contest ? `${intervalTitle(results)} of the advantage, percentage points` : intervalTitle(results),
          },
        ]
      : []),
  ];
  const what = contest ? leadWords(results) : `How often: ${good.label}`;
  const grid = {
    rows,
    columns,
    xs,
    ys,
    xTitle: plain(across.label),
    yTitle: plain(down.label),
    sampled,
    level: levelText(results),
    unit: ' percentage points',
    scale: contest
      ? { domain: [-reach, reach], domainMid: 0, range: [...DIVERGING], interpolate: 'lab' }
      : { domain: [0, 1], range: [...SEQUENTIAL], interpolate: 'lab' },
    legend: contest
      ? [
          { label: `${sideThat(a, 'has')} the upper hand`, value: reach },
          { label: 'even', value: 0 },
          { label: `${sideThat(b, 'has')} the upper hand`, value: -reach },
        ]
      : undefined,
  };
  return frame(
    results,
    {
      title: casesFinding(results),
      subtitle: setting(results, what),
      rows,
      columns,
      plot: (room) => gridPlot(room, grid),
    },
    style,
  );
}

/** What a lead is, under a chart that draws it. */
export const leadWords = (results: Results): string =>
  `How much oftener ${betterOf(results, 0)} than ${theSide(results.cells[0].sides[1])}, in percentage points; 0\u00a0is an even fight`;

/** The name of the axis value that a cell's label stands for. */
function place(names: readonly string[], axis: Axis, label: string | number | boolean): string {
  return names[axis.values.findIndex((value) => String(value) === String(label))] ?? valueName(label);
}
