import { describe, expect, it } from 'vitest';
import { grid, type ModifierRow, modifiers, onSheet, type Rulebook, row } from '../../src/rules/book.ts';
import type { When } from '../../src/rules/pattern.ts';
import { playedOtherwise } from '../../src/rules/same-play.ts';
import { bookById } from '../books.ts';

const at = onSheet('toy')('toy', 1);
const when = (arm: string) => ({ self: { arm } });
type Edit = (rows: readonly ModifierRow[]) => readonly ModifierRow[];

/** A printed row for foot; three rows for horse, one for guns and one that stands in for another were added to it. */
const printed = modifiers('toy', 'toy', at, [row('printed', 1, +1, 'printed', when('foot'))]);
const added = modifiers('toy', 'toy', at, [
  row('one', 2, +1, 'one', when('horse')),
  row('two', 3, +2, 'two', when('horse')),
  row('three', 4, +1, 'three', when('horse')),
  row('guns', 5, +1, 'guns', when('guns')),
]).rows;
const before = { ...printed, rows: [...printed.rows, ...added] };
const bookOf = (...tables: readonly Rulebook['tables'][string][]): Rulebook => ({
  ...bookById('oth2').book,
  tables: Object.fromEntries(tables.map((table) => [table.id, table])),
});
const cells = grid('cells', 'cells', at, ['a'], [['r', 1, 'r', [1]]]);

const worth =
  (id: string, value: number): Edit =>
  (rows) =>
    rows.map((r) => (r.id === id ? { ...r, value } : r));
const without =
  (id: string): Edit =>
  (rows) =>
    rows.filter((r) => r.id !== id);
const inPlaceOf =
  (id: string, of: string): Edit =>
  (rows) =>
    rows.map((r) => (r.id === id ? { ...r, replaces: [of] } : r));
const both =
  (first: Edit, second: Edit): Edit =>
  (rows) =>
    second(first(rows));

describe('two edits of one book', () => {
  const tell = (edit: Edit, base = before, unless?: When) =>
    playedOtherwise(
      bookOf(printed, cells),
      bookOf(base, cells),
    )(bookOf({ ...base, rows: edit(base.rows), ...(unless ? { unless } : {}) }, cells));

  it.each<[string, Edit, Edit]>([
    ['rows of one condition that come to the same', worth('one', 2), worth('two', 3)],
    ['one row less, and another worth less', without('one'), worth('three', 0)],
    ['one row taken out or another like it', without('one'), without('three')],
    ['one row up and one down', both(worth('one', 2), worth('two', 1)), both(worth('one', 0), worth('two', 3))],
  ])('play alike: %s', (_, one, other) => {
    expect(tell(one)).toBe(tell(other));
  });

  it.each<[string, Edit, Edit]>([
    ['another sum', worth('one', 2), worth('one', 3)],
    ['the other way', worth('one', 2), worth('one', 0)],
    ['the same sum of another condition', worth('one', 2), worth('guns', 2)],
    ['a condition that is asked no more', without('guns'), worth('guns', 0)],
    ['two rows of three, and all of them', both(without('one'), both(without('two'), worth('three', 0))), both(without('one'), both(without('two'), without('three')))], // biome-ignore format: one line
    ['printed rows, each for itself', worth('printed', 2), without('printed')],
    ['a row that stands in for others', inPlaceOf('one', 'guns'), inPlaceOf('one', 'two')],
    ['a row that may have to make way', both(inPlaceOf('one', 'two'), worth('two', 3)), both(inPlaceOf('one', 'two'), worth('three', 2))], // biome-ignore format: one line
  ])('play otherwise: %s', (_, one, other) => {
    expect(tell(one)).not.toBe(tell(other));
  });

  it('play otherwise where the whole table counts under another condition', () => {
    const same: Edit = (rows) => [...rows];
    expect(tell(same, before, when('foot'))).not.toBe(tell(same, before, when('horse')));
  });

  it('say nothing of tables that they leave alone, and all of a grid that they change', () => {
    const otherwise = playedOtherwise(bookOf(printed, cells), bookOf(before, cells));
    expect(otherwise(bookOf(before, cells))).toBe('');
    const grids = [2, 3].map((n) => grid('cells', 'cells', at, ['a'], [['r', 1, 'r', [n]]]));
    const [two, three] = grids.map((table) => otherwise(bookOf(before, table)));
    expect(two).not.toBe(three);
    expect(two).toBe(otherwise(bookOf(before, structuredClone(grids[0]))));
  });
});
