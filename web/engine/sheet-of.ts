import { explainRolls } from '../../src/explain/rolls.ts';
import type { Rulebook, Table, Value } from '../../src/rules/book.ts';
import { baseBook } from '../../src/scenarios/load.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { load, withoutAxes } from './loading.ts';
import type { Scenario, SheetFigure, SheetRow, SheetTable } from './protocol.ts';

/** The sheet as printed, with the figures in force, and which rows count in this encounter. Tables that count come first. */
export async function sheetOf(scenario: Scenario): Promise<readonly SheetTable[]> {
  const loaded = await load(withoutAxes(scenario));
  const cell = prepareCell(loaded);
  const printed = baseBook(loaded);
  const applying = rowsThatApply(() => explainRolls(cell.built.machine));
  const tables = Object.values(cell.book.tables).map((table) => sheetTable(table, printed, cell.book, applying));
  return [...tables.filter((t) => t.counts > 0), ...tables.filter((t) => t.counts === 0)];
}

/** Rows of any roll; none where the encounter is too large to be looked at whole. */
function rowsThatApply(explain: () => ReturnType<typeof explainRolls>): ReadonlySet<string> {
  try {
    return new Set(explain().flatMap((roll) => (roll.reasons?.rows ?? []).map((r) => r.id)));
  } catch (error) {
    if (error instanceof StateBudgetError) return new Set();
    throw error;
  }
}

function sheetTable(table: Table, printed: Rulebook, book: Rulebook, applying: ReadonlySet<string>): SheetTable {
  const before = printed.tables[table.id];
  const rows = table.rows.map((row): SheetRow => {
    const old = (before?.rows as readonly { readonly id: string }[] | undefined)?.find((r) => r.id === row.id);
    return {
      id: row.id,
      label: row.label,
      line: row.source.line,
      applies: applying.has(`${table.id}.${row.id}`),
      figures: figuresOf(table, row, old),
    };
  });
  return {
    id: table.id,
    title: table.title,
    section: table.source.section,
    ...(book.borrowed?.[table.id] ? { borrowed: book.borrowed[table.id] } : {}),
    columns: table.kind === 'cells' ? table.columns : [],
    rows,
    counts: rows.filter((r) => r.applies).length,
  };
}

function figuresOf(table: Table, row: Table['rows'][number], old: unknown): SheetFigure[] {
  const path = `rules.${table.id}.${row.id}`;
  if (table.kind === 'modifiers') {
    const parts = partsOf((row as { value: Value }).value);
    const before = partsOf((old as { value?: Value } | undefined)?.value ?? (row as { value: Value }).value);
    return parts.map(({ part, value }) => ({
      path: part === '' ? path : `${path}.${part}`,
      name: part,
      value,
      printed: before.find((b) => b.part === part)?.value ?? null,
      canEdit: typeof value === 'number',
    }));
  }
  if (table.kind !== 'cells') return [];
  const { cells } = row as { cells: Readonly<Record<string, unknown>> };
  const before = (old as { cells?: Readonly<Record<string, unknown>> } | undefined)?.cells;
  return table.columns.map((column) => ({
    path: `${path}.${column}`,
    name: column,
    value: cells[column] ?? null,
    printed: before?.[column] ?? null,
    canEdit: !/\./.test(column),
  }));
}

/** The numbers of a modifier's value that `set` reaches. */
function partsOf(value: Value): { part: string; value: number }[] {
  if (typeof value === 'number') return [{ part: '', value }];
  if ('pair' in value)
    return [
      { part: 'first', value: value.pair[0] },
      { part: 'second', value: value.pair[1] },
    ];
  if ('fact' in value) return [{ part: 'plus', value: value.plus ?? 0 }];
  return [{ part: 'each', value: value.each }];
}
