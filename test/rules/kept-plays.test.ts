import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { keptPlays, playedNow } from './kept-plays.ts';

describe.each(BOOK_IDS)('kept plays of engagements of %s', (book) => {
  const kept = keptPlays(book);
  it('end as they did with the same dice', () => {
    const moved = kept.flatMap(({ ends, ...question }) => {
      const now = playedNow(question);
      return now.join('\n') === ends.join('\n') ? [] : [{ question, ends, now }];
    });
    expect(moved.slice(0, 3)).toEqual([]);
  });
  it('do not all end alike', () => {
    expect(new Set(kept.flatMap(({ ends }) => ends)).size).toBeGreaterThan(20);
  });
});
