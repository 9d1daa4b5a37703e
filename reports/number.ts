import type { Estimate } from '../src/results/types.ts';

/** Figures as people read them. The space before % is narrow and does not break. */
const SPACE = '\u202f';
const MINUS = '\u2212';

/** Never or always. Sums of exact shares may miss 1 by a rounding error. */
const isCertain = (p: number): boolean => p === 0 || p > 1 - 1e-10;

/** For tables and labels: one decimal, or none where the interval is wider than a point; more where the share is tiny. */
export function percent(p: number, halfWidth = 0): string {
  // An advantage of one side over the other may be a disadvantage.
  if (p < 0) return MINUS + percent(-p, halfWidth);
  const hundred = p * 100;
  if (isCertain(p)) return `${Math.round(hundred)}${SPACE}%`;
  if (hundred < 0.01) return `<0.01${SPACE}%`;
  if (hundred > 99.99) return `>99.99${SPACE}%`;
  const nearEdge = Math.min(hundred, 100 - hundred);
  if (halfWidth >= 0.005 && nearEdge >= 0.95) return `${hundred.toFixed(0)}${SPACE}%`;
  return `${hundred.toFixed(nearEdge < 0.95 ? 2 : 1)}${SPACE}%`;
}

/** For titles: whole per cents, decimals only near 0 and 100. */
export function roughly(p: number): string {
  const hundred = p * 100;
  if (isCertain(p)) return `${Math.round(hundred)}${SPACE}%`;
  if (hundred < 0.05) return `under 0.1${SPACE}%`;
  if (hundred > 99.95) return `over 99.9${SPACE}%`;
  return `${hundred.toFixed(hundred < 0.95 || hundred > 99.05 ? 1 : 0)}${SPACE}%`;
}

/** Two shares side by side in a title: whole per cents, one decimal where whole ones would look alike. */
export function roughPair(p: number, q: number): [string, string] {
  const alike = roughly(p) === roughly(q) && p !== q;
  return alike ? [percent(p), percent(q)] : [roughly(p), roughly(q)];
}

/** A difference of shares in percentage points, with its sign. */
export function points(difference: number): string {
  return signed(difference * 100, Math.abs(difference) < 0.0095 && difference !== 0 ? 2 : 1);
}

/** The same in whole points, as a heat map shows it. */
export const wholePoints = (difference: number): string => signed(difference * 100, 0);

export function signed(value: number, decimals: number): string {
  const rounded = value.toFixed(decimals);
  if (Number(rounded) === 0) return value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${Math.abs(value).toPrecision(1)}`;
  return value < 0 ? MINUS + rounded.slice(1) : `+${rounded}`;
}

/** A mean or a count: whole numbers whole, others to two decimals. */
export function decimal(value: number): string {
  if (Number.isNaN(value)) return 'not known';
  const text = Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 0.095 ? 3 : 2);
  return value < 0 ? MINUS + text.slice(1) : text;
}

/** 10,000,000. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export type Interval = { readonly low?: number; readonly high?: number };

const rangeDecimals = (width: number): number => (width < 0.002 ? 3 : width < 0.02 ? 2 : 1);

/** The interval as a column shows it: "34.9–35.5 %", or empty when exact. */
export function percentRange(e: Interval): string {
  if (e.low === undefined || e.high === undefined) return '';
  const decimals = rangeDecimals(e.high - e.low);
  return `${(e.low * 100).toFixed(decimals)}–${(e.high * 100).toFixed(decimals)}${SPACE}%`;
}

/** A share that stands beside its own interval: "1.93 % (1.68–2.22 %)", with as many decimals; alone when exact. */
export function percentAndRange(e: Estimate): string {
  const { p, low, high } = e;
  if (low === undefined || high === undefined) return percent(p);
  return `${percentLike(e)} (${percentRange(e)})`;
}

/** A share with the decimals of its own interval. */
export function percentLike({ p, low, high }: Estimate): string {
  if (low === undefined || high === undefined || isCertain(p)) return percent(p);
  return `${(p * 100).toFixed(rangeDecimals(high - low))}${SPACE}%`;
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
