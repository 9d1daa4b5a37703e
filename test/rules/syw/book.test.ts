import { describe, expect, it } from 'vitest';
import { checkBook } from '../../../src/rules/check.ts';
import { syw } from '../../../src/rules/syw/book.ts';
import { sywFamily } from '../../../src/rules/syw/family.ts';
import { vocabulary } from '../../../src/rules/syw/vocabulary.ts';

const LINES_OF_THE_SHEET = 141;
const tables = Object.values(syw.tables);

describe('the Seven Years War book', () => {
  it('speaks only of facts that its family knows', () => {
    expect(checkBook(syw, vocabulary)).toEqual([]);
  });

  it('gives every table and row a line of the sheet', () => {
    for (const table of tables) {
      for (const source of [table.source, ...table.rows.map((r) => r.source)]) {
        expect(source.sheet).toBe('syw');
        expect(source.line).toBeGreaterThan(0);
        expect(source.line).toBeLessThanOrEqual(LINES_OF_THE_SHEET);
      }
    }
  });

  it('holds every printed part of the sheet', () => {
    expect(Object.keys(syw.tables).sort()).toEqual(
      [
        ...['orders.advance', 'orders.reserve', 'orders.stand', 'orders.retreat', 'orders.rout', 'orders.figures'],
        ...['units', 'units.kinds', 'units.notes', 'weapons'],
        ...['fire.modifiers', 'fire.stands', 'fire.method', 'fire.results'],
        ...['melee.modifiers', 'melee.notes', 'melee.results'],
        ...['charge.raw', 'charge.others', 'morale.modifiers', 'morale.figures', 'morale.other', 'rally'],
      ].sort(),
    );
    const rows = Object.fromEntries(tables.map((t) => [t.id, t.rows.length]));
    expect(rows).toMatchObject({
      units: 13,
      'fire.modifiers': 14,
      'melee.modifiers': 12,
      'morale.modifiers': 16,
      'charge.raw': 2,
      'charge.others': 3,
      'morale.other': 5,
      rally: 3,
    });
  });

  it('leaves no unit type without its arm and weapon', () => {
    const ids = (table: string) => syw.tables[table].rows.map((r) => r.id);
    expect(ids('units.kinds')).toEqual(ids('units'));
  });

  it('plays every kind of encounter that the sheet supports', () => {
    expect(Object.keys(sywFamily.encounters).sort()).toEqual(
      ['charge', 'engagement', 'fire', 'melee', 'morale', 'rally'].sort(),
    );
  });
});
