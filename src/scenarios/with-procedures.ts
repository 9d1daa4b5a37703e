import type { Rulebook } from '../rules/book.ts';
import { builtInFamily } from '../rules/built-in.ts';
import { isPlayed, type PlayedBook, withFamily } from '../rules/played.ts';
import { SimError } from '../sim/error.ts';

/** A book that has come from another thread or page as data, with the procedures that play it. */
export async function withProcedures(book: Rulebook): Promise<PlayedBook> {
  if (isPlayed(book)) return book;
  if (book.program) return (await import('../kit/file/book.ts')).playedByProgram(book);
  const family = book.ownCode ? undefined : await builtInFamily(book.family);
  if (family) return withFamily(book, family);
  throw new SimError(`The rulebook '${book.id}' is played by code of its own, which cannot be sent to threads.`);
}
