import type { Room, Row } from '../frame.ts';
import { balance } from '../text.ts';
import { LINE_PX, SIZE, SOFT } from '../theme.ts';
import { axisTitle, type NameLabels, nameLabels, rowAxis, topLegend } from './axes.ts';
import { nominal } from './marks.ts';
import type { Panels } from './panels.ts';
import { X_AXIS_PX } from './rows.ts';

/**
 * Panels of rows side by side, of one scale and one legend, so that many cases make a picture that is wider than high.
 * Each panel is a view of its own in a concatenation: the width of all of them is one figure of the config.
 */

const BETWEEN_PX = { across: 26, down: 18 } as const;
/** The marks of a panel are narrower than they should be only where rows would be left out otherwise; never than this. */
const LEAST_PLOT_PX = 120;
/** The most of a panel that the names of its rows may take before they are wrapped: more of it for long ones. */
const NAME_SHARES = [0.4, 0.55, 0.65] as const;
/** The same of the picture, where the names are told once. */
const SHARED_NAMES = 0.3;
const NAME_PADDING_PX = 12;
const ROW_PX = { wanted: 29, least: 18 } as const;
/** Rows one below the other that are so high are easier to compare than panels side by side. */
const ENOUGH_PX = 24;
const AXIS_FIGURE_PX = 32;
const HEADING_PX = { line: LINE_PX.label, under: 6 } as const;

export interface MultiplesOptions {
  readonly field: string;
  /** The height of marks in a row of the wanted height. */
  readonly marksPx: number;
  readonly legend: readonly string[];
  /** Said over the legend: what the directions of the bars mean. */
  readonly legendTitle?: string;
  /** The width that marks and the figures at their ends should have. */
  readonly plotPx: number;
  /** What the axis under each panel takes; its first and last figures stand out by half their width. */
  readonly axisPx: number;
}

export interface Multiples {
  readonly columns: number;
  /** What the names leave for the marks of a panel. */
  readonly plotWidth: number;
  readonly height: number;
  readonly shown: number;
  /** Rows are left out, or bars are short. */
  readonly isCramped: boolean;
  readonly legend: Row;
  /** The panels, each with the rows that have room and the axis that names them. */
  readonly panels: readonly {
    readonly heading: readonly string[];
    readonly names: readonly string[];
    readonly y: Row;
  }[];
  readonly stepPx: number;
}

/** undefined: the rows do better one below the other, or have no panels. */
export function multiplesOf(room: Room, { panels }: Panels, options: MultiplesOptions): Multiples | undefined {
  if (panels.length < 2 || hasRoomInOne(room, panels, options)) return undefined;
  const shares = areAlike(panels) ? [SHARED_NAMES] : NAME_SHARES;
  const laid = panels.slice(1).flatMap((_, i) => shares.map((share) => laidOut(room, panels, i + 2, share, options)));
  const atLeast = (px: number): Multiples[] => laid.filter((m) => m.plotWidth >= px);
  if (room.height === null) return atLeast(options.plotPx).sort(byRows)[0];
  const pitch = (m: Multiples): number => Math.min(m.stepPx, ENOUGH_PX);
  return atLeast(LEAST_PLOT_PX).sort((x, y) => y.shown - x.shown || pitch(y) - pitch(x) || x.columns - y.columns)[0];
}

/** Few rows of panels, and those full; then low rows. */
const byRows = (x: Multiples, y: Multiples): number => {
  const rows = (m: Multiples): number => Math.ceil(m.panels.length / m.columns);
  return rows(x) - rows(y) || x.columns - y.columns || x.height - y.height;
};

/** Is a picture of a given height high enough for all rows, one below the other? */
function hasRoomInOne(room: Room, panels: Panels['panels'], { legend }: MultiplesOptions): boolean {
  if (room.height === null) return false;
  const rows = panels.reduce((sum, panel) => sum + panel.names.length + 1, 0);
  const { height } = topLegend(legend, (1 - NAME_SHARES[0]) * room.width);
  return (room.height - height - X_AXIS_PX) / rows >= ENOUGH_PX;
}

/** Panels that all have the same rows need their names once, at the left. */
function areAlike(panels: Panels['panels']): boolean {
  const seen = (names: readonly string[]): string => names.join('\n').replaceAll('\u200b', '');
  return panels.every((panel) => seen(panel.names) === seen(panels[0].names));
}

function laidOut(
  room: Room,
  panels: Panels['panels'],
  columns: number,
  nameShare: number,
  options: MultiplesOptions,
): Multiples {
  const { field, marksPx, legend: entries, legendTitle, axisPx } = options;
  const named = areAlike(panels) ? 1 : columns;
  const between = (columns - 1) * BETWEEN_PX.across;
  const namePx = nameShare * (named === 1 ? room.width : (room.width - between) / columns);
  const labelsOf = (names: readonly string[]): NameLabels => nameLabels(names, namePx);
  const widest = labelsOf(panels.flatMap((panel) => panel.names));
  const namesPx = widest.width + NAME_PADDING_PX;
  const outPx = axisPx === 0 ? 0 : AXIS_FIGURE_PX;
  const plotWidth = Math.floor((room.width - between - named * namesPx) / columns - outPx);
  // The legend begins where the bars of the first panel do.
  const legend = topLegend(entries, room.width - namesPx);
  const title = legendTitle === undefined ? [] : axisTitle(legendTitle, room.width - namesPx);
  const headings = panels.map((panel) =>
    balance(panel.heading, plotWidth + (named === 1 ? 0 : namesPx) - 4, SIZE.label, 600),
  );
  const rows = Array.from({ length: Math.ceil(panels.length / columns) }, (_, r) => r);
  const most = <T>(all: readonly (readonly T[])[], r: number): number =>
    Math.max(...all.slice(r * columns, (r + 1) * columns).map((each) => each.length));
  const headingPx = rows.reduce(
    (sum, r) => sum + most(headings, r) * HEADING_PX.line + HEADING_PX.under + axisPx + BETWEEN_PX.down,
    -BETWEEN_PX.down,
  );
  const down = rows.reduce(
    (sum, r) =>
      sum +
      most(
        panels.map((panel) => panel.names),
        r,
      ),
    0,
  );
  const around = legend.height + title.length * LINE_PX.small + headingPx;
  const wanted = Math.max(ROW_PX.wanted, widest.height + 6);
  const least = Math.max(ROW_PX.least, widest.height + 1);
  const roomPx = room.height === null ? wanted : (room.height - around) / down;
  const stepPx = Math.floor(Math.max(least, Math.min(1.5 * wanted, roomPx)));
  // Rows that have no room go from the end of each panel.
  const kept = roomPx >= least ? down : Math.max(1, Math.floor((roomPx * down) / least / rows.length));
  const marks = Math.min(0.86 * stepPx, marksPx * Math.max(1, (0.8 * stepPx) / wanted));
  const shown = panels.map(({ names }, i) => ({ heading: headings[i], names: names.slice(0, kept) }));
  const count = (all: readonly { readonly names: readonly string[] }[]): number =>
    all.reduce((sum, { names }) => sum + names.length, 0);
  return {
    columns,
    plotWidth,
    stepPx,
    height: Math.ceil(around + down * stepPx),
    shown: count(shown),
    isCramped: count(shown) < count(panels) || plotWidth < options.plotPx,
    legend: { ...legend.legend, ...(title.length === 0 ? {} : { ...LEGEND_TITLE, title: [...title] }) },
    panels: shown.map((panel, i) => ({
      ...panel,
      y: nominal(field, {
        sort: null,
        axis: i % columns < named ? rowAxis(labelsOf(panel.names), panel.names) : null,
        scale: {
          paddingInner: 1 - marks / stepPx,
          paddingOuter: (1 - marks / stepPx) / 2,
          // Names that stand for all panels stay where a page hides the rows of the first.
          ...(named === 1 ? { domain: [...panel.names] } : {}),
        },
      }),
    })),
  };
}

const LEGEND_TITLE: Row = {
  titleColor: SOFT,
  titleFontSize: SIZE.small,
  titleFontWeight: 400,
  titleLineHeight: LINE_PX.small,
  titlePadding: 6,
  titleLimit: 0,
};

/** The panels as one view; `view` gives what is drawn in a panel by the names of its rows. */
export function multiplesView(
  { panels, columns, stepPx }: Multiples,
  view: (names: readonly string[], y: Row) => Row,
): Row {
  return {
    columns,
    align: 'each',
    spacing: { row: BETWEEN_PX.down, column: BETWEEN_PX.across },
    concat: panels.map(({ heading, names, y }) => ({
      title: {
        text: heading,
        anchor: 'start',
        frame: 'bounds',
        fontSize: SIZE.label,
        fontWeight: 600,
        lineHeight: HEADING_PX.line,
        offset: HEADING_PX.under,
      },
      height: { step: stepPx },
      ...view(names, y),
    })),
  };
}
