import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { bookById } from '../books.ts';
import { GENERATED, pageText } from './pages.ts';
import { playedCells, rulingRows } from './rulings-page.ts';

const RULINGS = 'docs/reference/rulings.md';

describe('pages written from the rules', () => {
  it.each(Object.keys(GENERATED).filter((p) => p !== RULINGS))('%s is up to date', async (path) => {
    expect(pageText(path)).toBe(await GENERATED[path]());
  });

  // To try every reading of every ruling takes a minute: all are looked for, some are tried.
  it(`${RULINGS} names every ruling, and every twelfth of them moves what it says`, async () => {
    const text = pageText(RULINGS);
    for (const { book } of BOOK_IDS.map(bookById)) {
      const cells = await playedCells(book);
      for (const [i, ruling] of Object.values(book.rulings).entries()) {
        expect(text.includes(ruling.id), ruling.id).toBe(true);
        const open = text.includes(`\`${ruling.key}\``);
        if (!open || i % 12 > 0) continue;
        const rows = rulingRows(ruling, cells).join('\n');
        expect(text.includes(rows), `${RULINGS} should say\n${rows}`).toBe(true);
      }
    }
  });
});
