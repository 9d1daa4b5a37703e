import { expect, test } from 'vitest';
import { builtInBooks } from '../../src/rules/built-in.ts';
import { printedReads } from './readers.ts';

const overlap = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

/*
 * A reader who wants to know what plays a paragraph of a sheet searches for its table: every printed figure is looked up
 * in one source file. Whoever needs it elsewhere calls a function of that file.
 */
test('every printed figure is looked up in one source file', async () => {
  const reads = printedReads(await builtInBooks());
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
