import type { Results } from '../../src/results/types.ts';
import { casesFinding } from '../cases-finding.ts';
import { cellNames, seriesOf, success } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { GRID } from '../theme.ts';
import { colourScale, DECORATION, gridAxis, PERCENT_LABELS, quantitative, tooltip, topOf, whiskers } from './marks.ts';
import { rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 14;

/** A picture of more rows than this is a list; the table has them all. */
const MOST_ROWS = 60;

/** Of very many cells, those where side A does best and worst, in their own order. */
function extremes(results: Results): number[] {
  const all = results.cells.map((_, c) => c);
  if (all.length <= MOST_ROWS) return all;
  const { of } = success(results);
  const ranked = [...all].sort((c, d) => of(results.cells[d]).p - of(results.cells[c]).p || c - d);
  const kept = new Set([...ranked.slice(0, MOST_ROWS / 2), ...ranked.slice(-MOST_ROWS / 2)]);
  return all.filter((c) => kept.has(c));
}

/** Many cells: a row each, a dot for each way it can end. */
export function dots(results: Results, style?: Style): VegaLiteSpec {
  const names = cellNames(results);
  const series = seriesOf(results);
  const drawn = extremes(results);
  const rows = drawn.flatMap((c) =>
    series.map((s, i) => {
      const e = s.of(results.cells[c]);
      return {
        cell: c,
        name: names[c],
        series: s.label,
        // Dots that fall together show as rings.
        size: 110 / (i + 1) ** 0.8,
        p: e.p,
        low: e.low,
        high: e.high,
        share: percent(e.p),
        interval: percentRange(e),
      };
    }),
  );
  const columns = [
    { field: 'name', title: 'Case' },
    { field: 'series', title: 'Result' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  const top = topOf(rows.map((r) => r.high ?? r.p));
  return frame(
    results,
    {
      title: casesFinding(results),
      subtitle: setting(results, 'How often each side comes out on top'),
      rows,
      columns,
      remark:
        drawn.length < names.length
          ? `The ${MOST_ROWS / 2} best and the ${MOST_ROWS / 2} worst of ${names.length} cases.`
          : undefined,
      plot: (room) => {
        const cases = rowsOf(
          room,
          'name',
          drawn.map((c) => names[c]),
          DOT_PX,
          { around: X_AXIS_PX, legend: series.map((s) => s.label) },
        );
        return {
          height: cases.height,
          isCut: cases.shown < drawn.length,
          remark: cases.shown < drawn.length ? 'Not all cases have room in this size.' : undefined,
          view: {
            transform: cases.transform,
            encoding: { y: cases.y, tooltip: tooltip(columns) },
            layer: [
              {
                mark: { type: 'rule', color: GRID, ...DECORATION },
                encoding: { x: { datum: 0 }, x2: { datum: top } },
              },
              whiskers('low', 'high'),
              {
                mark: { type: 'circle', opacity: 1 },
                encoding: {
                  x: quantitative('p', {
                    axis: gridAxis(PERCENT_LABELS),
                    scale: { domain: [0, top], nice: false },
                  }),
                  color: colourScale('series', series, cases.legend),
                  size: quantitative('size', { scale: null }),
                },
              },
            ],
          },
        };
      },
    },
    style,
  );
}
