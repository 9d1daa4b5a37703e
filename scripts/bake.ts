import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { advancesIn } from '../reports/font-file.ts';
import { VERSION } from '../src/results/version.ts';
import { builtInBooks } from '../src/rules/built-in.ts';
import { bookHash } from '../src/rules/hash.ts';
import { familyOf, type PlayedBook } from '../src/rules/played.ts';
import { bookFromText } from '../src/scenarios/book-file.ts';
import { exampleFiles, exampleNames, exampleText } from '../src/scenarios/examples.ts';
import { isRulebook } from '../src/scenarios/is-rulebook.ts';
import { parseText } from '../src/scenarios/text.ts';
import type { BookEntry, ExampleEntry } from '../web/catalogue.ts';

/** What the page shows when nobody asked for anything else. */
const START = 'column-v-line';

/** The parts of the page that are made by the build: what it can start from, and the font's widths. */
export async function baked(): Promise<Readonly<Record<string, string>>> {
  const files = Object.fromEntries(
    exampleNames().flatMap((name) =>
      [...exampleFiles(name)].map(([path, text]) => [path, parseText(text, path).value]),
    ),
  );
  return {
    'virtual:catalogue': `export const version = ${JSON.stringify(VERSION)};
export const books = ${JSON.stringify([...(await bookEntries()), ...ownBooks(files)])};
export const start = ${JSON.stringify(exampleEntries().find((e) => e.name === START))};`,
    'virtual:examples': `export default ${JSON.stringify(exampleEntries())};`,
    'virtual:example-files': `export default ${JSON.stringify(files)};`,
    'virtual:advances': `export default { 400: ${JSON.stringify(widths('400Regular/Inter_400Regular'))}, 600: ${JSON.stringify(widths('600SemiBold/Inter_600SemiBold'))} };`,
  };
}

/** Rulebook files that built-in scenarios name. */
const ownBooks = (files: Readonly<Record<string, unknown>>): BookEntry[] =>
  Object.entries(files)
    .filter(([, value]) => isRulebook(value))
    .map(([file, value]) => bookEntry(file, bookFromText({ file, value, at: () => ({ file }) })));

function bookEntry(id: string, book: PlayedBook): BookEntry {
  const family = familyOf(book);
  const encounters = Object.entries(family.encounters).map(([kind, def]) => ({ kind, title: def!.title }));
  return { id, title: book.title, family: family.id, hash: bookHash(book), encounters };
}

/** The built-in rulebooks as the page lists them. */
export const bookEntries = async (): Promise<BookEntry[]> =>
  (await builtInBooks()).map((book) => bookEntry(book.id, book));

export function exampleEntries(): ExampleEntry[] {
  return exampleNames().map((name) => {
    const { $schema: _editor, description, ...scenario } = exampleText(name)!.value as Record<string, unknown>;
    return {
      name,
      title: String(scenario['title']),
      description: String(description ?? ''),
      rules: String(scenario['rules']),
      encounter: String(scenario['encounter']),
      scenario,
    };
  });
}

function widths(font: string): { unitsPerEm: number; steps: number[] } {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${font}.ttf`);
  const { advance, codePoints, unitsPerEm } = advancesIn(new Uint8Array(readFileSync(file)));
  let last = 0;
  const steps = codePoints.flatMap((code) => {
    const step = code - last;
    last = code;
    return [step, Math.round(advance(code)! * unitsPerEm)];
  });
  return { unitsPerEm, steps };
}
