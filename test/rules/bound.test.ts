import { describe, expect, test } from 'vitest';
import { type ModifierTable, modifiers, row } from '../../src/rules/book.ts';
import { modifierSum } from '../../src/rules/bound.ts';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { conditions, type FactRecord, type FactSide, type Facts, type FactValue } from '../../src/rules/pattern.ts';
import { bookById } from '../books.ts';
import { plainSum } from './plain-rows.ts';

const SIDES: readonly FactSide[] = ['self', 'enemy', 'now', 'ruling'];
const inTurn = (tables: readonly ModifierTable[], facts: Facts): number =>
  tables.reduce((sum, table) => sum + plainSum(table, facts), 0);

/** A small generator of its own, so that a failure can be met again. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Every value that some condition of the table names for a fact, and some that none does. */
function valuesIn(table: ModifierTable): Map<string, FactValue[]> {
  const found = new Map<string, FactValue[]>();
  const note = (side: string, fact: string, ...values: FactValue[]) => {
    const list = found.get(`${side}.${fact}`) ?? [undefined, true, false, 1, 'x'];
    found.set(`${side}.${fact}`, [...list, ...values]);
  };
  for (const { when, value } of [...table.rows, { when: table.unless, value: 0 }]) {
    for (const pattern of when === undefined ? [] : Array.isArray(when) ? when : [when])
      for (const { side, fact, test: asked } of conditions(pattern)) {
        const plain = JSON.stringify(asked).match(/"[^"]*"|-?\d+/g) ?? [];
        note(side, fact, ...plain.map((p) => JSON.parse(p) as string | number));
      }
    if (typeof value !== 'object' || 'pair' in value) continue;
    const [side, fact] = ('fact' in value ? value.fact : value.per).split('.');
    note(side, fact, 0, 2, 5, -3);
  }
  return found;
}

/** Facts of which some are plain and some follow `live`; `turn` changes those that follow. */
function randomFacts(table: ModifierTable, pick: (below: number) => number): { facts: Facts; turn: () => void } {
  const values = valuesIn(table);
  const live: Record<string, FactValue> = {};
  const records = Object.fromEntries(SIDES.map((side) => [side, {} as FactRecord])) as Record<FactSide, FactRecord>;
  const draw = (path: string) => {
    const list = values.get(path)!;
    return list[pick(list.length)];
  };
  for (const path of values.keys()) {
    const [side, fact] = path.split('.') as [FactSide, string];
    const follows = pick(2) === 0;
    live[path] = draw(path);
    Object.defineProperty(
      records[side],
      fact,
      follows ? { enumerable: true, get: () => live[path] } : { enumerable: true, value: live[path] },
    );
  }
  return {
    facts: records,
    turn: () => {
      for (const path of values.keys()) live[path] = draw(path);
    },
  };
}

describe.each(BOOK_IDS)('%s', (id) => {
  const { book } = bookById(id);
  const tables = Object.values(book.tables).filter((t) => t.kind === 'modifiers');
  test.each(tables.map((t) => [t.id, t] as const))('%s adds up as its rows do one by one', (_table, table) => {
    const pick = dice(7);
    let counted = 0;
    for (let i = 0; i < 60; i++) {
      const { facts, turn } = randomFacts(table, pick);
      const sum = modifierSum([table], facts);
      for (let k = 0; k < 5; k++, turn()) {
        const expected = inTurn([table], facts);
        if (expected !== 0) counted++;
        expect(sum()).toBe(expected);
      }
    }
    expect(counted).toBeGreaterThan(0);
  });
});

test('a fact that is plain cannot change once a table is bound to it', () => {
  const source = { sheet: 'toy', section: 'toy', line: 1 };
  const table = modifiers('toy', 'toy', source, [row('brave', 1, 2, 'brave', { self: { brave: true } })]);
  const self: Record<string, FactValue> = { brave: false };
  const sum = modifierSum([table], { self, enemy: {}, now: {}, ruling: {} });
  expect(() => {
    self['brave'] = true;
  }).toThrow(TypeError);
  expect(sum()).toBe(0);
});
