import { didYouMean } from '../../src/rules/nearest.ts';
import { InputError } from '../../src/rules/problem.ts';
import type { ParsedText } from '../../src/scenarios/text.ts';

/** Keys that tell what a file is: those before a word, and those before a group. */
const WORD_HEADS = ['rules', 'encounter', 'base'];
const GROUP_HEADS = ['encounters', 'troops', 'armies'];

/** A file that is nothing because of one wrong letter is told so; what the key holds tells 'encounter' from 'encounters'. */
export function refuseMisspelt({ at }: ParsedText, entries: readonly (readonly [string, unknown])[]): void {
  for (const [key, held] of entries) {
    const [likely, others] = typeof held === 'object' ? [GROUP_HEADS, WORD_HEADS] : [WORD_HEADS, GROUP_HEADS];
    const meant = didYouMean(key, likely) || didYouMean(key, others);
    if (meant === '') continue;
    const message = `'${key}' is no key of a scenario, a variant, a rulebook or a list of troops.${meant}`;
    throw new InputError([{ path: [key], message, found: key, at: at([key]) }]);
  }
}
