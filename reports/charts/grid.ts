import type { Column, Figure, Json, Row } from '../frame.ts';
import { plotWidth } from '../frame.ts';
import { balance, capital, textWidth, widestPart } from '../text.ts';
import { CONTENT_PX, LINE_PX, ON_PALE, ON_STRONG, PAPER, SIZE, SOFT } from '../theme.ts';
import { areNumbers, columnHeads, wrapFits } from './heads.ts';
import { nominal, quantitative, tooltip } from './marks.ts';
import { GAP_PX } from './rows.ts';

export interface Grid {
  /** Rows with x, y, value, shown (and, when sampled, half the interval as a number and as a text, "error"). */
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
  /** What the half widths in the field "half" are in: " points", or nothing for counts. */
  readonly unit: string;
  readonly scale: Row;
  /** An expression: is this cell so strongly coloured that its text must be white? */
  readonly strong: string;
  readonly legend?: Figure['legend'];
}

/** The widest a name of a row may be before it is wrapped. */
const ROW_NAME_PX = 130;
/** The narrowest that names of rows are made so that the columns have room for theirs. */
const NARROW_NAME_PX = 84;
/** White either side of a cell's figure, together; and the least that keeps two figures apart. */
const AROUND_PX = 6;
const APART_PX = 3;
const PERCENT_SIGN = '\u202f%';

const bare = (row: Row): string => String(row.shown).replace(PERCENT_SIGN, '');

/**
 * Cells of a heat map or a matrix, each with its figure; names of the columns stand above, wrapped to their width. Where
 * the figures do not fit, the per cent sign goes first. Then named columns go on in a second grid below; an axis of
 * numbers is left to its colours, which tell a slope better than a broken grid would.
 */
export function grid(g: Grid): Pick<Figure, 'left' | 'right' | 'legend' | 'views'> & { readonly remark?: string } {
  const names = rowNames(g);
  const { left, width } = names;
  const widest = (text: (row: Row) => string, size: number, weight: 400 | 600): number =>
    Math.max(...g.rows.map((row) => textWidth(text(row), size, weight)));
  const barest = Math.max(widest(bare, SIZE.small, 600), LINE_PX.label) + APART_PX;
  const fitting = Math.max(1, Math.floor(width / barest));
  const named = g.xExtra !== undefined || !areNumbers(g.xs);
  const perGrid = named ? Math.ceil(g.xs.length / Math.ceil(g.xs.length / fitting)) : g.xs.length;
  const cellWidth = width / perGrid;
  const whole = widest((row) => String(row.shown), SIZE.label, 600) + AROUND_PX <= cellWidth;
  // Two figures a cell need air around them; without it the caption gives the widest interval.
  const small = g.sampled && widest((row) => String(row.error), SIZE.small, 400) + 2 * AROUND_PX <= cellWidth;
  const figures: readonly Row[] = [
    ...(barest <= cellWidth ? [figureText(g.strong, whole, small)] : []),
    ...(small ? [errorText(g.strong)] : []),
  ];
  const dropped = !whole && barest <= cellWidth && g.rows.some((row) => bare(row) !== row.shown);
  const step = Math.max(g.ys.length > 12 ? 26 : g.ys.length > 8 ? 34 : 44, names.height + 8);
  const axes = `${capital(g.xTitle)} across, ${g.yTitle} down${dropped ? '; figures in per cent' : ''}`;
  const views = Array.from({ length: Math.ceil(g.xs.length / perGrid) }, (_, block) => {
    const of = (all: readonly string[]): readonly string[] => all.slice(block * perGrid, (block + 1) * perGrid);
    const xs = of(g.xs);
    const place: Place = { xs, left, width: (width * xs.length) / perGrid, step };
    const heads = columnHeads(xs, cellWidth, g.xExtra === undefined ? undefined : of(g.xExtra));
    return [
      headView(heads, place, block === 0 ? balance(axes, CONTENT_PX, SIZE.small) : []),
      body(g, place, names.lines, figures),
    ];
  });
  return {
    left,
    right: 0,
    legend: g.legend,
    views: views.flat(),
    remark: g.sampled ? intervalRemark(g, small) : undefined,
  };
}

interface Place {
  /** The columns of this grid. */
  readonly xs: readonly string[];
  readonly left: number;
  readonly width: number;
  readonly step: number;
}

function intervalRemark({ rows, unit }: Grid, drawn: boolean): string {
  if (drawn) return `± in the cells: half of the 95\u202f% intervals${unit === '' ? '' : `, in${unit}`}.`;
  const widest = Math.max(...rows.map((row) => Number(row.half)));
  return `95\u202f% intervals of the cells: at most ±${widest.toPrecision(2)}${unit}.`;
}

interface RowNames {
  readonly lines: string[][];
  readonly height: number;
  readonly left: number;
  /** What they leave for the cells. */
  readonly width: number;
}

/** Names of the rows: narrower than usual, but no word broken, where names of the columns need not be turned then. */
function rowNames(g: Grid): RowNames {
  const heads = [...g.xs, ...(g.xExtra ?? [])];
  const usual = rowNamesWithin(g, ROW_NAME_PX);
  const longestWord = Math.max(...g.ys.map((name) => widestPart(name, SIZE.label)));
  const narrow = rowNamesWithin(g, Math.min(ROW_NAME_PX, Math.max(NARROW_NAME_PX, longestWord)));
  return [usual, narrow].find(({ width }) => wrapFits(heads, width / g.xs.length)) ?? usual;
}

function rowNamesWithin(g: Grid, widestPx: number): RowNames {
  const lines = g.ys.map((name, i) => [
    ...balance(name, widestPx, SIZE.label),
    ...(g.yExtra === undefined ? [] : [g.yExtra[i]]),
  ]);
  const room = Math.ceil(Math.max(...lines.flat().map((line) => textWidth(line, SIZE.label)))) + GAP_PX;
  const left = Math.max(room, 30);
  // One pixel less: the cells' white edges are drawn half outside.
  return { lines, height: Math.max(...lines.map((l) => l.length)) * LINE_PX.label, left, width: plotWidth(left, 1) };
}

const across = (xs: readonly string[]): Row =>
  nominal('x', { sort: [...xs], axis: null, scale: { type: 'band', padding: 0 } });

function headView(heads: ReturnType<typeof columnHeads>, { xs, left, width }: Place, axes: readonly string[]): Row {
  const above = axes.length === 0 ? 0 : axes.length * LINE_PX.small + 8;
  return {
    data: { values: heads.values },
    width,
    height: above + heads.height - 10,
    layer: [
      {
        mark: { ...heads.mark, y: above + heads.height },
        encoding: { x: across(xs), text: { field: 'lines' } },
      },
      {
        data: { values: [{}] },
        mark: {
          type: 'text',
          align: 'left',
          baseline: 'top',
          fontSize: SIZE.small,
          lineHeight: LINE_PX.small,
          color: SOFT,
          x: -left,
          y: 0,
          text: axes,
        },
      },
    ],
  };
}

function body(
  g: Grid,
  { xs, width, step }: Place,
  names: readonly (readonly string[])[],
  figures: readonly Row[],
): Row {
  return {
    ...(xs.length < g.xs.length ? { transform: [{ filter: { field: 'x', oneOf: xs } }] } : {}),
    width,
    height: { step },
    encoding: {
      x: across(xs),
      y: nominal('y', { sort: [...g.ys], axis: null, scale: { type: 'band', padding: 0 } }),
      tooltip: tooltip(g.columns),
    },
    layer: [
      {
        mark: { type: 'rect', stroke: PAPER, strokeWidth: 2 },
        encoding: { color: quantitative('value', { scale: g.scale, legend: null }) },
      },
      ...figures,
      {
        data: { values: g.ys.map((y, i) => ({ y, x: xs[0], lines: names[i] })) },
        mark: {
          type: 'text',
          align: 'right',
          baseline: 'middle',
          lineHeight: LINE_PX.label,
          dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label / 2}` },
        },
        encoding: { x: { value: -GAP_PX }, text: { field: 'lines' }, tooltip: null },
      },
    ],
  };
}

const ink = (strong: string): Json => ({ condition: { test: strong, value: ON_STRONG }, value: ON_PALE });

function figureText(strong: string, whole: boolean, raised: boolean): Row {
  return {
    ...(whole ? {} : { transform: [{ calculate: `replace(datum.shown, '${PERCENT_SIGN}', '')`, as: 'bare' }] }),
    mark: {
      type: 'text',
      baseline: 'middle',
      fontWeight: 600,
      fontSize: whole ? SIZE.label : SIZE.small,
      dy: raised ? -8 : 0,
    },
    encoding: { text: { field: whole ? 'shown' : 'bare' }, color: ink(strong) },
  };
}

/** The interval under the figure. */
function errorText(strong: string): Row {
  return {
    mark: { type: 'text', baseline: 'middle', fontSize: SIZE.small, dy: 9 },
    encoding: { text: { field: 'error' }, color: ink(strong) },
  };
}
