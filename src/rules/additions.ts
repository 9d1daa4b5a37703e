import type { Rulebook } from './book.ts';
import { unplayedReason } from './unplayed.ts';

/**
 * Rows that a variant adds and that nothing can ever use, one sentence each. Procedures look printed rows up by name; a
 * row of a new name counts only where a scenario can name it (a formation, a weapon), or in a table of modifiers, whose
 * rows are all matched. `words` are all the words that scenarios may use.
 */
export function unusableAdditions(printed: Rulebook, edited: Rulebook, words: ReadonlySet<string>): string[] {
  return Object.values(edited.tables).flatMap((table) => {
    const before = printed.tables[table.id];
    if (!before || before === table) return [];
    const known = new Set<string>(before.rows.map((r) => r.id));
    return table.rows
      .filter((row) => !known.has(row.id))
      .flatMap((row) => {
        const reason = unplayedReason(printed, table.id);
        if (reason !== undefined)
          return [`'${table.id}.${row.id}' can never be used: the table is printed but not played.`];
        const named = table.kind !== 'cells' || words.has(row.id) || !Number.isNaN(Number(row.id));
        return named
          ? []
          : [`'${table.id}.${row.id}' can never be used: no procedure looks that row up, and no scenario can name it.`];
      });
  });
}
