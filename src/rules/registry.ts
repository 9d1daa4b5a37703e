import type { Program, Rulebook } from './book.ts';
import { checkBook } from './check.ts';
import type { Family } from './encounter.ts';
import { didYouMean } from './nearest.ts';
import { InputError } from './problem.ts';

/** A book with the procedures that play it. */
export interface BookWithFamily {
  readonly book: Rulebook;
  readonly family: Family;
}

type Loader = () => Promise<readonly BookWithFamily[]>;

// One book at a time: a page that plays one sheet need not load the other.
const oth2: Loader = async () => {
  const [{ oth2: book }, { oth: family }] = await Promise.all([
    import('./oth/oth2/book.ts'),
    import('./oth/family.ts'),
  ]);
  return [{ book, family }];
};
const othHalf: Loader = async () => {
  const [{ othHalf: book }, { oth: family }] = await Promise.all([
    import('./oth/half/book.ts'),
    import('./oth/family.ts'),
  ]);
  return [{ book, family }];
};
const syw: Loader = async () => {
  const [{ syw: book }, { sywFamily: family }] = await Promise.all([
    import('./syw/book.ts'),
    import('./syw/family.ts'),
  ]);
  return [{ book, family }];
};
const pikeShot: Loader = async () => {
  const [{ pikeShot: book }, { pikeShotFamily: family }] = await Promise.all([
    import('./pike-shot/book.ts'),
    import('./pike-shot/family.ts'),
  ]);
  return [{ book, family }];
};

// Families are loaded when somebody asks for one of their books: start-up stays cheap.
const loaders = new Map<string, Loader>([
  ['oth2', oth2],
  ['oth-half', othHalf],
  ['syw', syw],
  ['pike-shot', pikeShot],
]);
const loaded = new Map<string, BookWithFamily>();
const families = new Map<string, Family>();

/** The ids of all rulebooks, in the order in which they are listed. */
export const bookIds = (): string[] => [...new Set([...loaders.keys(), ...loaded.keys()])];

/** Brings in the books named (and their families); refuses names that do not exist. */
export async function loadBooks(ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !loaded.has(id));
  for (const id of wanted) if (!loaders.has(id)) throw unknownBook(id);
  const found = await Promise.all([...new Set(wanted.map((id) => loaders.get(id)!))].map((load) => load()));
  for (const { book, family } of found.flat()) register(book, family);
}

/** A book that `loadBooks` has brought in. */
export function bookById(id: string): BookWithFamily {
  const found = loaded.get(id);
  if (found) return found;
  if (!loaders.has(id)) throw unknownBook(id);
  throw new InputError([
    { path: ['rules'], message: `The rulebook '${id}' is not loaded: name it when the scenario is loaded.` },
  ]);
}

/** The family of procedures with this id, once one of its books is loaded. */
export function familyById(id: string): Family {
  const found = families.get(id);
  if (!found) throw new Error(`The family of rules '${id}' is not loaded.`);
  return found;
}

/** Families of books that carry their own procedures, by those procedures: a book is a value, found by nothing else. */
export const familyOfProgram = new WeakMap<Program, Family>();

/** The family that plays a book: its own, or the built-in one that it names. */
export function familyOf(book: Rulebook): Family {
  if (!book.program) return familyById(book.family);
  const own = familyOfProgram.get(book.program);
  if (!own) throw new Error(`The procedures of '${book.id}' have not been put together.`);
  return own;
}

/** Is a rulebook named by its file? */
export const isBookFile = (name: string): boolean => /[\\/]|\.(ya?ml|json)$/i.test(name);

/** Adds a book of one's own, played by one's own or a known family. */
export function register(book: Rulebook, family: Family): void {
  const problems = checkBook(book, family.vocabulary);
  if (problems.length > 0) throw new InputError(problems);
  loaded.set(book.id, { book, family });
  families.set(family.id, family);
}

export function unknownBook(id: string): InputError {
  return new InputError([
    {
      path: ['rules'],
      message: `There is no rulebook '${id}'; there are ${bookIds().join(', ')}.${didYouMean(id, bookIds())}`,
      found: id,
      allowed: bookIds(),
    },
  ]);
}
