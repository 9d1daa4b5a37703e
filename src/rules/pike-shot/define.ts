import type * as z from 'zod';
import type { BuiltEncounter, EncounterDef, EncounterKind, Note } from '../encounter.ts';
import type { Problem } from '../problem.ts';
import { checkCards } from './cards/check.ts';
import type { CardSet } from './cards/schema.ts';
import { type Rules, rulesOf } from './rules.ts';

/** An encounter of this family: every one carries a card set, which is checked before anything else. */
export function define<Situation extends { readonly cards: CardSet }>(def: {
  readonly kind: EncounterKind;
  readonly title: string;
  readonly schema: z.ZodType<Situation>;
  readonly check: (situation: Situation, rules: Rules) => readonly Problem[];
  readonly build: (situation: Situation, rules: Rules) => BuiltEncounter;
}): EncounterDef<Situation> {
  return {
    kind: def.kind,
    title: def.title,
    schema: () => def.schema,
    check: (situation, book) => {
      const faults = checkCards(situation.cards).map((p) => ({ ...p, path: ['cards', ...p.path] }));
      return faults.length > 0 ? faults : def.check(situation, rulesOf(book, situation.cards));
    },
    build: (situation, book) => def.build(situation, rulesOf(book, situation.cards)),
  };
}

/** What must stand beside every result: that figures are invented, or whose they are. */
export function notesOf({ cards: { illustrative, notice, title } }: Rules): readonly Note[] {
  if (!illustrative) return [{ kind: 'info', text: `Tables and cards: ${title}.` }];
  return [{ kind: 'illustrative', text: notice ?? `Illustrative: the figures of '${title}' are invented.` }];
}
