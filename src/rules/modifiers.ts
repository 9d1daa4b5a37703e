import type { NearRow, ReasonRow } from '../sim/machine.ts';
import { type ModifierRow, type ModifierTable, sourceText } from './book.ts';
import { boundRows, type CountingRow, worthOfValue } from './bound.ts';
import { type Condition, conditions, type Facts, factText, swapped, testText } from './pattern.ts';

/** The rows that count, for people: value, source and the facts behind each. Rows worth 0 are left out. */
export const reasonRows = (tables: readonly ModifierTable[], facts: Facts): ReasonRow[] =>
  reasonsOf(boundRows(tables, facts).counting(), facts);

/** Rows that are known to count, for people. */
export const reasonsOf = (rows: readonly CountingRow[], facts: Facts): ReasonRow[] =>
  rows
    .filter((a) => a.value !== 0)
    .map((a) => ({
      id: `${a.table.id}.${a.row.id}`,
      label: a.row.label,
      value: a.value,
      source: sourceText(a.row.source),
      because: because(a.row, a.asEnemy ? swapped(facts) : facts, a.asEnemy),
    }));

function patternsOf(row: ModifierRow): Condition[][] {
  if (row.when === undefined) return [];
  return (Array.isArray(row.when) ? row.when : [row.when]).map(conditions);
}

const holds = (c: Condition, facts: Facts) => c.holds(facts[c.side][c.fact]);

function because(row: ModifierRow, facts: Facts, asEnemy: boolean): string[] {
  const first = patternsOf(row).find((list) => list.every((c) => holds(c, facts))) ?? [];
  return first.map((c) => `${sideName(c.side, asEnemy)}.${c.fact} = ${factText(facts[c.side][c.fact])}`);
}

function sideName(side: keyof Facts, asEnemy: boolean): string {
  if (!asEnemy) return side;
  return side === 'self' ? 'enemy' : side === 'enemy' ? 'self' : side;
}

/** The rows of tables bound to the facts of a roll: what they add up to as things are, and why. */
export function rowsFor(tables: readonly ModifierTable[], facts: Facts) {
  const { sum, counting } = boundRows(tables, facts);
  const why = () => ({ rows: reasonsOf(counting(), facts), near: nearRows(tables, facts) });
  return { sum, counting, why };
}

/** Rows that a single fact kept out, for people. */
export function nearRows(tables: readonly ModifierTable[], facts: Facts): NearRow[] {
  const near: NearRow[] = [];
  for (const table of tables) {
    const here = new Set(
      boundRows([table], facts)
        .counting()
        .map((a) => a.row.id),
    );
    for (const row of table.rows) {
      if (here.has(row.id)) continue;
      const missing = patternsOf(row)
        .filter((list) => list.length > 1 || row.when !== undefined)
        .map((list) => list.filter((c) => !holds(c, facts)))
        .find((list) => list.length === 1)?.[0];
      if (!missing) continue;
      near.push({
        id: `${table.id}.${row.id}`,
        label: row.label,
        value: worthOfValue(row.value, facts),
        source: sourceText(row.source),
        fact: `${missing.side}.${missing.fact}`,
        found: factText(facts[missing.side][missing.fact]),
        wanted: testText(missing.test),
      });
    }
  }
  return near;
}
