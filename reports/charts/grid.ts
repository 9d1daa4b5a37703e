import type { Column, Figure, Json, Row } from '../frame.ts';
import { plotWidth } from '../frame.ts';
import { capital, textWidth, wrap } from '../text.ts';
import { CONTENT_PX, ON_PALE, ON_STRONG, PAPER, SIZE, SOFT } from '../theme.ts';
import { columnHeads } from './heads.ts';
import { GAP_PX, labels, nominal, quantitative, rowLabels, tooltip } from './marks.ts';

export interface Grid {
  /** Rows with x, y, value, shown (and interval when sampled). */
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly xs: readonly string[];
  readonly ys: readonly string[];
  /** Said after the name of a row or column: "played 54 %". */
  readonly xExtra?: readonly string[];
  readonly yExtra?: readonly string[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly sampled: boolean;
  readonly scale: Row;
  /** An expression: is this cell so strongly coloured that its text must be white? */
  readonly strong: string;
  readonly legend?: Figure['legend'];
}

/** Cells of a heat map or a matrix, each with its figure; names of the columns stand above, wrapped to their width. */
export function grid(
  g: Grid,
): Pick<Figure, 'left' | 'right' | 'legend' | 'views'> & { readonly intervalsDrawn: boolean } {
  const rowNames = labels(g.ys, 170, g.yExtra);
  const left = Math.max(rowNames.room, 40);
  const width = plotWidth(left, 0);
  const cellWidth = width / g.xs.length;
  // Too narrow for a figure: the colour and the table must do.
  const figures = g.rows.every((r) => textWidth(String(r.shown), SIZE.label, 600) < cellWidth - 6);
  const small = g.sampled && g.rows.every((r) => textWidth(String(r.interval), 11) < cellWidth - 6);
  const heads = columnHeads(g.xs, cellWidth, g.xExtra);
  const step = Math.max(g.ys.length > 12 ? 26 : 44, rowNames.height + 10);
  const y = nominal('y', { sort: [...g.ys], axis: null, scale: { type: 'band', padding: 0 } });
  const x = nominal('x', { sort: [...g.xs], axis: null, scale: { type: 'band', padding: 0 } });
  const ink: Json = { condition: { test: g.strong, value: ON_STRONG }, value: ON_PALE };
  const axes = wrap(`${capital(g.xTitle)} across, ${g.yTitle} down`, CONTENT_PX, 13);
  const above = axes.length * 16 + 8;
  const headView: Row = {
    data: { values: heads.values },
    width,
    height: above + heads.height - 10,
    layer: [
      {
        mark: { ...heads.mark, y: above + heads.height },
        encoding: { x, text: { field: 'lines' } },
      },
      {
        data: { values: [{}] },
        mark: {
          type: 'text',
          align: 'left',
          baseline: 'top',
          fontSize: 13,
          lineHeight: 16,
          color: SOFT,
          x: -left,
          y: 0,
          text: axes,
        },
      },
    ],
  };
  const body: Row = {
    width,
    height: { step },
    encoding: { x, y, tooltip: tooltip(g.columns) },
    layer: [
      {
        mark: { type: 'rect', stroke: PAPER, strokeWidth: 2 },
        encoding: { color: quantitative('value', { scale: g.scale, legend: null }) },
      },
      ...(figures
        ? [
            {
              mark: { type: 'text', baseline: 'middle', fontWeight: 600, dy: small ? -6 : 0 },
              encoding: { text: { field: 'shown' }, color: ink },
            },
          ]
        : []),
      ...(small
        ? [
            {
              mark: { type: 'text', baseline: 'middle', fontSize: 11, dy: 11 },
              encoding: { text: { field: 'interval' }, color: ink },
            },
          ]
        : []),
      {
        data: { values: g.ys.map((name, i) => ({ y: name, lines: rowNames.lines[i] })) },
        ...rowLabels('lines', { tooltip: null, x: { value: -GAP_PX } }),
      },
    ],
  };
  return { left, right: 0, legend: g.legend, views: [headView, body], intervalsDrawn: small };
}
