import type { When } from './pattern.ts';

/**
 * A rulebook is data: tables that keep the printed layout, and rulings for what is not printed. Procedures read it and
 * hold no figure of their own, so a variant can change every number.
 */
export interface Rulebook {
  readonly id: string;
  readonly title: string;
  /** What tables, charts and sentences call it: "2nd edition"; the title if left out. */
  readonly label?: string;
  /** Which family of procedures plays it. */
  readonly family: string;
  /** The printed sheets, by the short name used in sources. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, Table>>;
  readonly rulings: Readonly<Record<string, Ruling>>;
  /** Tables that come from another book, by table id; shown as borrowed wherever they count. */
  readonly borrowed?: Readonly<Record<string, string>>;
  /**
   * Printed, but read by no procedure: a table, a row ("terrain.notes.night"), a figure ("reactions.evade.within") or a
   * column ("reactions.*.within"), each with the reason, which may be empty.
   */
  readonly unplayed?: Readonly<Record<string, string>>;
  /** Text tables that procedures do read: their rows may be removed to some effect. */
  readonly readText?: readonly string[];
  /** The file that a designer's own book was read from, procedures included: such a book carries its own family. */
  readonly program?: Program;
  /** Played by procedures that a program brought along in code, which cannot follow the book to another thread. */
  readonly ownCode?: true;
  /** The variants laid over the printed book, in order. */
  readonly variants?: readonly string[];
}

/** A rulebook file as plain data, so that a book can be sent to threads and pages whole. */
export interface Program {
  /** What messages call the file. */
  readonly file: string;
  readonly value: unknown;
  /** Lines of the file by path, for messages. */
  readonly lines: Readonly<Record<string, number>>;
}

/** Where a figure is printed. */
export interface Source {
  readonly sheet: string;
  readonly section: string;
  /** 0 where there is no line to point at: a row that a variant added. */
  readonly line: number;
  /** The variant that changed what is printed there. */
  readonly changedBy?: string;
}

export type Table = ModifierTable | CellTable | TextTable;

interface TableBase {
  /** Dotted, "fire.small-arms"; `rules.fire.small-arms.initial-volley` is the path of one of its rows. */
  readonly id: string;
  readonly title: string;
  readonly source: Source;
}

/** Rows that add to a score or a target number when their condition holds. */
export interface ModifierTable extends TableBase {
  readonly kind: 'modifiers';
  /** Plain figures rather than points that are added: shown without a sign. */
  readonly figures?: true;
  /** When this holds, no row of the table counts. */
  readonly unless?: When;
  readonly rows: readonly ModifierRow[];
}
export interface ModifierRow {
  readonly id: string;
  /** In our own words. */
  readonly label: string;
  readonly value: Value;
  /** Several patterns mean any of them; none means always. */
  readonly when?: When;
  /** Ids of rows in the same table that this one stands in for. */
  readonly replaces?: readonly string[];
  readonly source: Source;
}

/**
 * A number; the troops named first and their opponents (`pair`); a fact of the situation (`fact`: "self.inspiration"),
 * perhaps with points on top (`plus`); or points for each of a count, within bounds (`per`).
 */
export type Value =
  | number
  | { readonly pair: readonly [number, number] }
  | { readonly fact: string; readonly plus?: number }
  | { readonly per: string; readonly each: number; readonly min?: number; readonly max?: number };

/** A printed grid. A dash on the sheet is null. */
export interface CellTable extends TableBase {
  readonly kind: 'cells';
  readonly columns: readonly string[];
  readonly rows: readonly CellRow[];
  /** Rows that a variant has taken out: whoever asks for one of them finds nothing. */
  readonly removed?: readonly string[];
}
export interface CellRow {
  readonly id: string;
  readonly label: string;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly source: Source;
}
export type Cell = number | string | boolean | null | readonly (number | string)[];

/** Printed rules that hold no figure of a grid: sequence of play, permissions, notes. */
export interface TextTable extends TableBase {
  readonly kind: 'text';
  readonly rows: readonly { readonly id: string; readonly label: string; readonly source: Source }[];
}

/** A gap in the sheet, the reading we take, and the readings that may be taken instead. */
export interface Ruling {
  /** "OTH2-R4". */
  readonly id: string;
  /** The switch, "lowScore". */
  readonly key: string;
  readonly question: string;
  readonly default: RulingValue;
  /** The words that may be set, or the bounds of a whole number; several kinds may be allowed at once. */
  readonly allowed: { readonly words?: readonly string[]; readonly integer?: readonly [number, number] };
  /** What is in force; the default unless a scenario or variant says otherwise. */
  readonly value: RulingValue;
  readonly reason?: string;
}
export type RulingValue = string | number;

// --- builders, so that a book reads like its sheet ---

/** Names a place on a sheet: `const at = onSheet('oth2'); at('Infantry Fire Modifiers', 236)`. */
export const onSheet =
  (sheet: string) =>
  (section: string, line: number): Source => ({ sheet, section, line });

/** A modifier row before its table gives it the section. */
export interface RowSpec {
  readonly id: string;
  readonly value: Value;
  readonly label: string;
  readonly line: number;
  readonly when?: When;
  readonly replaces?: readonly string[];
}
export const row = (
  id: string,
  line: number,
  value: Value,
  label: string,
  ...when: Exclude<When, readonly unknown[]>[]
): RowSpec => ({
  id,
  value,
  label,
  line,
  ...(when.length > 0 ? { when } : {}),
});

export function modifiers(
  id: string,
  title: string,
  source: Source,
  rows: readonly RowSpec[],
  unless?: When,
): ModifierTable {
  return {
    kind: 'modifiers',
    id,
    title,
    source,
    ...(unless ? { unless } : {}),
    rows: rows.map(({ line, ...r }) => ({ ...r, source: { ...source, line } })),
  };
}

/** The cells of a row in the order of the columns, a dash as null; or by column, where most are dashes. */
type Cells = readonly Cell[] | Readonly<Record<string, Cell>>;

/** A printed grid; each row is [id, line, label, cells]. */
export function grid(
  id: string,
  title: string,
  source: Source,
  columns: readonly string[],
  rows: readonly (readonly [id: string, line: number, label: string, cells: Cells])[],
): CellTable {
  return {
    kind: 'cells',
    id,
    title,
    source,
    columns,
    rows: rows.map(([rowId, line, label, cells]) => ({
      id: rowId,
      label,
      cells: cellsByColumn(`${id}.${rowId}`, columns, cells),
      source: { ...source, line },
    })),
  };
}

function cellsByColumn(row: string, columns: readonly string[], cells: Cells): Record<string, Cell> {
  if (isList(cells)) {
    if (cells.length === columns.length) return Object.fromEntries(columns.map((c, i) => [c, cells[i]]));
    throw new Error(`The row '${row}' has ${cells.length} cells; the grid has ${columns.length} columns.`);
  }
  const unknown = Object.keys(cells).find((name) => !columns.includes(name));
  if (unknown === undefined) return Object.fromEntries(columns.map((c) => [c, cells[c] ?? null]));
  throw new Error(`The row '${row}' names the column '${unknown}'; the columns are ${columns.join(', ')}.`);
}
const isList = (cells: Cells): cells is readonly Cell[] => Array.isArray(cells);

export function notes(
  id: string,
  title: string,
  source: Source,
  rows: readonly (readonly [id: string, line: number, label: string])[],
): TextTable {
  return {
    kind: 'text',
    id,
    title,
    source,
    rows: rows.map(([rowId, line, label]) => ({ id: rowId, label, source: { ...source, line } })),
  };
}

/** A ruling at its default. `allowed` lists the words (the default among them), or [min, max] of a whole number. */
export function ruling(
  id: string,
  key: string,
  question: string,
  value: RulingValue,
  allowed: Ruling['allowed'],
  reason?: string,
): Ruling {
  return { id, key, question, default: value, value, allowed, ...(reason ? { reason } : {}) };
}

export const byId = <T extends { readonly id: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((t) => [t.id, t]));
export const byKey = (list: readonly Ruling[]): Record<string, Ruling> =>
  Object.fromEntries(list.map((r) => [r.key, r]));

/** A table in which each row has become none, one or several of its kind. */
export function withRows(table: Table, edit: <Row extends { readonly id: string }>(row: Row) => readonly Row[]): Table {
  switch (table.kind) {
    case 'modifiers':
      return { ...table, rows: table.rows.flatMap((row) => edit(row)) };
    case 'cells':
      return { ...table, rows: table.rows.flatMap((row) => edit(row)) };
    case 'text':
      return { ...table, rows: table.rows.flatMap((row) => edit(row)) };
  }
}

// --- reading a book ---

export function modifierTable(book: Rulebook, id: string): ModifierTable {
  const t = book.tables[id];
  if (t?.kind !== 'modifiers') throw new Error(`${book.id} has no modifier table '${id}'`);
  return t;
}
export function cellTable(book: Rulebook, id: string): CellTable {
  const t = book.tables[id];
  if (t?.kind !== 'cells') throw new Error(`${book.id} has no printed table '${id}'`);
  return t;
}
const indexes = new WeakMap<CellTable, ReadonlyMap<string, CellRow>>();

/** Procedures look cells up for every state: the rows of a table are found by name, not searched. */
function rowsById(table: CellTable): ReadonlyMap<string, CellRow> {
  let index = indexes.get(table);
  if (!index) {
    index = new Map(table.rows.map((r) => [r.id, r]));
    indexes.set(table, index);
  }
  return index;
}

/** A cell; a table, row or column that the book does not have is a mistake in the procedure that asks. */
export function cell(book: Rulebook, table: string, rowId: string, column: string): Cell {
  const { columns, removed } = cellTable(book, table);
  const row = rowsById(cellTable(book, table)).get(rowId);
  if (row && column in row.cells) return row.cells[column];
  if (removed?.includes(rowId) || (row && columns.includes(column))) return null;
  const missing = row ? `column '${column}'` : `row '${rowId}'`;
  throw new Error(`The table '${table}' of ${book.id} has no ${missing}.`);
}
/** A cell, or null where not every book or table has such a row or column. */
export const cellIfAny = (book: Rulebook, table: string, rowId: string, column: string): Cell =>
  rowsById(cellTable(book, table)).get(rowId)?.cells[column] ?? null;
/** A cell that holds a number, or null. */
export const figure = (printed: Cell | undefined): number | null => (typeof printed === 'number' ? printed : null);
/** A cell that lists figures: the faces of a die; empty where it lists none. */
export const figures = (printed: Cell): readonly number[] =>
  Array.isArray(printed) ? (printed as readonly number[]) : [];
/** A printed number; `otherwise` where the cell is empty or holds a word. */
export const numberAt = (book: Rulebook, table: string, rowId: string, column: string, otherwise = 0): number =>
  figure(cell(book, table, rowId, column)) ?? otherwise;
/** Not every book has every table, nor every row in it. */
export const hasRow = (book: Rulebook, table: string, rowId: string): boolean =>
  book.tables[table]?.rows.some((r) => r.id === rowId) ?? false;
export function ruled(book: Rulebook, key: string): RulingValue {
  const r = book.rulings[key];
  if (!r) throw new Error(`${book.id} has no ruling '${key}'`);
  return r.value;
}
export const sourceText = (s: Source): string =>
  `${s.sheet}, ${s.section}${s.line > 0 ? `, line ${s.line}` : ''}${s.changedBy ? `, changed by ${s.changedBy}` : ''}`;
