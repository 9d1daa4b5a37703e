import type { Row } from '../frame.ts';
import { balance, textWidth, widestPart, wrap } from '../text.ts';
import { LINE_PX, SIZE } from '../theme.ts';

/** Names above the columns of a grid, however narrow the columns are. */
export interface Heads {
  /** A text mark without its place; rows of `values` have the column's name as x. */
  readonly mark: Row;
  readonly values: readonly Row[];
  readonly height: number;
}

/** White between one head and the next. */
const APART_PX = 6;
const LONGEST_PX = 180;

export const areNumbers = (names: readonly string[]): boolean =>
  names.every((name) => name !== '' && Number.isFinite(Number(name)));

export function columnHeads(names: readonly string[], cellWidth: number, extra: readonly string[] | undefined): Heads {
  const widest = Math.max(...names.map((name) => textWidth(name, SIZE.label)));
  // Numbers in order can be read from every other one, or every tenth.
  if (areNumbers(names) && extra === undefined && widest + APART_PX > cellWidth)
    return thinned(names, cellWidth, Math.ceil((widest + APART_PX) / cellWidth));
  return wrapFits([...names, ...(extra ?? [])], cellWidth)
    ? upright(names, cellWidth - APART_PX, extra)
    : turned(names, cellWidth, extra);
}

/** Can these stand above columns so wide without a break inside a word? */
export const wrapFits = (texts: readonly string[], cellWidth: number): boolean =>
  texts.every((text) => widestPart(text, SIZE.label) <= cellWidth - APART_PX);

function thinned(names: readonly string[], cellWidth: number, every: number): Heads {
  // A figure over the last column must not stick out of the page.
  const inside = (i: number): boolean =>
    textWidth(names[i], SIZE.label) / 2 <= (names.length - i - 0.5) * cellWidth + 1;
  return {
    mark: { type: 'text', align: 'center', baseline: 'bottom' },
    values: names.map((x, i) => ({ x, lines: i % every === 0 && inside(i) ? x : '' })),
    height: LINE_PX.label,
  };
}

function upright(names: readonly string[], width: number, extra: readonly string[] | undefined): Heads {
  const lines = names.map((name, i) => [
    ...balance(name, width, SIZE.label),
    ...(extra === undefined ? [] : wrap(extra[i], width, SIZE.label)),
  ]);
  const most = Math.max(...lines.map((l) => l.length));
  return {
    // Text of several lines hangs from its first: shorter names start lower, so that all end at the grid.
    mark: {
      type: 'text',
      align: 'center',
      baseline: 'bottom',
      lineHeight: LINE_PX.label,
      dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label}` },
    },
    values: names.map((x, i) => ({ x, lines: lines[i] })),
    height: most * LINE_PX.label,
  };
}

/** Columns narrower than their words: the names are turned, as many lines each as the column has room for. */
function turned(names: readonly string[], cellWidth: number, extra: readonly string[] | undefined): Heads {
  const whole = names.map((name, i) => (extra === undefined ? name : `${name} ${extra[i]}`));
  const room = Math.max(1, Math.floor(cellWidth / LINE_PX.label));
  const needed = Math.max(...whole.map((name) => textWidth(name, SIZE.label))) / room;
  // Where a column has room for one line only, the longest name sets the height.
  const length = room === 1 ? needed + 1 : Math.max(LONGEST_PX, needed * 1.4);
  const lines = whole.map((name) => balance(name, length, SIZE.label));
  const longest = Math.max(...lines.flat().map((line) => textWidth(line, SIZE.label)));
  return {
    mark: {
      type: 'text',
      angle: 270,
      align: 'left',
      baseline: 'middle',
      lineHeight: LINE_PX.label,
      dx: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label / 2}` },
    },
    values: names.map((x, i) => ({ x, lines: lines[i] })),
    height: Math.ceil(longest),
  };
}
