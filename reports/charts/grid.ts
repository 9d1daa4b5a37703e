import type { Column, Json, Plot, Room, Row } from '../frame.ts';
import { halfText } from '../number.ts';
import { capital, textWidth, widestPart } from '../text.ts';
import { INK, LINE_PX, ON_PALE, ON_STRONG, PAPER, SIZE } from '../theme.ts';
import { axisTitle, headAxis, type NameLabels, nameLabels, rowAxis, topLegend, turnedAxis } from './axes.ts';
import { DECORATION, nominal, quantitative, tooltip } from './marks.ts';
import { roomRemark } from './rows.ts';

export interface Grid {
  /** Rows with x, y, value, shown, legend (and, when sampled, half the interval as a number and as a text, "error"). */
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly xs: readonly string[];
  readonly ys: readonly string[];
  /** What the names are made of, each part on lines of its own. */
  readonly xParts?: readonly (readonly string[])[];
  readonly yParts?: readonly (readonly string[])[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly sampled: boolean;
  /** How sure the intervals are: "95%". */
  readonly level: string;
  /** What the half widths in the field "half" are in: " points", or nothing for counts. */
  readonly unit: string;
  readonly scale: Row;
  /** The row that must be seen, where there is room for some only. */
  readonly keep?: string;
  /** What the colours mean at values of their scale, highest first. */
  readonly legend?: readonly { readonly label: string; readonly value: number }[];
}

/** The widest a name of a row may be before it is wrapped, as a share of the picture. */
const NAME_SHARE = 0.3;
/** The same where each has one line. */
const ONE_LINE_SHARE = 0.45;
/** White either side of a cell's figure, together; and the least that keeps two figures apart. */
const AROUND_PX = 6;
const APART_PX = 3;
const CELL_PX = { few: 44, some: 34, many: 26 } as const;
/** A legend's swatch, and white either side of it. */
const SWATCH_PX = 24;
/** By the colour that a cell has in the end: figures can be read on the colours of another scheme, too. */
const ON_DARK_CELL = "luminance(scale('color', datum.value)) < 0.18";
const PERCENT_SIGN = '%';

const bare = (row: Row): string => String(row.shown).replace(PERCENT_SIGN, '');

/** What a low picture gives up, step by step: the legend and wrapped names first, then the titles of the axes. */
const STEPS = ['whole', 'without legend', 'without titles'] as const;

interface Layout {
  readonly ys: NameLabels;
  readonly across: readonly string[];
  readonly heads: { readonly axis: Row; readonly height: number };
  readonly legend: { readonly legend: Row; readonly height: number } | null;
  readonly cellPx: number;
  readonly around: number;
  readonly isTitled: boolean;
}

function layoutOf(room: Room, g: Grid, step: (typeof STEPS)[number]): Layout {
  const isWhole = step === 'whole';
  const isTitled = step !== 'without titles';
  const ys = isWhole
    ? nameLabels(g.ys, NAME_SHARE * room.width, g.yParts)
    : nameLabels(g.ys, ONE_LINE_SHARE * room.width);
  const downPx = isTitled ? LINE_PX.small + 8 : 0;
  const width = room.width - ys.width - downPx - 14;
  const across = isTitled ? axisTitle(capital(g.xTitle), width) : [];
  const cellPx = width / g.xs.length;
  const heads = columnHeads(g, cellPx);
  const legend = isWhole && g.legend !== undefined ? scaleLegend(g.legend, width) : null;
  const around = heads.height + across.length * LINE_PX.small + 18 + (legend?.height ?? 0);
  return { ys, across, heads, legend, cellPx, around, isTitled };
}

/** The first step at which every row is as high as its name. */
function fittingLayout(room: Room, g: Grid): Layout {
  const all = STEPS.map((step) => layoutOf(room, g, step));
  const { height } = room;
  if (height === null) return all[0];
  return all.find(({ ys, around }) => (height - around) / g.ys.length >= ys.height + 2) ?? all[all.length - 1];
}

/**
 * Cells of a heat map or a matrix, each with its figure, under names that wrap to their columns or are turned. Where the
 * figures do not fit, the per cent sign goes first; then colours must do.
 */
export function gridPlot(room: Room, whole: Grid): Plot {
  const { cut, ...plot } = plotOf(room, whole);
  if (cut === undefined) return plot;
  // Rows that have no room go, those farthest from the one that must be seen first.
  const fewer = plotOf(room, { ...whole, ys: cut, yParts: undefined });
  return {
    ...fewer,
    isCut: true,
    remark: [roomRemark(cut.length, whole.ys.length, 'rows'), fewer.remark].filter((r) => r !== undefined).join(' '),
    view: { transform: [{ filter: { field: 'y', oneOf: cut } }], ...fewer.view },
  };
}

/** The rows that can be told apart in so low a picture; undefined where all can. */
function rowsWithRoom(g: Grid, heightPx: number): readonly string[] | undefined {
  const most = Math.max(1, Math.floor(heightPx / LINE_PX.label));
  if (g.ys.length <= most) return undefined;
  const keep = g.keep === undefined ? 0 : g.ys.indexOf(g.keep);
  const from = Math.max(0, Math.min(keep - Math.floor(most / 2), g.ys.length - most));
  return g.ys.slice(from, from + most);
}

function plotOf(room: Room, g: Grid): Plot & { readonly cut?: readonly string[] } {
  const { ys, across, heads, legend, cellPx, around, isTitled } = fittingLayout(room, g);
  const rowPx = Math.max(g.ys.length > 12 ? CELL_PX.many : g.ys.length > 8 ? CELL_PX.some : CELL_PX.few, ys.height + 8);
  const height = room.height ?? around + rowPx * g.ys.length;
  const figures = figureLayers(g, cellPx, (height - around) / g.ys.length);
  const axis = (title: readonly string[] | null): Row => ({ title, grid: false, labelColor: INK });
  const said = [legend === null ? colourRemark(g) : undefined, remarks(g, figures)].filter((r) => r !== undefined);
  return {
    height,
    cut: rowsWithRoom(g, height - around),
    remark: said.length === 0 ? undefined : said.join(' '),
    view: {
      encoding: {
        x: nominal('x', {
          sort: [...g.xs],
          axis: { ...axis(isTitled ? across : null), orient: 'top', ...heads.axis },
          scale: { paddingInner: 0, paddingOuter: 0 },
        }),
        y: nominal('y', {
          sort: [...g.ys],
          axis: rowAxis(ys, g.ys, axis(isTitled ? axisTitle(capital(g.yTitle), height - around) : null)),
          scale: { paddingInner: 0, paddingOuter: 0 },
        }),
        tooltip: tooltip(g.columns),
      },
      layer: [
        {
          mark: { type: 'rect', stroke: PAPER, strokeWidth: 2 },
          encoding: { color: quantitative('value', { scale: g.scale, legend: legend?.legend ?? null }) },
        },
        ...figures,
      ],
    },
  };
}

/** What the legend would have said, where it has no room. */
function colourRemark({ legend = [] }: Grid): string | undefined {
  const [first, last] = [legend[0], legend[legend.length - 1]];
  return legend.length < 2 ? undefined : `Blue: ${first.label}; amber: ${last.label}.`;
}

/** The legend of the scale itself, with words for its values: other colours are other swatches. */
function scaleLegend(entries: Grid['legend'] & object, widthPx: number): NonNullable<Layout['legend']> {
  const { legend, height } = topLegend(
    entries.map((e) => e.label),
    widthPx,
  );
  const { lines } = nameLabels(
    entries.map((e) => e.label),
    widthPx - SWATCH_PX,
  );
  const values = entries.map((e) => e.value);
  // Nearest, since a value may not be the very same number once it has gone through a scale.
  const nearest = values.slice(1).map((value, i) => `datum.value > ${(value + values[i]) / 2} ? ${i} : `);
  const labelExpr = `${JSON.stringify(lines)}[${nearest.join('')}${values.length - 1}]`;
  return { legend: { ...legend, type: 'symbol', values, symbolStrokeColor: '#c3c8cf', labelExpr }, height };
}

/** Names above narrow columns are turned; numbers in order can be read from every other one. */
function columnHeads({ xs, xParts }: Grid, cellPx: number): { axis: Row; height: number } {
  const room = cellPx - AROUND_PX;
  const parts = xParts ?? xs.map((name) => [name]);
  if (parts.flat().every((part) => widestPart(part, SIZE.label) <= room)) {
    const labels = nameLabels(xs, room, parts);
    return { axis: headAxis(labels, xs), height: labels.height + 6 };
  }
  if (xs.every((name) => name !== '' && Number.isFinite(Number(name))))
    return { axis: { labelAngle: 0, labelOverlap: true }, height: LINE_PX.label + 6 };
  const labels = turnedLabels(xs, parts, Math.max(1, Math.floor(cellPx / LINE_PX.label)));
  return { axis: turnedAxis(labels, xs), height: labels.width + 6 };
}

/** The shortest labels that take no more lines than a column has room for. */
function turnedLabels(names: readonly string[], parts: readonly (readonly string[])[], mostLines: number): NameLabels {
  const whole = parts.map((all) => [all.join(' ')]);
  const candidates = [110, 150, 200, 260, 340, 2000].flatMap((length) =>
    [parts, whole].map((made) => nameLabels(names, length, made)),
  );
  return candidates.find(({ lines }) => lines.every((l) => l.length <= mostLines)) ?? nameLabels(names, 2000, whole);
}

function figureLayers(g: Grid, cellPx: number, rowPx: number): Row[] {
  const widest = (text: (row: Row) => string, size: number, weight: 400 | 600): number =>
    Math.max(...g.rows.map((row) => textWidth(text(row), size, weight)));
  const barest = widest(bare, SIZE.small, 600) + APART_PX;
  if (barest > cellPx || rowPx < LINE_PX.small) return [];
  const whole = widest((row) => String(row.shown), SIZE.label, 600) + AROUND_PX <= cellPx;
  // Two figures in a cell need air around them; without it the caption gives the widest interval.
  const error =
    g.sampled &&
    rowPx >= 2 * LINE_PX.small + 4 &&
    widest((row) => String(row.error), SIZE.small, 400) + 2 * AROUND_PX <= cellPx;
  const color: Json = { condition: { test: ON_DARK_CELL, value: ON_STRONG }, value: ON_PALE };
  const text = (field: string, mark: Row): Row => ({
    mark: { type: 'text', baseline: 'middle', ...DECORATION, ...mark },
    encoding: { text: { field }, color },
  });
  return [
    {
      ...(whole ? {} : { transform: [{ calculate: `replace(datum.shown, '${PERCENT_SIGN}', '')`, as: 'figure' }] }),
      ...text(whole ? 'shown' : 'figure', {
        fontWeight: 600,
        fontSize: whole ? SIZE.label : SIZE.small,
        ...(error ? { dy: -8 } : {}),
      }),
    },
    ...(error ? [text('error', { fontSize: SIZE.small, dy: 9 })] : []),
  ];
}

function remarks(g: Grid, figures: readonly Row[]): string | undefined {
  const dropped =
    figures[0] !== undefined && 'transform' in figures[0] && g.rows.some((row) => bare(row) !== row.shown);
  const all = [
    ...(dropped ? ['Figures in per cent.'] : []),
    ...(g.sampled ? [intervalRemark(g, figures.length > 1)] : []),
  ];
  return all.length === 0 ? undefined : all.join(' ');
}

function intervalRemark({ rows, unit, level }: Grid, drawn: boolean): string {
  if (drawn) return `± in the cells: half of the ${level} intervals${unit === '' ? '' : `, in${unit}`}.`;
  const widest = Math.max(...rows.map((row) => Number(row.half)));
  return `${level} intervals of the cells: at most ${halfText(widest, unit === '' ? 2 : 1)}${unit}.`;
}
