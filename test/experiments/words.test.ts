import { expect, test } from 'vitest';
import { figure, meanSize, oneIn, percent, shareSize, signedPoints } from '../../src/experiments/words.ts';

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.4175, '41.8%'],
  [0.00951, '1.0%'],
  [0.00123, '0.1%'],
  [1e-9, '<0.1%'],
  [-0.05, '−5.0%'],
])('%d is %s', (p, text) => expect(percent(p)).toBe(text));

test('differences carry their sign', () => {
  expect(signedPoints(0.05)).toBe('+5.0 percentage points');
  expect(signedPoints(-0.05)).toBe('−5.0 percentage points');
  expect(signedPoints(0)).toBe('0 percentage points');
});

test.each([
  [0.05, '1 in 20'],
  [1 / 3, '1 in 3'],
  [0.62, '6 in 10'],
  [0.4, '4 in 10'],
  [0.3, '3 in 10'],
  [0.25, '1 in 4'],
  [0.5, '1 in 2'],
  [0.99, 'nearly always'],
  [0.0004, '1 in 2,500'],
  [0, 'never'],
])('%d is %s', (p, text) => expect(oneIn(p)).toBe(text));

test.each([
  [0, 'the same'],
  [0.002, 'hardly more often (1 volley in 500)'],
  [-0.01, 'a shade less often (1 volley in 100)'],
  [0.05, 'a little more often (1 volley in 20)'],
  [0.1, 'clearly more often (1 volley in 10)'],
  [-0.2, 'much less often (1 volley in 5)'],
  [0.5, 'very much more often (1 volley in 2)'],
])('a difference of %d is %s', (d, text) => expect(shareSize(d, 'fire')).toBe(text));

test.each([
  [0, 0, 'the same'],
  [0.42, 0.15, 'a little more (+0.42 on average)'],
  [-2, -1.1, 'very much less (−2 on average)'],
  [1, Number.POSITIVE_INFINITY, 'very much more (+1 on average)'],
])('a difference of %d, %d spreads wide, is %s', (d, effect, text) => expect(meanSize(d, effect)).toBe(text));

test('figures keep three digits, or five when they are large', () => {
  expect(figure(2.41421)).toBe('2.41');
  expect(figure(123.456)).toBe('123.46');
});
