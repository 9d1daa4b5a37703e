import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rulebook } from '../../src/rules/book.ts';

/*
 * Where the source looks printed figures up. Procedures name the tables that they read, so a search of the source tells
 * which file plays a paragraph of a sheet.
 */
const RULES = fileURLToPath(new URL('../../src/rules/', import.meta.url));
const SHEETS = /^(oth\/(oth2|half)|syw\/sheet|pike-shot\/(sheet|cards))\//;
/** What says which figures there are, but plays none: suites, and what `rules check` knows of reading. */
const TELLS_OF_TABLES = /\/(suite|table-reads)\.ts$/;
/** The words that a scenario may use, which variants add to by adding rows. */
const WORDS_OF_SCENARIOS = 'oth/unit.ts';

export interface Read {
  readonly family: string;
  readonly file: string;
  readonly table: string;
  /** Undefined where it is worked out. */
  readonly row: string | undefined;
  readonly column: string | undefined;
}

const QUOTED = /^\s*'([^']*)'$/;

/** What follows a place in a list of arguments, up to its end. */
function argumentsFrom(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let current = '';
  for (const c of text) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c) && depth-- === 0) break;
    if (c === ',' && depth === 0) {
      found.push(current);
      current = '';
    } else current += c;
    if (found.length > 2) break;
  }
  return [...found, current];
}

function readsIn(file: string, tables: readonly string[], inWords: readonly string[]): Read[] {
  const text = readFileSync(RULES + file, 'utf8');
  const family = file.split('/')[0];
  const named = [...text.matchAll(/'([a-z0-9][a-z0-9.-]*)'/g)].flatMap(({ 0: literal, 1: table, index }): Read[] => {
    const isInWords = inWords.includes(table);
    if (!tables.includes(table) && !isInWords) return [];
    // A table of one word is told from other words by what it is asked of.
    const before = text.slice(0, index);
    if (isInWords && !before.endsWith('tables[')) return [];
    if (/borrowed\?\.\[$/.test(before)) return [];
    if (!table.includes('.') && !/((book|rules),\s*|tables\[|\? )$/i.test(before)) return [];
    const [, row, column] = argumentsFrom(text.slice(index + literal.length)).map((a) => QUOTED.exec(a)?.[1]);
    return [{ family, file, table, row, column }];
  });
  // Of several tables alike, one by arm: `melee.${arm}.shares`.
  const byArm = [...text.matchAll(/`([a-z][a-z.-]*\.\$\{[^`]*)`/g)].flatMap(([, name]) => {
    const pattern = new RegExp(
      `^${name.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '(infantry|cavalry|artillery)')}$`,
    );
    return tables
      .filter((table) => pattern.test(table))
      .map((table): Read => ({ family, file, table, row: undefined, column: undefined }));
  });
  return [...named, ...byArm];
}

/** The sources of a family that play something. */
function sourcesOf(family: string): string[] {
  const files = (readdirSync(RULES, { recursive: true }) as string[]).map((f) => f.replaceAll('\\', '/')).sort();
  return files
    .filter((f) => f.startsWith(`${family}/`) && f.endsWith('.ts') && !SHEETS.test(f) && !TELLS_OF_TABLES.test(f))
    .filter((f) => f !== WORDS_OF_SCENARIOS);
}

/** Every look-up of a printed figure in the source of the families. */
export const printedReads = (books: readonly Rulebook[]): Read[] =>
  [...new Set(books.map((b) => b.family))].flatMap((family) => {
    // What is printed in words has no figures to look up.
    const all = books.filter((b) => b.family === family).flatMap((b) => Object.values(b.tables));
    const named = (isInWords: boolean) => [
      ...new Set(all.filter((t) => (t.kind === 'text') === isInWords).map((t) => t.id)),
    ];
    return sourcesOf(family).flatMap((f) => readsIn(f, named(false), named(true)));
  });

/** How sources of a family cite the lines of a book's sheet: "Lines 61 to 69", "003:16-20", "line 45 of oth2". */
const CITED: Readonly<Record<string, RegExp>> = {
  oth2: /lines? ([\d]+(?:(?:, | and | to |-)\d+)*) of oth2|\b001:([\d, -]+)/gi,
  'oth-half': /lines? ([\d]+(?:(?:, | and | to |-)\d+)*) of oth-half|\b002:([\d, -]+)/gi,
  syw: /\b003:([\d, -]+)/gi,
  'pike-shot': /\blines? ([\d]+(?:(?:, | and | to |-)\d+)*)/gi,
};

/** The files that cite a line of a book's sheet as what they play, by line. */
export function citedLines(book: Rulebook): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const file of sourcesOf(book.family)) {
    const text = readFileSync(RULES + file, 'utf8');
    for (const [, ...groups] of text.matchAll(CITED[book.id])) {
      const words = groups.find((g) => g !== undefined) ?? '';
      for (const [, from, to = from] of words.matchAll(/(\d+)(?:(?: to |-)(\d+))?/g))
        for (let line = Number(from); line <= Number(to); line++)
          found.set(line, (found.get(line) ?? new Set<string>()).add(file));
    }
  }
  return found;
}
