import type { Rulebook } from './book.ts';

/** A named type of unit: what a scenario would say about one, so that it need only name it. */
export interface Troop {
  readonly name: string;
  /** What a scenario says about such a unit, by key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Another name that finds it, such as the row of a printed table. */
  readonly id?: string;
  readonly about?: string;
  /** What an army list pays for it. */
  readonly points?: number;
  /** Our own suggestion: the sheet rates no units. */
  readonly suggested?: true;
}

/** The named units that a family of rules knows. */
export interface TroopLibrary {
  /** A key that every unit of a situation may have and nothing else has: by it units are told from other groups. */
  readonly unitKey: string;
  /** The troops of a book, as a situation sees them (its own cards, say). */
  readonly of: (book: Rulebook, situation: Readonly<Record<string, unknown>>) => readonly Troop[];
}

/** Capitals, dashes and spaces do not tell names apart. */
export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
