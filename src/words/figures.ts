/** Figures as people read them, on the screen, in charts and in every sentence: one figure is rounded in one way. */
export const MINUS = '\u2212';

/** Of a change that may as well be chance. */
export const UNDETECTED = 'no detectable change at this number of trials';

/** Never or always. Sums of exact shares may miss 1 by a rounding error. */
export const isCertain = (p: number): boolean => p === 0 || p > 1 - 1e-10;

/** Exact shares often end in a five, and sums of them miss it by the last bit: all of them go up, and none by chance. */
export function fixed(value: number, decimals: number): string {
  const size = Math.round(toTwelveDigits(Math.abs(value) * 10 ** decimals)) / 10 ** decimals;
  return (Math.sign(value) * size).toFixed(decimals);
}
const toTwelveDigits = (value: number): number => Number(value.toPrecision(12));

/**
 * For tables, labels and sentences: one decimal. A share has one precision in all of an answer, its headline, its table
 * and its picture, so that figures add up to the eye; what is too small for it is said to be less.
 */
export const percent = (p: number): string => percentTo(p, 1);

/** In whole percent, which is what a cell of a heat map has room for; with a decimal near the ends. */
export const wholePercent = (p: number): string =>
  percentTo(p, Math.min(Math.abs(p), 1 - Math.abs(p)) * 100 >= 0.95 ? 0 : 1);

/** The same with this many decimals: "30.83%", "<0.01%". */
function percentTo(p: number, decimals: number): string {
  // An advantage of one side over the other may be a disadvantage.
  if (p < 0) return MINUS + percentTo(-p, decimals);
  const hundred = toTwelveDigits(p * 100);
  if (isCertain(p)) return `${Math.round(hundred)}%`;
  const least = 10 ** -decimals;
  if (hundred < least / 2) return `<${least}%`;
  if (hundred >= 100 - least / 2) return `>${(100 - least).toFixed(decimals)}%`;
  return `${fixed(hundred, decimals)}%`;
}

/** Two shares side by side, with more decimals where they would look alike. */
export function percentPair(p: number, q: number): [string, string] {
  return distinctPair(p, q, percent, (x, decimals) => `${fixed(x * 100, decimals)}%`);
}

/** Decimals beyond which two figures are the same to any reader. */
const MOST_DECIMALS = 4;

function distinctPair(
  p: number,
  q: number,
  show: (x: number) => string,
  finer: (x: number, decimals: number) => string,
): [string, string] {
  let pair: [string, string] = [show(p), show(q)];
  for (let decimals = 2; pair[0] === pair[1] && Math.abs(p - q) > 1e-9 && decimals <= MOST_DECIMALS; decimals += 1) {
    pair = [finer(p, decimals), finer(q, decimals)];
  }
  return pair;
}

/** The share that a table with one decimal shows: what a sentence adds up or takes off has to agree with its rows. */
export const asShown = (p: number): number => Math.round(toTwelveDigits(p * 1000)) / 1000;

/** A figure before and after, and the difference: the one that the eye takes from the two as they are shown. */
export interface ShownChange {
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** Of shares; the difference is in percentage points. With the decimals of its table, or as many as tell the two apart. */
export function shareChange(before: number, after: number, decimals?: number): ShownChange {
  const [x, y] =
    decimals === undefined ? percentPair(before, after) : [percentTo(before, decimals), percentTo(after, decimals)];
  return { before: x, after: y, difference: shownDifference(x, y) ?? signed((after - before) * 100, decimals ?? 1) };
}

/** Decimals for a table of changes: one, or as many as show the largest of them. */
export function decimalsOf(differences: readonly number[]): number {
  const largest = Math.max(0, ...differences.map(Math.abs)) * 100;
  if (largest < 1e-9) return 1;
  return Math.min(MOST_DECIMALS, Math.max(1, Math.ceil(Math.log10(LEAST_TOLD / largest))));
}
/** The largest change of a table has at least this many of its last decimals. */
const LEAST_TOLD = 1.5;

/** Of leads, which are percentage points themselves. */
export function leadChange(before: number, after: number): ShownChange {
  const [x, y] = distinctPair(before, after, points, (v, decimals) => signed(v * 100, decimals));
  return { before: x, after: y, difference: shownDifference(x, y) ?? points(after - before) };
}

/** Of means and counts. */
export function figureChange(before: number, after: number): ShownChange {
  const [x, y] = distinctPair(before, after, decimal, (v, decimals) => minus(fixed(v, decimals)));
  return { before: x, after: y, difference: shownDifference(x, y) ?? signed(after - before, 2) };
}

/** Undefined where one of the two is shown only as less or more than something. */
function shownDifference(before: string, after: string): string | undefined {
  const [x, y] = [before, after].map((shown) => /^([-+\u2212]?)(\d+(?:\.(\d+))?)%?$/.exec(shown));
  if (x === null || y === null) return undefined;
  const value = (found: RegExpExecArray): number => Number(found[2]) * (found[1] === '' || found[1] === '+' ? 1 : -1);
  const decimals = Math.max(x[3]?.length ?? 0, y[3]?.length ?? 0);
  const difference = value(y) - value(x);
  return Math.abs(difference) < 10 ** -decimals / 2 ? '0' : signed(difference, decimals);
}

/** A difference of shares in percentage points, with its sign. */
export function points(difference: number): string {
  return signed(difference * 100, 1);
}

/** The same in a table that has one precision: what is too small for it is said to be less. */
export function tablePoints(difference: number): string {
  const size = Math.abs(difference) * 100;
  if (size < 1e-9 || size >= 0.05) return points(difference);
  return `${difference > 0 ? '+' : MINUS}<0.1`;
}

/** The same in whole points, as a heat map shows it. */
export const wholePoints = (difference: number): string => signed(difference * 100, 0);

/** A mean or a count: whole numbers whole, others to two decimals. */
export function decimal(value: number): string {
  if (Number.isNaN(value)) return 'not known';
  return minus(Number.isInteger(value) ? String(value) : fixed(value, Math.abs(value) < 0.0095 ? 3 : 2));
}

const minus = (text: string): string => (text.startsWith('-') ? MINUS + text.slice(1) : text);

export function signed(value: number, decimals: number): string {
  const rounded = fixed(value, decimals);
  if (Number(rounded) === 0) return value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${Math.abs(value).toPrecision(1)}`;
  return value < 0 ? MINUS + rounded.slice(1) : `+${rounded}`;
}

/** A difference inside a sentence: "+5.0 percentage points", since "+5%" could be taken for a twentieth more. */
export const signedPoints = (p: number): string => `${points(p)} percentage points`;

/** A confidence level: "95%", "99.9%". */
export const levelText = (level: number): string => `${Number((level * 100).toPrecision(6))}%`;
