import type { Results } from '../../src/results/types.ts';
import { theLabel } from '../../src/words/labels.ts';
import { list, shownText } from '../text.ts';
import { MORE } from './short.ts';

/** More variants than these are counted. */
const MOST_NAMED = 2;

/** What other readings turn, in one sentence for all variants: told of each it would be the same but for a number. */
export function readingsTogether({ robustness = [], differences = [] }: Results): string[] {
  // What was asked for leads the checks of every reading.
  const headline = robustness[0]?.measure;
  if (headline === undefined) return ['Other readings of the rulings change no figure here.'];
  const label = differences.find((d) => d.id === headline)?.label ?? headline;
  const variants = [...new Set(differences.map((d) => d.variant))];
  const turnedWith = (isMeant: (measure: string) => boolean): string[] =>
    variants.filter((v) => robustness.some((c) => c.variant === v && !c.survives && isMeant(c.measure)));
  const first = turnedWith((measure) => measure === headline);
  const other = turnedWith((measure) => measure !== headline);
  const verdict = `the verdict on '${shownText(label)}'`;
  if (first.length === 0 && other.length === 0)
    return [`Other readings of the rulings change figures here, and turn no verdict: ${MORE}.`];
  const also = other.length === 0 ? 'no other' : `another ${withWhich(other, variants)}`;
  return [
    first.length === 0
      ? `No other reading of the rulings turns ${verdict}; some turn ${also}: ${MORE}.`
      : `Other readings of the rulings turn ${verdict} ${withWhich(first, variants)}, and ${also}: ${MORE}.`,
  ];
}

function withWhich(found: readonly string[], all: readonly string[]): string {
  if (found.length === all.length) return all.length === 2 ? 'with both variants' : `with all ${all.length} variants`;
  return found.length > MOST_NAMED
    ? `with ${found.length} of ${all.length} variants`
    : `with ${list(found.map((v) => shownText(theLabel(v))))}`;
}
