import type { Rulebook, Table } from './book.ts';
import type { Vocabulary } from './encounter.ts';
import { neverHolds, type ScenarioValues } from './never-holds.ts';
import { unplayedReason } from './unplayed.ts';

type Row = Table['rows'][number];

/**
 * Rows that a variant adds, or whose condition it changes, and that nothing can ever use; one sentence each. Procedures
 * look printed rows up by name; a row of a new name counts only where a scenario can name it (a formation, a weapon), or
 * in a table of modifiers, whose rows are all matched: there its condition must be able to hold.
 */
export function unusableAdditions(
  printed: Rulebook,
  edited: Rulebook,
  vocabulary: Vocabulary,
  values: ScenarioValues,
): string[] {
  return Object.values(edited.tables).flatMap((table) => {
    const before = printed.tables[table.id];
    if (!before || before === table) return [];
    const known = new Map<string, Row>(before.rows.map((r) => [r.id, r]));
    return (table.rows as readonly Row[]).flatMap((row) => {
      const reason = isNewOrMoved(row, known.get(row.id))
        ? unusable(printed, edited, table, row, known.has(row.id), vocabulary, values)
        : undefined;
      return reason === undefined ? [] : [`'${table.id}.${row.id}' can never be used: ${reason}.`];
    });
  });
}

const isNewOrMoved = (row: Row, before: Row | undefined): boolean =>
  before === undefined || ('when' in row && row.when !== ('when' in before ? before.when : undefined));

function unusable(
  printed: Rulebook,
  edited: Rulebook,
  table: Table,
  row: Row,
  isPrinted: boolean,
  vocabulary: Vocabulary,
  values: ScenarioValues,
): string | undefined {
  if (unplayedReason(printed, table.id) !== undefined) return 'the table is printed but not played';
  if (table.kind === 'modifiers') return neverHolds('when' in row ? row.when : undefined, edited, vocabulary, values);
  const isNamed = table.kind !== 'cells' || isPrinted || values.words.has(row.id) || !Number.isNaN(Number(row.id));
  return isNamed ? undefined : 'no procedure looks that row up, and no scenario can name it';
}
