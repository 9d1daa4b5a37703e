import type { Row } from '../frame.ts';
import { balance, textWidth } from '../text.ts';
import { LINE_PX, SIZE } from '../theme.ts';
import { DECORATION, quantitative } from './marks.ts';

/** Names of lines at their ends. Lines that end together share one name; names that would touch are moved apart. */

export interface LineEnd {
  readonly label: string;
  /** Where the line ends, and all values it takes: lines that never part are one to the eye. */
  readonly value: number;
  readonly values: readonly number[];
}

interface Placed {
  readonly lines: readonly string[];
  /** The line whose colour is seen: of several that coincide the last drawn. */
  readonly series: string;
  readonly value: number;
  /** Where the middle of the name stands, in the units of the axis. */
  at: number;
}

/** The widest a name may be before it is wrapped. */
const NAME_PX = 118;
/** From the end of a line to the dot in its colour, and on to the name. */
const DOT_PX = { at: 14, area: 70, name: 24 } as const;
const GAP_PX = 3;

/** Names that fit beside a plot so high whose axis runs from `bottom` to `top`; null where they do not. */
export function lineEnds(
  ends: readonly LineEnd[],
  plotPx: number,
  [bottom, top]: readonly [number, number],
): { readonly placed: readonly Placed[]; readonly width: number } | null {
  const merged = merge(ends);
  const perPixel = (top - bottom) / plotPx;
  const placed = merged
    .map((e) => ({ ...e, lines: balance(e.label, NAME_PX, SIZE.label, 600), at: e.value }))
    .sort((x, y) => y.at - x.at);
  const heightOf = (p: Placed): number => (p.lines.length * LINE_PX.label + GAP_PX) * perPixel;
  if (placed.reduce((sum, p) => sum + heightOf(p), 0) > top - bottom) return null;
  const half = (LINE_PX.label / 2) * perPixel;
  let ceiling = top + half;
  for (const p of placed) {
    p.at = Math.min(p.at, ceiling - heightOf(p) / 2);
    ceiling = p.at - heightOf(p) / 2;
  }
  let floor = bottom - half;
  for (const p of [...placed].reverse()) {
    p.at = Math.max(p.at, floor + heightOf(p) / 2);
    floor = p.at + heightOf(p) / 2;
  }
  const widest = Math.max(0, ...placed.flatMap((p) => p.lines.map((line) => textWidth(line, SIZE.label, 600))));
  return { placed, width: Math.ceil(widest) + DOT_PX.name + 2 };
}

function merge(ends: readonly LineEnd[]): (LineEnd & { readonly series: string })[] {
  const merged: (LineEnd & { readonly series: string })[] = [];
  for (const end of ends) {
    const same = merged.findIndex((m) => m.values.join() === end.values.join());
    if (same < 0) merged.push({ ...end, series: end.label });
    else merged[same] = { ...end, label: `${merged[same].label}, ${end.label}`, series: end.label };
  }
  return merged;
}

/**
 * The names right of `x`, as layers: in ink, which can always be read, each behind a dot on the colour scale of the lines,
 * so that other colours of the lines are its own.
 */
export function endNames(placed: readonly Placed[], x: number, color: Row): Row[] {
  const data = {
    values: placed.map((p) => ({ lines: p.lines, series: p.series, end: x, at: p.at })),
  };
  const place = { x: quantitative('end'), y: quantitative('at'), tooltip: null };
  return [
    {
      data,
      mark: { type: 'circle', size: DOT_PX.area, opacity: 1, xOffset: DOT_PX.at, ...DECORATION },
      encoding: { ...place, color },
    },
    {
      data,
      mark: {
        type: 'text',
        align: 'left',
        baseline: 'middle',
        lineHeight: LINE_PX.label,
        fontWeight: 600,
        dx: DOT_PX.name,
        dy: { expr: `-(length(datum.lines) - 1) * ${LINE_PX.label / 2}` },
        ...DECORATION,
      },
      encoding: { ...place, text: { field: 'lines' } },
    },
  ];
}
