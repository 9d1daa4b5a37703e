import { expect, it } from 'vitest';
import { modifiers, onSheet, row } from '../../src/rules/book.ts';
import { nearRows, reasonRows } from '../../src/rules/modifiers.ts';
import { type FactRecord, type Facts, factText } from '../../src/rules/pattern.ts';

const table = modifiers('fire', 'Fire', onSheet('toy')('Fire', 10), [
  row(
    'column',
    11,
    { pair: [3, -3] },
    'in column',
    { self: { formation: 'column' } },
    { self: { formation: 'square' } },
  ),
  row('quiet', 12, 0, 'nothing', {}),
  row('always', 13, 1, 'always'),
  row('late', 14, -1, 'late and tired', { now: { turn: { gte: 3 } }, self: { tired: true } }),
]);
const facts = (self: FactRecord, enemy: FactRecord, turn = 1): Facts => ({
  ...{ self, enemy, now: { turn }, ruling: {} },
});

it('a row that counts is told with the facts behind it, whichever side they speak of', () => {
  expect(reasonRows([table], facts({ formation: 'square' }, {}))).toEqual([
    {
      id: 'fire.column',
      label: 'in column',
      value: 3,
      source: 'toy, Fire, line 11',
      because: ['self.formation = square'],
    },
    { id: 'fire.always', label: 'always', value: 1, source: 'toy, Fire, line 13', because: [] },
  ]);
  // The second figure of a pair is for whoever stands against the troops that the row names.
  expect(reasonRows([table], facts({ formation: 'line' }, { formation: 'column' }))).toMatchObject([
    { value: -3, because: ['enemy.formation = column'] },
    { id: 'fire.always' },
  ]);
  expect(reasonRows([table], facts({ tired: true }, {}, 3)).at(-1)?.because).toEqual([
    'self.tired = true',
    'now.turn = 3',
  ]);
});

it('of several conditions that one is told which holds as a whole', () => {
  const either = modifiers('toy', 'Toy', onSheet('toy')('Toy', 1), [
    row(
      'either',
      2,
      1,
      'either',
      { self: { tired: true }, now: { turn: 2 } },
      { self: { tired: true, formation: 'line' } },
    ),
  ]);
  const [reason] = reasonRows([either], facts({ tired: true, formation: 'line' }, {}));
  expect(reason.because).toEqual(['self.tired = true', 'self.formation = line']);
});

it('a row that a single fact keeps out is told with that fact', () => {
  const near = (self: FactRecord, turn: number) =>
    nearRows([table], facts(self, {}, turn)).map((r) => [r.id, r.value, r.fact, r.found, r.wanted]);
  expect(near({ tired: true, formation: 'column' }, 2)).toEqual([['fire.late', -1, 'now.turn', '2', 'at least 3']]);
  expect(near({}, 3)).toEqual([
    ['fire.column', 3, 'self.formation', 'false', 'column'],
    ['fire.late', -1, 'self.tired', 'false', 'true'],
  ]);
});

it('a fact that nobody stated is false, and a list of none is none', () => {
  expect([undefined, null, false, 0, 'line', ['a', 'b'], []].map((v) => factText(v))).toEqual([
    'false',
    'false',
    'false',
    '0',
    'line',
    'a, b',
    'none',
  ]);
});
