import type { Rulebook, Table } from './book.ts';
import { canonical } from './hash.ts';
import { placeAt, withoutRules } from './place.ts';

/*
 * Rows and figures that are printed but that no procedure reads. A book declares them (`unplayed`); a test edits every
 * figure of every book to prove that the marked ones, and only those, reach nothing.
 */

/** Why a row or figure is not played ("" where there is nothing to add); undefined when it is played. */
export function unplayedReason(book: Rulebook, path: string): string | undefined {
  const marks = book.unplayed;
  const place = marks && placeAt(book, path);
  if (!place) return undefined;
  const table = place.table.id;
  if (place.kind === 'table') return marks[table];
  const row = place.kind === 'text' ? place.rowId : place.row.id;
  const column = place.kind === 'cell' ? place.column : undefined;
  const names = [table, `${table}.${row}`, ...(column ? [`${table}.*.${column}`, `${table}.${row}.${column}`] : [])];
  return names.map((name) => marks[name]).find((reason) => reason !== undefined);
}

/** The columns of a row of a grid that are not played; all of them where the whole row is marked. */
export const unplayedColumns = (book: Rulebook, table: Extract<Table, { kind: 'cells' }>, row: string): string[] =>
  table.columns.filter((column) => unplayedReason(book, `${table.id}.${row}.${column}`) !== undefined);

/** What whoever edits such a figure must know; undefined when the figure is played. */
export function unplayedText(book: Rulebook, path: string): string | undefined {
  const reason = unplayedReason(book, path);
  return reason === undefined ? undefined : notPlayed(path, reason);
}

const notPlayed = (path: string, reason: string): string =>
  `'${withoutRules(path)}' is printed but not played${reason === '' ? '' : ` (${reason})`}: editing it changes nothing.`;

/** One sentence for each edit between the printed book and this one that no procedure can notice. */
export function unplayedEdits(printed: Rulebook, edited: Rulebook): string[] {
  return Object.values(edited.tables).flatMap((table) => {
    const before = printed.tables[table.id];
    return !before || before === table ? [] : editsOf(printed, before, table);
  });
}

type Row = Table['rows'][number];

function editsOf(printed: Rulebook, before: Table, after: Table): string[] {
  const rows = new Map<string, Row>(after.rows.map((r) => [r.id, r]));
  return (before.rows as readonly Row[]).flatMap((row) => {
    const path = `${before.id}.${row.id}`;
    const now = rows.get(row.id);
    if (now === row) return [];
    const whole = unplayedText(printed, path);
    if (whole) return [whole];
    if (!now) return before.kind === 'text' && !printed.readText?.includes(before.id) ? [sentenceOnly(path)] : [];
    if (!('cells' in row) || !('cells' in now)) return [];
    const columns = Object.keys(row.cells).filter((c) => canonical(row.cells[c]) !== canonical(now.cells[c]));
    return columns.flatMap((column) => unplayedText(printed, `${path}.${column}`) ?? []);
  });
}

const sentenceOnly = (path: string): string =>
  `'${path}' is a printed sentence without a figure, which the procedures follow by themselves: removing it changes nothing.`;
