import type { ModifierRow, Rulebook, Table } from '../../../src/rules/book.ts';
import type { Vocabulary } from '../../../src/rules/encounter.ts';
import type { FactSide, FactValue, Pattern, Test } from '../../../src/rules/pattern.ts';
import type { TableReads } from '../../../src/rules/table-reads.ts';

export const PROBE = 'probe-';

/**
 * The book with rows that must never be used if its tables are read as declared: of modifiers, rows that ask for what is
 * declared to be impossible; of grids, rows by every word of the vocabulary that is not declared.
 */
export function withProbes(
  book: Rulebook,
  reads: TableReads,
  vocabulary: Vocabulary,
  relatives: readonly Rulebook[] = [],
): Rulebook {
  const rows = reads.rows(book);
  const probed = Object.values(book.tables).map((table): Table => {
    if (table.kind === 'modifiers') {
      const extra = impossibleIn(table.id, book, reads).map(
        (when, i): ModifierRow => ({ id: `${PROBE}${i}`, label: 'probe', value: 1, when, source: table.source }),
      );
      return { ...table, rows: [...table.rows, ...extra] };
    }
    const declared = rows[table.id] ?? [];
    if (table.kind === 'text' || declared === 'every') return table;
    const printed = new Set([book, ...relatives].flatMap((b) => b.tables[table.id]?.rows.map((r) => r.id) ?? []));
    const words = [...wordsIn(vocabulary), `${PROBE}new`].filter((w) => !printed.has(w) && !declared.includes(w));
    const [like] = table.rows;
    return { ...table, rows: [...table.rows, ...words.map((id) => ({ ...like, id }))] };
  });
  return { ...book, tables: Object.fromEntries(probed.map((t) => [t.id, t])) };
}

/** Rows of probed grids that were read though none should be. */
export const probesRead = (book: Rulebook, probed: Rulebook, reads: ReadonlySet<string>): string[] => {
  const extra = Object.values(probed.tables).flatMap((table) => {
    const printed = new Set(book.tables[table.id].rows.map((r) => r.id));
    return table.rows.filter((r) => !printed.has(r.id)).map((r) => `${table.id}.${r.id}`);
  });
  const rowsRead = new Set([...reads].flatMap((path) => [path, path.slice(0, path.lastIndexOf('.'))]));
  return extra.filter((path) => rowsRead.has(path));
};

const wordsIn = ({ unit, now }: Vocabulary): Set<string> =>
  new Set([...Object.values(unit), ...Object.values(now)].flatMap((t) => (t.type === 'word' ? t.values : [])));

function impossibleIn(table: string, book: Rulebook, reads: TableReads): Pattern[] {
  const narrowed = Object.entries(reads.facts[table] ?? {}).flatMap(([side, facts]) =>
    Object.entries(facts).map(([fact, values]): Pattern => ({ [side]: { [fact]: noneOf(values) } })),
  );
  const units = (['self', 'enemy'] as FactSide[]).flatMap((side) =>
    (reads.units?.(book) ?? []).flatMap((kind) => {
      const [[fact, [only]], [other, values]] = Object.entries(kind);
      return [{ [side]: { [fact]: only as Test, [other]: noneOf(values) } } satisfies Pattern];
    }),
  );
  return [...narrowed, ...units];
}

/** To rows, a fact that is missing is false. */
const noneOf = (values: readonly FactValue[]): Test =>
  values.every((v) => v === undefined) ? { not: false } : { not: values as string[] };
