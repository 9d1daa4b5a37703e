import { builtInBooks } from '../src/rules/built-in.ts';
import type { Family } from '../src/rules/encounter.ts';
import { familyOf, type PlayedBook } from '../src/rules/played.ts';

const books = new Map((await builtInBooks()).map((book) => [book.id, book]));

/** A built-in book and its procedures, at hand without waiting. */
export function bookById(id: string): { readonly book: PlayedBook; readonly family: Family } {
  const book = books.get(id);
  if (!book) throw new Error(`There is no rulebook '${id}'.`);
  return { book, family: familyOf(book) };
}
