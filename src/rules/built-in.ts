import type { Family } from './encounter.ts';
import { didYouMean } from './nearest.ts';
import type { PlayedBook } from './played.ts';
import { InputError } from './problem.ts';

// One book at a time, and only when somebody asks for it: start-up stays cheap, and a page loads the sheet that it plays.
const BOOKS: Readonly<Record<string, () => Promise<PlayedBook>>> = {
  oth2: async () => (await import('./oth/oth2/book.ts')).oth2,
  'oth-half': async () => (await import('./oth/half/book.ts')).othHalf,
  syw: async () => (await import('./syw/book.ts')).syw,
  'pike-shot': async () => (await import('./pike-shot/book.ts')).pikeShot,
};

const FAMILIES: Readonly<Record<string, () => Promise<Family>>> = {
  oth: async () => (await import('./oth/family.ts')).oth,
  syw: async () => (await import('./syw/family.ts')).sywFamily,
  'pike-shot': async () => (await import('./pike-shot/family.ts')).pikeShotFamily,
};

/** The ids of the built-in rulebooks, in the order in which they are listed. */
export const BOOK_IDS: readonly string[] = Object.keys(BOOKS);

export const isBuiltIn = (id: string): boolean => Object.hasOwn(BOOKS, id);

/** A built-in book by its id; refuses names that do not exist. */
export async function builtInBook(id: string): Promise<PlayedBook> {
  if (!isBuiltIn(id)) throw unknownBook(id);
  return BOOKS[id]();
}

/** All of them, in the order of their ids. */
export const builtInBooks = (): Promise<PlayedBook[]> => Promise.all(BOOK_IDS.map(builtInBook));

/** The procedures of this program that a book names, if it has such. */
export const builtInFamily = async (id: string): Promise<Family | undefined> =>
  Object.hasOwn(FAMILIES, id) ? FAMILIES[id]() : undefined;

/** Is a rulebook named by its file? */
export const isBookFile = (name: string): boolean => /[\\/]|\.(ya?ml|json)$/i.test(name);

export function unknownBook(id: string, known: readonly string[] = BOOK_IDS): InputError {
  return new InputError([
    {
      path: ['rules'],
      message: `There is no rulebook '${id}'; there are ${known.join(', ')}.${didYouMean(id, known)}`,
      found: id,
      allowed: known,
    },
  ]);
}
