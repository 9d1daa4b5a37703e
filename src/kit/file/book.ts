import type { Program, Rulebook } from '../../rules/book.ts';
import { checkBook } from '../../rules/check.ts';
import type { FactType, Family, Vocabulary } from '../../rules/encounter.ts';
import { type PlayedBook, withFamily } from '../../rules/played.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import type { Troop } from '../../rules/troop.ts';
import type { Bound } from '../expression/bound.ts';
import { checkShape } from './check-shape.ts';
import { boundsOf, encounterOf } from './encounter.ts';
import { type Fault, Faults, type Path } from './faults.ts';
import { factTypeOf } from './fields.ts';
import { newBuild, readEncounter, sidesOf } from './put-together.ts';
import { type BookFile, bookSchema } from './shape.ts';
import { suiteOfFile } from './suite.ts';
import { rulebookOf, TYPES_TABLE } from './tables.ts';

/** Text of a file as the loader gives it; an object of a program has no lines. */
export interface BookText {
  readonly file: string;
  readonly value: unknown;
  readonly at: (path: Path, key?: boolean) => NonNullable<Problem['at']>;
  /** The text itself, for columns inside quoted expressions. */
  readonly source?: string;
}

/** How problems of the shape are told; the caller brings it, since it knows how schemas are explained. */
export type ExplainShape = (error: unknown, value: unknown) => readonly Problem[];

/**
 * A rulebook file as a book: its tables and rulings like those of any book, and its procedures in `program`, as data.
 * Every mistake of the file is told at once, with its line and column.
 */
export function bookFrom(text: BookText, explain: ExplainShape): PlayedBook {
  const result = bookSchema.safeParse(text.value);
  if (!result.success) {
    const problems = explain(result.error, text.value);
    throw new InputError(problems.map((p) => ({ ...p, at: text.at(p.path, p.message.startsWith('There is no ')) })));
  }
  const program: Program = { file: text.file, value: text.value, lines: linesOf(text) };
  const book = rulebookOf(result.data, (path) => text.at(path, true).line ?? 0, program);
  const faults = new Faults();
  checkShape(result.data, faults);
  const { family, used, unreadFacts } = familyFor(book, result.data, faults);
  // Conditions on a fact that could not be read wait until it can be.
  const tableFaults = checkBook(book, family.vocabulary).filter((p) => !unreadFacts.has(String(p.path.at(-1))));
  for (const p of tableFaults) faults.add(placeInFile(book, p.path), p.message);
  if (faults.list.length > 0) throw faults.asError((f) => positionOf(text, f));
  return withFamily({ ...book, unplayed: unread(book, used) }, family);
}

/** A book that came from elsewhere as data, from another thread or from a page, with its procedures put together again. */
export const playedByProgram = (book: Rulebook): PlayedBook =>
  withFamily(book, familyFor(book, bookSchema.parse(book.program!.value), new Faults()).family);

/** Figures and tables that no step reads: whoever edits one is told so. */
function unread(book: Rulebook, used: ReadonlySet<string>): Record<string, string> {
  const paths = Object.values(book.tables).flatMap((t) => {
    if (t.kind === 'modifiers' && t.figures)
      return t.rows.map((r) => `${t.id}.${r.id}`).filter((name) => !used.has(name));
    return t.id === TYPES_TABLE || used.has(t.id) ? [] : [t.id];
  });
  return Object.fromEntries(paths.map((path) => [path, '']));
}

/** Goes through every encounter once, without a scenario: names, types, what tactics may choose, what conditions may ask. */
function familyFor(book: Rulebook, file: BookFile, faults: Faults) {
  const unit: Record<string, FactType> = {};
  const now: Record<string, FactType> = {};
  const used = new Set<string>();
  const unreadFacts = new Set<string>();
  const encounters = Object.keys(file.encounters).map((id) => {
    const sides = sidesOf(file.encounters[id]);
    const build = newBuild(book, file, id, faults);
    const units = Object.fromEntries(sides.map(([side]) => [side, [null]]));
    const { names } = readEncounter(build, id, { units, now: null, tactics: {} });
    for (const name of build.used) used.add(name);
    for (const [side] of sides) note(unit, names.group(side)![0].names, unreadFacts);
    note(now, names.values, unreadFacts);
    return [id, encounterOf(file, id, build.options)] as const;
  });
  const vocabulary: Vocabulary = { unit, now };
  const family: Family = {
    id: book.family,
    vocabulary,
    encounters: Object.fromEntries(encounters),
    troops: { unitKey: 'name', of: typesOf },
    suite: (own) => suiteOfFile(file, (field) => boundsOf(own, file, field)),
  };
  return { family, used, unreadFacts };
}

function note(into: Record<string, FactType>, names: ReadonlyMap<string, Bound>, unread: Set<string>): void {
  for (const [name, { type, unread: isUnread }] of names) {
    if (isUnread) unread.add(name);
    const known = into[name];
    const own = factTypeOf(type);
    into[name] =
      known?.type === 'word' && own.type === 'word'
        ? { type: 'word', values: [...new Set([...known.values, ...own.values])] }
        : own;
  }
}

/** The types of unit that a book declares, each a troop. */
function typesOf(book: Rulebook): Troop[] {
  const table = book.tables[TYPES_TABLE];
  const rows = table?.kind === 'cells' ? table.rows : [];
  return rows.map(({ id, label, cells }) => {
    const said = Object.entries(cells).filter(([, value]) => value !== null);
    return { name: label, id, values: { type: id }, about: said.map(([key, value]) => `${key} ${value}`).join(', ') };
  });
}

/** `fire.modifiers.short` as the place of that row in the file. */
function placeInFile(book: Rulebook, path: Path): Path {
  const [head, ...rest] = path;
  const table = Object.values(book.tables)
    .filter((t) => String(head) === t.id || String(head).startsWith(`${t.id}.`))
    .sort((a, b) => b.id.length - a.id.length)[0];
  if (!table) return path;
  const group =
    table.kind === 'cells' ? 'grids' : table.kind === 'modifiers' && table.figures ? 'figures' : 'modifiers';
  const row = String(head).slice(table.id.length + 1);
  const written = (book.program!.value as BookFile)[group]?.[table.id]?.rows?.[row];
  // A short row is a list: value, label, condition.
  const inRow = Array.isArray(written) ? rest.map((key, i) => (i === 0 && key === 'when' ? 2 : key)) : rest;
  return [group, table.id, ...(row === '' ? [] : ['rows', row]), ...inRow];
}

/** The line and column of a mistake; inside an expression, of the character in question. */
function positionOf(text: BookText, fault: Fault): NonNullable<Problem['at']> {
  const exact = text.at(fault.path, fault.key ?? false);
  if (fault.offset === undefined || exact.line === undefined || exact.column === undefined) return exact;
  const line = text.source?.split('\n')[exact.line - 1] ?? '';
  const quoted = /['"]/.test(line[exact.column - 1] ?? '') ? 1 : 0;
  // What goes over several lines is told by its first.
  return /^[|>]/.test(line.slice(exact.column - 1))
    ? exact
    : { ...exact, column: exact.column + fault.offset + quoted };
}

/** Lines of the steps, for messages at play. */
function linesOf(text: BookText): Record<string, number> {
  const lines: Record<string, number> = {};
  const visit = (value: unknown, path: Path): void => {
    const { line } = text.at(path);
    if (line !== undefined) lines[path.join('.')] = line;
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  const all = text.value as Record<string, unknown>;
  for (const key of ['unit', 'procedures', 'encounters']) if (all[key] !== undefined) visit(all[key], [key]);
  return lines;
}
