import { describe, expect, it } from 'vitest';
import type { ModifierTable, Rulebook } from '../../src/rules/book.ts';
import { sourceText } from '../../src/rules/book.ts';
import { bookHash } from '../../src/rules/hash.ts';
import { InputError } from '../../src/rules/problem.ts';
import { applyVariant, type Variant, variantSchema } from '../../src/rules/variant.ts';
import { tiny } from '../tiny-family.ts';

const apply = (edits: Partial<Variant>): Rulebook =>
  applyVariant(tiny, variantSchema.parse({ title: 'v', base: 'tiny', ...edits }));
const fireRow = (book: Rulebook, id: string) =>
  (book.tables['fire.small-arms'] as ModifierTable).rows.find((r) => r.id === id);
const messages = (edits: Partial<Variant>): string[] => {
  try {
    apply(edits);
  } catch (e) {
    if (e instanceof InputError) return e.problems.map((p) => `${p.path.join('/')}: ${p.message}`);
    throw e;
  }
  return [];
};

describe('a variant', () => {
  it('that is empty changes nothing', () => {
    expect(bookHash(apply({}))).toBe(bookHash(tiny));
  });

  it('changes a value, and says so in the source of the row', () => {
    const row = fireRow(apply({ change: { 'fire.small-arms.initial-volley': { was: 2, to: 1 } } }), 'initial-volley');
    expect(row?.value).toBe(1);
    expect(sourceText(row!.source)).toBe('tiny, Fire, line 11, changed by v');
  });

  it('takes paths with and without the leading rules', () => {
    expect(fireRow(apply({ change: { 'rules.fire.small-arms.over-short': -4 } }), 'over-short')?.value).toBe(-4);
  });

  it('changes one half of a pair', () => {
    const row = fireRow(apply({ change: { 'fire.small-arms.column.second': { was: -3, to: 0 } } }), 'column');
    expect(row?.value).toEqual({ pair: [3, 0] });
  });

  it('changes a cell, and a dash into a figure', () => {
    const book = apply({ change: { 'fire.ranges.musket.short': { was: 6, to: 8 }, 'fire.ranges.bow.maximum': 5 } });
    expect(book.tables['fire.ranges'].rows.map((r) => (r as { cells: unknown }).cells)).toEqual([
      { short: 8, maximum: 12 },
      { short: 3, maximum: 5 },
    ]);
  });

  it('adds a row with nothing but the file', () => {
    const when = { self: { traits: { has: 'elite' } } };
    const book = apply({ add: { 'fire.small-arms': [{ id: 'elite-firers', label: 'elite firers', value: 1, when }] } });
    expect(fireRow(book, 'elite-firers')).toMatchObject({ value: 1, label: 'elite firers', when });
  });

  it('adds a weapon, which patterns may then name', () => {
    const book = apply({
      add: {
        'fire.ranges': [{ id: 'air-rifle', like: 'musket', cells: { short: 9 } }],
        'fire.small-arms': [{ id: 'air', value: 1, when: { self: { weapon: 'air-rifle' } } }],
      },
    });
    expect(book.tables['fire.ranges'].rows.at(-1)).toMatchObject({ id: 'air-rifle', cells: { short: 9, maximum: 12 } });
  });

  it('removes a row and gives another a new condition', () => {
    const book = apply({
      remove: ['fire.small-arms.over-short'],
      when: { 'fire.small-arms.initial-volley': 'always' },
    });
    expect(fireRow(book, 'over-short')).toBeUndefined();
    expect(fireRow(book, 'initial-volley')?.when).toBeUndefined();
  });

  it('sets a ruling', () => {
    expect(apply({ rulings: { lowScore: 'literal', most: 2 } }).rulings['lowScore'].value).toBe('literal');
  });

  it('leaves tables that it does not touch as they are', () => {
    expect(apply({ rulings: { most: 2 } }).tables['fire.ranges']).toBe(tiny.tables['fire.ranges']);
  });
});

describe('a variant is refused', () => {
  it.each<[string, Partial<Variant>, RegExp]>([
    [
      'when the old value is another',
      { change: { 'fire.small-arms.initial-volley': { was: 3, to: 1 } } },
      /was 3, but the rulebook says 2/,
    ],
    [
      'for a row that is not there',
      { change: { 'fire.small-arms.initial-voley': 1 } },
      /Did you mean 'fire\.small-arms\.initial-volley'/,
    ],
    [
      'for a table that is not there',
      { remove: ['fire.small-arm.over-short'] },
      /Did you mean 'fire\.small-arms\.over-short'/,
    ],
    ['for a cell without a column', { change: { 'fire.ranges.musket': 8 } }, /its columns are short, maximum/],
    ['for a column that is not there', { change: { 'fire.ranges.musket.shorrt': 8 } }, /Did you mean 'short'/],
    [
      'for a word in a column of numbers',
      { change: { 'fire.ranges.musket.short': 'far' } },
      /holds a number; found "far"/,
    ],
    ['for half a point', { change: { 'fire.small-arms.over-short': 0.5 } }, /whole numbers; found 0\.5/],
    ['for an id that exists', { add: { 'fire.small-arms': [{ id: 'over-short', value: 1 }] } }, /already has a row/],
    [
      'for an unknown fact',
      { add: { 'fire.small-arms': [{ id: 'x', value: 1, when: { self: { formaton: 'line' } } }] } },
      /no fact 'self\.formaton'.*Did you mean 'self\.formation'/,
    ],
    [
      'for a fact of one’s own outside the traits',
      { add: { 'fire.small-arms': [{ id: 'x', value: 1, when: { self: { elite: true } } }] } },
      /traits: \{ has: elite \}/,
    ],
    [
      'for a word that a fact never takes',
      { when: { 'fire.small-arms.over-short': { self: { formation: 'attack-collumn' } } } },
      /Did you mean 'attack-column'/,
    ],
    ['for an unknown ruling', { rulings: { lowscor: 'literal' } }, /Did you mean 'lowScore'/],
    [
      'for a ruling’s unknown word',
      { rulings: { lowScore: 'litteral' } },
      /it may be roll-under, literal.*Did you mean 'literal'/,
    ],
    ['for a ruling out of bounds', { rulings: { most: 9 } }, /a whole number 1\.\.5/],
    ['for another base', { base: 'oth2' }, /changes oth2, but the scenario plays tiny/],
    ['for cells in a table of modifiers', { add: { 'fire.small-arms': [{ id: 'x', cells: {} }] } }, /needs a value/],
  ])('%s', (_name, edits, message) => {
    expect(messages(edits).join('\n')).toMatch(message);
  });

  it('with a figure past a thousand', () => {
    const worth = (value: number) =>
      variantSchema.safeParse({ title: 't', base: 'tiny', add: { 't.t': [{ id: 'x', value }] } }).success;
    expect([-1001, -1000, 1000, 1001].map(worth)).toEqual([false, true, true, false]);
  });

  it('with all its mistakes at once', () => {
    const edits = {
      change: { 'fire.x.y': 1, 'fire.ranges.musket.z': 1 },
      remove: ['nothing.at-all'],
      rulings: { q: 1 },
    };
    expect(messages(edits)).toHaveLength(4);
  });
});
