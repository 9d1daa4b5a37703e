import type { RulingCheck } from '../results/types.ts';
import type { Ruling, RulingValue } from '../rules/book.ts';
import { isBuiltIn } from '../rules/built-in.ts';
import { theLabel, words } from '../words/labels.ts';
import { askedWords, readAs } from '../words/readings.ts';
import type { FullDifference } from './differences.ts';
import { signedFigure, signedPoints } from './words.ts';

/** Said of readings that a stop left out. */
export const STOPPED = 'Stopped early: not all other readings of the rulings were tried.';

/** What came of taking one ruling in another way. */
export interface Flipped {
  readonly ruling: Ruling;
  readonly effect: 'some' | 'none' | 'refused';
  readonly checks: readonly RulingCheck[];
}

/** Readings that turn the headline, then those that turn something else, then the rest; each by what it moves. */
export function inOrder(said: readonly Flipped[], headline: string, before: readonly FullDifference[]): Flipped[] {
  const was = before.find((d) => d.id === headline)?.difference ?? 0;
  const turned = (f: Flipped) => {
    if (f.checks.every((c) => c.survives)) return 2;
    return f.checks.some((c) => c.measure === headline && !c.survives) ? 0 : 1;
  };
  const moved = (f: Flipped) => Math.abs((f.checks.find((c) => c.measure === headline)?.difference ?? was) - was);
  return [...said].sort((a, b) => turned(a) - turned(b) || moved(b) - moved(a));
}

/** "Other readings of the rulings: 12 change figures here, 1 turns 'attacker wins', 3 some other verdict; …" */
export function summary(said: readonly Flipped[], headline: FullDifference | undefined, all: number): string {
  const some = said.filter((f) => f.effect === 'some');
  const lost = (f: Flipped) => f.checks.filter((c) => !c.survives).map((c) => c.measure);
  const first = some.filter((f) => headline && lost(f).includes(headline.id)).length;
  const other = some.filter((f) => lost(f).length > 0).length - first;
  const refused = said.filter((f) => f.effect === 'refused').length;
  const keys = (list: readonly Flipped[]) => new Set(list.map((f) => f.ruling.key));
  const touching = keys(said.filter((f) => f.effect !== 'none'));
  const still = [...keys(said)].filter((key) => !touching.has(key));
  const turns = (n: number) => (n === 0 ? 'none turns' : n === 1 ? '1 turns' : `${n} turn`);
  return `${[
    `Other readings of the rulings: ${some.length} change figures here, ${turns(first)} the verdict on '${headline?.label ?? ''}' and ${turns(other)} another`,
    ...(refused > 0 ? [`${refused} the sheet does not allow here`] : []),
    ...(still.length > 0
      ? [
          `${still.length} ${still.length === 1 ? 'ruling has' : 'rulings have'} no effect: ${still.map(words).join(', ')}`,
        ]
      : []),
  ].join('; ')}.${said.length < all ? ` ${STOPPED}` : ''}`;
}

/** What is to be said of one reading: the headline, and whatever else it turns. */
export function checksOf(
  ruling: Ruling,
  to: RulingValue,
  headline: string,
  before: readonly FullDifference[],
  now: readonly FullDifference[],
  several: boolean,
): RulingCheck[] {
  const found = now.flatMap((d) => {
    const was = before.find((b) => b.id === d.id);
    if (!was) return [];
    const survives = was.verdict === d.verdict;
    return survives && d.id !== headline ? [] : [{ d, was, survives }];
  });
  // The headline, then outcomes, then measures, by how far they move.
  const rank = ({ d }: (typeof found)[number]) => (d.id === headline ? 0 : d.kind === 'outcome' ? 1 : 2);
  const moved = ({ d, was }: (typeof found)[number]) => Math.abs(d.difference - was.difference);
  found.sort((a, b) => rank(a) - rank(b) || moved(b) - moved(a));
  return found.map(({ d, was, survives }) => {
    const verdict = survives ? `still ${d.verdict}` : `${was.verdict} becomes ${d.verdict}`;
    return {
      ruling: ruling.id,
      key: ruling.key,
      question: ruling.question,
      from: ruling.value,
      to,
      variant: d.variant,
      measure: d.id,
      difference: d.difference,
      survives,
      text: `${askedWords(ruling.question)} ${readAs(to)}${several ? ` with ${variantName(d.variant)}` : ''}: ${d.label} ${verdict} (${fromTo(was, d)}).`,
    };
  });
}

/** "−8.0 → 0 points". */
const fromTo = (was: FullDifference, now: FullDifference): string =>
  now.kind === 'outcome'
    ? `${signedPoints(was.difference).replace(' percentage points', '')} → ${signedPoints(now.difference)}`
    : `${signedFigure(was.difference)} → ${signedFigure(now.difference)}`;

/** A book keeps its id, which reports replace by its name. */
const variantName = (variant: string): string => (isBuiltIn(variant) ? variant : theLabel(variant));
