import { describe, expect, it } from 'vitest';
import { all, flag, number, word } from '../../src/rules/fact-types.ts';
import { neverHolds, type Reachable } from '../../src/rules/never-holds.ts';
import type { When } from '../../src/rules/pattern.ts';
import { bookById } from '../books.ts';

/** Foot on foot and riders on horses; scenarios write a strength of 1 to 10 and call troops by names of their own. */
const ruling = (allowed: object) => ({ ...Object.values(bookById('oth2').book.rulings)[0], allowed });
const reachable: Reachable = {
  book: {
    ...bookById('oth2').book,
    rulings: { shots: ruling({ integer: [1, 3] }), mode: ruling({ words: ['mild'] }) },
  },
  vocabulary: {
    unit: { ...all(number, 'strength hits'), ...all(flag, 'mounted tired'), arm: word(['foot', 'horse']) },
    now: { distance: number },
  },
  values: { words: new Set(['hussars']), numbers: new Map([['strength', [1, 10]]]) },
  facts: { enemy: { arm: ['horse'] } },
  units: [
    { arm: ['foot', 'hussars'], mounted: [false] },
    { arm: ['horse'], mounted: [true] },
  ],
};
const why = (when: When | undefined) => neverHolds(when, reachable);

describe('a condition that can never hold', () => {
  it.each<[string, When | undefined]>([
    ['no condition', undefined],
    ['the ends of what scenarios may write', [{ self: { strength: 1 } }, { self: { strength: 10 } }]],
    ['a half between two whole numbers', { self: { strength: { gt: 9, lt: 10 } } }],
    ['any number of a fact that no scenario writes', { self: { hits: { gt: 99 } }, now: { distance: { lt: -99 } } }],
    ['a word of a scenario', { self: { arm: 'hussars', mounted: false } }],
    ['a figure and a word of rulings', { ruling: { shots: 3, mode: 'mild' } }],
    ['a fact of which nothing is known', { self: { plumes: 'white' } }],
    ['one of two that holds', [{ self: { arm: 'guns' } }, { self: { tired: true } }]],
  ])('is not: %s', (_, when) => {
    expect(why(when)).toBeUndefined();
  });

  it.each<[string, When, string]>([
    ['a figure past what may be written', { self: { strength: { gt: 10 } } }, 'self.strength is never'],
    ['a figure below it', { self: { strength: { lt: 1 } } }, 'self.strength is never'],
    ['bounds that cross', { self: { hits: { gt: 3, lt: 3 } } }, 'self.hits is never'],
    ['a word that is none', { self: { arm: 'guns' } }, 'self.arm is never guns here'],
    ['a word where a table is narrower', { enemy: { arm: 'foot' } }, 'enemy.arm is never foot here'],
    ['a figure past a ruling', { ruling: { shots: 4 } }, 'ruling.shots is never 4 here'],
    ['a word of no ruling', { ruling: { mode: 'wild' } }, 'ruling.mode is never wild here'],
    [
      'two facts of no one unit',
      { self: { arm: 'foot', mounted: true, tired: true } },
      'no unit there has self.arm foot with self.mounted true',
    ],
    ['the first of two that cannot be', [{ self: { arm: 'guns' } }, { ruling: { shots: 0 } }], 'self.arm is never'],
  ])('is: %s', (_, when, sentence) => {
    expect(why(when)).toContain(sentence);
  });
});
