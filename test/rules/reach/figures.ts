import type { Cell, CellRow, ModifierRow, Rulebook, Table, Value } from '../../../src/rules/book.ts';

/** One figure of a book, and the book with another in its place. */
export interface Figure {
  readonly path: string;
  readonly edits: readonly (() => Rulebook)[];
}

/** Every figure: the rows of modifiers, and the cells of grids that hold something. */
export function figuresOf(book: Rulebook): Figure[] {
  return Object.values(book.tables).flatMap((table): Figure[] => {
    if (table.kind === 'text') return [];
    if (table.kind === 'modifiers') {
      return table.rows.map((row) => ({
        path: `${table.id}.${row.id}`,
        // A point on top may cancel out between two sides; the row without its worth does not.
        edits: [moved(row.value, 3), moved(row.value, -3), 0].map(
          (value) => () => withRow(book, table, { ...row, value }),
        ),
      }));
    }
    return table.rows.flatMap((row) =>
      table.columns
        .filter((column) => (row.cells[column] ?? null) !== null)
        .map((column) => ({
          path: `${table.id}.${row.id}.${column}`,
          edits: others(row.cells[column], column, table).map(
            (cell) => () => withRow(book, table, { ...row, cells: { ...row.cells, [column]: cell } }),
          ),
        })),
    );
  });
}

function withRow(book: Rulebook, table: Table, row: ModifierRow | CellRow): Rulebook {
  const rows = (table.rows as readonly { readonly id: string }[]).map((r) => (r.id === row.id ? row : r));
  return { ...book, tables: { ...book.tables, [table.id]: { ...table, rows } as unknown as Table } };
}

function moved(value: Value, by: number): Value {
  if (typeof value === 'number') return value + by;
  if ('pair' in value) return { pair: [value.pair[0] + by, value.pair[1] + by] };
  if ('fact' in value) return { ...value, plus: (value.plus ?? 0) + by };
  return { ...value, each: value.each + by };
}

/** Other things that could stand in a cell: a figure nearby, another word of the column, a list without an end. */
function others(cell: Cell, column: string, table: Extract<Table, { kind: 'cells' }>): Cell[] {
  if (typeof cell === 'number') return [cell + 1, Math.max(0, cell - 1), cell * 2 + 1, 0].filter((n) => n !== cell);
  if (typeof cell === 'boolean') return [!cell];
  if (Array.isArray(cell)) return [cell.slice(1), []];
  const words = table.rows.map((r) => r.cells[column]).filter((c) => typeof c === 'string' && c !== cell);
  const dice = /^D\d+$/.test(String(cell)) ? ['D6', 'D10'] : [];
  return [...new Set([...words, ...dice, null])] as Cell[];
}

/** The book as it is, but every cell that is read leaves its path in `reads`. */
export function watched(book: Rulebook, reads: Set<string>): Rulebook {
  const tables = Object.values(book.tables).map((table) => {
    if (table.kind !== 'cells') return [table.id, table];
    const rows = table.rows.map((row) => ({
      ...row,
      cells: new Proxy(row.cells, {
        get: (cells, column: string) => {
          reads.add(`${table.id}.${row.id}.${column}`);
          return cells[column];
        },
      }),
    }));
    return [table.id, { ...table, rows }];
  });
  return { ...book, tables: Object.fromEntries(tables) };
}
