/// <reference path="./cephes.d.ts" />
import { chdtrc, compiled, erfc, igami, incbet, incbi, kolmogorov, ndtri, stdtri } from 'cephes';

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

/** The probability that chi-squared with df degrees of freedom lies above x. */
export const chiSquaredTail = (x: number, df: number): number => (x <= 0 ? 1 : zeroOnUnderflow(() => chdtrc(df, x)));

/** The probability that Kolmogorov's limiting distribution lies above x. */
export const kolmogorovTail = (x: number): number => (x <= 0.03 ? 1 : zeroOnUnderflow(() => kolmogorov(x)));

/**
 * The beta distribution's quantile, to eight digits at any size.
 *
 * Cephes takes differences of log gammas and so loses digits as a + b grows past a million. There two expansions that
 * grow better with size take over: Wise (Biometrika 37, 1950) where one side is below a ten-thousandth of the other,
 * and Abramowitz and Stegun 26.5.22 where both are above a hundred thousand.
 */
export function betaQuantile(a: number, b: number, p: number): number {
  if (a + b <= 1e6) return incbi(a, b, p);
  if (a > b) return 1 - betaQuantile(b, a, 1 - p);
  if (a < 1e-4 * b) {
    const size = b + (a - 1) / 2;
    return -Math.expm1(-igami(a, 1 - p) / size);
  }
  if (a < 1e5) return incbi(a, b, p);
  const y = ndtri(p);
  const lambda = (y * y - 3) / 6;
  const h = 2 / (1 / (2 * a - 1) + 1 / (2 * b - 1));
  const w = (-y * Math.sqrt(h + lambda)) / h - (1 / (2 * b - 1) - 1 / (2 * a - 1)) * (lambda + 5 / 6 - 2 / (3 * h));
  return a / (a + b * Math.exp(2 * w));
}

/** Cephes throws when a tail is too small for a double; there it is 0 for our purposes. */
function zeroOnUnderflow(tail: () => number): number {
  try {
    return tail();
  } catch (e) {
    if (/underflow/.test(String(e))) return 0;
    throw e;
  }
}
