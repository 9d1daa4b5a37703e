import { describe, expect, it } from 'vitest';
import type { Rulebook } from '../../src/rules/book.ts';
import type { Vocabulary } from '../../src/rules/encounter.ts';
import type { Facts } from '../../src/rules/pattern.ts';
import { choiceProblems, compileTactic, tacticProblems, tacticSchema } from '../../src/rules/tactic.ts';

const facts = (distance: number, turn = 1): Facts => ({
  self: { orders: 'stand' },
  enemy: {},
  now: { distance, turn },
  ruling: {},
});
const book: Rulebook = { id: 'x', title: 'x', family: 'x', sheets: {}, tables: {}, rulings: {} };
const vocabulary: Vocabulary = {
  unit: { orders: { type: 'word', values: ['advance', 'stand'] } },
  now: { distance: { type: 'number' }, turn: { type: 'number' } },
};

describe('a tactic', () => {
  const decide = compileTactic(
    [
      { when: { now: { distance: { lte: 10 } } }, do: 'charge' },
      { when: [{ now: { turn: 2 } }, { now: { turn: 3 } }], do: { stand: 70, advance: 30 } },
      { do: 'advance' },
    ],
    'stand',
  );

  it('does what its first matching line says', () => {
    expect(decide(facts(8), ['stand', 'advance', 'charge'])).toBe('charge');
    expect(decide(facts(30), ['stand', 'advance', 'charge'])).toBe('advance');
  });
  it('gives a mix in the order of the options', () => {
    expect(decide(facts(30, 3), ['advance', 'charge', 'stand'])).toEqual([30, 0, 70]);
  });
  it('passes over a line whose action is not possible', () => {
    expect(decide(facts(8), ['stand', 'advance'])).toBe('advance');
    expect(decide(facts(8, 2), ['advance'])).toBe('advance');
  });
  it('falls back on the stated action, then on the first option', () => {
    expect(decide(facts(8), ['fight', 'stand'])).toBe('stand');
    expect(decide(facts(8), ['fight', 'flee'])).toBe('fight');
  });
});

describe('the schema of a tactic', () => {
  const schema = tacticSchema(['stand', 'advance']);
  it('takes lines with words, mixes and patterns', () => {
    expect(schema.safeParse([{ when: { now: { turn: { gte: 2 } } }, do: { stand: 50, advance: 50 } }]).success).toBe(
      true,
    );
  });
  it.each([
    ['an unknown action', [{ do: 'fly' }]],
    ['a mix that does not add up', [{ do: { stand: 50, advance: 40 } }]],
    ['an unknown operator', [{ when: { now: { turn: { above: 2 } } }, do: 'stand' }]],
    ['an unknown side', [{ when: { they: { turn: 2 } }, do: 'stand' }]],
    ['no lines', []],
  ])('refuses %s', (_, input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});

describe('the facts a tactic names', () => {
  it('must be known, and get the nearest name', () => {
    const [problem] = tacticProblems([{ when: { now: { distanse: 3 } }, do: 'stand' }], vocabulary, book, [
      'a',
      'tactic',
    ]);
    expect(problem.path).toEqual(['a', 'tactic', 0, 'when', 'now', 'distanse']);
    expect(problem.nearest).toBe('distance');
  });
  it('must be words that the fact can be', () => {
    const found = tacticProblems([{ when: { self: { orders: { not: 'stant' } } }, do: 'stand' }], vocabulary, book, []);
    expect(found.map((p) => p.found)).toEqual(['stant']);
  });
  it('and the name of a tactic must be given', () => {
    expect(choiceProblems('hodl', { hold: [{ do: 'stand' }] }, vocabulary, book, ['a'])[0].nearest).toBe('hold');
    expect(choiceProblems('hold', { hold: [{ do: 'stand' }] }, vocabulary, book, ['a'])).toEqual([]);
  });
});
