import { expect, test } from 'vitest';
import { shortList } from '../../src/rules/place.ts';

test('names that only count up are told by the first and the last', () => {
  const stops = Array.from({ length: 40 }, (_, i) => `advance-to-${i + 1}`);
  expect(shortList(['hold', ...stops, 'retire'], 5)).toBe('hold, advance-to-1 to advance-to-40, retire');
});

test('a few names are told one by one, and of too many how many more there are', () => {
  expect(shortList(['a-1', 'a-2', 'a-3', 'b'])).toBe('a-1, a-2, a-3, b');
  expect(shortList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
});
