import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtInBooks } from '../../src/rules/built-in.ts';

/*
 * A reader who wants to know what plays a paragraph of a sheet searches for its table: every printed figure is looked up
 * in one source file. Whoever needs it elsewhere calls a function of that file.
 */
const RULES = fileURLToPath(new URL('../../src/rules/', import.meta.url));
const SHEETS = /^(oth\/(oth2|half)|syw\/sheet|pike-shot\/(sheet|cards))\//;
/** What says which figures there are, but plays none: suites, and what `rules check` knows of reading. */
const TELLS_OF_TABLES = /\/(suite|table-reads)\.ts$/;
/** The words that a scenario may use, which variants add to by adding rows. */
const WORDS_OF_SCENARIOS = 'oth/unit.ts';

interface Read {
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

function readsIn(file: string, tables: ReadonlySet<string>): Read[] {
  const text = readFileSync(RULES + file, 'utf8');
  return [...text.matchAll(/'([a-z0-9][a-z0-9.-]*)'/g)].flatMap(({ 0: literal, 1: table, index }): Read[] => {
    if (!tables.has(table)) return [];
    // A table of one word is told from other words by what it is asked of.
    const before = text.slice(0, index);
    if (/borrowed\?\.\[$/.test(before)) return [];
    if (!table.includes('.') && !/((book|rules),\s*|tables\[)$/i.test(before)) return [];
    const [, row, column] = argumentsFrom(text.slice(index + literal.length)).map((a) => QUOTED.exec(a)?.[1]);
    return [{ family: file.split('/')[0], file, table, row, column }];
  });
}

const overlap = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

test('every printed figure is looked up in one source file', async () => {
  const books = await builtInBooks();
  const files = (readdirSync(RULES, { recursive: true }) as string[]).map((f) => f.replaceAll('\\', '/')).sort();
  const reads = ['oth', 'syw', 'pike-shot'].flatMap((family) => {
    const tables = new Set(books.filter((b) => b.family === family).flatMap((b) => Object.keys(b.tables)));
    return files
      .filter((f) => f.startsWith(`${family}/`) && f.endsWith('.ts') && !SHEETS.test(f) && !TELLS_OF_TABLES.test(f))
      .filter((f) => f !== WORDS_OF_SCENARIOS)
      .flatMap((f) => readsIn(f, tables));
  });
  expect(reads.length).toBeGreaterThan(100);
  const twice = reads.flatMap((a, i) =>
    reads
      .slice(i + 1)
      .filter((b) => b.family === a.family && b.table === a.table && b.file !== a.file)
      .filter((b) => overlap(a.row, b.row) && overlap(a.column, b.column))
      .map((b) => `${a.table} ${a.row ?? b.row ?? ''}: ${a.file} and ${b.file}`),
  );
  expect([...new Set(twice)]).toEqual([]);
});
