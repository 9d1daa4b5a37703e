import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { keptRefusals, refusedAt } from './kept-refusals.ts';

/** Situations that differ from a built-in one in a few keys, and that the sheet does not allow. */
describe.each(BOOK_IDS)('kept refusals of %s', (book) => {
  const kept = keptRefusals(book);
  it('name the same keys as before', () => {
    const moved = kept.filter((was) => refusedAt(was).join() !== was.at.join());
    expect(moved.slice(0, 5).map((was) => ({ ...was, now: refusedAt(was) }))).toEqual([]);
  });
  it('are of at least three kinds of encounter', () => {
    expect(new Set(kept.map((k) => k.encounter)).size).toBeGreaterThanOrEqual(3);
  });
});
