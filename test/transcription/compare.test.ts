import { describe, expect, it } from 'vitest';
import type { Rulebook } from '../../src/rules/book.ts';
import { oth2, othHalf } from '../../src/rules/oth/books.ts';
import { pikeShot } from '../../src/rules/pike-shot/book.ts';
import { syw } from '../../src/rules/syw/book.ts';
import { comparison, type Transcription, transcriptions } from './compare.ts';
import { slips } from './mutate.ts';

const books = [
  ['oth2', oth2],
  ['oth-half', othHalf],
  ['syw', syw],
  ['pike-shot', pikeShot],
] as const satisfies readonly (readonly [keyof typeof transcriptions, Rulebook])[];

describe.each(books)('%s and its second transcription', (sheet, book) => {
  const { lines, grids, byRuling }: Transcription = transcriptions[sheet];
  const compared = comparison(book, sheet);

  it('agree in every figure of every printed line', () => {
    expect(lines.flatMap((m) => compared.line(m))).toEqual([]);
  });
  it('agree that the sheet prints every modifier of the book', () => {
    expect(compared.unprintedModifiers()).toEqual([]);
  });
  it('agree that the sheet prints every figure of the tables', () => {
    expect(compared.unprintedCells()).toEqual([]);
  });
  it('agree on which rows are there by ruling', () => {
    expect(compared.unmarkedRulings()).toEqual([]);
  });
  it.each(grids)('agree cell by cell in $title', (grid) => {
    expect(grid.rows.flatMap((r) => compared.gridRow(grid, r))).toEqual([]);
  });

  it('take rows of another sheet only in tables named as borrowed', () => {
    const foreign = Object.values(book.tables)
      .filter((t) => t.rows.some((r) => r.source.sheet !== sheet))
      .map((t) => t.id);
    expect(foreign.filter((id) => !book.borrowed?.[id])).toEqual([]);
  });

  it('would disagree if any one figure of the book were wrong', () => {
    const before = new Set(compared.figures());
    const unseen = slips(book, sheet)
      .filter((s) => !byRuling.includes(s.row))
      .filter((s) =>
        comparison(s.book, sheet, s.line)
          .figures()
          .every((f) => before.has(f)),
      );
    expect(unseen.map((s) => `${s.row}: ${s.wrong}`)).toEqual([]);
  });
});
