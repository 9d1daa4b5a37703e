import type { Difference, Results } from '../../src/results/types.ts';
import { cellColour, shownOutcomes } from '../cells.ts';
import { differenceFinding, setting } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { percent, points, pointsRange } from '../number.ts';
import { distinct, plain, textWidth } from '../text.ts';
import {
  gridAxis,
  labels,
  nominal,
  ownColour,
  POINT_LABELS,
  quantitative,
  rowLabels,
  ruleAt,
  tooltip,
  topOf,
  whiskers,
} from './marks.ts';

/** How much more or less often each outcome comes up than in the base, around zero. */
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
  const texts = labels(shown.map((o) => o.label));
  const rows = shown.flatMap((o, i) =>
    all
      .filter((d) => d.id === o.id)
      .map((d) => {
        const undetected = d.verdict === 'no detectable difference';
        return {
          cell: d.cell,
          variant: variants[variantCells.indexOf(d.cell)],
          outcome: o.label,
          lines: texts.lines[i],
          colour: cellColour(d.cell),
          opacity: undetected ? 0.35 : 1,
          difference: d.difference,
          low: d.low,
          high: d.high,
          start: Math.min(0, d.low ?? d.difference),
          end: Math.max(0, d.high ?? d.difference),
          points: points(d.difference),
          interval: pointsRange(d),
          from: percent(d.base),
          to: percent(d.value),
          size: plain(d.size),
        };
      }),
  );
  const sampled = rows.some((r) => r.interval !== '');
  const columns = [
    { field: 'outcome', title: 'Outcome' },
    { field: 'variant', title: 'Variant' },
    { field: 'from', title: 'Base' },
    { field: 'to', title: 'Variant gives' },
    { field: 'points', title: 'Difference, points' },
    ...(sampled ? [{ field: 'interval', title: '95\u202f% interval, points' }] : []),
    { field: 'size', title: 'In words' },
  ];
  const text = Math.ceil(Math.max(0, ...rows.map((r) => textWidth(r.points, 12)))) + 10;
  const reach = topOf(rows.flatMap((r) => [r.end, -r.start]));
  const offset = { yOffset: nominal('variant', { sort: variants, scale: { paddingInner: 0.12 } }) };
  const left = texts.room + text;
  const valueText = (side: 'start' | 'end'): Record<string, never> | object => ({
    transform: [{ filter: side === 'end' ? 'datum.difference >= 0' : 'datum.difference < 0' }],
    mark: {
      type: 'text',
      align: side === 'end' ? 'left' : 'right',
      baseline: 'middle',
      dx: side === 'end' ? 6 : -6,
      fontSize: 12,
    },
    encoding: { x: quantitative(side), text: { field: 'points' }, ...offset },
  });
  const names = rowLabels('lines', { tooltip: null });
  return frame(results, {
    title: differenceFinding(results, all),
    subtitle: setting(results, 'Change against the base, in percentage points'),
    rows,
    columns,
    left,
    right: text,
    legend:
      variantCells.length > 1
        ? variants.map((label, i) => ({ label, colour: cellColour(variantCells[i]), cell: variantCells[i] }))
        : undefined,
    remark: rows.some((r) => r.opacity < 1 && Math.abs(r.difference) > 0.001)
      ? 'Pale bars: no detectable difference.'
      : undefined,
    views: [
      {
        width: plotWidth(left, text),
        height: shown.length * (Math.max(variants.length * 20, texts.height) + 14),
        encoding: {
          y: nominal('outcome', { sort: null, axis: null, scale: { paddingInner: 0.25, paddingOuter: 0.1 } }),
          tooltip: tooltip(columns),
        },
        layer: [
          {
            mark: { type: 'bar' },
            encoding: {
              x: quantitative('difference', {
                axis: gridAxis(POINT_LABELS),
                scale: { domain: [-reach, reach], nice: false },
              }),
              color: ownColour,
              opacity: { field: 'opacity', type: 'quantitative', scale: null },
              ...offset,
            },
          },
          whiskers('low', 'high', { encoding: offset }),
          ruleAt('x', 0),
          valueText('end') as never,
          valueText('start') as never,
          {
            transform: [{ aggregate: [], groupby: ['outcome', 'lines'] }],
            ...names,
            mark: { ...(names.mark as object), x: -text - 10 },
          },
        ],
      },
    ],
  });
}
