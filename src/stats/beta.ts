import { exp, log } from './elementary.ts';

/**
 * The incomplete beta function and its inverse for large parameters. Cephes takes differences of log gammas and so
 * loses digits, or gives up, as they grow; here the binomial density comes from Loader's saddle-point form ("Fast and
 * accurate computation of binomial probabilities", 2000), which keeps its digits at any size, and the rest from the
 * continued fraction of DiDonato and Morris (ACM TOMS 18, 1992). For parameters of 15 and more.
 */
export function largeBeta(a: number, b: number, x: number): { readonly lower: number; readonly density: number } {
  const front = ((a * b) / (a + b)) * binomialDensity(a, b, x);
  const below = a - (a + b) * x;
  const lower = below >= 0 ? front * fraction(a, b, x, 1 - x, below) : 1 - front * fraction(b, a, 1 - x, x, -below);
  return { lower, density: front / (x * (1 - x)) };
}

/** The quantile by Newton's method from a start that is already close. */
export function largeBetaQuantile(a: number, b: number, p: number, start: number): number {
  let x = start;
  for (let i = 0; i < 20; i++) {
    const { lower, density } = largeBeta(a, b, x);
    const step = (lower - p) / density;
    x = Math.min((1 + x) / 2, Math.max(x / 2, x - step));
    if (Math.abs(step) <= 1e-14 * x) break;
  }
  return x;
}

/** The probability of a successes in a + b trials at chance x. */
function binomialDensity(a: number, b: number, x: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * (1 - x));
  return exp(exponent) * Math.sqrt(n / (2 * Math.PI * a * b));
}

/** What Stirling's formula leaves out of log n!; good to the last digit from 15 on. */
function stirlingError(n: number): number {
  const n2 = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * n2)) / n2) / n2) / n2) / n;
}

/** x log(x / mean) + mean − x without the cancellation near x = mean. */
function deviance(x: number, mean: number): number {
  const off = x - mean;
  if (Math.abs(off) >= 0.1 * (x + mean)) return x * log(x / mean) + mean - x;
  const v = off / (x + mean);
  let sum = off * v;
  let term = 2 * x * v;
  for (let k = 3; ; k += 2) {
    term *= v * v;
    const next = sum + term / k;
    if (next === sum) return sum;
    sum = next;
  }
}

/** It is told how far x lies below the mean, times a + b: worked out here, that would lose its digits for a tiny x. */
function fraction(a: number, b: number, x: number, y: number, below: number): number {
  const first = (1 + below) / (1 + 1 / a);
  let [before, beforeDivisor] = [0, 1];
  let [now, divisor] = [1, first];
  let found = 1 / first;
  for (let n = 1; n < 1e7; n++) {
    const w = n * (b - n) * x;
    const part = a / (a + 2 * n - 1);
    const alpha = (1 + (n - 1) / a) * (1 + (n - 1) / a + b / a) * part * part * w * x;
    const beta = n + w / (a + 2 * n - 1) + ((1 + n / a) / (1 + (1 + 2 * n) / a)) * (1 + below + n * (1 + y));
    const next = alpha * before + beta * now;
    const nextDivisor = alpha * beforeDivisor + beta * divisor;
    const last = found;
    found = next / nextDivisor;
    if (Math.abs(found - last) <= 1e-15 * found) break;
    [before, beforeDivisor] = [now / nextDivisor, divisor / nextDivisor];
    [now, divisor] = [found, 1];
  }
  return found;
}
