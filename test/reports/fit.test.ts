import { describe, expect, it } from 'vitest';
import { fitted } from '../../reports/screen/fit.ts';
import { screenSections } from '../../reports/screen.ts';
import { left, type Section } from '../../reports/table.ts';
import * as fixtures from './fixtures.ts';

const table = (rows: readonly { cells: string[]; rank?: number }[], more: Partial<Section> = {}): Section => ({
  table: { title: 'Tactics', columns: [left('tactic')], rows },
  lines: [],
  ...more,
});
const height = (s: Section): number => 2 + (s.table?.rows.length ?? 0) + s.lines.length;
const names = (s: Section): string[] => (s.table?.rows ?? []).map((r) => r.cells[0]);

describe('what a screen has room for', () => {
  const ten = Array.from({ length: 10 }, (_, i) => ({ cells: [String(i)] }));

  it('is everything where it fits', () => {
    const section = table(ten);
    expect(fitted([section], 12, height)).toEqual([section]);
  });

  it.each([11, 8, 5])('cuts a table to %i lines and counts what it cut', (room) => {
    const [cut] = fitted([table(ten)], room, height);
    expect(height(cut)).toBeLessThanOrEqual(room);
    expect(names(cut)[0]).toBe('0');
    expect(cut.lines).toEqual([`… and ${10 - names(cut).length} more: see --full.`]);
  });

  it('counts what was left out before', () => {
    expect(fitted([table(ten, { hidden: 30 })], 99, height)[0].lines).toEqual(['… and 30 more: see --full.']);
    expect(fitted([table(ten, { hidden: 30 })], 8, height)[0].lines).toEqual(['… and 35 more: see --full.']);
  });

  it('goes without a spare section before it runs over', () => {
    const spare = { lines: ['1 more decision is in the results.'], spare: true };
    expect(fitted([table(ten.slice(0, 3)), spare], 8, height)).toContain(spare);
    expect(fitted([table(ten.slice(0, 3)), spare], 5, height)).toEqual([table(ten.slice(0, 3))]);
  });

  it('keeps the best of each side', () => {
    const both = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((name) => ({ cells: [name], rank: Number(name[1]) }));
    expect(names(fitted([table(both)], 5, height)[0])).toEqual(['A1', 'B1']);
  });

  it('keeps a file out before what is left of a table', () => {
    const tall = (s: Section): number => height(s) + (s.file?.split('\n').length ?? 0);
    const section = table(ten, { lines: ['The variant file:'], file: 'a\nb\nc\nd' });
    expect(fitted([section], 17, tall)).toEqual([section]);
    const [cut] = fitted([section], 8, tall);
    expect(cut.file).toBeUndefined();
    expect(cut.lines).toEqual(['… and 6 more: see --full.', 'The variant file: see --full.']);
    expect(tall(cut)).toBeLessThanOrEqual(8);
  });

  it('leaves a table its first rows, however little room there is', () => {
    expect(names(fitted([table(ten)], 0, height)[0])).toEqual(['0', '1']);
  });
});

it('gives each of several axes a column of its own', () => {
  const axis = (path: string, values: string[]) => ({ path, label: path, values, kind: 'list' as const });
  const axes = [axis('one', ['x', 'y']), axis('two', ['p', 'q'])];
  const cells = ['x', 'y'].flatMap((one) => ['p', 'q'].map((two) => fixtures.cell({ one, two }, fixtures.BASE)));
  const [{ table: shown }] = screenSections(fixtures.results({ cells, axes }));
  expect(shown?.columns.slice(0, 2).map((column) => column.title)).toEqual(['one', 'two']);
  expect(shown?.rows.map((row) => row.cells.slice(0, 2).join())).toEqual(['x,p', 'x,q', 'y,p', 'y,q']);
});
