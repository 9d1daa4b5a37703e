import type { ModifierRow, ModifierTable, Rulebook, Table } from './book.ts';
import { conditionText } from './bound.ts';

/**
 * How a book that edits made plays otherwise than the one they were made of: a text that two of them share only if they
 * play alike. Of rows that were added to the printed ones nothing is asked but what those of one condition add up to:
 * among hundreds of them most edits come to the same.
 */
export function playedOtherwise(printed: Rulebook, before: Rulebook): (after: Rulebook) => string {
  const tellers = new Map<string, (table: Table) => string>();
  const difference = (table: Table): string => {
    const { id } = table;
    const teller = tellers.get(id) ?? differences(before.tables[id], printed.tables[id]);
    tellers.set(id, teller);
    return teller(table);
  };
  return ({ tables }) =>
    Object.values(tables)
      .filter((table) => table !== before.tables[table.id])
      .map((table) => `${table.id} ${difference(table)}`)
      .join('\n');
}

/** Counts for nothing and stands in for nobody: with it everything is as without it. */
const isWorthless = ({ value, replaces }: ModifierRow): boolean => value === 0 && !replaces;

function differences(before: Table | undefined, printed: Table | undefined): (after: Table) => string {
  if (before?.kind !== 'modifiers') return (after) => JSON.stringify(after);
  const own = new Set(printed?.rows.map((r) => r.id));
  const was = new Set(before.rows);
  const addends = new Map<string, number>();
  const isAddend = (row: ModifierRow) => typeof row.value === 'number' && !own.has(row.id) && !row.replaces;
  for (const row of before.rows.filter(isAddend)) {
    addends.set(conditionText(row), (addends.get(conditionText(row)) ?? 0) + 1);
  }
  return (after) => {
    const { rows, unless } = after as ModifierTable;
    const is = new Set(rows);
    const changed = [
      ...before.rows.filter((row) => !is.has(row)).map((row) => ({ row, times: -1 })),
      ...rows.filter((row) => !was.has(row)).map((row) => ({ row, times: 1 })),
    ];
    // A row that stands in for others, or may have to make way, is more than its worth.
    const replaced = new Set([...before.rows, ...rows].flatMap((r) => r.replaces ?? []));
    const worth = new Map<string, number>();
    const left = new Map<string, number>();
    const others: unknown[] = [];
    for (const { row, times } of changed) {
      const condition = conditionText(row);
      if (isAddend(row) && !replaced.has(row.id)) {
        worth.set(condition, (worth.get(condition) ?? 0) + times * (row.value as number));
        left.set(condition, (left.get(condition) ?? addends.get(condition) ?? 0) + times);
      } else if (!isWorthless(row)) others.push([times, row.id, row.value, row.replaces ?? null, condition]);
    }
    // A condition that no row is left of is asked no more.
    const sums = [...worth].map(([condition, sum]) => [condition, sum, left.get(condition) === 0]);
    return JSON.stringify([unless ?? null, others, sums]);
  };
}
