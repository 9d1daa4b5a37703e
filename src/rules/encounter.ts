import type * as z from 'zod';
import type { Machine } from '../sim/machine.ts';
import type { Rulebook } from './book.ts';
import type { Problem } from './problem.ts';
import type { SituationGroup } from './suite.ts';
import type { TroopLibrary } from './troop.ts';

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
export type BuiltInKind = (typeof ENCOUNTER_KINDS)[number];
/** A kind that the built-in books share, or one of a designer's own. */
export type EncounterKind = BuiltInKind | (string & {});

/** A machine of any state; engines never look inside the state's type. */
// biome-ignore lint/suspicious/noExplicitAny: the state's type is private to the rules that built it
export type AnyMachine = Machine<any>;

/** Said beside every result that rests on it. */
export interface Note {
  readonly kind: 'illustrative' | 'borrowed' | 'not played' | 'cap' | 'ruling' | 'info';
  readonly text: string;
}

/** The notes that hold. */
export const notesIf = (rows: readonly (readonly [holds: boolean, kind: Note['kind'], text: string])[]): Note[] =>
  rows.filter(([holds]) => holds).map(([, kind, text]) => ({ kind, text }));

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

/** An encounter of a family by its parts: what it is called, what a scenario may say, how it is played. */
export const encounterOf = <Situation>({
  sides,
  machine,
  notes = () => [],
  ...def
}: Omit<EncounterDef<Situation>, 'build'> & {
  readonly sides: BuiltEncounter['sides'];
  readonly machine: (situation: Situation, book: Rulebook) => AnyMachine;
  readonly notes?: (situation: Situation, book: Rulebook) => readonly Note[];
}): EncounterDef<Situation> => ({
  ...def,
  build: (situation, book) => ({
    machine: machine(situation, book),
    // Read when they are wanted: what they say of a ruling is nothing that play hangs on.
    get notes() {
      return notes(situation, book);
    },
    sides,
  }),
});

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

/**
 * A key of the situation that holds the user's own data: the name of a file (`cards: mine.yaml`), or a word for a set
 * that is shipped. The loader puts the data itself in its place before overrides are laid on, so that `--set` and `vary`
 * reach into it.
 */
export interface Attachment {
  readonly schema: z.ZodType;
  /** What the schema cannot say; paths are inside the data, so that a loader can give the line. */
  readonly check: (value: unknown) => readonly Problem[];
  /** Shipped sets by word; the first is taken when the key is missing. Each call gives a fresh copy. */
  readonly shipped: Readonly<Record<string, () => unknown>>;
  /** The names that such data gives to keys of a unit: a form offers them. */
  readonly words?: (value: unknown) => Readonly<Record<string, readonly string[]>>;
  /** A commented file to start from, as YAML. */
  readonly documented: () => string;
}

/** Procedures that play one or more books. */
export interface Family {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each encounter has a situation of its own
  readonly encounters: Partial<Record<EncounterKind, EncounterDef<any>>>;
  readonly vocabulary: Vocabulary;
  /** Named units, which a situation may speak of by name. */
  readonly troops?: TroopLibrary;
  /** Representative situations of a book, for experiments over the whole game. */
  readonly suite?: (book: Rulebook) => readonly SituationGroup[];
  /** Situations in which any two units of a book can meet, for pricing them. */
  readonly duels?: (book: Rulebook) => readonly SituationGroup[];
  /** By key of the situation. */
  readonly attachments?: Readonly<Record<string, Attachment>>;
}
