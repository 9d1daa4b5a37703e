import type { Difference, Results } from '../src/results/types.ts';
import { theLabel } from '../src/words/labels.ts';
import { noun } from './cells.ts';
import { decimal, percentPair, points } from './number.ts';
import { shownText } from './text.ts';

/**
 * The differences a comparison was asked for, one a variant: those its verdicts begin with. None where nobody asked, or
 * where that is who wins: titles find by themselves what to speak of then.
 */
export function askedDifferences(results: Results): Difference[] {
  const all = results.differences ?? [];
  const asked = (results.verdicts ?? []).flatMap((v) =>
    all
      .filter((d) => d.cell === v.cell && v.text.startsWith(`${d.label}: `))
      // Of "rounds" and "rounds: first", the verdict means the longer.
      .sort((x, y) => y.label.length - x.label.length)
      .slice(0, 1),
  );
  const unasked = asked.some((d) => d.id === 'winner=a' || (d.kind === 'measure' && isStandIn(results)));
  return unasked ? [] : asked;
}

/** Where nobody can win, or nobody can help it, a verdict turns to a measure of its own accord. */
function isStandIn(results: Results): boolean {
  if (/ --objective\b/.test(results.command)) return false;
  const won = (results.differences ?? []).filter((d) => d.id === 'winner=a').flatMap((d) => [d.base, d.value]);
  return won.every((p) => p < 1e-12) || won.every((p) => p > 1 - 1e-12);
}

/** "With oth-half: rounds fought 1.46 on average instead of 2.26", of the variant that changes it most. */
export function askedFinding(results: Results, asked: readonly Difference[]): string {
  const [most] = asked
    .filter((d) => d.verdict === 'more' || d.verdict === 'less')
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  if (most === undefined) {
    const sampled = results.cells.some((cell) => cell.engine === 'sample');
    return `No difference${sampled ? ' that these trials can detect' : ' at all'} in “${shownText(asked[0].label)}”`;
  }
  const start = `With ${shownText(theLabel(most.variant))}:`;
  const label = shownText(most.label);
  if (most.kind === 'measure') {
    return `${start} ${label} ${decimal(most.value)} on average instead of ${decimal(most.base)}`;
  }
  // Wins less losses may be below nothing: no share of fights.
  if (most.id === 'advantage')
    return `${start} ${label}, ${points(most.value)} percentage points instead of ${points(most.base)}`;
  const [before, after] = percentPair(most.base, most.value);
  return `${start} “${label}” in ${after} of ${noun(results)} instead of ${before}`;
}
