import type { Row } from '../frame.ts';
import { balance, textWidth } from '../text.ts';
import { CONTENT_PX, LINE_PX, PAPER, SIZE } from '../theme.ts';
import { nominal } from './marks.ts';

/** The widest a name left of the bars may be before it is wrapped: a third of the page. */
export const BESIDE_PX = 150;
export const GAP_PX = 10;
/** White between one row and the next. */
const BETWEEN_PX = 12;
const UNDER_NAME_PX = 5;

/** Rows of bars or dots and their names. */
export interface Rows {
  readonly lines: readonly (readonly string[])[];
  /** Room that the names take left of the plot: none where they stand above their bars. */
  readonly left: number;
  /** By the row: the page hides rows, and those left must keep their size. */
  readonly height: Row;
  readonly y: Row;
  /** Layers with the names, to be drawn over all others; the data has their lines in the field "lines". */
  readonly names: readonly Row[];
}

/**
 * Names stand beside the bars where they are short. A long one would wrap into so many lines that each row grows with
 * it; above its bar it has the whole page, and so has the bar. Whichever makes the shorter picture is drawn.
 * `overhang` is what the first figure of the axis needs left of the plot.
 */
export function rowsOf(
  field: string,
  texts: readonly string[],
  marksPx: number,
  options: { readonly between?: number; readonly overhang?: number } = {},
): Rows {
  const { between = BETWEEN_PX, overhang = 0 } = options;
  const beside = texts.map((text) => balance(text, BESIDE_PX, SIZE.label));
  const above = texts.map((text) => balance(text, CONTENT_PX, SIZE.label));
  const tallest = (all: readonly (readonly string[])[]): number =>
    Math.max(1, ...all.map((lines) => lines.length)) * LINE_PX.label;
  const besideStep = Math.max(marksPx + between, tallest(beside) + 8);
  const aboveStep = tallest(above) + UNDER_NAME_PX + marksPx + BETWEEN_PX;
  const isAbove = aboveStep < besideStep;
  const step = isAbove ? aboveStep : besideStep;
  const whitePx = step - marksPx;
  const white = whitePx / step;
  const widest = Math.max(0, ...beside.flat().map((line) => textWidth(line, SIZE.label)));
  const y = nominal(field, {
    sort: null,
    axis: null,
    // All the white of a row lies over its marks where the name stands there, else half of it on either side.
    scale: { paddingInner: white, paddingOuter: white / 2, align: isAbove ? 1 : 0.5 },
  });
  return {
    lines: isAbove ? above : beside,
    left: isAbove ? overhang : Math.ceil(widest) + GAP_PX,
    height: { step, for: 'position' },
    y,
    names: (isAbove ? namesAbove(y, marksPx, whitePx, overhang) : [NAME_BESIDE]).map((layer) => ({
      transform: [{ aggregate: [], groupby: [field, 'lines'] }],
      ...layer,
    })),
  };
}

function namesAbove(y: Row, marksPx: number, whitePx: number, overhang: number): Row[] {
  const strip = {
    // Lines of the axis end where a name begins.
    mark: { type: 'rect', color: PAPER, height: whitePx, yOffset: -(marksPx + whitePx) / 2, x2Offset: 1 },
    encoding: { x: { value: -1 }, x2: { value: 'width' }, tooltip: null },
  };
  const name = {
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'bottom',
      lineHeight: LINE_PX.label,
      x: -overhang,
      // Text of several lines hangs from its first: the last one ends over the bar.
      dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label} - ${UNDER_NAME_PX - 2}` },
    },
    encoding: { y: { ...y, bandPosition: 0 }, text: { field: 'lines' }, tooltip: null },
  };
  return [strip, name];
}

const NAME_BESIDE: Row = {
  mark: {
    type: 'text',
    align: 'right',
    baseline: 'middle',
    lineHeight: LINE_PX.label,
    x: -GAP_PX,
    dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label / 2}` },
  },
  encoding: { text: { field: 'lines' }, tooltip: null },
};
