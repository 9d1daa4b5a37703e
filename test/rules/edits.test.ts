import { describe, expect, it } from 'vitest';
import { type ModifierTable, modifiers, onSheet, row, type Value } from '../../src/rules/book.ts';
import { modifierSum } from '../../src/rules/bound.ts';
import { checkBook } from '../../src/rules/check.ts';
import { editCell, editModifier } from '../../src/rules/edit.ts';
import { type FactRecord, testText } from '../../src/rules/pattern.ts';
import { placeAt } from '../../src/rules/place.ts';
import { InputError, type Problem } from '../../src/rules/problem.ts';
import { applyVariant, type Variant, variantSchema } from '../../src/rules/variant.ts';
import { tiny, tinyFamily } from '../tiny-family.ts';

const apply = (edits: object, base = tiny) =>
  applyVariant(base, variantSchema.parse({ title: 'v', base: 'tiny', ...edits }) as Variant);
const messages = (edits: object, base = tiny): string[] => {
  try {
    apply(edits, base);
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems.map((p) => `${p.path.join('/')}: ${p.message}`);
    throw e;
  }
};
const at = onSheet('tiny')('Fire', 1);
type Spec = ReturnType<typeof row>;
const tableOf = (...rows: Spec[]) => modifiers('m', 'M', at, rows);
const valued = (value: Value) => row('r', 1, value, 'a row');

describe('edits of a row', () => {
  const edit = (value: Value, part: string | undefined, to: unknown, was?: unknown, beside: Spec[] = []) => {
    const problems: Problem[] = [];
    const table = tableOf(valued(value), ...beside);
    const edited = editModifier(table, table.rows[0], part, to, was, ['x'], problems);
    return edited?.value ?? problems.map(({ path, message }) => `${path.join('/')}: ${message}`)[0];
  };
  const per = { per: 'self.fs', each: 2, min: -1, max: 4 };
  const fact = { fact: 'self.fs', plus: 1 };
  it.each<[Value, string | undefined, unknown, unknown]>([
    [1, undefined, 2, 2],
    [1, 'value', [3, -3], { pair: [3, -3] }],
    [1, undefined, { pair: [1000, -1000] }, { pair: [1000, -1000] }],
    [1, undefined, { fact: 'self.fs' }, { fact: 'self.fs' }],
    [1, undefined, { per: 'self.fs', each: 2 }, { per: 'self.fs', each: 2 }],
    [{ pair: [1, 2] }, 'first', 5, { pair: [5, 2] }],
    [{ pair: [1, 2] }, 'second', 5, { pair: [1, 5] }],
    [fact, 'plus', 3, { fact: 'self.fs', plus: 3 }],
    [fact, 'fact', 'enemy.fs', { fact: 'enemy.fs', plus: 1 }],
    [{ fact: 'self.fs' }, 'plus', 3, { fact: 'self.fs', plus: 3 }],
    [per, 'each', 3, { ...per, each: 3 }],
    [per, 'min', 0, { ...per, min: 0 }],
    [per, 'max', 9, { ...per, max: 9 }],
    [per, 'per', 'enemy.fs', { ...per, per: 'enemy.fs' }],
  ])('of %j: %s becomes %j', (value, part, to, wanted) => {
    expect(edit(value, part, to)).toEqual(wanted);
  });
  const NO_VALUE = /^x: A modifier is a number, such as -1 or 2, or a pair of them, such as \[3, -3\]; found/;
  it.each<[Value, string | undefined, unknown]>([
    [1, undefined, 1001],
    [1, undefined, [1, 2, 3]],
    [1, undefined, [1, 1001]],
    [1, undefined, null],
    [1, undefined, 'two'],
    [1, undefined, { fact: 'self.fs', plus: 1001 }],
    [1, undefined, { per: 'self.fs' }],
    [1, undefined, { fact: 3 }],
    [fact, 'plus', 'two'],
    [fact, 'fact', 3],
    [per, 'per', 3],
  ])('of %j: %s cannot become %j', (value, part, to) => {
    expect(edit(value, part, to)).toMatch(NO_VALUE);
  });
  it('compares what it was', () => {
    expect(edit(fact, 'plus', 3, 1)).toEqual({ fact: 'self.fs', plus: 3 });
    expect(edit({ fact: 'self.fs' }, 'plus', 3, 0)).toEqual({ fact: 'self.fs', plus: 3 });
    expect(edit(per, 'max', 3, 5)).toBe('x/was: The variant says m.r was 5, but the rulebook says 4.');
    expect(edit({ per: 'self.fs', each: 2 }, 'max', 3, 7)).toMatch(/was 7, but the rulebook says null/);
    expect(edit({ per: 'self.fs', each: 2 }, 'min', 3, 7)).toMatch(/was 7, but the rulebook says null/);
    expect(edit(1, undefined, 3, [1, 2])).toMatch(/was \[1,2\], but the rulebook says 1/);
  });
  it('knows the parts', () => {
    expect(edit(per, 'most', 3)).toMatch(/has no part 'most'; it has value, per, each, min, max/);
    expect(edit(fact, 'plsu', 3)).toMatch(/it has value, fact, plus\. Did you mean 'plus'/);
    expect(edit(1, 'first', 3)).toMatch(/has no part 'first'; it has value/);
  });
  it('of a pair are held to the half that they name', () => {
    expect(edit({ pair: [1, 2] }, 'first', 5, 1)).toEqual({ pair: [5, 2] });
    expect(edit({ pair: [1, 2] }, 'second', 5, 2)).toEqual({ pair: [1, 5] });
    expect(edit({ pair: [1, 2] }, 'first', 5, 2)).toMatch(/was 2, but the rulebook says 1/);
  });
  it('take what a fact adds as nothing, and bounds as none, where the row does not say', () => {
    expect(edit({ fact: 'self.fs' }, 'plus', 3, 1)).toMatch(/was 1, but the rulebook says 0/);
    expect(edit({ per: 'self.fs', each: 1 }, 'max', 3, null)).toEqual({ per: 'self.fs', each: 1, max: 3 });
  });
  it('keeps whole numbers where all are whole, and lets others be', () => {
    expect(edit(1, undefined, 0.5)).toMatch(/are whole numbers; found 0\.5/);
    expect(edit(per, 'each', 0.5)).toMatch(/are whole numbers; found 0\.5/);
    expect(edit(1, undefined, 0.5, undefined, [row('s', 2, 1.5, 'a half')])).toBe(0.5);
    expect(edit(1, undefined, 0.5, undefined, [row('s', 2, { fact: 'self.fs', plus: 1.5 }, 'a half')])).toBe(0.5);
  });
});

describe('edits of a cell', () => {
  const grid = tiny.tables['fire.ranges'] as Parameters<typeof editCell>[0];
  const edit = (rowAt: number, column: string, to: unknown, was?: unknown) => {
    const problems: Problem[] = [];
    const edited = editCell(grid, grid.rows[rowAt], column, to, was, ['x'], problems);
    return edited?.cells[column] ?? problems[0]?.message ?? null;
  };
  it('put a figure where a figure or a dash was, or a dash', () => {
    expect([edit(0, 'short', 9), edit(1, 'maximum', 9), edit(0, 'short', null)]).toEqual([9, 9, null]);
    expect([edit(1, 'maximum', 9, null), edit(0, 'short', 9, 6)]).toEqual([9, 9]);
    expect(edit(1, 'maximum', 9, 3)).toMatch(/was 3, but the rulebook says null/);
  });
  it('put no list, flag or word among figures', () => {
    for (const to of [[1], true, 'far']) expect(edit(0, 'short', to)).toMatch(/holds a number; found/);
  });
});

describe('a variant of conditions', () => {
  const short = { now: { range: 'short' } };
  const rowOf = (book: typeof tiny, id: string) => (book.tables['fire.small-arms'] as ModifierTable).rows.find((r) => r.id === id); // biome-ignore format: one line
  const over = 'fire.small-arms.over-short';
  it('says when a table does not count, or that it never does', () => {
    expect(apply({ unless: { 'fire.small-arms': short } }).tables['fire.small-arms']).toMatchObject({ unless: short });
    expect(apply({ unless: { 'rules.fire.small-arms': 'always' } }).tables['fire.small-arms']).toMatchObject({ unless: {} }); // biome-ignore format: one line
  });
  it('compares the condition that was', () => {
    const was = { now: { range: 'over' } };
    expect(rowOf(apply({ when: { [over]: { was, to: short } } }), 'over-short')?.when).toEqual(short);
    expect(messages({ when: { [over]: { was: short, to: short } } })).toEqual([
      `when/${over}/was: The variant says the condition was ${JSON.stringify(short)}, but tiny says ${JSON.stringify(was)}.`,
    ]);
    expect(messages({ when: { [over]: { was: 'always', to: short } } })[0]).toMatch(/the condition was "always"/);
    const freed = apply({ when: { [over]: 'always' } });
    expect(messages({ when: { [over]: { was: 'always', to: short } } }, freed)).toEqual([]);
    expect(messages({ when: { [over]: { was: short, to: short } } }, freed)[0]).toMatch(/but tiny says "always"/);
  });
  it.each<[object, string | RegExp]>([
    [{ unless: { 'fire.ranges': short } }, "unless/fire.ranges: 'fire.ranges' cannot take this edit; name a table of rows."],
    [{ unless: { 'fire.smal-arms': short } }, /^unless\/fire.smal-arms: The rulebook tiny has no table or row/],
    [{ unless: { 'fire.small-arms': { now: { rnage: 'short' } } } }, /no fact 'now.rnage'/],
    [{ when: { 'fire.ranges.musket': short } }, "when/fire.ranges.musket: 'fire.ranges.musket' is not a row of modifiers, so it has no condition."],
    [{ when: { 'fire.small-arms.column.first': short } }, /is not a row of modifiers/],
    [{ when: { 'fire.small-arms.colunm': short } }, /has no row 'colunm'/],
    [{ change: { 'fire.small-arms': 1 } }, "change/fire.small-arms: 'fire.small-arms' is a whole table; name one of its rows that holds a value."],
    [{ remove: ['fire.small-arms'] }, "remove/0: 'fire.small-arms' is not a row; only rows can be removed."],
    [{ remove: ['fire.ranges.musket.short'] }, /is not a row; only rows can be removed/],
    [{ remove: ['fire.small-arms.column.first'] }, /is not a row; only rows can be removed/],
    [{ add: { 'fire.small-arm': [{ id: 'x', value: 1 }] } }, /^add\/fire.small-arm: The rulebook tiny has no table or row/],
    [{ add: { 'fire.ranges': [{ id: 'x', value: 1 }] } }, "add/fire.ranges/0: 'fire.ranges' is a printed grid; a new row of it has cells, not a value."],
    [{ add: { 'fire.ranges': [{ id: 'x', like: 'muskte' }] } }, /^add\/fire.ranges\/0\/like: The table 'fire.ranges' of tiny has no row 'muskte'.*Did you mean 'fire.ranges.musket'/],
    [{ add: { 'fire.small-arms': [{ id: 'x', value: 1, replaces: ['colunm'] }] } }, /^add\/fire.small-arms\/0\/replaces: The table 'fire.small-arms' of tiny has no row 'colunm'/],
    [{ add: { 'fire.small-arms': [{ id: 'x', value: { per: 'self.formation', each: 1 } }] } }, /'self.formation' is not a number/],
    [{ add: { 'fire.small-arms': [{ id: 'x', value: { fact: 'fs' } }] } }, /'fs' is no fact; write self/],
    [{ add: { 'fire.small-arms': Array.from({ length: 498 }, (_, i) => ({ id: `x${i}`, value: 1 })) } }, /would have 501 rows; 500 are allowed/],
  ])('%j is refused', (edits, message) => {
    expect(messages(edits)).toContainEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  }); // biome-ignore format: a table of slips
  it('may fill a table to the brim, and replace rows that it adds', () => {
    const rows = Array.from({ length: 497 }, (_, i) => ({ id: `x${i}`, value: 1, ...(i > 0 ? { replaces: ['x0'] } : {}) })); // biome-ignore format: one line
    expect(messages({ add: { 'fire.small-arms': rows } })).toEqual([]);
  });
});

describe('a book that contradicts itself', () => {
  const withTable = (table: ModifierTable) => checkBook({ ...tiny, tables: { m: table } }, tinyFamily.vocabulary);
  it('is told where', () => {
    const twice = withTable(tableOf(valued(1), valued(2)));
    expect(twice).toEqual([{ path: ['m.r'], message: "The row 'r' stands twice in m." }]);
    const replaced = withTable(tableOf({ ...valued(1), replaces: ['s', 'r'] }));
    expect(replaced).toEqual([{ path: ['m.r', 'replaces'], message: "It replaces 's', which is no row of m.", found: 's' }]); // biome-ignore format: one line
    const rulings = { most: { ...tiny.rulings['most'], value: 9 } };
    const [ruling] = checkBook({ ...tiny, rulings }, tinyFamily.vocabulary);
    expect(ruling).toMatchObject({ path: ['rulings', 'most'], found: 9 });
    const [first] = (tiny.tables['fire.ranges'] as Parameters<typeof editCell>[0]).rows;
    const grid = { ...tiny.tables['fire.ranges'], rows: [{ ...first, cells: { far: 3 } }] } as never;
    const [column] = checkBook({ ...tiny, tables: { 'fire.ranges': grid } }, tinyFamily.vocabulary);
    expect(column).toMatchObject({ path: ['fire.ranges.musket', 'far'], found: 'far' });
  });
});

it('rows that count stand in for others', () => {
  const rows = [
    row('a', 1, 1, 'a'),
    { ...row('b', 2, 10, 'b', { self: { fired: true } }), replaces: ['a', 'd'] },
    { ...row('c', 3, 100, 'c', { self: { fs: 5 } }), replaces: ['b'] },
    row('d', 4, 1000, 'd'),
  ];
  const now: Record<string, unknown> = { fired: false, fs: 1 };
  const self = Object.defineProperties({}, Object.fromEntries(Object.keys(now).map((k) => [k, { get: () => now[k], enumerable: true }]))) as FactRecord; // biome-ignore format: one line
  const sum = modifierSum([tableOf(...rows)], { self, enemy: {}, now: {}, ruling: {} });
  const sums = [[false, 1], [true, 1], [false, 5], [true, 5]].map(([fired, fs]) => Object.assign(now, { fired, fs }) && sum()); // biome-ignore format: a table
  // With c, b itself does not count; what it stands in for does not either.
  expect(sums).toEqual([1001, 10, 1101, 100]);
});

it('a path names the longest table that it begins with', () => {
  const tables = { ...tiny.tables, 'fire.small-arms.column': { ...tableOf(valued(1)), id: 'fire.small-arms.column' } };
  expect(placeAt({ ...tiny, tables }, 'fire.small-arms.column.r')).toMatchObject({
    kind: 'modifier',
    row: { id: 'r' },
  });
  expect(placeAt(tiny, 'fire.small-arms.column.first')).toMatchObject({ part: 'first' });
  expect(placeAt(tiny, 'fire.small-arms.first')).toBeUndefined();
});

it.each([
  [{ gt: 1, lte: 3 }, 'more than 1 and at most 3'],
  [{ gte: 1, lt: 3 }, 'at least 1 and less than 3'],
  [{ not: ['a', 'b'] }, 'not one of a, b'],
  [{ not: 'a', has: 'x' }, 'not a and has x'],
  [{ oneOf: ['a', 'b'] }, 'one of a, b'],
])('%j is "%s"', (test, text) => {
  expect(testText(test)).toBe(text);
});
