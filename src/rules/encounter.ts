import type { z } from 'zod';
import type { Machine } from '../sim/machine.ts';
import type { Rulebook } from './book.ts';
import type { Problem } from './problem.ts';

export const ENCOUNTER_KINDS = [
  'fire',
  'charge',
  'melee',
  'morale',
  'rally',
  'commander',
  'march',
  'pursuit',
  'engagement',
] as const;
export type EncounterKind = (typeof ENCOUNTER_KINDS)[number];

/** A machine of any state; engines never look inside the state's type. */
// biome-ignore lint/suspicious/noExplicitAny: the state's type is private to the rules that built it
export type AnyMachine = Machine<any>;

/** Said beside every result that rests on it. */
export interface Note {
  readonly kind: 'illustrative' | 'borrowed' | 'cap' | 'ruling' | 'info';
  readonly text: string;
}

/** One kind of encounter as one family of rules plays it. `Situation` is what the scenario file says about it. */
export interface EncounterDef<Situation = unknown> {
  readonly kind: EncounterKind;
  readonly title: string;
  /** What a scenario file may say, besides the keys that every file has. Depends on the book: variants add weapons. */
  readonly schema: (book: Rulebook) => z.ZodType<Situation>;
  /** Situations that parse but that the sheet does not allow, each with the sheet's reason. */
  readonly check: (situation: Situation, book: Rulebook) => readonly Problem[];
  readonly build: (situation: Situation, book: Rulebook) => BuiltEncounter;
}

export interface BuiltEncounter {
  readonly machine: AnyMachine;
  readonly notes: readonly Note[];
  /** What people call the two sides here: ['attacker', 'defender'], ['firer', 'target']. */
  readonly sides: readonly [string, string];
}

/** What a fact may be, so that patterns can be checked and wrong names get a hint. */
export type FactType =
  | { readonly type: 'number' }
  | { readonly type: 'flag' }
  | { readonly type: 'list' }
  | { readonly type: 'word'; readonly values: readonly string[] };
export interface Vocabulary {
  /** The same for `self` and `enemy`. */
  readonly unit: Readonly<Record<string, FactType>>;
  readonly now: Readonly<Record<string, FactType>>;
}

/** Procedures that play one or more books. */
export interface Family {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each encounter has a situation of its own
  readonly encounters: Partial<Record<EncounterKind, EncounterDef<any>>>;
  readonly vocabulary: Vocabulary;
}
