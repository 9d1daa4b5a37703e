import type { CellTable, Rulebook } from '../../rules/book.ts';
import type { Bound, GridReader, Value } from '../expression/bound.ts';
import { number, type Type, word } from '../expression/types.ts';
import type { Build } from './build.ts';
import type { Path } from './faults.ts';
import { kindOf } from './fields.ts';
import { Names, type UnitNames } from './names.ts';
import type { FactFile, FieldFile } from './shape.ts';
import type { ExpressionFile } from './step-shape.ts';

/** What a scenario says about a unit, or (where a book is only checked) what it might say. */
export type StatedValues = Readonly<Record<string, Value>> | null;

/** Names that stand still whatever is played: figures, rulings, grids. */
export function bookNames(build: Build): Names {
  const values = new Map<string, Bound>();
  for (const table of Object.values(build.book.tables)) {
    if (table.kind !== 'modifiers' || !table.figures) continue;
    for (const { id, value } of table.rows) {
      const figure = typeof value === 'number' ? value : 0;
      const name = `${table.id}.${id}`;
      values.set(name, noted(build, name, { type: number(figure, figure), read: () => figure, fixed: true }));
    }
  }
  for (const { key, value, allowed } of Object.values(build.book.rulings)) {
    const type = typeof value === 'number' ? number(value, value) : word(allowed.words ?? [value]);
    values.set(`ruling.${key}`, noted(build, `ruling.${key}`, { type, read: () => value, fixed: true }));
  }
  build.ruling = Object.fromEntries(Object.values(build.book.rulings).map((r) => [r.key, r.value]));
  return new Names({ values, grids: (name) => gridOf(build, build.book, name) });
}

/** Notes that a figure is read: what nobody reads is told by `rules check`. */
const noted = (build: Build, name: string, bound: Bound): Bound => ({
  get type() {
    build.used.add(name);
    return bound.type;
  },
  read: bound.read,
  fixed: bound.fixed,
});

function gridOf(build: Build, book: Rulebook, name: string): GridReader | undefined {
  const table = Object.hasOwn(book.tables, name) ? book.tables[name] : undefined;
  if (table?.kind !== 'cells') return undefined;
  build.used.add(name);
  const rows = lookup(table.rows.map((r) => r.id));
  const columns = lookup(table.columns);
  const cells = table.rows.map((r) => table.columns.map((c) => numberIn(r.cells[c])));
  const all = cells.flat();
  return {
    rows: rows.type,
    columns: columns.type,
    cells: number(Math.min(...all), Math.max(...all)),
    read: (row, column) => cells[rows.place(row)][columns.place(column)],
  };
}

const numberIn = (cell: CellTable['rows'][number]['cells'][string] | undefined): number =>
  typeof cell === 'number' ? cell : 0;

/** Words are found as they stand; a number beyond the printed ones reads the nearest. */
function lookup(ids: readonly string[]): { readonly type: Type; readonly place: (value: Value) => number } {
  if (!ids.every((id) => /^-?\d+$/.test(id)))
    return { type: word(ids), place: (value) => Math.max(0, ids.indexOf(String(value))) };
  const numbers = ids.map(Number);
  const place = (value: Value) => {
    let best = 0;
    numbers.forEach((n, i) => {
      if (Math.abs(n - Number(value)) < Math.abs(numbers[best] - Number(value))) best = i;
    });
    return best;
  };
  return { type: number(Math.min(...numbers), Math.max(...numbers)), place };
}

interface Declared {
  readonly given?: Readonly<Record<string, FieldFile>>;
  readonly state?: Readonly<Record<string, FieldFile>>;
  readonly facts?: readonly { readonly path: Path; readonly facts: Readonly<Record<string, FactFile>> }[];
}

/** The names of a unit or of the encounter: what is given, what changes, and what follows from both. */
export interface OwnNames {
  readonly names: Map<string, Bound>;
  /** Sets every variable to what it starts at. */
  readonly start: () => void;
}

/**
 * Gives the fields of a unit (or of the encounter) their names.
 * @param given what is said; null where a book is only checked
 * @param around what else its expressions may use
 */
export function ownNames(
  build: Build,
  key: string,
  path: Path,
  declared: Declared,
  given: StatedValues,
  around: Names,
): OwnNames {
  const names = new Map<string, Bound>();
  const scope = new Names({ values: names }, around);
  const starts: (() => void)[] = [];
  for (const [name, field] of Object.entries(declared.given ?? {})) {
    const at = [...path, 'given', name];
    const kind = kindOf(field, build.bounds(field.number as Pair | undefined, at, around));
    const value = given?.[name] ?? (field.default as Value | undefined) ?? kind.start;
    const type = given ? fixedType(kind.type, value) : kind.type;
    names.set(name, { type, read: () => value, fixed: given !== null });
  }
  for (const [name, field] of Object.entries(declared.state ?? {})) {
    const at = [...path, 'state', name];
    const kind = kindOf(field, build.bounds(field.number as Pair | undefined, at, scope));
    const variable = build.variable(`${key}.${name}`, `${key === 'now' ? '' : `${key}.`}${name}`, kind);
    const begin =
      field.start === undefined
        ? undefined
        : build.expression(field.start as ExpressionFile, [...at, 'start'], scope, kind.type.kind);
    const set = begin ? build.checked(variable, [...at, 'start'], begin.type) : variable.set;
    starts.push(begin ? () => set(begin.read()) : () => set(kind.start));
    names.set(name, variable);
  }
  for (const { path: at, facts } of declared.facts ?? []) {
    for (const [name, fact] of Object.entries(facts)) {
      const text = typeof fact === 'object' ? fact.is : fact;
      names.set(name, build.expression(text, typeof fact === 'object' ? [...at, name, 'is'] : [...at, name], scope));
    }
  }
  return {
    names,
    start: () => {
      for (const start of starts) start();
    },
  };
}

type Pair = readonly [ExpressionFile, ExpressionFile];

const fixedType = (type: Type, value: Value): Type =>
  type.kind === 'number' && typeof value === 'number' ? number(value, value) : type;

/** The record that conditions of rows look at: what stands still as it is, the rest through getters. */
export function factsOf(names: ReadonlyMap<string, Bound>): Readonly<Record<string, Value>> {
  const record: Record<string, Value> = {};
  for (const [name, { fixed, read }] of names) {
    if (fixed) record[name] = read();
    else Object.defineProperty(record, name, { enumerable: true, get: read });
  }
  return record;
}

export const unitNames = (
  name: string,
  called: string,
  side: string,
  names: ReadonlyMap<string, Bound>,
): UnitNames => ({
  name,
  called,
  side,
  names,
  facts: factsOf(names),
});
