import type { NearRow, ReasonRow } from '../sim/machine.ts';
import { withoutRuling } from '../words/readings.ts';
import { type ModifierRow, type ModifierTable, sourceText } from './book.ts';
import { boundRows, type CountingRow, patternsOf, worthOfValue } from './bound.ts';
import { type Condition, type Facts, factText, swapped, testText } from './pattern.ts';

/** The rows that count, for people: value, source and the facts behind each. Rows worth 0 are left out. */
export const reasonRows = (tables: readonly ModifierTable[], facts: Facts): ReasonRow[] =>
  reasonsOf(boundRows(tables, facts).counting(), facts);

/** Rows that are known to count, for people. */
const reasonsOf = (rows: readonly CountingRow[], facts: Facts): ReasonRow[] =>
  rows
    .filter((a) => a.value !== 0)
    .map((a) => ({
      id: `${a.table.id}.${a.row.id}`,
      label: withoutRuling(a.row.label),
      value: a.value,
      source: sourceText(a.row.source),
      because: heldConditions(a.row, a.asEnemy ? swapped(facts) : facts, a.asEnemy),
    }));

const holds = (c: Condition, facts: Facts) => c.holds(facts[c.side][c.fact]);

function heldConditions(row: ModifierRow, facts: Facts, asEnemy: boolean): string[] {
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
  const why = () => {
    const counted = counting();
    return { rows: reasonsOf(counted, facts), near: () => nearRows(tables, facts, counted) };
  };
  return { sum, counting, why };
}

/** Rows that a single fact kept out, for people. */
export function nearRows(
  tables: readonly ModifierTable[],
  facts: Facts,
  counted = boundRows(tables, facts).counting(),
): NearRow[] {
  const near: NearRow[] = [];
  const here = new Set(counted.map((a) => a.row));
  for (const table of tables) {
    for (const row of table.rows) {
      if (here.has(row)) continue;
      const missing = patternsOf(row)
        .map((list) => list.filter((c) => !holds(c, facts)))
        .find((list) => list.length === 1)?.[0];
      if (!missing) continue;
      near.push({
        id: `${table.id}.${row.id}`,
        label: withoutRuling(row.label),
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
