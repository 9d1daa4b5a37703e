import type { Estimate } from '../src/results/types.ts';
import {
  asShown,
  decimal,
  decimalsOf,
  figureChange,
  isCertain,
  leadChange,
  MINUS,
  percent,
  percentPair,
  points,
  shareChange,
  signed,
  tablePoints,
  wholePercent,
  wholePoints,
} from '../src/words/figures.ts';

export {
  asShown,
  decimal,
  decimalsOf,
  figureChange,
  isCertain,
  leadChange,
  percent,
  percentPair,
  points,
  shareChange,
  signed,
  tablePoints,
  wholePercent,
  wholePoints,
};

/** 10,000,000. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export type Interval = { readonly low?: number; readonly high?: number };

/**
 * The interval as a column shows it: "34.9–35.5%", or empty when exact. With the one decimal of the figure that it
 * belongs to; where its ends would look alike it is narrower than that figure is told.
 */
export function percentRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  const [low, high] = [e.low, e.high].map((end) => (end * 100).toFixed(1));
  return low === high ? '±<0.1 pp' : `${low}–${high}%`;
}

/** A share that stands beside its own interval: "1.9% (1.7–2.2%)"; alone when exact. */
export function percentAndRange(e: Estimate): string {
  return e.low === undefined || e.high === undefined ? percent(e.p) : `${percent(e.p)} (${percentRange(e)})`;
}

/** Of means and counts, with their two decimals. */
export function decimalRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  if (e.low === e.high) return `${decimal(e.low)} exactly`;
  const [low, high] = [signless(e.low, 2), signless(e.high, 2)];
  return low === high ? '±<0.01' : `${low} to ${high}`;
}

/** "−1.2 to +0.4", in percentage points; empty when exact. */
export function pointsRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  const [low, high] = [e.low, e.high].map(inPoints);
  return low === high ? '±<0.1' : `${low} to ${high}`;
}

/** One decimal whatever its size: beside another end, "0" says more than "+0.003". */
const inPoints = (end: number): string => (Math.abs(end) < 0.0005 ? '0' : signed(end * 100, 1));

const signless = (value: number, decimals: number): string =>
  value < 0 ? MINUS + value.toFixed(decimals).slice(1) : value.toFixed(decimals);

export function halfWidth(e: Interval): number {
  return e.low === undefined || e.high === undefined ? 0 : (e.high - e.low) / 2;
}

/** Half an interval with the decimals of the figure it belongs to: "±0.6", "±<0.1". */
export function halfText(half: number, decimals: number): string {
  const rounded = half.toFixed(decimals);
  return `±${half > 0 && Number(rounded) === 0 ? `<${10 ** -decimals}` : rounded}`;
}

/** Half the interval, of a share in points, of a mean or a count as it is; empty when exact. */
export const errorText = (e: Interval, of: 'share' | 'mean' = 'share'): string =>
  e.low === undefined ? '' : of === 'share' ? halfText(halfWidth(e) * 100, 1) : halfText(halfWidth(e), 2);

/** " ±0.02" behind a mean, or nothing where it is exact. */
export const meanError = (e: Interval): string => (halfWidth(e) === 0 ? '' : ` ${errorText(e, 'mean')}`);
