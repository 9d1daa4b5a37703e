import type { Results } from '../../src/results/types.ts';
import { casesFinding } from '../cases-finding.ts';
import { cellNames, seriesOf, success } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type Row, type VegaLiteSpec } from '../frame.ts';
import { percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { theSide } from '../text.ts';
import { GRID } from '../theme.ts';
import { colourScale, DECORATION, gridAxis, PERCENT_LABELS, quantitative, tooltip, topOf, whiskers } from './marks.ts';
import { multiplesOf, multiplesView } from './multiples.ts';
import { inPanels, type Panels, panelsOf } from './panels.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 14;
/** Dots stand closer than bars do: a panel has up to this many rows. */
const MOST_TOGETHER = 15;
const PANEL_PLOT_PX = 150;

/** More cases than this are a list that nobody reads in a picture: those at its two ends are drawn, the table has all. */
const MOST_ROWS = 60;
const AT_EITHER_END = 8;

/** Which cells are drawn, and under what headings. */
function drawnCells(results: Results, names: readonly string[]): { readonly drawn: number[]; readonly panels: Panels } {
  const all = results.cells.map((_, c) => c);
  if (all.length <= MOST_ROWS) return { drawn: all, panels: panelsOf(results, names, MOST_TOGETHER) };
  const { of } = success(results);
  const ranked = [...all].sort((c, d) => of(results.cells[d]).p - of(results.cells[c]).p || c - d);
  const ends = { best: ranked.slice(0, AT_EITHER_END), worst: ranked.slice(-AT_EITHER_END).reverse() };
  const who = theSide(results.cells[0].sides[0]);
  const panels = Object.entries(ends).map(([end, cells]) => ({
    heading: `The ${AT_EITHER_END} ${end} of ${all.length} cases for ${who}`,
    names: cells.map((c) => names[c]),
  }));
  return { drawn: [...ends.best, ...ends.worst], panels: inPanels(names, panels) };
}

/** Many cells: a row each, a dot for each way it can end. */
export function dots(results: Results, style?: Style): VegaLiteSpec {
  const names = cellNames(results);
  const series = seriesOf(results);
  const { drawn, panels } = drawnCells(results, names);
  const rows = drawn.flatMap((c) =>
    series.map((s, i) => {
      const e = s.of(results.cells[c]);
      return {
        cell: c,
        name: panels.names[c],
        case: names[c],
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
    { field: 'case', title: 'Case' },
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
      isLandscape: true,
      plot: (room) => {
        const layers = (legend: Row | null, widthPx: number): Row[] => [
          {
            mark: { type: 'rule', color: GRID, ...DECORATION },
            encoding: { x: { datum: 0 }, x2: { datum: top } },
          },
          whiskers('low', 'high'),
          {
            mark: { type: 'circle', opacity: 1 },
            encoding: {
              x: quantitative('p', {
                axis: gridAxis(PERCENT_LABELS, { tickCount: Math.max(2, Math.min(5, Math.floor(widthPx / 55))) }),
                scale: { domain: [0, top], nice: false },
              }),
              color: colourScale('series', series, legend),
              size: quantitative('size', { scale: null }),
            },
          },
        ];
        const legend = series.map((s) => s.label);
        const multiples = multiplesOf(room, panels, {
          field: 'name',
          marksPx: DOT_PX,
          legend,
          plotPx: PANEL_PLOT_PX,
          axisPx: X_AXIS_PX,
        });
        if (multiples !== undefined) {
          return {
            height: multiples.height,
            isCut: multiples.isCramped,
            remark: multiples.shown < drawn.length ? roomRemark(multiples.shown, names.length) : undefined,
            config: { view: { continuousWidth: multiples.plotWidth } },
            view: multiplesView(multiples, (of, y) => ({
              transform: [{ filter: { field: 'name', oneOf: [...of] } }],
              encoding: { y, tooltip: tooltip(columns) },
              layer: layers(multiples.legend, multiples.plotWidth),
            })),
          };
        }
        const { headings } = panels;
        const cases = rowsOf(room, 'name', panels.rows, DOT_PX, { around: X_AXIS_PX, legend, headings });
        const seen = panels.rows.slice(0, cases.shown).filter((name) => !headings.includes(name)).length;
        return {
          height: cases.height,
          isCut: seen < drawn.length,
          remark: seen < drawn.length ? roomRemark(seen, names.length) : undefined,
          view: {
            transform: cases.transform,
            encoding: { y: cases.y, tooltip: tooltip(columns) },
            layer: layers(cases.legend, cases.plotWidth),
          },
        };
      },
    },
    style,
  );
}
