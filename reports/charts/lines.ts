import type { Axis, Estimate, Results } from '../../src/results/types.ts';
import { cellColour, seriesOf, success, valueName } from '../cells.ts';
import { lineFinding, setting, spreadFinding } from '../findings.ts';
import { frame, plotWidth, type Row, type VegaLiteSpec } from '../frame.ts';
import { percentRange, sharesLike } from '../number.ts';
import { balance, distinct, plain, textWidth, widestPart, wrap } from '../text.ts';
import { LINE_PX, SIZE } from '../theme.ts';
import { gridAxis, NUMBER_LABELS, nominal, ownColour, PERCENT_LABELS, quantitative, tooltip, topOf } from './marks.ts';

const HEIGHT_PX = 300;
const LEFT_PX = 48;
/** Room for half of the last figure on the axis. */
const RIGHT_PX = 16;
/** The widest a name at the end of its line may be before it is wrapped. */
const END_PX = 120;

interface Line {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly { readonly cell: number; readonly x: number; readonly e: Estimate }[];
}

/** One numeric axis: a line for each way it can end. A list beside it: a line for each of its values. */
function linesOf(results: Results, axis: Axis, other: Axis | undefined): Line[] {
  const cells = results.cells.map((cell, index) => ({ cell, index, x: Number(cell.labels[axis.path]) }));
  if (other === undefined) {
    return seriesOf(results).map(({ label, colour, of }) => ({
      label,
      colour,
      points: cells.map(({ cell, index, x }) => ({ cell: index, x, e: of(cell) })),
    }));
  }
  const { of } = success(results);
  // "yes" and "no" at the ends of lines would not say to what.
  const names = distinct(
    other.values.map((value) =>
      typeof value === 'boolean' ? `${other.label}: ${valueName(value)}` : valueName(value),
    ),
  );
  return other.values.map((value, i) => ({
    label: names[i],
    colour: cellColour(i),
    points: cells
      .filter(({ cell }) => cell.labels[other.path] === value)
      .map(({ cell, index, x }) => ({ cell: index, x, e: of(cell) })),
  }));
}

/** A numeric axis: lines, named at their ends, with the interval as a band. */
export function lines(results: Results): VegaLiteSpec {
  const axes = results.axes ?? [];
  const axis = axes.find((a) => a.kind === 'number') as Axis;
  const other = axes.find((a) => a !== axis);
  const drawn = linesOf(results, axis, other);
  const shareText = sharesLike(drawn.flatMap((line) => line.points.map((point) => point.e)));
  const rows = drawn.flatMap((line) =>
    line.points.map(({ cell, x, e }) => ({
      cell,
      x,
      series: line.label,
      colour: line.colour,
      p: e.p,
      low: e.low,
      high: e.high,
      share: shareText(e),
      interval: percentRange(e),
    })),
  );
  const top = topOf(rows.map((r) => r.high ?? r.p));
  const lastX = Math.max(...rows.map((r) => r.x));
  const ends = spread(
    drawn.map((s) => ({
      lines: balance(s.label, END_PX, SIZE.label, 600),
      colour: s.colour,
      y: HEIGHT_PX * (1 - (rows.find((r) => r.series === s.label && r.x === lastX)?.p ?? 0) / top),
    })),
  );
  const atEnds =
    drawn.every((s) => widestPart(s.label, SIZE.label) < 0.95 * END_PX) &&
    ends.reduce((sum, e) => sum + heightOf(e), 0) <= HEIGHT_PX;
  const widest = Math.max(...ends.flatMap((e) => e.lines.map((line) => textWidth(line, SIZE.label, 600))));
  const right = atEnds ? Math.ceil(widest) + 12 : RIGHT_PX;
  const name = plain(axis.label);
  const columns = [
    { field: 'x', title: name },
    { field: 'series', title: other === undefined ? 'Result' : plain(other.label) },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
  ];
  const xs = [...new Set(rows.map((r) => r.x))].sort((a, b) => a - b);
  const width = plotWidth(LEFT_PX, right);
  const y = quantitative('p', { axis: gridAxis(PERCENT_LABELS), scale: { domain: [0, top], nice: false } });
  const detail = { detail: nominal('series') };
  return frame(results, {
    title: other === undefined ? lineFinding(results) : spreadFinding(results),
    subtitle: setting(
      results,
      other === undefined ? `How often, by ${name}` : `How often ${success(results).label}, by ${name}`,
    ),
    rows,
    columns,
    left: LEFT_PX,
    right,
    legend: atEnds ? undefined : drawn,
    views: [
      {
        width,
        height: HEIGHT_PX,
        encoding: {
          x: quantitative('x', {
            title: wrap(name, width, SIZE.small),
            axis: {
              ...(xs.length <= 12 ? { values: xs } : {}),
              labelExpr: NUMBER_LABELS,
              labelFlush: false,
              grid: false,
            },
            scale: { domain: [xs[0], xs[xs.length - 1]], nice: false, zero: false },
          }),
          tooltip: tooltip(columns),
        },
        layer: [
          {
            transform: [{ filter: 'isValid(datum.low)' }],
            mark: { type: 'area', opacity: 0.2, tooltip: null },
            encoding: { y: quantitative('low'), y2: { field: 'high' }, color: ownColour, ...detail },
          },
          { mark: { type: 'line', strokeWidth: 2.5 }, encoding: { y, color: ownColour, ...detail } },
          { mark: { type: 'circle', size: 55, opacity: 1 }, encoding: { y, color: ownColour } },
          ...(atEnds ? [endNames(ends, width)] : []),
        ],
      },
    ],
  });
}

type End = { readonly lines: string[]; readonly colour: string; readonly y: number };

/** The name of each line, centred on its end. */
function endNames(ends: readonly End[], width: number): Row {
  return {
    data: { values: ends.map((e) => ({ lines: e.lines, colour: e.colour, px: e.y })) },
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'middle',
      lineHeight: LINE_PX.label,
      fontWeight: 600,
      dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label / 2}` },
    },
    encoding: {
      x: { value: width + 10 },
      y: { field: 'px', type: 'quantitative', scale: null },
      text: { field: 'lines' },
      color: ownColour,
      tooltip: null,
    },
  };
}

const heightOf = (e: End): number => e.lines.length * LINE_PX.label + 3;

/** Pushes the names at the lines' ends apart, from the top down and back up, until none overlap. */
function spread(ends: readonly End[]): End[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y).map((e) => ({ ...e }));
  let ceiling = -LINE_PX.label / 2;
  for (const e of sorted) {
    e.y = Math.max(e.y, ceiling + heightOf(e) / 2);
    ceiling = e.y + heightOf(e) / 2;
  }
  let floor = HEIGHT_PX + LINE_PX.label / 2;
  for (const e of sorted.reverse()) {
    e.y = Math.min(e.y, floor - heightOf(e) / 2);
    floor = e.y - heightOf(e) / 2;
  }
  return sorted;
}
