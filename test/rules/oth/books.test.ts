import { describe, expect, test } from 'vitest';
import { cellTable, type Rulebook } from '../../../src/rules/book.ts';
import { checkBook } from '../../../src/rules/check.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';

const books: readonly Rulebook[] = [oth2, othHalf];

describe.each(books.map((b) => [b.id, b] as const))('%s', (_id, book) => {
  test('contradicts itself nowhere and speaks only of known facts', () => {
    expect(checkBook(book, oth.vocabulary)).toEqual([]);
  });

  test('every ruling stands at its default, once a key', () => {
    for (const [key, r] of Object.entries(book.rulings)) {
      expect(r.key).toBe(key);
      expect(r.value).toBe(r.default);
      expect(r.reason).toBeTruthy();
    }
  });

  test.each(['fire.hits', 'melee.hits'])('%s: a face stands once in a row, and every face up to the score', (id) => {
    for (const row of cellTable(book, id).rows) {
      const faces = Object.values(row.cells).flatMap((c) => (Array.isArray(c) ? (c as readonly number[]) : []));
      const upTo = Array.from({ length: Number(row.id) }, (_, i) => i + 1);
      expect([...faces].sort((a, b) => a - b)).toEqual(upTo);
    }
  });

  test('the faces of the replacement table are all ten, once each', () => {
    const faces = cellTable(book, 'commander.replacement').rows.flatMap((r) => r.cells['faces'] as number[]);
    expect(faces.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('rows of borrowed tables, and no others, cite another sheet', () => {
    for (const table of Object.values(book.tables)) {
      const sheet = book.borrowed?.[table.id] ?? book.id;
      for (const row of table.rows) expect([table.id, row.id, row.source.sheet]).toEqual([table.id, row.id, sheet]);
    }
  });
});

test('every numbered ruling is in its book', () => {
  const ids = (book: Rulebook, prefix: string) =>
    new Set(
      Object.values(book.rulings)
        .map((r) => r.id)
        .filter((id) => id.startsWith(prefix)),
    );
  // R1 to R79 without R74, which does not exist.
  expect(ids(oth2, 'OTH2-R').size).toBe(78);
  expect(ids(othHalf, 'OTHH-R').size).toBe(26);
  expect(ids(oth2, 'ENG-R').size).toBe(18);
});
