import type { Cell, Rulebook, Table, Value } from '../../src/rules/book.ts';

/** A copy of a book in which one figure of one row is wrong. */
export interface Slip {
  /** table/row */
  readonly row: string;
  readonly line: number;
  /** What the row says instead. */
  readonly wrong: string;
  readonly book: Rulebook;
}

/** The wrong figures tried: one more, one less, and the other sign. */
const wrong = (n: number): number[] => [n + 1, n - 1, ...(n === 0 ? [] : [-n])];

function wrongValues(v: Value): Value[] {
  if (typeof v === 'number') return wrong(v);
  if ('pair' in v) {
    const [a, b] = v.pair;
    return [...wrong(a).map((x): Value => ({ pair: [x, b] })), ...wrong(b).map((x): Value => ({ pair: [a, x] }))];
  }
  return 'fact' in v ? [] : wrong(v.each).map((each) => ({ ...v, each }));
}

function wrongCells(c: Cell): Cell[] {
  if (typeof c === 'number') return wrong(c).filter((n) => n >= 0);
  if (!Array.isArray(c)) return [];
  const list = c as readonly (number | string)[];
  return list.flatMap((x, i): Cell[] =>
    typeof x === 'number' ? [list.toSpliced(i, 1), list.toSpliced(i, 1, x + 1)] : [],
  );
}

function wrongTables(table: Table): { row: string; line: number; wrong: string; table: Table }[] {
  switch (table.kind) {
    case 'modifiers':
      return table.rows.flatMap((r, i) =>
        wrongValues(r.value).map((value) => ({
          row: r.id,
          line: r.source.line,
          wrong: JSON.stringify(value),
          table: { ...table, rows: table.rows.toSpliced(i, 1, { ...r, value }) },
        })),
      );
    case 'cells':
      return table.rows.flatMap((r, i) =>
        table.columns.flatMap((column) =>
          wrongCells(r.cells[column] ?? null).map((value) => ({
            row: r.id,
            line: r.source.line,
            wrong: `${column} ${JSON.stringify(value)}`,
            table: { ...table, rows: table.rows.toSpliced(i, 1, { ...r, cells: { ...r.cells, [column]: value } }) },
          })),
        ),
      );
    case 'text':
      return [];
  }
}

/** Every slip of one figure in the tables a book prints itself. */
export const slips = (book: Rulebook, sheet: string): Slip[] =>
  Object.entries(book.tables)
    .filter(([, table]) => table.source.sheet === sheet)
    .flatMap(([id, table]) =>
      wrongTables(table).map((w) => ({
        ...w,
        row: `${id}/${w.row}`,
        book: { ...book, tables: { ...book.tables, [id]: w.table } },
      })),
    );
