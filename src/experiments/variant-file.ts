import { stringify } from 'yaml';
import type { CellTable, ModifierTable, Rulebook, RulingValue, Table } from '../rules/book.ts';
import { sameValue } from '../rules/edit.ts';
import { bookOf } from '../scenarios/cell-book.ts';
import { kindOf } from '../scenarios/override.ts';
import type { LoadedScenario, Override, PreparedCell } from '../scenarios/prepare.ts';
import type { Parameter } from './parameter.ts';

/** The most characters of a variant's title. */
const LONGEST_TITLE = 200;

/**
 * The variant file that sets the values found; null where nothing in the rules changes. It needs nothing but the scenario
 * file: variants and values of the command line are in it, the variants that the file itself names are not.
 */
export function variantFile(
  loaded: LoadedScenario,
  fixed: readonly Override[],
  tuned: PreparedCell,
  what: string,
  moving: readonly Parameter[],
  values: readonly number[],
): string | null {
  const moved = moving.some((p, i) => values[i] !== p.value && (p.rulePath !== null || p.ruling !== null));
  if (!moved) return null;
  const edits = editsBetween(writtenBook(loaded, fixed), tuned.book);
  return stringify({ title: `Tuned: ${what}`.slice(0, LONGEST_TITLE), base: tuned.book.id, ...edits });
}

/** The book that a variant of the command line is laid over: the file's own variants, and none of the single values. */
function writtenBook(loaded: LoadedScenario, fixed: readonly Override[]): Rulebook {
  const named = (loaded.text?.value as { readonly variant?: unknown } | undefined)?.variant;
  const own = named === undefined ? 0 : Array.isArray(named) ? named.length : 1;
  const isBook = (o: Override) => kindOf(o.path) === 'rules' || kindOf(o.path) === 'variant';
  const written = { ...loaded, variants: loaded.variants.slice(0, own), overrides: [] };
  return bookOf(written, [...loaded.overrides, ...fixed].filter(isBook)).book;
}

interface Edits {
  readonly change: Record<string, unknown>;
  readonly when: Record<string, unknown>;
  readonly unless: Record<string, unknown>;
  readonly remove: string[];
  readonly add: Record<string, unknown[]>;
  readonly rulings: Record<string, RulingValue>;
}

/** What makes the one book out of the other, as a variant file says it; kinds of edits without an edit are left out. */
export function editsBetween(from: Rulebook, to: Rulebook): Partial<Edits> {
  const edits: Edits = { change: {}, when: {}, unless: {}, remove: [], add: {}, rulings: {} };
  for (const table of Object.values(to.tables)) {
    const old = from.tables[table.id];
    if (old === table) continue;
    for (const row of old.rows) if (!keptIn(table, row)) edits.remove.push(`${table.id}.${row.id}`);
    if (table.kind === 'modifiers') modifierEdits(old as ModifierTable, table, edits);
    if (table.kind === 'cells') cellEdits(old as CellTable, table, edits);
  }
  for (const { key, value } of Object.values(to.rulings)) {
    if (value !== from.rulings[key].value) edits.rulings[key] = value;
  }
  return Object.fromEntries(Object.entries(edits).filter(([, of]) => Object.keys(of).length > 0));
}

type Row = Table['rows'][number] & { readonly replaces?: readonly string[] };

/** Values, cells and conditions of a row can be changed; one with other words is another row under its name. */
const keptIn = (table: Table, row: Row): boolean =>
  (table.rows as readonly Row[]).some(
    (r) => r.id === row.id && r.label === row.label && sameValue(r.replaces ?? [], row.replaces ?? []),
  );

function modifierEdits(old: ModifierTable, table: ModifierTable, edits: Edits): void {
  if (!sameValue(old.unless ?? null, table.unless ?? null)) edits.unless[table.id] = table.unless;
  for (const { source: _printed, ...row } of table.rows) {
    const before = old.rows.find((r) => r.id === row.id);
    const path = `${table.id}.${row.id}`;
    if (!before || !keptIn(table, before)) {
      edits.add[table.id] = [...(edits.add[table.id] ?? []), row];
      continue;
    }
    if (!sameValue(before.value, row.value)) edits.change[path] = { was: before.value, to: row.value };
    const [was, now] = [before.when ?? 'always', row.when ?? 'always'];
    if (!sameValue(was, now)) edits.when[path] = { was, to: now };
  }
}

function cellEdits(old: CellTable, table: CellTable, edits: Edits): void {
  for (const { source: _printed, ...row } of table.rows) {
    const before = old.rows.find((r) => r.id === row.id);
    if (!before || !keptIn(table, before)) {
      edits.add[table.id] = [...(edits.add[table.id] ?? []), row];
      continue;
    }
    for (const column of table.columns) {
      const [was, now] = [before.cells[column] ?? null, row.cells[column] ?? null];
      if (!sameValue(was, now)) edits.change[`${table.id}.${row.id}.${column}`] = { was, to: now };
    }
  }
}
