/*
 * Elementary functions from sums, products and quotients alone. Those of Math are rounded differently by Node and by
 * browsers of another age, in every tenth last digit or so; figures of the page and of the command line are to be the same.
 */

/** ln 2 in two parts; the first has room for a product with any exponent of a double. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** Terms that reach past the last digit for arguments up to half of ln 2. */
const TERMS = 18;

/** e^x − 1, with all its digits for small x too. */
export function expm1(x: number): number {
  if (Math.abs(x) > 0.35) return exp(x) - 1;
  let sum = 1;
  for (let k = TERMS; k > 1; k--) sum = 1 + (x / k) * sum;
  return x * sum;
}

export function exp(x: number): number {
  if (x > 709.8) return Number.POSITIVE_INFINITY;
  if (x < -745.2) return 0;
  const k = Math.round(x / Math.LN2);
  const rest = x - k * LN2_HIGH - k * LN2_LOW;
  // In two steps: the power of two alone may be past the ends of a double.
  const half = Math.trunc(k / 2);
  return (1 + expm1(rest)) * powerOfTwo(half) * powerOfTwo(k - half);
}

/** The natural logarithm: of the power of two, and of what is left of it near 1. */
export function log(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x === 0 ? Number.NEGATIVE_INFINITY : x > 0 ? x : Number.NaN;
  let [rest, k] = [x, 0];
  while (rest >= Math.SQRT2) [rest, k] = rest > 2 ** 32 ? [rest / 2 ** 32, k + 32] : [rest / 2, k + 1];
  while (rest < Math.SQRT1_2) [rest, k] = rest < 2 ** -32 ? [rest * 2 ** 32, k - 32] : [rest * 2, k - 1];
  const s = (rest - 1) / (rest + 1);
  let sum = 0;
  for (let n = 2 * TERMS + 7; n > 0; n -= 2) sum = 1 / n + s * s * sum;
  return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}

/** The hyperbolic tangent by Lambert's continued fraction. */
export function tanh(x: number): number {
  if (Math.abs(x) > 20) return Math.sign(x);
  let divisor = 2 * LAMBERT_TERMS + 1;
  for (let n = 2 * LAMBERT_TERMS - 1; n > 0; n -= 2) divisor = n + (x * x) / divisor;
  return x / divisor;
}
const LAMBERT_TERMS = 40;

/** The arc sine; past half of its way by that of half the angle or of the rest of a right angle, so that the series is short. */
export function asin(x: number): number {
  if (x < 0) return -asin(-x);
  const square = x * x;
  if (square > 0.5) return Math.PI / 2 - asin(Math.sqrt((1 - x) * (1 + x)));
  if (square > 0.15) return 2 * asin(x / Math.sqrt(2 * (1 + Math.sqrt(1 - square))));
  let sum = 0;
  for (let k = ARC_TERMS; k > 0; k--) sum = ((2 * k - 1) / (2 * k)) * square * (1 / (2 * k + 1) + sum);
  return x * (1 + sum);
}
const ARC_TERMS = 20;

const powerOfTwo = (k: number): number => {
  const double = new DataView(new ArrayBuffer(8));
  double.setUint32(0, (k + 1023) << 20);
  return double.getFloat64(0);
};
