import type { Json, Row } from '../frame.ts';
import { GRID, INK } from '../theme.ts';

/** Pieces that several charts are made of. */

/** "0%", "20%" … on an axis of shares. */
export const PERCENT_LABELS = "format(datum.value * 100, '~g') + '%'";
/** "−10", "0", "+10" on an axis of percentage points. */
export const POINT_LABELS = "datum.value === 0 ? '0' : format(datum.value * 100, '+~g')";
/** Plain numbers; "g" would write 10 as 1e+1. */
export const NUMBER_LABELS = "format(datum.value, '~f')";

export const quantitative = (field: string, more: Row = {}): Row => ({ field, type: 'quantitative', ...more });
export const nominal = (field: string, more: Row = {}): Row => ({ field, type: 'nominal', ...more });

/** A colour for each name, as a scale that can be changed. */
export const colourScale = (
  field: string,
  entries: readonly { readonly label: string; readonly colour: string }[],
  legend: Row | null,
): Row => ({
  field,
  type: 'nominal',
  sort: null,
  scale: { domain: entries.map((e) => e.label), range: entries.map((e) => e.colour) },
  legend,
});

/** Marks that only help the eye are nothing to a screen reader. */
export const DECORATION: Row = { aria: false };

export const tooltip = (columns: readonly { readonly field: string; readonly title: string }[]): Json =>
  columns.map(({ field, title }) => ({ field, title, type: 'nominal' }));

/** The 95% interval as a thin line through the end of a bar. */
export function whiskers(x: string, x2: string, more: Row = {}): Row {
  return {
    transform: [{ filter: `isValid(datum.${x})` }],
    mark: { type: 'rule', color: INK, strokeWidth: 1.6, ...DECORATION, ...((more.mark as Row | undefined) ?? {}) },
    encoding: { x: quantitative(x), x2: { field: x2 }, ...((more.encoding as Row | undefined) ?? {}) },
  };
}

/** A line right across the plot at one value of an axis. */
export const ruleAt = (axis: 'x' | 'y', at: number, mark: Row = {}): Row => ({
  data: { values: [{}] },
  mark: { type: 'rule', color: INK, strokeWidth: 1, ...DECORATION, ...mark },
  encoding: {
    [axis]: { datum: at },
    ...(axis === 'x' ? { y: { value: 0 }, y2: { value: 'height' } } : { x: { value: 0 }, x2: { value: 'width' } }),
    tooltip: null,
  },
});

export const gridAxis = (labelExpr: string, more: Row = {}): Row => ({
  labelExpr,
  grid: true,
  gridColor: GRID,
  title: null,
  labelFlush: false,
  tickCount: 5,
  ...more,
});

/** The end of an axis of shares: room past the longest bar, never past 1. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(0.01, ...values);
  const step = most > 0.5 ? 0.1 : most > 0.2 ? 0.05 : most > 0.05 ? 0.02 : 0.01;
  return Math.min(1, Math.ceil(most / step - 1e-9) * step);
}

export const DASHED: Row = { strokeDash: [5, 4], strokeWidth: 1.5 };
