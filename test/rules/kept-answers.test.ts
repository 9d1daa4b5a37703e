import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { bookById } from '../books.ts';
import { answer, differences } from '../kit/answers.ts';
import { keptAnswers } from './kept-answers.ts';

/** Of the first questions whose answers have moved; more would only hide them. */
const SHOWN = 5;

describe.each(BOOK_IDS)('kept answers of %s', (book) => {
  const kept = keptAnswers(book);
  it('are as they were', () => {
    const moved: string[] = [];
    for (const was of kept) {
      const now = answer(was);
      const found = now ? differences(was, now) : ['too many states'];
      if (found.length === 0) continue;
      moved.push(`${was.encounter} ${JSON.stringify({ ...was.situation, ...was.rulings })}: ${found.join('; ')}`);
      if (moved.length === SHOWN) break;
    }
    expect(moved).toEqual([]);
  });
  it('are of every encounter, and most are open', () => {
    const open = kept.filter(({ figures }) => Object.values(figures).some((p) => p > 0 && p < 0.999));
    expect(open.length).toBeGreaterThan(kept.length / 2);
    expect(new Set(kept.map((k) => k.encounter))).toEqual(new Set(Object.keys(bookById(book).family.encounters)));
  });
});
