import { BOOK_IDS, builtInBook, isBookFile, isBuiltIn, unknownBook } from '../rules/built-in.ts';
import type { PlayedBook } from '../rules/played.ts';
import type { Problem } from '../rules/problem.ts';
import { attempt } from './attempt.ts';
import type { Axis } from './axis.ts';
import type { ScenarioKeys } from './keys.ts';
import type { LoadOptions } from './load.ts';
import type { Override } from './override.ts';
import { overridesOf } from './overrides-of.ts';
import type { ParsedText, ReadText } from './text.ts';

interface NamedBook {
  readonly id: string;
  readonly at?: Problem['at'];
  readonly named?: 'by flag';
}

/** Every book that cells will ask for, and where it is named. */
export function namedBooks(
  keys: ScenarioKeys,
  axes: readonly Axis[],
  axisAt: (path: string) => Problem['at'],
  text: ParsedText,
  options: LoadOptions & { readonly set: readonly Override[] },
): NamedBook[] {
  const own: NamedBook[] =
    options.rules !== undefined
      ? [{ id: String(options.rules), at: { file: `--rules ${options.rules}` }, named: 'by flag' }]
      : keys.rules !== undefined
        ? [{ id: keys.rules, at: text.at(['rules']) }]
        : [];
  const varied = axes.filter((a) => a.path === 'rules').flatMap((a) => a.values.map(String));
  const set = [...overridesOf(keys, text), ...options.set].filter((o) => o.path === 'rules');
  return [
    ...own,
    ...varied.map((id) => ({ id, at: axisAt('rules'), ...(options.vary ? BY_FLAG : {}) })),
    ...set.map((o) => ({ id: String(o.value), at: o.at })),
    ...(options.books ?? []).flatMap((id) => (typeof id === 'string' ? [{ id, ...BY_FLAG }] : [])),
  ];
}

const BY_FLAG = { named: 'by flag' } as const;

/** Reads the files among them into `books`, gives the built-in ones, and says of each of the others that it does not exist. */
export async function loadNamedBooks(
  named: readonly NamedBook[],
  books: Map<string, PlayedBook>,
  read: ReadText,
  problems: Problem[],
): Promise<Map<string, PlayedBook>> {
  const builtIn = new Map<string, PlayedBook>();
  for (const { id, at, named: how } of named) {
    if (books.has(id) || builtIn.has(id)) continue;
    if (isBuiltIn(id)) builtIn.set(id, await builtInBook(id));
    else if (isBookFile(id)) {
      const found = await readBook(id, how, at, read, problems);
      if (found) books.set(id, found);
    } else problems.push(...unknownBook(id, namesOf(books)).problems.map((p) => ({ ...p, ...(at ? { at } : {}) })));
  }
  return builtIn;
}

export const namesOf = (books: ReadonlyMap<string, PlayedBook>): string[] => [
  ...new Set([...BOOK_IDS, ...books.keys()]),
];

/** A rulebook file, checked; its mistakes carry its own lines. */
export async function readBook(
  path: string,
  named: 'by flag' | undefined,
  at: Problem['at'],
  read: ReadText,
  problems: Problem[],
): Promise<PlayedBook | undefined> {
  const { bookFromText } = await import('./book-file.ts');
  return attempt(
    problems,
    async () => bookFromText(await read(path, named)),
    (p) => ({ ...p, at: p.at ?? at }),
  );
}
