import type { Results } from '../../src/results/types.ts';
import { cellNames, seriesOf } from '../cells.ts';
import { setting, spreadFinding } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { percentRange, sharesLike } from '../number.ts';
import { GRID } from '../theme.ts';
import {
  gridAxis,
  labels,
  nominal,
  ownColour,
  PERCENT_LABELS,
  quantitative,
  rowLabels,
  tooltip,
  topOf,
  whiskers,
} from './marks.ts';

/** Room for half of "100 %". */
const RIGHT_PX = 22;

/** Many cells: a row each, a dot for each way it can end. */
export function dots(results: Results): VegaLiteSpec {
  const names = cellNames(results);
  const series = seriesOf(results);
  const texts = labels(names);
  const shareText = sharesLike(results.cells.flatMap((cell) => series.map((s) => s.of(cell))));
  const rows = results.cells.flatMap((cell, c) =>
    series.map((s, i) => {
      const e = s.of(cell);
      return {
        cell: c,
        name: names[c],
        lines: texts.lines[c],
        series: s.label,
        colour: s.colour,
        // Dots that fall together show as rings.
        size: 110 / (i + 1) ** 0.8,
        p: e.p,
        low: e.low,
        high: e.high,
        share: shareText(e),
        interval: percentRange(e),
      };
    }),
  );
  const columns = [
    { field: 'name', title: 'Case' },
    { field: 'series', title: 'Result' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
  ];
  const top = topOf(rows.map((r) => r.high ?? r.p));
  return frame(results, {
    title: spreadFinding(results),
    subtitle: setting(results, 'How often each side comes out on top'),
    rows,
    columns,
    left: texts.room,
    right: RIGHT_PX,
    legend: series,
    views: [
      {
        width: plotWidth(texts.room, RIGHT_PX),
        height: { step: Math.max(26, texts.height + 8) },
        encoding: { y: nominal('name', { sort: null, axis: null }), tooltip: tooltip(columns) },
        layer: [
          {
            mark: { type: 'rule', color: GRID },
            encoding: { x: { datum: 0 }, x2: { datum: top } },
          },
          whiskers('low', 'high', { encoding: { color: ownColour } }),
          {
            mark: { type: 'circle', opacity: 1 },
            encoding: {
              x: quantitative('p', {
                axis: gridAxis(PERCENT_LABELS),
                scale: { domain: [0, top], nice: false },
              }),
              color: ownColour,
              size: quantitative('size', { scale: null }),
            },
          },
          { transform: [{ aggregate: [], groupby: ['name', 'lines'] }], ...rowLabels('lines', { tooltip: null }) },
        ],
      },
    ],
  });
}
