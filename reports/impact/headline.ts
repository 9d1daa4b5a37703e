import type { Impact, VariantImpact } from '../../src/results/types.ts';
import { theLabel } from '../../src/words/labels.ts';
import { percent } from '../number.ts';
import { capital, plain, shownText } from '../text.ts';

/** The finding without its stop. */
export const headlineOf = ({ text }: VariantImpact): string => capital(plain(text)).replace(/\.$/, '');

/** The finding of one variant; of several, which of them changes most. */
export function impactHeadline({ variants }: Impact): string {
  if (variants.length === 1) return headlineOf(variants[0]);
  const [most] = [...variants].sort((v, w) => w.endOtherwise - v.endOtherwise);
  if (most.endOtherwise === 0) return `None of ${variants.length} variants changes an outcome`;
  return `Of ${variants.length} variants ${shownText(theLabel(most.variant))} changes most: ${percent(most.endOtherwise)} of all encounters end otherwise`;
}
