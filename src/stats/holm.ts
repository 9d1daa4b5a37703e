/**
 * Holm's correction: p-values adjusted so that, over all of them together, a false alarm comes no more often than a
 * single test's. https://en.wikipedia.org/wiki/Holm–Bonferroni_method
 *
 *   holm([0.01, 0.04, 0.03])  // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b]);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}
