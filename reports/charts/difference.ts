import type { Difference, Results } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { askedDifferences, askedFinding } from '../asked.ts';
import { shownOutcomes } from '../cells.ts';
import { differenceFinding, setting } from '../findings.ts';
import { frame, type Plot, type Room, type Row, type VegaLiteSpec } from '../frame.ts';
import { decimalsOf, pointsRange, shareChange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { distinct, plain, textWidth, theSide } from '../text.ts';
import { BETTER, NEUTRAL, SIZE, WORSE } from '../theme.ts';
import { colourScale, DECORATION, gridAxis, POINT_LABELS, quantitative, ruleAt, tooltip, whiskers } from './marks.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

const BAR_PX = 18;
/** More would make a tower. */
const MOST_BARS = 36;

interface Drawn extends Row {
  readonly name: string;
  readonly points: string;
  readonly start: number;
  readonly end: number;
  readonly difference: number;
}

/**
 * How much more or less often each outcome comes up than in the base, around zero, in the colour of what it does to the
 * side that asks. Several variants stand below each other, each under its name.
 */
export function difference(results: Results, style?: Style): VegaLiteSpec {
  const all = (results.differences ?? []).filter((d) => d.kind === 'outcome');
  const cells = [...new Set(all.map((d) => d.cell))];
  const possible = shownRows(results, all);
  const outcomes = cells.length * possible.length > MOST_BARS ? inShort(possible, all) : possible;
  const variants = distinct(cells.map((c) => labelOf(all.find((d) => d.cell === c)?.variant ?? '')));
  const decimals = decimalsOf(all.map((d) => d.difference));
  const effects = effectNames(results);
  const rows = cells.flatMap((cell, v) =>
    outcomes.flatMap((o) => {
      const d = all.find((each) => each.cell === cell && each.id === o.id);
      // Among several variants an outcome stands under those that move it.
      return d === undefined || (cells.length > 1 && !moves(d, all))
        ? []
        : [rowOf(d, o.label, variants, v, effectOf(o.winner, d.difference, effects), decimals)];
    }),
  );
  const columns = [
    { field: 'outcome', title: 'Outcome' },
    { field: 'variant', title: 'Variant' },
    { field: 'from', title: 'Base' },
    { field: 'to', title: 'Variant gives' },
    { field: 'points', title: 'Difference, percentage points' },
    ...(rows.some((r) => r.interval !== '')
      ? [{ field: 'interval', title: `${intervalTitle(results)}, percentage points` }]
      : []),
    { field: 'size', title: 'In words' },
  ];
  // The chart shows shares: a measure that was asked for is not in it.
  const asked = askedDifferences(results).filter((d) => d.kind === 'outcome');
  const pale = rows.some((r) => r.opacity < 1 && Math.abs(r.difference) > 0.001);
  const names = variants.length === 1 ? rows.map((r) => r.name) : variants.flatMap((v, i) => [v, ...namesOf(rows, i)]);
  return frame(
    results,
    {
      title: asked.length > 0 ? askedFinding(results, asked) : differenceFinding(results, all),
      subtitle: setting(
        results,
        `Change against the base${outcomes.length < possible.length ? whatIsDrawn(outcomes) : ''}, in percentage points`,
      ),
      rows,
      columns,
      remark: pale ? 'Pale bars: no detectable difference.' : undefined,
      errors: all,
      plot: (room) =>
        plot(room, {
          rows,
          columns,
          names,
          headings: variants.length > 1 ? variants : [],
          effects: effects.filter((e) => rows.some((r) => r.effect === e.label)),
        }),
    },
    style,
  );
}

/** Who wins comes first. An outcome that no variant moves takes room and says nothing, unless there is nothing else. */
function shownRows(results: Results, all: readonly Difference[]): { id: string; label: string; winner: string }[] {
  const winners = new Map(all.filter((d) => d.id.startsWith('winner=')).map((d) => [d.id, plain(d.label)]));
  // One outcome may be all there is of a side's wins: the same fights have one bar.
  const possible = [
    ...[...winners].map(([id, label]) => ({ id, label, winner: id.slice('winner='.length) })),
    ...shownOutcomes(results).filter((o) => ![...winners.keys()].some((id) => coincide(all, id, o.id))),
  ];
  const moved = possible.filter((o) => all.some((d) => d.id === o.id && moves(d, all)));
  const shown = moved.length > 0 ? moved : possible;
  const labels = distinct(shown.map((o) => o.label));
  return shown.map((o, i) => ({ id: o.id, winner: o.winner, label: labels[i] }));
}

/** What any table shows as no change has no bar to draw. */
function moves(d: Difference, all: readonly Difference[]): boolean {
  const least = 10 ** -decimalsOf(all.map((one) => one.difference)) / 200;
  return Math.abs(d.difference) >= least || Math.max(d.high ?? 0, -(d.low ?? 0)) >= least;
}

/** What is drawn where not every outcome is. */
const whatIsDrawn = ([first]: readonly { readonly id: string }[]): string =>
  first.id.startsWith('winner=') ? ' in who comes off better' : ' in the outcomes that move furthest';

/** Of many variants who wins; where nobody does, the two outcomes that move furthest. */
function inShort<O extends { readonly id: string }>(possible: readonly O[], all: readonly Difference[]): O[] {
  const winners = possible.filter((o) => o.id.startsWith('winner='));
  if (winners.length > 0) return winners;
  const furthest = (o: O): number => Math.max(...all.filter((d) => d.id === o.id).map((d) => Math.abs(d.difference)));
  const [first, second] = [...possible].sort((x, y) => furthest(y) - furthest(x));
  return possible.filter((o) => o === first || o === second);
}

/** Whether two outcomes look the same in the base and in every variant. */
function coincide(all: readonly Difference[], first: string, second: string): boolean {
  const decimals = decimalsOf(all.map((d) => d.difference));
  const shown = (id: string): string =>
    all
      .filter((d) => d.id === id)
      .map((d) => [d.cell, ...Object.values(shareChange(d.base, d.value, decimals))].join())
      .join(';');
  return shown(first) === shown(second);
}

/** Better and worse are told from side A's seat. */
function effectNames(results: Results): { label: string; colour: string }[] {
  const side = theSide(results.cells[0].sides[0]);
  return [
    { label: `better for ${side}`, colour: BETTER },
    { label: `worse for ${side}`, colour: WORSE },
    { label: 'neither', colour: NEUTRAL[0] },
  ];
}

function effectOf(winner: string, change: number, effects: readonly { readonly label: string }[]): string {
  if (change === 0 || (winner !== 'a' && winner !== 'b')) return effects[2].label;
  return effects[(winner === 'a') === change > 0 ? 0 : 1].label;
}

function rowOf(
  d: Difference,
  outcome: string,
  variants: readonly string[],
  v: number,
  effect: string,
  decimals: number,
) {
  const shown = shareChange(d.base, d.value, decimals);
  return {
    cell: d.cell,
    outcome,
    variant: variants[v],
    panel: v,
    // The same outcome comes again under every variant: white space that no reader sees keeps the rows apart.
    name: `${outcome}${'\u200b'.repeat(v)}`,
    effect,
    opacity: d.verdict === 'no detectable difference' ? 0.35 : 1,
    difference: d.difference,
    low: d.low,
    high: d.high,
    start: Math.min(0, d.low ?? d.difference),
    end: Math.max(0, d.high ?? d.difference),
    points: shown.difference,
    interval: pointsRange(d),
    from: shown.before,
    to: shown.after,
    size: d.verdict === 'no detectable difference' ? d.verdict : plain(d.size),
  };
}

const namesOf = (rows: readonly { readonly panel: number; readonly name: string }[], panel: number): string[] =>
  rows.filter((r) => r.panel === panel).map((r) => r.name);

interface Layers {
  readonly rows: readonly Drawn[];
  readonly columns: Parameters<typeof tooltip>[0];
  readonly names: readonly string[];
  readonly headings: readonly string[];
  readonly effects: readonly { readonly label: string; readonly colour: string }[];
}

function plot(room: Room, { rows, columns, names, headings, effects }: Layers): Plot {
  const layout = rowsOf(room, 'name', names, BAR_PX, {
    around: X_AXIS_PX,
    legend: effects.map((e) => e.label),
    headings,
  });
  const domain = domainOf(rows, layout.plotWidth);
  return {
    height: layout.height,
    isCut: layout.shown < names.length,
    remark: roomRemark(layout.shown, names.length, 'rows'),
    view: {
      transform: layout.transform,
      encoding: { y: layout.y, tooltip: tooltip(columns) },
      layer: [
        {
          mark: { type: 'bar' },
          encoding: {
            x: quantitative('difference', {
              axis: gridAxis(POINT_LABELS, { grid: false }),
              scale: { domain, nice: false },
            }),
            color: colourScale('effect', effects, layout.legend),
            opacity: { field: 'opacity', type: 'quantitative', scale: null },
          },
        },
        whiskers('low', 'high'),
        ruleAt('x', 0),
        figures('end'),
        figures('start'),
      ],
    },
  };
}

/** As far either way as the bars and the figures at their ends go. */
function domainOf(rows: readonly Drawn[], width: number): [number, number] {
  const least = Math.min(0, ...rows.map((r) => r.start));
  const most = Math.max(0, ...rows.map((r) => r.end));
  const figure = Math.max(0, ...rows.map((r) => textWidth(r.points, SIZE.small))) + 8;
  const perPixel = Math.max(most - least, 0.002) / Math.max(40, width - 2 * figure);
  return [least - figure * perPixel, most + figure * perPixel];
}

const figures = (side: 'start' | 'end'): Row => ({
  transform: [{ filter: side === 'end' ? 'datum.difference >= 0' : 'datum.difference < 0' }],
  mark: {
    type: 'text',
    align: side === 'end' ? 'left' : 'right',
    baseline: 'middle',
    dx: side === 'end' ? 6 : -6,
    fontSize: SIZE.small,
    ...DECORATION,
  },
  encoding: { x: quantitative(side), text: { field: 'points' } },
});
