import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { keptPlays, playedNow } from '../../test/rules/kept-plays.ts';

/** Kept plays of engagements, one engagement at a time. */
describe.each(BOOK_IDS)('kept plays of %s', (book) => {
  it.each(keptPlays(book))('end as they did', ({ ends, ...question }) => {
    expect(playedNow(question)).toEqual(ends);
  });
});
