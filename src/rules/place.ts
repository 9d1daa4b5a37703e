import type { CellRow, CellTable, ModifierRow, ModifierTable, Rulebook, Table, TextTable } from './book.ts';
import { nearest } from './nearest.ts';
import type { Problem } from './problem.ts';

/** What a rule path names: `fire.small-arms.initial-volley` a row, `fire.ranges.musket.short` a cell of a grid. */
export type Place =
  | { readonly kind: 'modifier'; readonly table: ModifierTable; readonly row: ModifierRow; readonly part?: string }
  | { readonly kind: 'cell'; readonly table: CellTable; readonly row: CellRow; readonly column?: string }
  | { readonly kind: 'text'; readonly table: TextTable; readonly rowId: string }
  | { readonly kind: 'table'; readonly table: Table };

/** A rule path without the `rules.` that scenario paths carry. */
export const withoutRules = (path: string): string => (path.startsWith('rules.') ? path.slice('rules.'.length) : path);

/** Table ids hold dots themselves, so the longest id that fits is taken. */
export function placeAt(book: Rulebook, path: string): Place | undefined {
  const wanted = withoutRules(path);
  const table = Object.values(book.tables)
    .filter((t) => wanted === t.id || wanted.startsWith(`${t.id}.`))
    .sort((a, b) => b.id.length - a.id.length)[0];
  if (!table) return undefined;
  if (wanted === table.id) return { kind: 'table', table };
  const rest = wanted.slice(table.id.length + 1);
  const fits = (row: { readonly id: string }) => rest === row.id || rest.startsWith(`${row.id}.`);
  const longest = <R extends { readonly id: string }>(rows: readonly R[]): R | undefined =>
    rows.filter(fits).sort((a, b) => b.id.length - a.id.length)[0];
  const after = (row: { readonly id: string }) => (rest === row.id ? undefined : rest.slice(row.id.length + 1));
  switch (table.kind) {
    case 'modifiers': {
      const row = longest(table.rows);
      return row && { kind: 'modifier', table, row, part: after(row) };
    }
    case 'cells': {
      const row = longest(table.rows);
      return row && { kind: 'cell', table, row, column: after(row) };
    }
    case 'text': {
      const row = longest(table.rows);
      return row && { kind: 'text', table, rowId: row.id };
    }
  }
}

/**
 * The problem with a path that names nothing, with the nearest name among tables, or among the rows of its table (unless
 * `hinted` says that enough names have been looked for).
 */
export function noSuchPlace(book: Rulebook, path: string, at: Problem['path'], hinted = true): Problem {
  const wanted = withoutRules(path);
  const table = Object.values(book.tables)
    .filter((t) => wanted.startsWith(`${t.id}.`))
    .sort((a, b) => b.id.length - a.id.length)[0];
  const candidates = () =>
    table
      ? table.rows.map((r) => `${table.id}.${r.id}`)
      : Object.values(book.tables).flatMap((t) => [t.id, ...t.rows.map((r) => `${t.id}.${r.id}`)]);
  const near = hinted ? nearest(wanted, candidates()) : undefined;
  const what = table
    ? `The table '${table.id}' of ${book.id} has no row '${wanted.slice(table.id.length + 1)}'`
    : `The rulebook ${book.id} has no table or row '${wanted}'`;
  const hint = near ? ` Did you mean '${near}'?` : '';
  const list = table
    ? `; its rows are ${shortList(table.rows.map((r) => r.id))}.`
    : `; 'grognard rules show ${book.id}' lists them.`;
  return { path: at, message: `${what}${list}${hint}`, found: path, ...(near ? { nearest: near } : {}) };
}

/** At most twenty names, and how many more there are. */
export function shortList(names: readonly string[], most = 20): string {
  const listed = runsTogether(names);
  if (listed.length <= most) return listed.join(', ');
  return `${listed.slice(0, most).join(', ')} and ${listed.length - most} more`;
}

/** Names that only count up are told by the first and the last: "advance-to-1 to advance-to-40". */
function runsTogether(names: readonly string[]): string[] {
  const listed: string[] = [];
  for (let i = 0; i < names.length; ) {
    let last = i;
    while (last + 1 < names.length && names[last + 1] === nextInCount(names[last])) last++;
    if (last - i < LEAST_RUN) last = i;
    listed.push(last === i ? names[i] : `${names[i]} to ${names[last]}`);
    i = last + 1;
  }
  return listed;
}

/** As many steps are worth leaving out. */
const LEAST_RUN = 4;

const nextInCount = (name: string): string | undefined => {
  const [, stem, number] = /^(.*-)(\d+)$/.exec(name) ?? [];
  return number === undefined ? undefined : `${stem}${Number(number) + 1}`;
};
