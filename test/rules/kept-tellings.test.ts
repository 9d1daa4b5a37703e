import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { keptTellings, toldNow } from './kept-tellings.ts';

describe.each(BOOK_IDS)('kept tellings of %s', (book) => {
  const kept = keptTellings(book);
  it('are told as they were', () => {
    const now = toldNow(book);
    const moved = now.flatMap((entries, i) =>
      JSON.stringify(entries) === JSON.stringify(kept[i]) ? [] : [{ was: kept[i], now: entries }],
    );
    expect(moved.slice(0, 2)).toEqual([]);
    expect(now).toHaveLength(kept.length);
  });
  it('give reasons for some of their rolls', () => {
    expect(kept.flat().filter((entry) => JSON.stringify(entry).includes('"reading"')).length).toBeGreaterThan(15);
  });
});
