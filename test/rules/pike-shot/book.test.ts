import { describe, expect, test } from 'vitest';
import { checkBook } from '../../../src/rules/check.ts';
import { pikeShot } from '../../../src/rules/pike-shot/book.ts';
import { pikeShotFamily } from '../../../src/rules/pike-shot/family.ts';

/** Lines of the sheet that say a rule; the others are headings, blank or introduce the next. */
const RULE_LINES = [
  5, 7, 8, 9, 10, 11, 12, 14, 15, 17, 20, 21, 22, 23, 25, 26, 28, 29, 30, 31, 33, 36, 37, 38, 39, 40, 41, 43, 45, 47,
  49, 50, 51, 53, 54, 55, 56, 64, 65, 66, 67, 69, 73, 74, 75, 76, 77, 78, 79, 85, 87, 89, 90, 91, 92, 94,
];

describe('the book pike-shot', () => {
  const rows = Object.values(pikeShot.tables).flatMap((t) => t.rows.map((r) => ({ table: t, row: r })));

  test('holds every rule line of the sheet', () => {
    const lines = new Set(
      rows.filter(({ table }) => table.kind === 'text' && table.id !== 'user-tables').map(({ row }) => row.source.line),
    );
    expect([...lines].sort((a, b) => a - b)).toEqual(RULE_LINES);
  });

  test('says which tables come from the user, each with the line that refers to it', () => {
    const table = pikeShot.tables['user-tables'];
    expect(table.rows.map((r) => r.id)).toEqual([
      'fire.bands',
      'fire.modifiers',
      'fire.shift',
      'fire.table',
      'disorder',
      'moves',
      'rally',
      'formations',
      'cohesion',
      'specials',
      'melee.modifiers',
      'melee.type',
      'melee.outcome',
      'melee.casualties',
      'waver',
      'losses',
      'commander-key',
    ]);
  });

  test('is free of contradictions, and its rows ask only facts that the family knows', () => {
    expect(checkBook(pikeShot, pikeShotFamily.vocabulary)).toEqual([]);
  });

  test('has a ruling for every gap, its default among what is allowed', () => {
    const rulings = Object.values(pikeShot.rulings);
    for (let n = 1; n <= 28; n++) expect(rulings.map((r) => r.id)).toContain(`PS-R${n}`);
    for (const r of rulings) {
      expect(r.value).toBe(r.default);
      expect(r.reason, r.key).toBeTruthy();
    }
  });

  test('allows actions by brigade order as the brackets say', () => {
    const orders = pikeShot.tables['orders'];
    const allowed = (id: string) => {
      const row = orders.kind === 'cells' ? orders.rows.find((r) => r.id === id) : undefined;
      return Object.entries(row?.cells ?? {}).flatMap(([order, yes]) => (yes ? [order] : []));
    };
    expect(allowed('movement')).toEqual(['march', 'double', 'rally']);
    expect(allowed('firing')).toEqual(['defend', 'march', 'double']);
    expect(allowed('rally')).toEqual(['rally']);
    expect(allowed('charge')).toEqual(['charge']);
    expect(allowed('opportunity-charge')).toEqual(['harass']);
    expect(allowed('change-formation')).toEqual(['rally']);
  });
});
