import type { Axis, Estimate, Results } from '../../src/results/types.ts';
import { casesFinding } from '../cases-finding.ts';
import { cellColour, isContest, lead, seriesOf, success, valueName } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type Plot, type Room, type VegaLiteSpec } from '../frame.ts';
import { percent, percentRange, points, pointsRange } from '../number.ts';
import { evenFinding } from '../number-finding.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { distinct, plain, wrap } from '../text.ts';
import { SIZE } from '../theme.ts';
import { topLegend } from './axes.ts';
import { leadWords } from './heatmap.ts';
import { endNames, lineEnds } from './line-ends.ts';
import {
  colourScale,
  DECORATION,
  gridAxis,
  NUMBER_LABELS,
  nominal,
  PERCENT_LABELS,
  POINT_LABELS,
  quantitative,
  ruleAt,
  tooltip,
  topOf,
} from './marks.ts';

const HEIGHT_PX = 340;
/** Figures and title of the axis across, and down. */
const AXIS_PX = { across: 50, down: 46 } as const;

type Figure = Pick<Estimate, 'p' | 'low' | 'high'>;

interface Line {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly { readonly cell: number; readonly x: number; readonly e: Figure }[];
}

/** One numeric axis: a line for each way it can end. A list beside it: a line for each of its values. */
function linesOf(results: Results, axis: Axis, other: Axis | undefined, isLead: boolean): Line[] {
  const cells = results.cells.map((cell, index) => ({ cell, index, x: Number(cell.labels[axis.path]) }));
  if (other === undefined) {
    return seriesOf(results).map(({ label, colour, of }) => ({
      label,
      colour,
      points: cells.map(({ cell, index, x }) => ({ cell: index, x, e: of(cell) })),
    }));
  }
  const of = isLead ? lead : success(results).of;
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
export function lines(results: Results, style?: Style): VegaLiteSpec {
  const axes = results.axes ?? [];
  const axis = axes.find((a) => a.kind === 'number') as Axis;
  const other = axes.find((a) => a !== axis);
  // Where the title says at which values the fight is even, lines of leads show it: they cross 0 there.
  const isLead = other !== undefined && isContest(results) && evenFinding(results, [axis, other]) !== undefined;
  const drawn = linesOf(results, axis, other, isLead);
  const shareText = isLead ? ({ p }: Figure) => points(p) : (e: Estimate) => percent(e.p);
  const rows = drawn.flatMap((line) =>
    line.points.map(({ cell, x, e }) => ({
      cell,
      x,
      series: line.label,
      p: e.p,
      low: e.low,
      high: e.high,
      share: shareText(e),
      interval: isLead ? pointsRange(e) : percentRange(e),
    })),
  );
  const name = plain(axis.label);
  const columns = [
    { field: 'x', title: name, said: name },
    {
      field: 'series',
      title: other === undefined ? 'Result' : plain(other.label),
      said: other === undefined ? 'result' : plain(other.label),
    },
    { field: 'share', title: isLead ? 'Lead, percentage points' : 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  return frame(
    results,
    {
      title: casesFinding(results),
      subtitle: setting(
        results,
        isLead
          ? leadWords(results)
          : other === undefined
            ? `How often, by ${name}`
            : `How often ${success(results).label}, by ${name}`,
      ),
      rows,
      columns,
      plot: (room) => plot(room, drawn, { name, columns, isLead }),
    },
    style,
  );
}

interface Named {
  readonly name: string;
  readonly columns: Parameters<typeof tooltip>[0];
  /** Leads, around 0, instead of shares. */
  readonly isLead: boolean;
}

function plot(room: Room, drawn: readonly Line[], { name, columns, isLead }: Named): Plot {
  const height = room.height ?? HEIGHT_PX;
  const estimates = drawn.flatMap((line) => line.points.map((point) => point.e));
  const domain = isLead ? leadDomain(estimates) : ([0, topOf(estimates.map((e) => e.high ?? e.p))] as const);
  const xs = [...new Set(drawn.flatMap((line) => line.points.map((point) => point.x)))].sort((a, b) => a - b);
  const last = xs[xs.length - 1];
  const ends = lineEnds(
    drawn.map((line) => ({
      label: line.label,
      value: line.points.find((point) => point.x === last)?.e.p ?? 0,
      values: line.points.map((point) => Math.round(point.e.p * 1000)),
    })),
    height - AXIS_PX.across,
    domain,
  );
  const legend =
    ends !== null
      ? null
      : topLegend(
          drawn.map((line) => line.label),
          room.width - AXIS_PX.down,
        );
  const color = colourScale('series', drawn, legend?.legend ?? null);
  const y = quantitative('p', {
    axis: gridAxis(isLead ? POINT_LABELS : PERCENT_LABELS),
    scale: { domain: [...domain], nice: false },
  });
  return {
    height: height + (room.height === null ? (legend?.height ?? 0) : 0),
    view: {
      encoding: {
        x: quantitative('x', {
          // In the middle of the plot: it may stand out to the left as far as the figures of the axis do.
          title: wrap(name, room.width - (ends?.width ?? 0) + AXIS_PX.down - 20, SIZE.small),
          axis: {
            ...(xs.length <= 12 ? { values: xs } : {}),
            labelExpr: NUMBER_LABELS,
            labelFlush: false,
            grid: false,
          },
          scale: { domain: [xs[0], last], nice: false, zero: false },
        }),
        tooltip: tooltip(columns),
      },
      layer: [
        {
          transform: [{ filter: 'isValid(datum.low)' }],
          mark: { type: 'area', opacity: 0.2, tooltip: null, ...DECORATION },
          encoding: { y: quantitative('low'), y2: { field: 'high' }, color },
        },
        ...(isLead ? [ruleAt('y', 0)] : []),
        { mark: { type: 'line', strokeWidth: 2.5, ...DECORATION }, encoding: { y, color } },
        { mark: { type: 'circle', size: 55, opacity: 1 }, encoding: { y, color, detail: nominal('series') } },
        ...(ends === null ? [] : endNames(ends.placed, last, color)),
      ],
    },
  };
}

/** From the least lead to the largest, the even fight between them, in whole steps of ten points. */
function leadDomain(leads: readonly Figure[]): [number, number] {
  const tens = (value: number, round: (x: number) => number): number => round(value * 10) / 10;
  const low = Math.min(0, ...leads.map((e) => e.low ?? e.p));
  const high = Math.max(0, ...leads.map((e) => e.high ?? e.p));
  return [tens(low, Math.floor), tens(high, Math.ceil)];
}
