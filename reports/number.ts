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
  wholePoints,
};

/** 10,000,000. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export type Interval = { readonly low?: number; readonly high?: number };

const rangeDecimals = (width: number): number => (width < 0.002 ? 3 : width < 0.02 ? 2 : 1);

/** The interval as a column shows it: "34.9–35.5%", or empty when exact. */
export function percentRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  const decimals = rangeDecimals(e.high - e.low);
  return `${(e.low * 100).toFixed(decimals)}–${(e.high * 100).toFixed(decimals)}%`;
}

/** A share that stands beside its own interval: "1.93% (1.68–2.22%)", with as many decimals; alone when exact. */
export function percentAndRange(e: Estimate): string {
  const { p, low, high } = e;
  if (low === undefined || high === undefined) return percent(p);
  return `${percentLike(e)} (${percentRange(e)})`;
}

/** A share with the decimals of its own interval. */
export function percentLike({ p, low, high }: Estimate): string {
  if (low === undefined || high === undefined || isCertain(p)) return percent(p);
  return `${(p * 100).toFixed(rangeDecimals(high - low))}%`;
}

export function decimalRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  if (e.low === e.high) return `${decimal(e.low)} exactly`;
  const decimals = e.high - e.low < 0.002 ? 5 : e.high - e.low < 0.02 ? 4 : 2;
  return `${signless(e.low, decimals)} to ${signless(e.high, decimals)}`;
}

/** "−1.2 to +0.4 points", or empty when exact. */
export function pointsRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  const decimals = e.high - e.low < 0.002 ? 3 : 2;
  return `${signed(e.low * 100, decimals)} to ${signed(e.high * 100, decimals)}`;
}

const signless = (value: number, decimals: number): string =>
  value < 0 ? MINUS + value.toFixed(decimals).slice(1) : value.toFixed(decimals);

export function halfWidth(e: Interval): number {
  return e.low === undefined || e.high === undefined ? 0 : (e.high - e.low) / 2;
}

/** "±0.59": half the interval, in points unless told otherwise; empty when exact. */
export function errorText(e: Interval, scale = 100): string {
  const half = halfWidth(e) * scale;
  return e.low === undefined ? '' : `±${half >= 10 ? half.toFixed(0) : half >= 1 ? half.toFixed(1) : half.toFixed(2)}`;
}

/** Shares of one chart or table, all with the decimals that the widest of their intervals deserves. */
export function sharesLike(all: readonly Estimate[]): (e: Estimate) => string {
  const widest = Math.max(0, ...all.map(halfWidth));
  return (e) => percent(e.p, widest);
}
