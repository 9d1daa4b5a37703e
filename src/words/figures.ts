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

/** For titles: whole per cents, decimals only near 0 and 100. */
export function roughly(p: number): string {
  const hundred = p * 100;
  if (isCertain(p)) return `${Math.round(hundred)}%`;
  if (hundred < 0.05) return `under 0.1%`;
  if (hundred > 99.95) return `over 99.9%`;
  return `${hundred.toFixed(hundred < 0.95 || hundred > 99.05 ? 1 : 0)}%`;
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

/** A difference inside a sentence: "+5.0 percentage points", since "+5%" could be taken for a twentieth more. */
export const signedPoints = (p: number): string => `${points(p)} percentage points`;

/** A confidence level: "95%", "99.9%". */
export const levelText = (level: number): string => `${Number((level * 100).toPrecision(6))}%`;
