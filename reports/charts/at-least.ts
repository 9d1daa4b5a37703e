import type { CellResult, MeasureResult, Results } from '../../src/results/types.ts';
import { cellColour, cellNames, pooled } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { decimal, percentRange, roughly, sharesLike } from '../number.ts';
import { capital, named, plain } from '../text.ts';
import { SERIES } from '../theme.ts';
import { gridAxis, NUMBER_LABELS, nominal, ownColour, PERCENT_LABELS, quantitative, tooltip, topOf } from './marks.ts';

const LEFT_PX = 48;
const RIGHT_PX = 16;
/** Beyond so many, only values that come up have a point. */
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
    (m) => m.distribution.filter((d) => d.p > 0).length > 2 && !isRounds(m.id),
  );
  const groups = [...new Set(drawable.map((m) => suffix(m.id)))];
  const shapes = new Set<string>();
  return groups.filter((group) => {
    const fresh = drawable.filter((m) => suffix(m.id) === group && !shapes.has(shape(m)));
    for (const m of fresh) shapes.add(shape(m)).add(shape(m, true));
    return fresh.length > 0;
  });
}

/** The shares without their values, so that a count and its mirror look alike. */
function shape(m: MeasureResult, mirrored = false): string {
  const shares = m.distribution.filter((d) => d.p > 0).map((d) => d.p.toFixed(9));
  return (mirrored ? shares.reverse() : shares).join(' ');
}

export const isRounds = (id: string): boolean => ['rounds', 'round', 'turns', 'turn'].includes(suffix(id));
const suffix = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** "At least so many": how often a measure reaches each value. One cell shows both sides, several show one measure each. */
export function atLeast(results: Results, group: string = measureGroups(results)[0]): VegaLiteSpec {
  const measures = results.cells[0].measures.filter((m) => suffix(m.id) === group && m.distribution.length > 0);
  const names = cellNames(results);
  const several = results.cells.length > 1;
  const main = measures[measures.length - 1];
  const curves: Curve[] = several
    ? results.cells.flatMap((of, c) => {
        const measure = of.measures.find((m) => m.id === main.id);
        return measure === undefined ? [] : [{ cell: c, name: names[c], colour: cellColour(c), of, measure }];
      })
    : measures.map((measure, i) => ({
        cell: 0,
        name: plain(measure.label),
        colour: SERIES[1 + (i % (SERIES.length - 1))],
        of: results.cells[0],
        measure,
      }));
  const shareText = sharesLike(curves.flatMap((curve) => curve.measure.distribution));
  const alike = curves.some((c, i) => curves.slice(0, i).some((other) => shape(other.measure) === shape(c.measure)));
  const width = { strokeWidth: quantitative('stroke', { scale: null }) };
  const values = commonValues(curves);
  const rows = curves.flatMap((curve) =>
    values(curve.measure).map((value) => {
      const e = pooled(
        curve.of.trials,
        curve.measure.distribution.filter((d) => d.value >= value),
      );
      return {
        cell: curve.cell,
        name: curve.name,
        colour: curve.colour,
        value,
        // Curves that fall together show as stripes: the earlier ones are broader.
        stroke: 2.5 + 2 * (alike ? Math.min(3, curves.length - 1 - curves.indexOf(curve)) : 0),
        dot: 60 + 60 * (alike ? Math.min(3, curves.length - 1 - curves.indexOf(curve)) : 0),
        p: e.p,
        low: e.low,
        high: e.high,
        share: shareText(e),
        interval: percentRange(e),
      };
    }),
  );
  const columns = [
    { field: 'name', title: several ? 'Case' : 'Measure' },
    { field: 'value', title: 'At least' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
  ];
  const y = quantitative('p', { axis: gridAxis(PERCENT_LABELS), scale: { domain: [0, topOf([1])], nice: false } });
  const xs = [...new Set(rows.map((r) => r.value))].sort((a, b) => a - b);
  return frame(results, {
    title: finding(curves, rows, several),
    subtitle: setting(
      results,
      several ? `How often at least so many ${plain(main.label)}` : 'How often at least so many',
    ),
    rows,
    columns,
    left: LEFT_PX,
    right: RIGHT_PX,
    legend: curves.map((c) => ({
      label: `${c.name} (mean ${decimal(c.measure.mean)})`,
      colour: c.colour,
      cell: several ? c.cell : undefined,
    })),
    views: [
      {
        width: plotWidth(LEFT_PX, RIGHT_PX),
        height: 280,
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
            mark: { type: 'area', opacity: 0.2, tooltip: null },
            encoding: { y: quantitative('low'), y2: { field: 'high' }, color: ownColour, detail: nominal('name') },
          },
          { mark: { type: 'line' }, encoding: { y, color: ownColour, detail: nominal('name'), ...width } },
          {
            mark: { type: 'circle', opacity: 1 },
            encoding: { y, color: ownColour, size: quantitative('dot', { scale: null }) },
          },
        ],
      },
    ],
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
  const what = named(top.measure.label.replace(': ', ' '));
  const where = several ? ` with ${named(top.name)}` : '';
  // A measure that never varies has no value that is reached only sometimes.
  if (middle === undefined) return `${capital(what)}: always ${top.measure.distribution[0].value}${where}`;
  return `${capital(what)}: ${middle.value} or more, ${roughly(middle.p)} of the time${where}`;
}
