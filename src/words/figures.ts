/** Figures as people read them, on the screen, in charts and in every sentence: one figure is rounded in one way. */
export const MINUS = '\u2212';

/** Never or always. Sums of exact shares may miss 1 by a rounding error. */
export const isCertain = (p: number): boolean => p === 0 || p > 1 - 1e-10;

/** For tables and labels: one decimal, or none where the interval is wider than a point; more where the share is tiny. */
export function percent(p: number, halfWidth = 0): string {
  // An advantage of one side over the other may be a disadvantage.
  if (p < 0) return MINUS + percent(-p, halfWidth);
  const hundred = p * 100;
  if (isCertain(p)) return `${Math.round(hundred)}%`;
  if (hundred < 0.01) return `<0.01%`;
  if (hundred > 99.99) return `>99.99%`;
  const nearEdge = Math.min(hundred, 100 - hundred);
  if (halfWidth >= 0.005 && nearEdge >= 0.95) return `${hundred.toFixed(0)}%`;
  return `${hundred.toFixed(nearEdge < 0.95 ? 2 : 1)}%`;
}

/** Two shares side by side, with more decimals where they would look alike. */
export function percentPair(p: number, q: number): [string, string] {
  return alikeApart(p, q, percent, (x, decimals) => `${(x * 100).toFixed(decimals)}%`);
}

/** Decimals beyond which two figures are the same to any reader. */
const MOST_DECIMALS = 4;

function alikeApart(
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

/** A figure before and after, and the difference: the one that the eye takes from the two as they are shown. */
export interface ShownChange {
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** Of shares; the difference is in percentage points. */
export function shareChange(before: number, after: number): ShownChange {
  const [x, y] = percentPair(before, after);
  return { before: x, after: y, difference: shownDifference(x, y) ?? points(after - before) };
}

/** Of leads, which are percentage points themselves. */
export function leadChange(before: number, after: number): ShownChange {
  const [x, y] = alikeApart(before, after, points, (v, decimals) => signed(v * 100, decimals));
  return { before: x, after: y, difference: shownDifference(x, y) ?? points(after - before) };
}

/** Of means and counts. */
export function figureChange(before: number, after: number): ShownChange {
  const [x, y] = alikeApart(before, after, decimal, (v, decimals) => minus(v.toFixed(decimals)));
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
  return signed(difference * 100, Math.abs(difference) < 0.0095 && difference !== 0 ? 2 : 1);
}

/** The same in whole points, as a heat map shows it. */
export const wholePoints = (difference: number): string => signed(difference * 100, 0);

/** A mean or a count: whole numbers whole, others to two decimals. */
export function decimal(value: number): string {
  if (Number.isNaN(value)) return 'not known';
  return minus(Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 0.095 ? 3 : 2));
}

const minus = (text: string): string => (text.startsWith('-') ? MINUS + text.slice(1) : text);

export function signed(value: number, decimals: number): string {
  const rounded = value.toFixed(decimals);
  if (Number(rounded) === 0) return value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${Math.abs(value).toPrecision(1)}`;
  return value < 0 ? MINUS + rounded.slice(1) : `+${rounded}`;
}

/** A difference inside a sentence: "+5.0 percentage points", since "+5%" could be taken for a twentieth more. */
export const signedPoints = (p: number): string => `${points(p)} percentage points`;

/** A confidence level: "95%", "99.9%". */
export const levelText = (level: number): string => `${Number((level * 100).toPrecision(6))}%`;
