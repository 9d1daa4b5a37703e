import {
  type CellRow,
  type CellTable,
  type ModifierRow,
  type ModifierTable,
  type Rulebook,
  type RulingValue,
  type Source,
  type Table,
  withRows,
} from './book.ts';
import { checkValue, checkWhen, rulingFault, unknownRuling, withRuling } from './check.ts';
import { editCell, editModifier, sameValue } from './edit.ts';
import type { Vocabulary } from './encounter.ts';
import { MOST_HINTS } from './nearest.ts';
import type { When } from './pattern.ts';
import { noSuchPlace, placeAt, withoutRules } from './place.ts';
import { familyOf, type PlayedBook } from './played.ts';
import { InputError, type Problem } from './problem.ts';
import { type AddedRow, type Variant, variantName } from './variant-schema.ts';

export { type Variant, variantName, variantSchema } from './variant-schema.ts';

export interface VariantContext {
  /** What the edits are signed with; the title if left out. */
  readonly name?: string;
  /** The line of a place in the variant's file, for the sources of added rows. */
  readonly lineOf?: (path: readonly (string | number)[]) => number | undefined;
}

/** The book with a variant laid over it; throws every problem at once. Tables that are not touched stay the same objects. */
export function applyVariant(base: PlayedBook, variant: Variant, context: VariantContext = {}): PlayedBook {
  const name = context.name ?? variantName(variant);
  const problems: Problem[] = [];
  const bases = Array.isArray(variant.base) ? variant.base : [variant.base];
  if (!bases.some((name) => isNameOf(name, base))) {
    const message = `The variant '${variant.title}' changes ${bases.join(' or ')}, but the scenario plays ${base.id}.`;
    throw new InputError([{ path: ['base'], message, found: variant.base }]);
  }
  const vocabulary = familyOf(base).vocabulary;
  const job: Job = { book: base, name, vocabulary, problems, context };
  for (const [path, to] of Object.entries(variant.change ?? {})) change(job, path, to, ['change', path]);
  for (const [path, to] of Object.entries(variant.when ?? {})) recondition(job, path, to, ['when', path]);
  for (const [id, to] of Object.entries(variant.unless ?? {})) except(job, id, to as WhenInput, ['unless', id]);
  (variant.remove ?? []).forEach((path, i) => {
    remove(job, path, ['remove', i]);
  });
  for (const [id, rows] of Object.entries(variant.add ?? {})) {
    add(job, id, rows, ['add', id]);
  }
  for (const [key, to] of Object.entries(variant.rulings ?? {})) setRuling(job, key, to, ['rulings', key]);
  checkAdded(job, variant);
  if (problems.length > 0) throw new InputError(problems);
  return { ...job.book, variants: [...(base.variants ?? []), name] };
}

/** A book goes by its id, or by the name of its file. */
function isNameOf(name: string, book: Rulebook): boolean {
  const bare = (path: string) => path.replace(/^.*[\\/]/, '');
  return name === book.id || (book.program !== undefined && bare(name) === bare(book.program.file));
}

interface Job {
  book: PlayedBook;
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly problems: Problem[];
  readonly context: VariantContext;
}
type At = readonly (string | number)[];

const isHinted = (job: Job): boolean => job.problems.length < MOST_HINTS;
const missingPlace = (job: Job, path: string, at: At): Problem => noSuchPlace(job.book, path, at, isHinted(job));
type WhenInput = 'always' | When;

const withTable = <Book extends Rulebook>(book: Book, table: Table): Book => ({
  ...book,
  tables: { ...book.tables, [table.id]: table },
});
const changed = (job: Job, source: Source): Source => ({ ...source, changedBy: job.name });

function change(job: Job, path: string, to: unknown, at: At): void {
  const place = placeAt(job.book, path);
  if (!place) {
    job.problems.push(missingPlace(job, path, at));
    return;
  }
  const { was, next } = split(to);
  if (place.kind === 'modifier') {
    const row = editModifier(place.table, place.row, place.part, next, was, at, job.problems);
    if (row) replaceRow(job, place.table, { ...row, source: changed(job, row.source) });
  } else if (place.kind === 'cell') {
    const row = editCell(place.table, place.row, place.column, next, was, at, job.problems);
    if (row) replaceRow(job, place.table, { ...row, source: changed(job, row.source) });
  } else {
    const what = place.kind === 'table' ? 'a whole table' : 'printed text without a figure';
    const message = `'${withoutRules(path)}' is ${what}; name one of its rows that holds a value.`;
    job.problems.push({ path: at, message, found: path });
  }
}

/** `{ was, to }` taken apart. */
function split(to: unknown): { was: unknown; next: unknown } {
  const both = to !== null && typeof to === 'object' && !Array.isArray(to) && 'to' in to;
  return both ? { was: (to as { was?: unknown }).was, next: (to as { to: unknown }).to } : { was: undefined, next: to };
}

function replaceRow(job: Job, table: ModifierTable, row: ModifierRow): void;
function replaceRow(job: Job, table: CellTable, row: CellRow): void;
function replaceRow(job: Job, table: ModifierTable | CellTable, row: ModifierRow | CellRow): void {
  const rows = table.rows.map((r) => (r.id === row.id ? row : r));
  job.book = withTable(job.book, { ...table, rows } as Table);
}

function recondition(job: Job, path: string, to: unknown, at: At): void {
  const place = placeAt(job.book, path);
  if (place?.kind !== 'modifier' || place.part !== undefined) {
    job.problems.push(
      place
        ? { path: at, message: `'${path}' is not a row of modifiers, so it has no condition.`, found: path }
        : missingPlace(job, path, at),
    );
    return;
  }
  const { was, next } = split(to);
  const old = plainest(place.row.when);
  if (was !== undefined && !sameValue(plainest(asWhen(was as WhenInput)), old)) {
    const message = `The variant says the condition was ${JSON.stringify(was)}, but ${job.book.id} says ${JSON.stringify(old)}.`;
    job.problems.push({ path: [...at, 'was'], message, found: was });
    return;
  }
  const { when: _old, ...row } = place.row;
  const condition = asWhen(next as WhenInput);
  if (condition) job.problems.push(...checkWhen(condition, job.vocabulary, job.book, at));
  replaceRow(job, place.table, {
    ...row,
    ...(condition ? { when: condition } : {}),
    source: changed(job, row.source),
  });
}

/** One pattern by itself is the same as a list of it. */
const plainest = (when: When | undefined): WhenInput =>
  when === undefined ? 'always' : Array.isArray(when) && when.length === 1 ? when[0] : when;

const asWhen = (input: WhenInput | undefined): When | undefined => (input === 'always' ? undefined : input);

function except(job: Job, id: string, to: WhenInput, at: At): void {
  const table = job.book.tables[withoutRules(id)];
  if (table?.kind !== 'modifiers') {
    job.problems.push(noTable(job, id, at));
    return;
  }
  const condition = asWhen(to) ?? {};
  job.problems.push(...checkWhen(condition, job.vocabulary, job.book, at));
  job.book = withTable(job.book, { ...table, unless: condition } satisfies ModifierTable);
}

function noTable(job: Job, id: string, at: At): Problem {
  const place = placeAt(job.book, id);
  if (place) return { path: at, message: `'${id}' cannot take this edit; name a table of rows.`, found: id };
  return missingPlace(job, id, at);
}

function remove(job: Job, path: string, at: At): void {
  const place = placeAt(job.book, path);
  if (!place || place.kind === 'table' || ('part' in place && place.part) || ('column' in place && place.column)) {
    job.problems.push(
      place
        ? { path: at, message: `'${path}' is not a row; only rows can be removed.`, found: path }
        : missingPlace(job, path, at),
    );
    return;
  }
  const id = place.kind === 'text' ? place.rowId : place.row.id;
  const table = withRows(place.table, (r) => (r.id === id ? [] : [r]));
  const removed = table.kind === 'cells' ? { ...table, removed: [...(table.removed ?? []), id] } : table;
  job.book = withTable(job.book, removed);
}

/** All new rows of a table at once: a file may have thousands. */
/** Ten times what any sheet prints. Every state of an encounter goes through the rows of its tables. */
const MOST_ROWS = 500;

function add(job: Job, id: string, rows: readonly AddedRow[], at: At): void {
  const table = job.book.tables[withoutRules(id)];
  if (!table || table.kind === 'text') {
    for (const _ of rows) job.problems.push(noTable(job, id, at));
    return;
  }
  const size = table.rows.length + rows.length;
  if (size > MOST_ROWS) {
    const message = `The table '${table.id}' would have ${size.toLocaleString('en')} rows; ${MOST_ROWS} are allowed.`;
    job.problems.push({ path: at, message });
    return;
  }
  const known = new Map<string, Table['rows'][number]>(table.rows.map((r) => [r.id, r]));
  rows.forEach((row, i) => {
    if (known.has(row.id)) {
      const message = `The table '${table.id}' already has a row '${row.id}'; use 'change' to change it.`;
      job.problems.push({ path: [...at, i, 'id'], message, found: row.id });
      return;
    }
    const line = job.context.lineOf?.([...at, i]) ?? 0;
    const source: Source = { sheet: job.name, section: 'added row', line };
    const made =
      table.kind === 'modifiers'
        ? addedModifier(job, table, row, source, [...at, i])
        : addedCells(job, table, known as ReadonlyMap<string, CellRow>, row, source, [...at, i]);
    if (made) known.set(row.id, made);
  });
  job.book = withTable(job.book, { ...table, rows: [...known.values()] } as Table);
}

function addedModifier(job: Job, table: ModifierTable, row: AddedRow, source: Source, at: At): ModifierRow | undefined {
  if (row.value === undefined || row.cells || row.like) {
    const message = `A new row of '${table.id}' needs a value (and may have when, replaces and label), not cells.`;
    job.problems.push({ path: at, message });
    return undefined;
  }
  const condition = asWhen(row.when as WhenInput | undefined);
  const value = Array.isArray(row.value) ? { pair: row.value } : row.value;
  return {
    id: row.id,
    label: row.label ?? row.id,
    value: value as ModifierRow['value'],
    ...(condition ? { when: condition } : {}),
    ...(row.replaces ? { replaces: row.replaces } : {}),
    source,
  };
}

function addedCells(
  job: Job,
  table: Extract<Table, { kind: 'cells' }>,
  known: ReadonlyMap<string, CellRow>,
  row: AddedRow,
  source: Source,
  at: At,
): CellRow | undefined {
  if (row.value !== undefined || row.when || row.replaces) {
    job.problems.push({
      path: at,
      message: `'${table.id}' is a printed grid; a new row of it has cells, not a value.`,
    });
    return undefined;
  }
  const like = row.like === undefined ? undefined : known.get(row.like);
  if (row.like !== undefined && !like) {
    job.problems.push(missingPlace(job, `${table.id}.${row.like}`, [...at, 'like']));
    return undefined;
  }
  let made: CellRow = {
    id: row.id,
    label: row.label ?? row.id,
    cells: like?.cells ?? Object.fromEntries(table.columns.map((c) => [c, null])),
    source,
  };
  for (const [column, to] of Object.entries(row.cells ?? {})) {
    made = editCell(table, made, column, to, undefined, [...at, 'cells', column], job.problems) ?? made;
  }
  return made;
}

/** Conditions of added rows are looked at last: they may speak of weapons and rows that the variant itself adds. */
function checkAdded(job: Job, variant: Variant): void {
  for (const [id, rows] of Object.entries(variant.add ?? {})) {
    const table = job.book.tables[withoutRules(id)];
    if (table?.kind !== 'modifiers') continue;
    const known = new Map(table.rows.map((r) => [r.id, r]));
    rows.forEach((row, i) => {
      const made = known.get(row.id);
      if (!made) return;
      if (made.when)
        job.problems.push(...checkWhen(made.when, job.vocabulary, job.book, ['add', id, i, 'when'], isHinted(job)));
      job.problems.push(...checkValue(made.value, job.vocabulary, ['add', id, i, 'value']));
      for (const other of made.replaces ?? []) {
        if (!known.has(other)) {
          job.problems.push(missingPlace(job, `${table.id}.${other}`, ['add', id, i, 'replaces']));
        }
      }
    });
  }
}

function setRuling(job: Job, key: string, to: RulingValue, at: At): void {
  const ruling = Object.hasOwn(job.book.rulings, key) ? job.book.rulings[key] : undefined;
  if (!ruling) {
    job.problems.push(unknownRuling(job.book, key, at, isHinted(job)));
    return;
  }
  const fault = rulingFault(ruling, to);
  if (fault) job.problems.push({ path: at, message: fault, found: to });
  else job.book = withRuling(job.book, key, to);
}
