import type { ModifierRow, Rulebook, Table } from './book.ts';
import type { Vocabulary } from './encounter.ts';
import { neverHolds, type Reachable, type ScenarioValues } from './never-holds.ts';
import type { TableReads } from './table-reads.ts';
import { unplayedReason } from './unplayed.ts';

type Row = Table['rows'][number];

/** Whoever plays the rows: what its conditions may ask, what scenarios may say, how tables are read. */
export interface Player {
  readonly vocabulary: Vocabulary;
  readonly values: ScenarioValues;
  /** Undefined where nothing is known about it. */
  readonly reads?: TableReads;
  /** Other books that the same procedures play: what one of them prints is looked for in all. */
  readonly relatives: readonly Rulebook[];
}

/**
 * Rows that a variant adds, or whose condition it changes, and that nothing can ever use; one sentence each. Procedures
 * look printed rows up by name; a row of a new name counts only where a scenario can name it (a formation, a weapon), or
 * in a table of modifiers, whose rows are all matched: there its condition must be able to hold.
 */
export function unusableAdditions(printed: Rulebook, edited: Rulebook, player: Player): string[] {
  return Object.values(edited.tables).flatMap((table) => {
    const before = printed.tables[table.id];
    if (!before || before === table) return [];
    const known = new Map<string, Row>(before.rows.map((r) => [r.id, r]));
    const isNamed = namedIn(edited, table, player);
    const reason = (row: Row): string | undefined => {
      if (unplayedReason(printed, table.id) !== undefined) return 'the table is printed but not played';
      if (table.kind === 'modifiers') return neverCounts(edited, table.id, row as ModifierRow, player);
      const isFound = table.kind !== 'cells' || known.has(row.id) || isNamed(row.id);
      return isFound ? undefined : 'no procedure looks that row up, and no scenario can name it';
    };
    return (table.rows as readonly Row[])
      .filter((row) => isNewOrMoved(row, known.get(row.id)))
      .flatMap((row) => {
        const why = reason(row);
        return why === undefined ? [] : [`'${table.id}.${row.id}' can never be used: ${why}.`];
      });
  });
}

const isNewOrMoved = (row: Row, before: Row | undefined): boolean =>
  before === undefined || ('when' in row && row.when !== ('when' in before ? before.when : undefined));

/** The second figure of a pair is read by the opponent, from whose side the condition is looked at as well. */
function neverCounts(edited: Rulebook, table: string, row: ModifierRow, player: Player): string | undefined {
  const { vocabulary, values, reads } = player;
  const facts = reads?.facts[table] ?? {};
  const units = reads?.units?.(edited) ?? [];
  const isPair = typeof row.value === 'object' && 'pair' in row.value;
  const views: Reachable['facts'][] = [facts, ...(isPair ? [{ ...facts, self: facts.enemy, enemy: facts.self }] : [])];
  const reasons = views.map((seen) => neverHolds(row.when, { book: edited, vocabulary, values, facts: seen, units }));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/** Is a row of this name looked for in a grid? Rows that are called by a number are scores. */
function namedIn(edited: Rulebook, { id }: Table, { values, reads, relatives }: Player): (row: string) => boolean {
  const listed = reads?.rows(edited)[id] ?? (reads ? [] : 'any word');
  const elsewhere = new Set(relatives.flatMap((book) => book.tables[id]?.rows.map((r) => r.id) ?? []));
  return (row) => {
    if (!Number.isNaN(Number(row)) || elsewhere.has(row) || listed === 'every') return true;
    return listed === 'any word' ? values.words.has(row) : listed.includes(row);
  };
}
