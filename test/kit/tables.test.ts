import { expect, it } from 'vitest';
import { run } from '../../src/index.ts';
import { type ModifierTable, sourceText } from '../../src/rules/book.ts';
import { familyOf } from '../../src/rules/played.ts';
import type { InputError } from '../../src/rules/problem.ts';
import { bookFromText } from '../../src/scenarios/book-file.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { parseText } from '../../src/scenarios/text.ts';

/** Tables in every way that a file may write them. */
const text = `
id: small
title: Small battles
unit:
  given: { kind: { words: [foot, horse], default: foot }, size: { number: [0, 9], default: 2 } }
types:
  old-guard: { size: 4 }
  hussars: { title: Light horse, kind: horse }
figures:
  to-hit: { title: To hit, page: 4, rows: { plain: 3, named: [4, a name of its own], paged: { value: 5, page: 7 } } }
  saves.close: { rows: { best: 2 } }
modifiers:
  fire:
    page: page 5
    unless: { self: { kind: horse } }
    rows:
      up-hill: 1
      column: [-1, against a column]
      late: [{ fact: self.size, plus: 1 }, late, { self: { size: 1 } }]
      rare: { value: 2, page: inside cover, replaces: [up-hill] }
grids:
  ranges: { rows: { musket: [6, null] }, columns: [short, 2] }
rulings:
  first: { ask: 'Which?', read: [slow, quick] }
  flag: { ask: 'So?', read: [true, false], default: false, because: It says so. }
  between: { ask: 'How many?', between: [2, 5] }
encounters:
  fight:
    title: Fight
    sides: [one, two]
    outcomes: { won: 1, even: 0, lost: -1 }
    measures: { n: ruling.between }
    play: [{ roll: D6, by: one, add: fire }, { end: even }]
`.trimStart();
const book = bookFromText(parseText(text, 'small.yaml'));
const lineOf = (start: string): number => text.split('\n').findIndex((line) => line.trim().startsWith(start)) + 1;
const table = (id: string) => book.tables[id] as ModifierTable;
const places = (id: string) => book.tables[id].rows.map(({ source }) => sourceText(source));

it('a table is called by its title, or by its name in words, and so are its rows', () => {
  expect(Object.values(book.tables).map(({ title }) => title)).toEqual([
    ...['To hit', 'saves close', 'fire', 'ranges', 'Types of unit'],
  ]);
  expect(table('to-hit').rows.map(({ id, value, label }) => [id, value, label])).toEqual([
    ['plain', 3, 'plain'],
    ['named', 4, 'a name of its own'],
    ['paged', 5, 'paged'],
  ]);
  expect(table('fire').rows.map(({ label }) => label)).toEqual(['up hill', 'against a column', 'late', 'rare']);
  expect(book.tables['types'].rows.map(({ label }) => label)).toEqual(['old guard', 'Light horse']);
});

it('a row says where it is printed: its page, that of its table, and the line of the file', () => {
  const figures = lineOf('to-hit');
  expect(places('to-hit')).toEqual([
    `Small battles, To hit, page 4, line ${figures}`,
    `Small battles, To hit, page 4, line ${figures}`,
    `Small battles, To hit, page 4, page 7, line ${figures}`,
  ]);
  expect(places('saves.close')).toEqual([`Small battles, saves close, line ${lineOf('saves.close')}`]);
  expect(places('fire')).toEqual([
    `Small battles, fire, page 5, line ${lineOf('up-hill')}`,
    `Small battles, fire, page 5, line ${lineOf('column: [-1')}`,
    `Small battles, fire, page 5, line ${lineOf('late')}`,
    `Small battles, fire, page 5, inside cover, line ${lineOf('rare')}`,
  ]);
  expect(places('ranges')).toEqual([`Small battles, ranges, line ${lineOf('ranges')}`]);
  expect(book.tables['types'].rows.map(({ source }) => source.line)).toEqual([lineOf('old-guard'), lineOf('hussars')]);
  expect(Object.values(book.tables).map(({ source }) => source.line)).toEqual(
    ['to-hit', 'saves.close', 'fire', 'ranges', 'types'].map(lineOf),
  );
});

it('rows hold what is written: values, conditions, and whom they stand in for', () => {
  expect(table('fire')).toMatchObject({ unless: { self: { kind: 'horse' } } });
  expect(table('fire').rows.map(({ value, when, replaces }) => [value, when, replaces])).toEqual([
    [1, undefined, undefined],
    [-1, undefined, undefined],
    [{ fact: 'self.size', plus: 1 }, { self: { size: 1 } }, undefined],
    [2, undefined, ['up-hill']],
  ]);
  // What a type does not say is a gap, and so is an empty cell.
  expect(book.tables).toMatchObject({
    types: { columns: ['size', 'kind'], rows: [{ cells: { size: 4, kind: null } }, { cells: { size: null, kind: 'horse' } }] }, // biome-ignore format: one line
    ranges: { columns: ['short', '2'], rows: [{ cells: { short: 6, '2': null } }] },
  });
});

it('a ruling is taken as its default says, or in the first of its readings', async () => {
  expect(book.rulings).toEqual({
    first: { id: 'first', key: 'first', question: 'Which?', default: 'slow', value: 'slow', allowed: { words: ['slow', 'quick'] } }, // biome-ignore format: one line
    flag: { id: 'flag', key: 'flag', question: 'So?', default: 'false', value: 'false', allowed: { words: ['true', 'false'] }, reason: 'It says so.' }, // biome-ignore format: one line
    between: { id: 'between', key: 'between', question: 'How many?', default: 2, value: 2, allowed: { integer: [2, 5] } }, // biome-ignore format: one line
  });
  const fight = await loadScenario({ encounter: 'fight', one: 'old-guard', two: {} }, { rules: book });
  expect((await run(fight)).cells[0].measures.map((m) => m.mean)).toEqual([2]);
});

it('types are troops: by their titles, with what they say', () => {
  expect(familyOf(book).troops!.of(book, {})).toEqual([
    { name: 'old guard', id: 'old-guard', values: { type: 'old-guard' }, about: 'size 4' },
    { name: 'Light horse', id: 'hussars', values: { type: 'hussars' }, about: 'kind horse' },
  ]);
});

it('figures and tables that no step reads are unplayed, and conditions may ask the words of all encounters', () => {
  expect(Object.keys(book.unplayed ?? {})).toEqual(['to-hit.plain', 'to-hit.named', 'to-hit.paged', 'saves.close.best', 'ranges']); // biome-ignore format: one line
  const encounter = (weather: string) => ({
    ...{ title: 'Fight', sides: ['one', 'two'], outcomes: { even: 0 } },
    given: { weather: { words: ['fine', weather], default: 'fine' } },
    play: [{ roll: 'D6', by: 'one', add: 'fire' }, { end: 'even' }],
  });
  const rows = { wet: [1, 'wet', { now: { weather: 'rain' } }], white: [1, 'white', { now: { weather: 'snow' } }] };
  const file = { id: 'two', title: 'Two', modifiers: { fire: { rows } }, encounters: { a: encounter('rain'), b: encounter('snow') } }; // biome-ignore format: one line
  const both = bookFromText(parseText(JSON.stringify(file), 'two.yaml'));
  expect(familyOf(both).vocabulary.now['weather']).toEqual({ type: 'word', values: ['fine', 'rain', 'snow'] });
});

it('a mistake in an expression over several lines is told by the first of them', () => {
  const folded = text.replace('measures: { n: ruling.between }', 'measures:\n      n: >\n        1 +\n        nobody');
  const line = folded.split('\n').findIndex((l) => l.trim() === 'n: >') + 1;
  let found: unknown;
  try {
    bookFromText(parseText(folded, 'small.yaml'));
  } catch (e) {
    found = (e as InputError).problems.map((p) => p.at);
  }
  expect(found).toEqual([{ file: 'small.yaml', line, column: 10 }]);
});
