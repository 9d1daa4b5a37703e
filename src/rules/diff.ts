import type { Rulebook, Table } from './book.ts';
import { canonical } from './hash.ts';

/** One difference between two books. `row` is missing where a whole table differs, `part` where a whole row does. */
export interface BookDifference {
  /** A table's id, or 'rulings'. */
  readonly table: string;
  readonly title: string;
  readonly row?: string;
  readonly label?: string;
  /** value, when, replaces, unless, a column, label; order, where printed lines follow each other otherwise. */
  readonly part?: string;
  /** The book that the table is borrowed from, in one of the two. */
  readonly borrowed?: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Every difference from `a` to `b`, table by table and row by row, in the order of `a`, then what only `b` has. */
export function diffBooks(a: Rulebook, b: Rulebook): BookDifference[] {
  const found: BookDifference[] = [];
  for (const id of union(Object.keys(a.tables), Object.keys(b.tables))) {
    const from = a.tables[id];
    const to = b.tables[id];
    const borrowed = a.borrowed?.[id] ?? b.borrowed?.[id];
    const mark = borrowed === undefined ? {} : { borrowed };
    if (from && to) found.push(...diffTables(from, to).map((d) => ({ ...d, ...mark })));
    else {
      const table = from ?? to;
      found.push({
        table: id,
        title: table.title,
        ...mark,
        kind: from ? 'removed' : 'added',
        [from ? 'from' : 'to']: size(table),
      });
    }
  }
  return [...found, ...diffRulings(a, b)];
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
const size = (t: Table) => `${t.rows.length} ${t.rows.length === 1 ? 'row' : 'rows'}`;
const same = (x: unknown, y: unknown) => canonical(x ?? null) === canonical(y ?? null);

function diffTables(a: Table, b: Table): BookDifference[] {
  const at = { table: a.id, title: a.title };
  if (a.kind !== b.kind) return [{ ...at, part: 'kind', kind: 'changed', from: a.kind, to: b.kind }];
  const found: BookDifference[] = [];
  if (a.kind === 'modifiers' && b.kind === 'modifiers' && !same(a.unless, b.unless)) {
    found.push({ ...at, part: 'unless', kind: 'changed', from: a.unless, to: b.unless });
  }
  if (a.kind === 'cells' && b.kind === 'cells' && !same(a.columns, b.columns)) {
    found.push({ ...at, part: 'columns', kind: 'changed', from: a.columns, to: b.columns });
  }
  found.push(...diffOrder(a, b));
  const rowsOf = (t: Table) => new Map<string, Row>(t.rows.map((r) => [r.id, r]));
  const from = rowsOf(a);
  const to = rowsOf(b);
  for (const id of union([...from.keys()], [...to.keys()])) {
    const x = from.get(id);
    const y = to.get(id);
    const row = { ...at, row: id, label: (x ?? y)!.label };
    if (!x) found.push({ ...row, kind: 'added', to: worth(y!) });
    else if (!y) found.push({ ...row, kind: 'removed', from: worth(x) });
    else {
      for (const part of parts(x, y)) {
        found.push({ ...row, part: part.name, kind: 'changed', from: part.from, to: part.to });
      }
    }
  }
  return found;
}

/** Sentences are read in the order in which they are printed: a sequence of play is nothing but that. */
function diffOrder(a: Table, b: Table): BookDifference[] {
  if (a.kind !== 'text' || b.kind !== 'text') return [];
  const [from, to] = [a, b].map((t) => t.rows.map((r) => r.id));
  const inBoth = (ids: readonly string[], other: readonly string[]) => ids.filter((id) => other.includes(id));
  if (same(inBoth(from, to), inBoth(to, from))) return [];
  return [{ table: a.id, title: a.title, part: 'order', kind: 'changed', from, to }];
}

interface Row {
  readonly id: string;
  readonly label: string;
  readonly value?: unknown;
  readonly when?: unknown;
  readonly replaces?: unknown;
  readonly cells?: Readonly<Record<string, unknown>>;
}
const worth = (r: Row): unknown => r.value ?? r.cells ?? r.label;

function parts(x: Row, y: Row): { name: string; from: unknown; to: unknown }[] {
  const found: { name: string; from: unknown; to: unknown }[] = [];
  for (const name of ['value', 'when', 'replaces'] as const) {
    if (!same(x[name], y[name])) found.push({ name, from: x[name], to: y[name] });
  }
  for (const column of union(Object.keys(x.cells ?? {}), Object.keys(y.cells ?? {}))) {
    const [from, to] = [x.cells?.[column], y.cells?.[column]];
    if (!same(from, to)) found.push({ name: column, from: from ?? null, to: to ?? null });
  }
  if (x.label !== y.label) found.push({ name: 'label', from: x.label, to: y.label });
  return found;
}

function diffRulings(a: Rulebook, b: Rulebook): BookDifference[] {
  return union(Object.keys(a.rulings), Object.keys(b.rulings)).flatMap((key): BookDifference[] => {
    const [x, y] = [a.rulings[key], b.rulings[key]];
    const at = { table: 'rulings', title: 'Rulings', row: key, label: (x ?? y).question };
    if (!x) return [{ ...at, kind: 'added', to: y.value }];
    if (!y) return [{ ...at, kind: 'removed', from: x.value }];
    return x.value === y.value ? [] : [{ ...at, part: 'value', kind: 'changed', from: x.value, to: y.value }];
  });
}
