import { describe, expect, it } from 'vitest';
import { fitted } from '../../reports/screen/fit.ts';
import { left, type Section } from '../../reports/table.ts';

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

  it('keeps the best of each side', () => {
    const both = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((name) => ({ cells: [name], rank: Number(name[1]) }));
    expect(names(fitted([table(both)], 5, height)[0])).toEqual(['A1', 'B1']);
  });

  it('leaves a table its first rows, however little room there is', () => {
    expect(names(fitted([table(ten)], 0, height)[0])).toEqual(['0', '1']);
  });
});
