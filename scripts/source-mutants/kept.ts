import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { answer, differences } from '../../test/kit/answers.ts';
import { keptAnswers } from '../../test/rules/kept-answers.ts';
import { keptRefusals, refusedAt } from '../../test/rules/kept-refusals.ts';

/** Read once for all loads: nothing in them depends on a mutant. */
const memory = globalThis as { $kept?: Map<string, readonly unknown[]> };
memory.$kept ??= new Map();
function once<T>(what: string, read: () => readonly T[]): readonly T[] {
  const known = memory.$kept!.get(what) ?? read();
  memory.$kept!.set(what, known);
  return known as readonly T[];
}

/** Kept answers and refusals one by one, so that only those are asked that reach what was changed. */
describe.each(BOOK_IDS)('kept answers of %s', (book) => {
  it.each(once(`answers ${book}`, () => keptAnswers(book)))('is as it was', (was) => {
    const now = answer(was);
    expect(now ? differences(was, now) : ['too many states']).toEqual([]);
  });
});

describe.each(BOOK_IDS)('kept refusals of %s', (book) => {
  it.each(once(`refusals ${book}`, () => keptRefusals(book)))('names the same keys', (was) => {
    expect(refusedAt(was)).toEqual(was.at);
  });
});
