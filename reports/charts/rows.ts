import type { Room, Row } from '../frame.ts';
import { nameLabels, rowAxis, topLegend } from './axes.ts';
import { nominal } from './marks.ts';

/**
 * The widest a name beside its row may be before it is wrapped, as a share of the picture: more of it where rows would
 * have no room otherwise.
 */
const NAME_SHARES = [0.38, 0.48, 0.6] as const;
/** White between the marks of one row and the next. */
const BETWEEN_PX = 11;
/** Marks may shrink to this in a picture of a given height, names to one line above the other. */
const LEAST_ROW_PX = 19;
export const X_AXIS_PX = 26;

/** Rows of bars or dots with their names, in the room there is. */
export interface Rows {
  /** How many of the rows have room; all of them unless the height is given. */
  readonly shown: number;
  readonly y: Row;
  /** Leaves out the rows that have no room. */
  readonly transform: Row[] | undefined;
  readonly height: number;
  /** What the names leave for the marks, about. */
  readonly plotWidth: number;
  readonly legend: Row | null;
}

export interface RowOptions {
  /** The axis: what the rows do not have of the height, besides the legend. */
  readonly around?: number;
  /** The entries of the legend above the plot. */
  readonly legend?: readonly string[];
  readonly between?: number;
  /** The row that must be seen: where there is room for some only, those around it. */
  readonly keep?: number;
  /** The first and the last rows must be seen: where there is room for some only, those in the middle are left out. */
  readonly ends?: boolean;
  /** The most of its row that marks may fill: less where a row has several of them, so that rows stay apart. */
  readonly filled?: number;
  /** Rows whose names stand out, headings of those below. */
  readonly headings?: readonly string[];
}

/** Said where a picture of a given size shows some of its cases only. */
export const roomRemark = (shown: number, all: number, what = 'cases'): string | undefined =>
  shown < all ? `${shown} of ${all} ${what} have room in this size.` : undefined;

export function rowsOf(
  room: Room,
  field: string,
  names: readonly string[],
  marksPx: number,
  options: RowOptions = {},
): Rows {
  const [first, ...wider] = NAME_SHARES;
  let rows = rowsWith(first, room, field, names, marksPx, options);
  for (const share of wider) {
    if (rows.shown === names.length) break;
    const more = rowsWith(share, room, field, names, marksPx, options);
    if (more.shown > rows.shown) rows = more;
  }
  return rows;
}

function rowsWith(
  nameShare: number,
  room: Room,
  field: string,
  names: readonly string[],
  marksPx: number,
  options: RowOptions,
): Rows {
  const { between = BETWEEN_PX, headings = [], filled = 0.86 } = options;
  const labels = nameLabels(names, nameShare * room.width);
  const plotWidth = room.width - labels.width - 12;
  const legend = options.legend === undefined ? null : topLegend(options.legend, plotWidth);
  const around = (options.around ?? 0) + (legend?.height ?? 0);
  const wanted = Math.max(marksPx + between, labels.height + 6);
  const least = Math.max(LEAST_ROW_PX, labels.height + 2);
  const roomPx = room.height === null ? null : room.height - around;
  const shown = roomPx === null ? names.length : Math.max(1, Math.min(names.length, Math.floor(roomPx / least)));
  const visible = options.ends === true ? bothEnds(names, shown) : neighbours(names, shown, options.keep ?? 0);
  const step = roomPx === null ? wanted : Math.min(1.6 * wanted, roomPx / shown);
  const marks = Math.min(filled * step, marksPx * Math.max(1, (0.75 * step) / wanted));
  return {
    shown,
    transform: shown < names.length ? [{ filter: { field, oneOf: visible } }] : undefined,
    height: Math.ceil(shown * step + around),
    plotWidth,
    legend: legend?.legend ?? null,
    y: nominal(field, {
      sort: null,
      axis: rowAxis(labels, names, headings.length === 0 ? {} : standingOut(headings)),
      scale: {
        paddingInner: 1 - marks / step,
        paddingOuter: (1 - marks / step) / 2,
        // Otherwise the order of the data: a page that hides some of it closes the gap.
        ...(shown < names.length || headings.length > 0 ? { domain: visible } : {}),
      },
    }),
  };
}

function neighbours(names: readonly string[], shown: number, keep: number): string[] {
  const from = Math.max(0, Math.min(keep - Math.floor(shown / 2), names.length - shown));
  return names.slice(from, from + shown);
}

function bothEnds(names: readonly string[], shown: number): string[] {
  const first = Math.ceil(shown / 2);
  return names.filter((_, i) => i < first || i >= names.length - (shown - first));
}

function standingOut(headings: readonly string[]): Row {
  const test = `indexof(${JSON.stringify(headings)}, datum.label) >= 0`;
  return { labelFontWeight: { condition: { test, value: 600 }, value: 400 } };
}
