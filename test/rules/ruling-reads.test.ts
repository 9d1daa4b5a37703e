import { expect, it } from 'vitest';
import { ruled } from '../../src/rules/book.ts';
import { bookHash } from '../../src/rules/hash.ts';
import { recordingRulings, rulingFacts } from '../../src/rules/ruling-reads.ts';
import { tiny } from '../tiny-family.ts';

it('a book that is watched is the same book, and notes which rulings are asked for', () => {
  const { book, read } = recordingRulings(tiny);
  expect(bookHash(book)).toBe(bookHash(tiny));
  read.clear();
  expect(ruled(book, 'most')).toBe(3);
  expect([...read]).toEqual(['most']);
  const facts = rulingFacts(book);
  read.clear();
  expect([facts['lowScore'], [...read]]).toEqual(['roll-under', ['lowScore']]);
  // Every ruling may be asked for, and all of them be gone through.
  expect(Object.keys(facts)).toEqual(['lowScore', 'most']);
});

it('one of its rulings is another while somebody works with it, and what it was afterwards, even if that fails', async () => {
  const { book, during } = recordingRulings(tiny);
  const facts = rulingFacts(book);
  const both = () => [ruled(book, 'most'), facts['most'], ruled(book, 'lowScore')];
  expect(await during('most', 5, async () => both())).toEqual([5, 5, 'roll-under']);
  await expect(during('most', 4, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(both()).toEqual([3, 3, 'roll-under']);
});

it('the facts of a book that nobody watches are put together once, and nobody changes them', () => {
  const facts = rulingFacts(tiny);
  expect(rulingFacts({ ...tiny })).toBe(facts);
  expect(Object.isFrozen(facts)).toBe(true);
  expect(facts).toEqual({ lowScore: 'roll-under', most: 3 });
  expect(rulingFacts(recordingRulings(tiny).book)).not.toBe(facts);
});
