import type { CellResult, MeasureResult, Results } from '../../src/results/types.ts';
import { theLabel } from '../../src/words/labels.ts';
import { cellColour, cellNames, isContest, pooled } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type Plot, type Room, type VegaLiteSpec } from '../frame.ts';
import { decimal, percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { capital, plain, shownText } from '../text.ts';
import { AMBER, BLUE, SERIES } from '../theme.ts';
import { topLegend } from './axes.ts';
import { colourScale, DECORATION, gridAxis, NUMBER_LABELS, PERCENT_LABELS, quantitative, tooltip } from './marks.ts';

/** Room for the figures of the axis. */
const LEFT_PX = 46;
const HEIGHT_PX = 290;
/** Where there are more values than this, only those that come up have a point. */
const MOST_COUNTED = 40;

interface Curve {
  readonly cell: number;
  readonly name: string;
  readonly colour: string;
  readonly of: CellResult;
  readonly measure: MeasureResult;
}

/**
 * Measures that belong in one picture: "attacker.hits" and "defender.hits" count the same thing. A group that says
 * nothing new, because it counts what is left where another counts what was lost, is not drawn.
 */
export function measureGroups(results: Results): string[] {
  const drawable = results.cells[0].measures.filter(
    (m) =>
      m.distribution.filter((d) => d.p > 0).length > 2 && !isRounds(m.id) && !isJoint(m.id) && differs(results, m.id),
  );
  const groups = [...new Set(drawable.map((m) => suffix(m.id)))];
  const shapes = new Set<string>();
  return groups.filter((group) => {
    const fresh = drawable.filter((m) => suffix(m.id) === group && !shapes.has(shape(m)));
    for (const m of fresh) shapes.add(shape(m)).add(shape(m, true));
    return fresh.length > 0;
  });
}

/** Curves that all coincide compare nothing. */
function differs({ cells }: Results, id: string): boolean {
  const curves = cells.map((cell) =>
    cell.measures
      .find((m) => m.id === id)
      ?.distribution.filter((d) => d.p > 0)
      .map((d) => `${d.value}: ${d.p.toFixed(9)}`)
      .join(),
  );
  return cells.length === 1 || new Set(curves).size > 1;
}

/** The shares without their values, so that a count and its mirror look alike. */
function shape(m: MeasureResult, mirrored = false): string {
  const shares = m.distribution.filter((d) => d.p > 0).map((d) => d.p.toFixed(9));
  return (mirrored ? shares.reverse() : shares).join(' ');
}

export const isRounds = (id: string): boolean => ['rounds', 'round', 'turns', 'turn'].includes(suffix(id));
/** A sum over both sides adds nothing to the curves of each. */
const isJoint = (id: string): boolean => id.startsWith('both.');
const suffix = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** "At least so many": how often a measure reaches each value. One cell shows both sides, several show one measure each. */
export function atLeast(
  results: Results,
  group: string = measureGroups(results)[0],
  style: Style | undefined = undefined,
): VegaLiteSpec {
  const several = results.cells.length > 1;
  const measures = results.cells[0].measures.filter((m) => suffix(m.id) === group && m.distribution.length > 0);
  // Of one side's encounter the first measure is what it is about; of a contest what the second side suffers.
  const compared = measures.filter((m) => differs(results, m.id));
  const main = compared.at(isContest(results) ? -1 : 0) ?? measures[measures.length - 1];
  const curves = several ? curvesOfCells(results, main.id) : curvesOfSides(results, measures);
  const values = commonValues(curves);
  const rows = curves.flatMap((curve) =>
    values(curve.measure).map((value) => {
      const e = pooled(
        curve.of,
        curve.measure.distribution.filter((d) => d.value >= value),
      );
      return {
        cell: curve.cell,
        name: curve.name,
        value,
        p: e.p,
        low: e.low,
        high: e.high,
        share: percent(e.p),
        interval: percentRange(e),
      };
    }),
  );
  const columns = [
    { field: 'name', title: several ? 'Case' : 'Measure' },
    { field: 'value', title: 'At least' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  return frame(
    results,
    {
      title: finding(curves, rows, several),
      subtitle: setting(
        results,
        several ? `How often it is at least this much: ${plain(main.label)}` : 'How often it is at least this many',
      ),
      rows,
      columns,
      plot: (room) => plot(room, curves, rows, columns),
    },
    style,
  );
}

function curvesOfCells(results: Results, id: string): Curve[] {
  const names = cellNames(results);
  return results.cells.flatMap((of, c) => {
    const measure = of.measures.find((m) => m.id === id);
    return measure === undefined ? [] : [{ cell: c, name: names[c], colour: cellColour(c), of, measure }];
  });
}

/** A side's own measure has the side's colour; what is neither's has one of its own. */
function curvesOfSides(results: Results, measures: readonly MeasureResult[]): Curve[] {
  const colours = [BLUE[1], AMBER[1]];
  const owners = [...new Set(measures.map((m) => m.id.split('.')[0]))];
  return measures.map((measure, i) => ({
    cell: 0,
    name: plain(measure.label),
    colour:
      (measures.length === 2 ? colours[owners.indexOf(measure.id.split('.')[0])] : undefined) ??
      SERIES[i % SERIES.length],
    of: results.cells[0],
    measure,
  }));
}

type CurveRow = { readonly name: string; readonly value: number; readonly p: number };

function plot(
  room: Room,
  curves: readonly Curve[],
  rows: readonly CurveRow[],
  columns: Parameters<typeof tooltip>[0],
): Plot {
  const entries = legendEntries(curves, rows);
  const { legend, height } = topLegend(
    entries.map((e) => e.label),
    room.width - LEFT_PX,
    entries.map((e) => e.name),
  );
  const color = colourScale(
    'name',
    curves.map((c) => ({ label: c.name, colour: c.colour })),
    legend,
  );
  const y = quantitative('p', { axis: gridAxis(PERCENT_LABELS), scale: { domain: [0, 1], nice: false } });
  const xs = [...new Set(rows.map((r) => r.value))].sort((a, b) => a - b);
  return {
    height: room.height ?? HEIGHT_PX + height,
    view: {
      encoding: {
        x: quantitative('value', {
          title: null,
          axis: {
            ...(xs.length <= 15 ? { values: xs } : {}),
            grid: false,
            labelFlush: false,
            labelExpr: `${NUMBER_LABELS} + '+'`,
          },
          scale: { domain: [xs[0], xs[xs.length - 1]], nice: false, zero: false },
        }),
        tooltip: tooltip(columns),
      },
      layer: [
        {
          transform: [{ filter: 'isValid(datum.low)' }],
          mark: { type: 'area', opacity: 0.2, tooltip: null, ...DECORATION },
          encoding: { y: quantitative('low'), y2: { field: 'high' }, color },
        },
        { mark: { type: 'line', strokeWidth: 2.5, ...DECORATION }, encoding: { y, color } },
        { mark: { type: 'circle', size: 60, opacity: 1 }, encoding: { y, color } },
      ],
    },
  };
}

/** Curves that fall together share an entry: only the last drawn of them can be seen. */
function legendEntries(curves: readonly Curve[], rows: readonly CurveRow[]) {
  const path = (name: string): string =>
    rows
      .filter((r) => r.name === name)
      .map((r) => r.p.toFixed(6))
      .join();
  const groups = new Map<string, Curve[]>();
  for (const curve of curves) groups.set(path(curve.name), [...(groups.get(path(curve.name)) ?? []), curve]);
  return [...groups.values()].map((group) => {
    const last = group[group.length - 1];
    const label = `${group.map((c) => c.name).join(', ')} (mean ${decimal(last.measure.mean)})`;
    return { name: last.name, label };
  });
}

/** Counts start at "0 or more", which is always so, and all curves run on to the highest value of any. */
function commonValues(curves: readonly Curve[]): (measure: MeasureResult) => number[] {
  const own = (m: MeasureResult): number[] => m.distribution.map((d) => d.value);
  const all = curves.flatMap((curve) => own(curve.measure));
  const most = Math.max(...all);
  const counted = all.every((value) => Number.isInteger(value) && value >= 0) && most <= MOST_COUNTED;
  return counted ? () => Array.from({ length: most + 1 }, (_, i) => i) : own;
}

/** The value that is reached about half the time, for the curve that reaches highest. */
function finding(
  curves: readonly Curve[],
  rows: readonly { name: string; value: number; p: number }[],
  several: boolean,
): string {
  const top = [...curves].sort((x, y) => y.measure.mean - x.measure.mean)[0];
  const own = rows.filter((r) => r.name === top.name && r.value > top.measure.distribution[0].value);
  const middle: (typeof own)[number] | undefined = own.reduce(
    (best, r) => (Math.abs(r.p - 0.5) < Math.abs(best.p - 0.5) ? r : best),
    own[0],
  );
  const what = shownText(top.measure.label.replace(': ', ' '));
  const where = !several
    ? ''
    : /^as (?:printed|it stands|written)$/.test(top.name)
      ? ` ${top.name}`
      : ` with ${shownText(theLabel(top.name))}`;
  // A measure that never varies has no value that is reached only sometimes.
  if (middle === undefined) return `${capital(what)}: always ${top.measure.distribution[0].value}${where}`;
  return `${capital(what)}: ${middle.value} or more, ${percent(middle.p)} of the time${where}`;
}
