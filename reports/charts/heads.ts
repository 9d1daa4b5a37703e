import type { Row } from '../frame.ts';
import { textWidth, wrap } from '../text.ts';
import { SIZE } from '../theme.ts';

/** Names above the columns of a grid, however narrow the columns are. */
export interface Heads {
  /** A text mark without its place; rows of `values` have the column's name as x. */
  readonly mark: Row;
  readonly values: readonly Row[];
  readonly height: number;
}

const LONGEST_PX = 180;

export function columnHeads(names: readonly string[], cellWidth: number, extra: readonly string[] | undefined): Heads {
  const numbers = names.every((name) => name !== '' && Number.isFinite(Number(name)));
  const widest = Math.max(...names.map((name) => textWidth(name, SIZE.label)));
  // Numbers in order can be read from every other one, or every tenth.
  if (numbers && extra === undefined && widest + 8 > cellWidth)
    return thinned(names, Math.ceil((widest + 8) / cellWidth));
  const words = [...names.flatMap((name) => name.split(' ')), ...(extra ?? [])];
  const fits = words.every((word) => textWidth(word, SIZE.label) <= cellWidth - 8);
  return fits ? upright(names, cellWidth, extra) : turned(names, cellWidth, extra);
}

function thinned(names: readonly string[], every: number): Heads {
  return {
    mark: { type: 'text', align: 'center', baseline: 'bottom' },
    values: names.map((x, i) => ({ x, lines: i % every === 0 ? x : '' })),
    height: SIZE.lineHeight,
  };
}

function upright(names: readonly string[], cellWidth: number, extra: readonly string[] | undefined): Heads {
  const lines = names.map((name, i) => [
    ...wrap(name, cellWidth - 8, SIZE.label),
    ...(extra === undefined ? [] : [extra[i]]),
  ]);
  const most = Math.max(...lines.map((l) => l.length));
  return {
    // Text of several lines hangs from its first: shorter names start lower, so that all end at the grid.
    mark: {
      type: 'text',
      align: 'center',
      baseline: 'bottom',
      lineHeight: SIZE.lineHeight,
      dy: { expr: `-(length(datum.lines) - 1) * ${SIZE.lineHeight}` },
    },
    values: names.map((x, i) => ({ x, lines: lines[i] })),
    height: most * SIZE.lineHeight,
  };
}

/** Columns narrower than their words: the names are turned, as many lines each as the column has room for. */
function turned(names: readonly string[], cellWidth: number, extra: readonly string[] | undefined): Heads {
  const whole = names.map((name, i) => (extra === undefined ? name : `${name} ${extra[i]}`));
  const room = Math.max(1, Math.floor(cellWidth / SIZE.lineHeight));
  const needed = Math.max(...whole.map((name) => textWidth(name, SIZE.label))) / room;
  // Where a column has room for one line only, the longest name sets the height.
  const length = room === 1 ? needed + 1 : Math.max(LONGEST_PX, needed * 1.4);
  const lines = whole.map((name) => wrap(name, length, SIZE.label));
  const longest = Math.max(...lines.flat().map((line) => textWidth(line, SIZE.label)));
  return {
    mark: {
      type: 'text',
      angle: 270,
      align: 'left',
      baseline: 'middle',
      lineHeight: SIZE.lineHeight,
      dx: { expr: `-(length(datum.lines) - 1) * ${SIZE.lineHeight / 2}` },
    },
    values: names.map((x, i) => ({ x, lines: lines[i] })),
    height: Math.ceil(longest),
  };
}
