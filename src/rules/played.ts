import type { Rulebook } from './book.ts';
import { checkBook } from './check.ts';
import type { Family } from './encounter.ts';
import { InputError } from './problem.ts';

const PLAYED_BY: unique symbol = Symbol('played by');

/**
 * A book with the procedures that play it. They hang on a symbol: a copy with edits keeps them, and the same book sent to
 * a thread or written down as data leaves them behind, to be found again by `withProcedures`.
 */
export interface PlayedBook extends Rulebook {
  readonly [PLAYED_BY]: Family;
}

export const familyOf = (book: PlayedBook): Family => book[PLAYED_BY];

/** A book with procedures of this program; one that speaks of facts which they do not know is refused. */
export function playedBy(family: Family, book: Omit<Rulebook, 'family'>): PlayedBook {
  const named = withFamily({ ...book, family: family.id }, family);
  const problems = checkBook(named, family.vocabulary);
  if (problems.length > 0) throw new InputError(problems);
  return named;
}

/** A book with procedures that the caller wrote in code. They cannot follow it to another thread or machine. */
export const playedByOwn = (family: Family, book: Omit<Rulebook, 'family'>): PlayedBook =>
  playedBy(family, { ...book, ownCode: true });

/** The same without looking at it: for whoever has checked the book already. */
export const withFamily = (book: Rulebook, family: Family): PlayedBook => ({ ...book, [PLAYED_BY]: family });

export const isPlayed = (book: Rulebook): book is PlayedBook => PLAYED_BY in book;
