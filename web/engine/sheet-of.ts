import { explainRolls } from '../../src/explain/rolls.ts';
import type { Rulebook, Table, Value } from '../../src/rules/book.ts';
import { baseBook } from '../../src/scenarios/load.ts';
import { type LoadedScenario, prepareCell } from '../../src/scenarios/prepare.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { load, withoutAxes } from './loading.ts';
import type { Scenario, SheetFigure, SheetRow, SheetTable } from './protocol.ts';

/** The sheet in its own order, with the figures in force; which rows count in this encounter, and which nearly do. */
export async function sheetOf(scenario: Scenario): Promise<readonly SheetTable[]> {
  const loaded = await load(withoutAxes(scenario));
  const cell = prepareCell(loaded);
  const printed = baseBook(loaded);
  const marks = withNought(
    marksOf(() => explainRolls(cell.built.machine)),
    loaded,
    cell.book,
    printed,
  );
  return Object.values(cell.book.tables)
    .map((table) => ({ line: table.source.line, table: sheetTable(table, printed, cell.book, marks) }))
    .sort((a, b) => a.line - b.line)
    .map(({ table }) => table);
}

/** Rows by their id: those that count in any roll, and those that a single fact keeps out of one. */
interface Marks {
  readonly applying: ReadonlySet<string>;
  readonly near: ReadonlyMap<string, SheetRow['near']>;
}

/** No marks where the encounter is too large to be looked at whole. */
function marksOf(explain: () => ReturnType<typeof explainRolls>): Marks {
  try {
    const rolls = explain();
    const near = rolls.flatMap(({ reasons, side }) =>
      (reasons?.near ?? []).map((row) => [row.id, { ...row, ...(side === undefined ? {} : { side }) }] as const),
    );
    const counting = rolls.flatMap((r) => [...(r.reasons?.rows ?? []).map((row) => row.id), ...r.elsewhere]);
    return { applying: new Set(counting), near: new Map(near) };
  } catch (error) {
    if (error instanceof StateBudgetError) return { applying: new Set(), near: new Map() };
    throw error;
  }
}

/** A row that was changed to nought counts as long as it would with its printed figure: it adds nothing, so no sum names it. */
function withNought(marks: Marks, loaded: LoadedScenario, book: Rulebook, printed: Rulebook): Marks {
  const figures = Object.values(book.tables).flatMap((table) =>
    sheetTable(table, printed, book, marks).rows.flatMap((row) =>
      row.figures.map((f) => ({ ...f, id: `${table.id}.${row.id}` })),
    ),
  );
  const nought = figures.filter((f) => f.value === 0 && typeof f.printed === 'number' && f.printed !== 0);
  if (nought.length === 0) return marks;
  const overrides = nought.map((f) => ({ path: f.path, value: f.printed }));
  const restored = marksOf(() => explainRolls(prepareCell(loaded, overrides).built.machine));
  const ids = new Set(nought.map((f) => f.id));
  return {
    applying: new Set([...marks.applying, ...[...restored.applying].filter((id) => ids.has(id))]),
    near: new Map([...marks.near, ...[...restored.near].filter(([id]) => ids.has(id))]),
  };
}

function sheetTable(table: Table, printed: Rulebook, book: Rulebook, { applying, near }: Marks): SheetTable {
  const before = printed.tables[table.id];
  const rows = table.rows.map((row): SheetRow => {
    const old = (before?.rows as readonly { readonly id: string }[] | undefined)?.find((r) => r.id === row.id);
    const [id, applies] = [`${table.id}.${row.id}`, applying.has(`${table.id}.${row.id}`)];
    const miss = applies ? undefined : near.get(id);
    return {
      id: row.id,
      label: row.label,
      line: row.source.line,
      applies,
      ...(miss ? { near: miss } : {}),
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
    nearly: rows.filter((r) => r.near).length,
  };
}

export function figuresOf(table: Table, row: Table['rows'][number], old: unknown): SheetFigure[] {
  const path = `rules.${table.id}.${row.id}`;
  if (table.kind === 'modifiers') {
    const parts = partsOf((row as { value: Value }).value);
    const before = partsOf((old as { value?: Value } | undefined)?.value ?? (row as { value: Value }).value);
    return parts.map(({ part, value }) => ({
      path: part === '' ? path : `${path}.${part}`,
      name: part,
      value,
      printed: before.find((b) => b.part === part)?.value ?? null,
      isSigned: !table.figures,
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
    isSigned: false,
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
