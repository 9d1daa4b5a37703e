import { expect, it } from 'vitest';
import { bind } from '../../src/kit/expression/bind.ts';
import { ARITHMETIC, type Bound, range } from '../../src/kit/expression/bound.ts';
import { parseExpression } from '../../src/kit/expression/parse.ts';
import { number } from '../../src/kit/expression/types.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const within = (n: number): number => Math.min(MOST, Math.max(-MOST, n));

/** What every operator means, whichever way its sides are read. */
const MEANING: Readonly<Record<string, (x: number, y: number) => number | boolean>> = {
  '+': (x, y) => within(x + y),
  '-': (x, y) => within(x - y),
  '*': (x, y) => within(x * y) + 0,
  '/': (x, y) => (y === 0 ? 0 : Math.floor(x / y) + 0),
  '%': (x, y) => (y === 0 ? 0 : x - y * Math.floor(x / y)),
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '=': (x, y) => x === y,
  '!=': (x, y) => x !== y,
};

/** A figure that stands still, a variable in its box, and what is worked out anew at every look. */
const WAYS: readonly ((n: number, most: number) => Bound)[] = [
  (n) => ({ type: number(n, n), read: () => n, fixed: true }),
  (n, most) => {
    const box = { value: n };
    return { type: number(-most, most), read: () => box.value, fixed: false, box };
  },
  (n, most) => ({ type: number(-most, most), read: () => n, fixed: false }),
];

it.each(Object.keys(MEANING))('%s comes to the same however its sides are read', (op) => {
  const node = parseExpression(`x ${op} y`);
  const pairs = [[7, 2], [-7, 2], [0, -5], [3, 3], [5, 0], [-4, -3], [MOST, 2], [-MOST, MOST]]; // biome-ignore format: pairs
  for (const [x, y] of pairs)
    for (const wayOfX of WAYS)
      for (const wayOfY of WAYS) {
        const most = Math.max(Math.abs(x), Math.abs(y)) > 100 ? MOST : 100;
        const [a, b] = [wayOfX(x, most), wayOfY(y, most)];
        const bound = bind(node, { find: (name) => (name === 'x' ? a : b), names: () => ['x', 'y'] });
        expect(bound.read(), `${x} ${op} ${y}`).toBe(MEANING[op](x, y));
        if (bound.type.kind !== 'number') continue;
        expect(bound.read()).toBeGreaterThanOrEqual(bound.type.low);
        expect(bound.read()).toBeLessThanOrEqual(bound.type.high);
      }
});

it('what is read from a variable is what it holds now', () => {
  const box = { value: 4 };
  const left: Bound = { type: number(0, 8), read: () => box.value, fixed: false, box };
  const of = (text: string) => bind(parseExpression(text), { find: () => left, names: () => ['left'] });
  const asked = ['left >= 3', 'left = 4', '8 - left', 'left - left', 'left + 1', '2 * left', 'left / 2'].map(of);
  expect(asked.map((a) => a.read())).toEqual([true, true, 4, 0, 5, 8, 2]);
  box.value = 1;
  expect(asked.map((a) => a.read())).toEqual([false, false, 7, 0, 2, 2, 0]);
});

it('the other sign turns a span about', () => {
  const held: Bound = { type: number(-2, 5), read: () => 5, fixed: false };
  const { type, read } = bind(parseExpression('-x'), { find: () => held, names: () => ['x'] });
  expect([type, read()]).toEqual([number(-5, 2), -5]);
});

it('comes to nothing outside of what is said, and to its ends where that is no remainder', () => {
  const spans = [-3, -2, -1, 0, 1, 2, 3].flatMap((low, i, all) => all.slice(i).map((high) => number(low, high)));
  const within = ({ low, high }: (typeof spans)[number]) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
  for (const op of Object.keys(ARITHMETIC) as (keyof typeof ARITHMETIC)[])
    for (const a of spans)
      for (const b of spans) {
        const all = within(a).flatMap((x) => within(b).map((y) => ARITHMETIC[op](x, y)));
        const { low, high } = range(op, a, b);
        if (op === '%') expect(all.every((n) => low <= n && n <= high)).toBe(true);
        else expect([op, a, b, low, high]).toEqual([op, a, b, Math.min(...all), Math.max(...all)]);
      }
});
