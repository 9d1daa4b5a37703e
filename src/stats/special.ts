/// <reference path="./cephes.d.ts" />
import { chdtrc, compiled, erfc, igami, incbet, incbi, kolmogorov, ndtri, stdtri } from 'cephes';
import { largeBeta, largeBetaQuantile } from './beta.ts';
import { exp, expm1 } from './elementary.ts';

// The functions are WebAssembly; importing this module waits until they are ready.
await compiled;

/** Whoever samples waits for this first. Here the functions are there already; a page brings them in when they are needed. */
export const specialFunctions = async (): Promise<void> => {};

/** The standard normal's quantile: normalQuantile(0.975) is 1.959963984540054. */
export const normalQuantile = (p: number): number => ndtri(p);

/** The probability that a standard normal lies above z. */
export const normalTail = (z: number): number => (z > 38 ? 0 : zeroOnUnderflow(() => erfc(z / Math.SQRT2) / 2));

/** The probability that |t| is at least as large, for Student's t with df degrees of freedom. */
export const twoSidedTTail = (t: number, df: number): number =>
  t === 0 ? 1 : Number.isFinite(t) ? zeroOnUnderflow(() => incbet(df / 2, 0.5, df / (df + t * t))) : 0;

/** Student's t quantile; beyond a million degrees of freedom it is the normal's to nine digits. */
export const tQuantile = (p: number, df: number): number => (df > 1e6 ? ndtri(p) : stdtri(df, p));

/**
 * The probability that chi-squared with df degrees of freedom lies above x. Cephes works out whichever of the two tails
 * is the smaller: below the mean it is the lower one that can be too small for a double.
 */
export const chiSquaredTail = (x: number, df: number): number =>
  x <= 0 ? 1 : onUnderflow(() => chdtrc(df, x), x < df ? 1 : 0);

/** The probability that a beta distribution lies below x. */
export const betaTail = (a: number, b: number, x: number): number =>
  Math.min(a, b) >= 15 && a + b > 1000 ? largeBeta(a, b, x).lower : zeroOnUnderflow(() => incbet(a, b, x));

/** The probability that Kolmogorov's limiting distribution lies above x. */
export const kolmogorovTail = (x: number): number => (x <= 0.03 ? 1 : zeroOnUnderflow(() => kolmogorov(x)));

/**
 * The beta distribution's quantile, to ten digits at any size. Past a million cephes no longer has them: there Wise's
 * expansion (Biometrika 37, 1950) serves where one side is small, and elsewhere Abramowitz and Stegun 26.5.22 gives a
 * start that Newton's method mends.
 */
export function betaQuantile(a: number, b: number, p: number): number {
  if (a + b <= 1e6) return incbi(a, b, p);
  if (a > b) return 1 - betaQuantile(b, a, 1 - p);
  if (a < 100) {
    const size = b + (a - 1) / 2;
    return -expm1(-igami(a, 1 - p) / size);
  }
  const y = ndtri(p);
  const lambda = (y * y - 3) / 6;
  const h = 2 / (1 / (2 * a - 1) + 1 / (2 * b - 1));
  const w = (-y * Math.sqrt(h + lambda)) / h - (1 / (2 * b - 1) - 1 / (2 * a - 1)) * (lambda + 5 / 6 - 2 / (3 * h));
  return largeBetaQuantile(a, b, p, a / (a + b * exp(2 * w)));
}

/** Cephes throws when a tail is too small for a double; there it is 0 for our purposes. */
const zeroOnUnderflow = (tail: () => number): number => onUnderflow(tail, 0);

function onUnderflow(tail: () => number, instead: number): number {
  try {
    return tail();
  } catch (e) {
    if (/underflow/.test(String(e))) return instead;
    throw e;
  }
}
