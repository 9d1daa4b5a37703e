import { expect, test } from 'vitest';
import { byId, grid, modifiers, notes, onSheet, row } from '../../src/rules/book.ts';
import { noSuchPlace, placeAt, shortList } from '../../src/rules/place.ts';
import { tiny } from '../tiny-family.ts';

test('names that only count up are told by the first and the last', () => {
  const stops = Array.from({ length: 40 }, (_, i) => `advance-to-${i + 1}`);
  expect(shortList(['hold', ...stops, 'retire'], 5)).toBe('hold, advance-to-1 to advance-to-40, retire');
});

test('a few names are told one by one, and of too many how many more there are', () => {
  expect(shortList(['a-1', 'a-2', 'a-3', 'b'])).toBe('a-1, a-2, a-3, b');
  expect(shortList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
});

test('twenty names are told, and of more how many there are', () => {
  const names = Array.from({ length: 21 }, (_, i) => String.fromCharCode(97 + i));
  expect(shortList(names.slice(0, 20))).toBe(names.slice(0, 20).join(', '));
  expect(shortList(names)).toBe(`${names.slice(0, 20).join(', ')} and 1 more`);
});

test('a path names the table and the row with the longest name that fits, and what is left is a part of it', () => {
  const at = onSheet('toy')('Toy', 1);
  const rows = ['near', 'near.far', 'near.far.off'].map((id) => row(id, 1, 1, id));
  const cells = grid('fire.cells', 'Cells', at, ['short'], [['near', 1, '', [1]], ['near.far', 2, '', [2]]]); // biome-ignore format: one line
  const text = notes('notes', 'Notes', at, [['night', 1, ''], ['night.rain', 2, '']]); // biome-ignore format: one line
  const book = { ...tiny, tables: byId([modifiers('fire', 'Fire', at, rows), cells, text]) };
  const found = (path: string) => placeAt(book, path);
  expect(found('rules.fire.near.far.off')).toMatchObject({ kind: 'modifier', row: { id: 'near.far.off' }, part: undefined }); // biome-ignore format: one line
  expect(found('fire.near.far.first')).toMatchObject({ kind: 'modifier', row: { id: 'near.far' }, part: 'first' });
  expect(found('fire.near.plus')).toMatchObject({ row: { id: 'near' }, part: 'plus' });
  expect(found('fire.cells.near.far.short')).toMatchObject({ kind: 'cell', row: { id: 'near.far' }, column: 'short' });
  expect(found('fire.cells.near')).toMatchObject({ kind: 'cell', row: { id: 'near' }, column: undefined });
  expect(found('notes.night.rain')).toMatchObject({ kind: 'text', rowId: 'night.rain' });
  expect(found('fire.cells')).toMatchObject({ kind: 'table', table: { id: 'fire.cells' } });
  expect([found('fire.nearer'), found('fires'), found('fire.cells.far')]).toEqual([undefined, undefined, undefined]);
  expect(noSuchPlace(book, 'fire.cells.naer', []).message).toBe(
    "The table 'fire.cells' of tiny has no row 'naer'; its rows are near, near.far. Did you mean 'fire.cells.near'?",
  );
  expect(noSuchPlace(book, 'fier', ['x'])).toMatchObject({ path: ['x'], found: 'fier', nearest: 'fire' });
  expect(noSuchPlace(book, 'fier', [], false).message).toBe(
    "The rulebook tiny has no table or row 'fier'; 'grognard rules show tiny' lists them.",
  );
});
