import { describe, expect, it } from 'vitest';
import { Sequences } from '../../../src/sim/kernels/sequences.ts';
import { StateSet } from '../../../src/sim/kernels/state-set.ts';

describe('lists of whole numbers by number', () => {
  const numberOf = (lists: Sequences, list: readonly number[]): number => {
    lists.begin();
    for (const value of list) lists.push(value);
    return lists.intern();
  };

  it('have one number where they are the same in every place, however many there are', () => {
    const lists = new Sequences();
    const all = Array.from({ length: 5_000 }, (_, n) => Array.from({ length: n % 90 }, (_, k) => (n >> (k % 13)) - k));
    const names = all.map((list) => list.join());
    const numbers = all.map((list) => numberOf(lists, list));
    const byName = new Map(names.map((name, n) => [name, numbers[n]]));
    expect(numbers).toEqual(names.map((name) => byName.get(name)));
    expect(new Set(numbers).size).toBe(byName.size);
    expect(lists.count).toBe(byName.size);
    expect(all.map((list) => numberOf(lists, list))).toEqual(numbers);
  });

  it('tell a list from its beginning, and from none', () => {
    const lists = new Sequences();
    expect([[1, 2], [1], [], [1, 2, 0]].map((list) => numberOf(lists, list))).toEqual([0, 1, 2, 3]);
  });
});

it('a set of states lists each once, in the order in which they came', () => {
  const set = new StateSet();
  for (const state of [70_000, 3, 31, 32, 3, 70_000, 0, 31]) set.add(state);
  expect(set.list).toEqual([70_000, 3, 31, 32, 0]);
});
