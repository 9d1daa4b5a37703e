import type { Difference, Results } from '../../src/results/types.ts';
import { askedDifferences, askedFinding } from '../asked.ts';
import { cellColour, shownOutcomes } from '../cells.ts';
import { differenceFinding, setting } from '../findings.ts';
import { frame, plotWidth, type Row, type VegaLiteSpec } from '../frame.ts';
import { percent, points, pointsRange } from '../number.ts';
import { balance, capital, distinct, plain, textWidth } from '../text.ts';
import { BLUE, CONTENT_PX, LINE_PX, SIZE, WARM } from '../theme.ts';
import { MOST_GROUPS } from './grouped.ts';
import { gridAxis, nominal, ownColour, POINT_LABELS, quantitative, ruleAt, tooltip, whiskers } from './marks.ts';
import { type Rows, rowsOf } from './rows.ts';

const BAR_PX = 20;
/** Room for half of the last figure on the axis. */
const RIGHT_PX = 14;

/**
 * How much more or less often each outcome comes up than in the base, around zero. A few variants have a colour each
 * and stand together, outcome by outcome; more than there are colours for have a row each, under who wins.
 */
export function difference(results: Results): VegaLiteSpec {
  const winners = new Map(
    (results.differences ?? []).filter((d) => d.id.startsWith('winner=')).map((d) => [d.id, plain(d.label)]),
  );
  const all = (results.differences ?? []).filter((d) => d.kind === 'outcome');
  const possible = [...[...winners].map(([id, label]) => ({ id, label })), ...shownOutcomes(results)];
  // An outcome that no variant moves takes room and says nothing, unless there is nothing else to say.
  const moves = (d: Difference) => d.difference !== 0 || (d.low ?? 0) !== 0 || (d.high ?? 0) !== 0;
  const moved = possible.filter((o) => all.some((d) => d.id === o.id && moves(d)));
  const shown = moved.length > 0 ? moved : possible;
  const variantCells = [...new Set(all.map((d) => d.cell))];
  const variants = distinct(variantCells.map((c) => all.find((d) => d.cell === c)?.variant ?? ''));
  const rowEach = variants.length > MOST_GROUPS;
  const outcomeNames = shown.map((o) => o.label);
  const names = rowEach
    ? rowsOf('variant', variants, BAR_PX, { between: 8, overhang: RIGHT_PX })
    : rowsOf('outcome', outcomeNames, variants.length * BAR_PX, { between: 14, overhang: RIGHT_PX });
  const rows = shown.flatMap((o, i) =>
    all
      .filter((d) => d.id === o.id)
      .map((d) => {
        const variant = variantCells.indexOf(d.cell);
        return {
          cell: d.cell,
          variant: variants[variant],
          outcome: o.label,
          lines: names.lines[rowEach ? variant : i],
          colour: rowEach ? (d.difference < 0 ? WARM[1] : BLUE[1]) : cellColour(d.cell),
          opacity: d.verdict === 'no detectable difference' ? 0.35 : 1,
          difference: d.difference,
          low: d.low,
          high: d.high,
          start: Math.min(0, d.low ?? d.difference),
          end: Math.max(0, d.high ?? d.difference),
          points: points(d.difference),
          interval: pointsRange(d),
          from: percent(d.base),
          to: percent(d.value),
          size: d.verdict === 'no detectable difference' ? d.verdict : plain(d.size),
        };
      }),
  );
  const columns = [
    { field: 'outcome', title: 'Outcome' },
    { field: 'variant', title: 'Variant' },
    { field: 'from', title: 'Base' },
    { field: 'to', title: 'Variant gives' },
    { field: 'points', title: 'Difference, points' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval, points' }] : []),
    { field: 'size', title: 'In words' },
  ];
  const width = plotWidth(names.left, RIGHT_PX);
  const bars = barsView(names, domainOf(rows, width), width, columns);
  const won = outcomeNames.filter((_, i) => winners.has(shown[i].id));
  const panels = won.length > 0 ? won : outcomeNames;
  const pale = rows.some((r) => r.opacity < 1 && Math.abs(r.difference) > 0.001);
  const remarks = [
    ...(pale ? ['Pale bars: no detectable difference.'] : []),
    ...(rowEach && panels.length < shown.length ? ['The table has the other outcomes.'] : []),
  ];
  // The chart shows shares: a measure that was asked for is not in it.
  const asked = askedDifferences(results).filter((d) => d.kind === 'outcome');
  return frame(results, {
    title: asked.length > 0 ? askedFinding(results, asked) : differenceFinding(results, all),
    subtitle: setting(results, 'Change against the base, in percentage points'),
    rows,
    columns,
    left: names.left,
    right: RIGHT_PX,
    legend:
      variants.length > 1 && !rowEach
        ? variants.map((label, i) => ({ label, colour: cellColour(variantCells[i]), cell: variantCells[i] }))
        : undefined,
    remark: remarks.length > 0 ? remarks.join(' ') : undefined,
    errors: all,
    views: rowEach
      ? panels.flatMap((outcome) => [
          panelHead(outcome, names.left),
          { transform: [{ filter: { field: 'outcome', equal: outcome } }], ...bars({}) },
        ])
      : [bars({ yOffset: nominal('variant', { sort: variants, scale: { paddingInner: 0.12 } }) })],
  });
}

/** As far either way as the bars and the figures at their ends go. */
function domainOf(
  rows: readonly { readonly start: number; readonly end: number; readonly points: string }[],
  width: number,
): [number, number] {
  const least = Math.min(0, ...rows.map((r) => r.start));
  const most = Math.max(0, ...rows.map((r) => r.end));
  const figure = Math.max(0, ...rows.map((r) => textWidth(r.points, SIZE.small))) + 8;
  const perPixel = Math.max(most - least, 0.002) / (width - 2 * figure);
  return [least - figure * perPixel, most + figure * perPixel];
}

function barsView(
  names: Rows,
  domain: readonly [number, number],
  width: number,
  columns: Parameters<typeof tooltip>[0],
): (offset: Row) => Row {
  const figures = (offset: Row, side: 'start' | 'end'): Row => ({
    transform: [{ filter: side === 'end' ? 'datum.difference >= 0' : 'datum.difference < 0' }],
    mark: {
      type: 'text',
      align: side === 'end' ? 'left' : 'right',
      baseline: 'middle',
      dx: side === 'end' ? 6 : -6,
      fontSize: SIZE.small,
    },
    encoding: { x: quantitative(side), text: { field: 'points' }, ...offset },
  });
  const x = quantitative('difference', { axis: gridAxis(POINT_LABELS), scale: { domain, nice: false } });
  const opacity = { field: 'opacity', type: 'quantitative', scale: null };
  return (offset) => ({
    width,
    height: names.height,
    encoding: { y: names.y, tooltip: tooltip(columns) },
    layer: [
      { mark: { type: 'bar' }, encoding: { x, color: ownColour, opacity, ...offset } },
      whiskers('low', 'high', { encoding: offset }),
      ruleAt('x', 0),
      figures(offset, 'end'),
      figures(offset, 'start'),
      ...names.names,
    ],
  });
}

/** The outcome over the rows that show it. */
function panelHead(outcome: string, left: number): Row {
  const lines = balance(capital(outcome), CONTENT_PX, SIZE.label, 600);
  return {
    data: { values: [{}] },
    width: 1,
    // The concatenation's own gap would part the head from its rows.
    height: Math.max(1, lines.length * LINE_PX.label - 20),
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'top',
      fontWeight: 600,
      lineHeight: LINE_PX.label,
      x: -left,
      y: 0,
      text: lines,
    },
  };
}
