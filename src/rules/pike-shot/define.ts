import type * as z from 'zod';
import {
  type AnyMachine,
  type BuiltEncounter,
  type EncounterDef,
  type EncounterKind,
  encounterOf,
  type Note,
} from '../encounter.ts';
import type { Problem } from '../problem.ts';
import { checkCards } from './cards/check.ts';
import type { CardSet } from './cards/schema.ts';
import { overflowProblems, type PlacedRegiment, regimentProblems } from './given.ts';
import { type Rules, rulesOf } from './rules.ts';

/** An encounter of this family: every one carries a card set, which is checked before anything else. */
export function define<Situation extends { readonly cards: CardSet }>(def: {
  readonly kind: EncounterKind;
  readonly title: string;
  readonly sides: BuiltEncounter['sides'];
  readonly schema: z.ZodType<Situation>;
  /** The regiments that the situation names, each with its place in it. */
  readonly regiments?: (situation: Situation) => readonly PlacedRegiment[];
  /** What the sheet does not allow, asked once every regiment is in order. */
  readonly check?: (situation: Situation, rules: Rules) => readonly Problem[];
  readonly notes?: (rules: Rules) => readonly Note[];
  readonly machine: (situation: Situation, rules: Rules) => AnyMachine;
}): EncounterDef<Situation> {
  const { kind, title, sides, schema, notes = notesOf } = def;
  return encounterOf<Situation>({
    ...{ kind, title, sides, schema: () => schema },
    check: (situation, book) => {
      const { cards } = situation;
      const faults = checkCards(cards).map((p) => ({ ...p, path: ['cards', ...p.path] }));
      if (faults.length > 0) return faults;
      const regiments = def.regiments?.(situation) ?? [];
      const wrong = regiments.flatMap(([given, path]) => regimentProblems(given, cards, path));
      if (wrong.length > 0) return wrong;
      const rules = rulesOf(book, cards);
      const tested = regiments.filter(([, , wavers]) => wavers);
      return [...(def.check?.(situation, rules) ?? []), ...overflowProblems(rules, tested)];
    },
    notes: ({ cards }, book) => notes(rulesOf(book, cards)),
    machine: (situation, book) => def.machine(situation, rulesOf(book, situation.cards)),
  });
}

/** What must stand beside every result: that figures are invented, or whose they are. */
export function notesOf({ cards: { illustrative, notice, title } }: Rules): readonly Note[] {
  if (!illustrative) return [{ kind: 'info', text: `Tables and cards: ${title}.` }];
  return [{ kind: 'illustrative', text: notice ?? `Illustrative: the figures of '${title}' are invented.` }];
}
