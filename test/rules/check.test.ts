import { describe, expect, it } from 'vitest';
import { byId, byKey, grid, modifiers, onSheet, type Rulebook, row, ruling, type Value } from '../../src/rules/book.ts';
import { checkBook, checkValue, checkWhen, rulingChoices, rulingFault, unknownRuling } from '../../src/rules/check.ts';
import type { Vocabulary } from '../../src/rules/encounter.ts';
import type { When } from '../../src/rules/pattern.ts';
import type { Problem } from '../../src/rules/problem.ts';

const at = onSheet('toy')('toy', 1);
const lowScore = ruling('T-R1', 'lowScore', 'What of low scores?', 'literal', { words: ['literal', 'roll-under'] });
const most = ruling('T-R2', 'most', 'How many at most?', 3, { words: ['all'], integer: [1, 5] });
const book: Rulebook = {
  ...{ id: 'toy', title: 'Toy', family: 'toy', sheets: {} },
  tables: byId([grid('ranges', 'Ranges', at, ['short'], [['musket', 1, 'muskets', [6]]])]),
  rulings: byKey([lowScore, most]),
};
const vocabulary: Vocabulary = {
  unit: {
    formation: { type: 'word', values: ['line', 'square'] },
    weapon: { type: 'word', values: [] },
    hits: { type: 'number' },
    fired: { type: 'flag' },
    traits: { type: 'list' },
  },
  now: { range: { type: 'word', values: ['short', 'long'] }, turn: { type: 'number' } },
};
const told = (problems: readonly Problem[]): string[] => problems.map((p) => `${p.path.join('.')}: ${p.message}`);

describe('a condition', () => {
  const check = (when: unknown) => told(checkWhen(when as When, vocabulary, book, ['at']));

  it.each<unknown>([
    {
      self: { formation: 'line', hits: 2, fired: true, traits: { has: 'elite' } },
      enemy: { formation: ['square', 'line'] },
    },
    { now: { turn: { gte: 2, lt: 5 }, range: { not: 'long' } }, ruling: { lowScore: 'literal', most: 4 } },
    { self: { formation: { oneOf: ['line', 'square'] }, hits: { not: [1, 2] }, fired: { not: true } } },
    // Rows of grids are words, too.
    { self: { weapon: 'musket', formation: 'musket' } },
    Array.from({ length: 100 }, () => ({ self: { hits: 1 } })),
  ])('may ask what there is: %j', (when) => {
    expect(check(when)).toEqual([]);
  });

  it.each<[unknown, RegExp]>([
    [{ self: { formatoin: 'line' } }, /^at.self.formatoin: There is no fact 'self.formatoin'; known are .* Did you mean 'self.formation'\?$/],
    [{ enemy: { zeal: 1 } }, /^at.enemy.zeal: There is no fact 'enemy.zeal'.*goes into the unit's traits: \{ enemy: \{ traits: \{ has: zeal/],
    [{ self: { zeal: 1 } }, /traits: \{ has: zeal/],
    [{ now: { weather: 'rain' } }, /^at.now.weather: There is no fact 'now.weather'; known are range, turn\.$/],
    [[{}, { self: { hits: 'many' } }], /^at.1.self.hits: self.hits is a number; found "many"\.$/],
    [{ self: { hits: { oneOf: [1, 'two'] } } }, /found "two"/],
    [{ self: { fired: { gt: 1 } } }, /self.fired is true or false; it cannot be compared by gt/],
    [{ self: { fired: 'yes' } }, /self.fired is true or false; found "yes"/],
    [{ self: { traits: 'elite' } }, /self.traits is a list of words: ask with \{ has: word \}/],
    [{ self: { traits: { has: 'elite', not: 'raw' } } }, /self.traits is a list of words/],
    [{ self: { formation: { lte: 3 } } }, /self.formation is a word; it cannot be compared by lte/],
    [{ self: { formation: 'sqare' } }, /self.formation is never "sqare"; it may be line, square\. Did you mean 'square'\?$/],
    [{ self: { formation: 3 } }, /self.formation is never 3; it may be line, square\.$/],
    [{ self: { formation: { not: ['line', 'wedge'] } } }, /never "wedge"/],
    [{ self: { weapon: 'muskt' } }, /self.weapon is never "muskt"; it may be musket\. Did you mean 'musket'/],
    [{ self: { hits: {} } }, /The condition on self.hits is empty/],
    [{ ruling: { lowscore: 'literal' } }, /toy has no ruling 'lowscore'; its rulings are lowScore, most\. Did you mean 'lowScore'/],
    [{ ruling: { lowScore: 'literl' } }, /cannot be "literl"; it may be literal, roll-under\. Did you mean 'literal'/],
    [Array.from({ length: 101 }, () => ({})), /^at: A condition may list 100 patterns; this one lists 101\.$/],
  ])('may not ask what there is not: %j', (when, message) => {
    expect(check(when)).toEqual([expect.stringMatching(message)]);
  }); // biome-ignore format: a table
});

describe('the value of a row', () => {
  const check = (value: Value) => told(checkValue(value, vocabulary, ['at']));

  it.each<Value>([
    3,
    { pair: [1, -1] },
    { fact: 'self.hits' },
    { fact: 'enemy.hits', plus: 1 },
    { per: 'now.turn', each: 2 },
  ])('may be reckoned from numbers: %j', (value) => {
    expect(check(value)).toEqual([]);
  });

  it.each<[Value, RegExp]>([
    [{ fact: 'them.hits' }, /^at: 'them.hits' is no fact; write self\., enemy\. or now\./],
    [{ per: 'self', each: 1 }, /'self' is no fact/],
    [{ per: 'enemy.htis', each: 1 }, /no fact 'enemy.htis'.*Did you mean 'enemy.hits'/],
    [{ fact: 'self.formation' }, /'self.formation' is not a number/],
    [{ fact: 'now.range' }, /'now.range' is not a number/],
  ])('may not be reckoned from anything else: %j', (value, message) => {
    expect(check(value)).toEqual([expect.stringMatching(message)]);
  });
});

describe('a table', () => {
  const check = (...tables: Rulebook['tables'][string][]) =>
    told(checkBook({ ...book, tables: byId(tables) }, vocabulary));
  const spare = { ...row('spare', 2, 1, 'a spare row'), replaces: ['second'] };

  it('is told what is wrong with its rows, by their names', () => {
    const rows = [
      row('first', 1, 1, 'first', { self: { hits: 'x' } }),
      row('first', 2, { fact: 'self.fired' }, 'again'),
    ];
    expect(check(modifiers('fire', 'Fire', at, rows))).toEqual([
      "fire.first: The row 'first' stands twice in fire.",
      'fire.first.when.0.self.hits: self.hits is a number; found "x".',
      "fire.first: 'self.fired' is not a number, so nothing can be reckoned from it.",
    ]);
    expect(check(modifiers('fire', 'Fire', at, [row('secnd', 1, 1, 'x'), spare]))).toEqual([
      "fire.spare.replaces: It replaces 'second', which is no row of fire. Did you mean 'secnd'?",
    ]);
    expect(check(modifiers('fire', 'Fire', at, [row('second', 1, 1, 'x'), spare]))).toEqual([]);
    expect(check(modifiers('fire', 'Fire', at, [], { self: { fired: 'x' } }))).toEqual([
      'fire.unless.self.fired: self.fired is true or false; found "x".',
    ]);
  });

  it('of cells has no other columns than its own', () => {
    const table = grid('ranges', 'Ranges', at, ['short'], [['bow', 1, 'bows', [3]]]);
    const rows = [{ ...table.rows[0], cells: { short: 3, far: 9 } }];
    expect(check({ ...table, rows })).toEqual([
      "ranges.bow.far: The table ranges has no column 'far'; its columns are short.",
    ]);
  });
});

describe('a ruling', () => {
  it('may be one of its words, or a whole number within its bounds', () => {
    expect([rulingFault(lowScore, 'literal'), rulingFault(most, 'all')]).toEqual([undefined, undefined]);
    expect([1, 3, 5].map((n) => rulingFault(most, n))).toEqual([undefined, undefined, undefined]);
    for (const value of [0, 6, 2.5, true, 'none', null])
      expect(rulingFault(most, value)).toBe(
        `The ruling 'most' cannot be ${JSON.stringify(value)}; it may be all, a whole number 1..5.`,
      );
    expect(rulingFault(lowScore, 3)).toMatch(/cannot be 3; it may be literal, roll-under\.$/);
    expect(rulingChoices(most)).toEqual(['all', 'a whole number 1..5']);
    expect(told(checkBook({ ...book, rulings: byKey([{ ...most, value: 9 }]) }, vocabulary))).toEqual([
      "rulings.most: The ruling 'most' cannot be 9; it may be all, a whole number 1..5.",
    ]);
  });

  it('that there is not is told with the nearest, unless names enough have been compared', () => {
    expect(unknownRuling(book, 'mst', [])).toMatchObject({
      nearest: 'most',
      message: expect.stringMatching(/Did you mean 'most'\?$/),
    });
    const { nearest, message } = unknownRuling(book, 'mst', [], false);
    expect([nearest, message]).toEqual([
      undefined,
      "The rulebook toy has no ruling 'mst'; its rulings are lowScore, most.",
    ]);
  });
});
