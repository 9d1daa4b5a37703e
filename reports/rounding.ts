/** Shares as shown may miss 100 by their rounding: whoever adds them up is told. One list of shares per case. */
export function roundingNote(cases: readonly (readonly string[])[]): string[] {
  const totals = cases.map(shownTotal);
  const off = totals.filter((total) => total !== undefined && total !== 100);
  if (off.length === 0) return [];
  const sum = totals.length === 1 ? `${off[0]}%` : 'a little more or less than 100%';
  return [`Rounded as they are, the shares add up to ${sum}.`];
}

/** A sum and its parts as they are shown, if they are; where some do not agree, whoever adds up is told. */
export function sumsNote(
  sums: readonly { readonly whole: string | undefined; readonly parts: readonly (string | undefined)[] }[],
): string[] {
  const total = (shown: readonly (string | undefined)[]): number | undefined =>
    shown.every((text) => text !== undefined) ? shownTotal(shown) : undefined;
  const isOff = ({ whole, parts }: (typeof sums)[number]): boolean => {
    const [sum, added] = [total([whole]), total(parts)];
    return sum !== undefined && added !== undefined && sum !== added;
  };
  return sums.some(isOff) ? ['Each figure is rounded by itself: sums may be a little off.'] : [];
}

/** What rounded shares add up to; undefined where one is shown only as less or more than something. */
function shownTotal(shares: readonly string[]): number | undefined {
  const figures = shares.map((text) => Number(/^(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? Number.NaN));
  const total = figures.reduce((sum, x) => sum + x, 0);
  return Number.isNaN(total) ? undefined : Number(total.toFixed(2));
}
