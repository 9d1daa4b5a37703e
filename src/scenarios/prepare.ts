import type { z } from 'zod';
import type { Axis } from '../results/types.ts';
import type { CellTable, Rulebook } from '../rules/book.ts';
import type { BuiltEncounter, EncounterDef, EncounterKind } from '../rules/encounter.ts';
import { bookHash, canonical } from '../rules/hash.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { bookById } from '../rules/registry.ts';
import { applyVariant, type Variant } from '../rules/variant.ts';
import { problemsOf } from './issues.ts';
import { COMMON_KEYS } from './keys.ts';
import { kindOf, type Override, withValue } from './override.ts';
import type { Recipe } from './recipe.ts';
import { keysAt } from './shape.ts';
import type { ParsedText } from './text.ts';

export type { Override } from './override.ts';

/** A variant, what people call it, and the file it came from. */
export interface NamedVariant {
  readonly name: string;
  readonly variant: Variant;
  readonly text?: ParsedText;
}

/** A scenario file, read and checked: everything that a cell of it is made from. */
export interface LoadedScenario {
  /** The file or the built-in name. */
  readonly source: string;
  readonly title: string;
  readonly rules: string;
  readonly encounter: EncounterKind;
  /** As written, without the keys that every file has and without defaults. */
  readonly situation: Readonly<Record<string, unknown>>;
  readonly variants: readonly NamedVariant[];
  /** From `rulings`, `set` and the command line, in order. */
  readonly overrides: readonly Override[];
  readonly vary: readonly Axis[];
  /** Variants that an axis `variant` names. */
  readonly named: ReadonlyMap<string, NamedVariant>;
  readonly options: {
    readonly engine?: 'auto' | 'exact' | 'sample';
    readonly trials?: number;
    readonly precision?: number;
    readonly seed?: number;
  };
  readonly text?: ParsedText;
}

/** One cell of an experiment, ready to be played. */
export interface PreparedCell {
  readonly book: Rulebook;
  readonly situation: unknown;
  readonly built: BuiltEncounter;
  readonly recipe: Recipe;
  readonly hash: string;
  /** The variants and edits laid over the book, or null. */
  readonly variantName: string | null;
  readonly labels: Readonly<Record<string, string | number | boolean>>;
}

/** loaded + overrides ─ book with variants ─ situation against its schema ─ the sheet's own refusals ─ machine. */
export function prepareCell(loaded: LoadedScenario, overrides: readonly Override[] = []): PreparedCell {
  const cell = resolveCell(loaded, overrides);
  const { book, def, base } = cell;
  return {
    book,
    situation: cell.situation,
    built: def.build(cell.situation, book),
    recipe: { book, encounter: loaded.encounter, situation: cell.situation, base },
    hash: cell.hash,
    variantName: cell.variantName,
    labels: Object.fromEntries(overrides.map((o) => [o.path, labelOf(o.value)])),
  };
}

interface ResolvedCell extends BookOfCell {
  readonly def: EncounterDef;
  readonly situation: unknown;
}

/** Everything but the machine. */
export function resolveCell(loaded: LoadedScenario, overrides: readonly Override[]): ResolvedCell {
  const all = [...loaded.overrides, ...overrides];
  const found = bookOf(loaded, all);
  const { family } = bookById(found.base);
  const def = family.encounters[loaded.encounter];
  if (!def) {
    const kinds = Object.keys(family.encounters);
    const near = nearest(loaded.encounter, kinds);
    const message = `${found.base} has no encounter '${loaded.encounter}'; it has ${kinds.join(', ')}.${near ? ` Did you mean '${near}'?` : ''}`;
    throw located(loaded, all, [{ path: ['encounter'], message, found: loaded.encounter, allowed: kinds }]);
  }
  const situation = situationOf(loaded, all, def, found.book);
  const refusals = def.check(situation, found.book);
  if (refusals.length > 0) throw located(loaded, all, refusals);
  return { ...found, def, situation };
}

// --- the book of a cell ---

interface BookOfCell {
  readonly book: Rulebook;
  readonly base: string;
  readonly hash: string;
  readonly variantName: string | null;
}
const books = new WeakMap<LoadedScenario, Map<string, BookOfCell>>();
const MOST_BOOKS = 500;

/** Cells that differ in the situation only share one book object, and with it every cache that hangs on it. */
function bookOf(loaded: LoadedScenario, all: readonly Override[]): BookOfCell {
  const relevant = all.filter((o) => kindOf(o.path) !== 'situation');
  const key = canonical(relevant.map((o) => [o.path, o.value]));
  let known = books.get(loaded);
  if (!known) {
    known = new Map();
    books.set(loaded, known);
  }
  let found = known.get(key);
  if (!found) {
    found = makeBook(loaded, relevant);
    if (known.size >= MOST_BOOKS) known.clear();
    known.set(key, found);
  }
  return found;
}

function makeBook(loaded: LoadedScenario, relevant: readonly Override[]): BookOfCell {
  const last = relevant.findLast((o) => o.path === 'rules');
  const base = last ? String(last.value) : loaded.rules;
  let book: Rulebook;
  try {
    book = bookById(base).book;
  } catch (e) {
    throw e instanceof InputError ? located(loaded, relevant, e.problems) : e;
  }
  const variants = [
    ...loaded.variants,
    ...relevant.filter((o) => o.path === 'variant').flatMap((o) => variantOf(loaded, o)),
  ];
  const problems: Problem[] = [];
  for (const v of variants) {
    try {
      book = applyVariant(book, v.variant, { name: v.name, lineOf: (p) => v.text?.at(p).line });
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      const of = (p: Problem) => v.text?.at(p.path, true) ?? { file: v.name };
      problems.push(...e.problems.map((p) => ({ ...p, at: p.at ?? of(p) })));
    }
  }
  const edits = relevant.filter((o) => kindOf(o.path) === 'rule' || kindOf(o.path) === 'ruling');
  const names = variants.map((v) => v.name);
  if (edits.length > 0) {
    const printed = book.variants;
    try {
      book = { ...applyVariant(book, asVariant(book, edits), { name: 'set' }), variants: printed };
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      problems.push(...located(loaded, edits, e.problems.map(asOverridePath)).problems);
    }
    // A scenario's own rulings are told by the cell's rulings; edits of figures are told here.
    names.push(...edits.filter((o) => kindOf(o.path) === 'rule').map((o) => `${o.path.slice(6)}=${labelOf(o.value)}`));
    if (names.length > 0) book = { ...book, variants: names };
  }
  if (problems.length > 0) throw new InputError(problems);
  return { book, base, hash: bookHash(book), variantName: names.length > 0 ? names.join(' + ') : null };
}

/** What `variant` is set to: a name known to the scenario, edits themselves, or none. */
function variantOf(loaded: LoadedScenario, o: Override): NamedVariant[] {
  const { value } = o;
  if (value === null || value === 'none' || value === 'base') return [];
  if (typeof value === 'string') {
    const found = loaded.named.get(value);
    if (found) return [found];
    const message = `There is no variant '${value}' here.`;
    throw new InputError([{ path: ['variant'], message, found: value, ...(o.at ? { at: o.at } : {}) }]);
  }
  if (typeof value === 'object' && 'variant' in value) return [value as NamedVariant];
  return [{ name: (value as Variant).title, variant: value as Variant }];
}

/** Single edits are a small variant; the last word on a path counts. */
function asVariant(book: Rulebook, edits: readonly Override[]): Variant {
  const change: Record<string, unknown> = {};
  const rulings: Record<string, string | number> = {};
  for (const o of edits) {
    if (kindOf(o.path) === 'rule') change[o.path.slice('rules.'.length)] = o.value;
    else rulings[o.path.slice('rulings.'.length)] = o.value as string | number;
  }
  return { title: 'set', base: book.id, change, rulings } as Variant;
}

const asOverridePath = (p: Problem): Problem => ({
  ...p,
  path: [p.path[0] === 'change' ? `rules.${p.path[1]}` : `rulings.${p.path[1]}`],
});

// --- the situation of a cell ---

interface KnownSchema {
  readonly grids: readonly CellTable[];
  readonly schema: z.ZodType;
}
const schemas = new WeakMap<EncounterDef, KnownSchema[]>();

/** A schema hangs on the book's grids (weapons, formations) and on nothing else of it, so most variants share one. */
export function schemaOf(def: EncounterDef, book: Rulebook): z.ZodType {
  const grids = Object.values(book.tables).filter((t) => t.kind === 'cells');
  const known = schemas.get(def) ?? [];
  const hit = known.find((k) => k.grids.length === grids.length && k.grids.every((t, i) => t === grids[i]));
  if (hit) return hit.schema;
  const schema = def.schema(book);
  schemas.set(def, [{ grids, schema }, ...known.slice(0, 15)]);
  return schema;
}

const parsed = new WeakMap<z.ZodType, WeakMap<object, unknown>>();

function situationOf(loaded: LoadedScenario, all: readonly Override[], def: EncounterDef, book: Rulebook): unknown {
  const schema = schemaOf(def, book);
  const own = all.filter((o) => kindOf(o.path) === 'situation');
  let raw: unknown = loaded.situation;
  for (const o of own) raw = withValue(raw, o.path.split('.'), o.value);
  const cache = parsed.get(schema) ?? new WeakMap();
  parsed.set(schema, cache);
  const known = cache.get(raw as object);
  if (known !== undefined) return known;
  const result = schema.safeParse(raw);
  if (!result.success) {
    const problems = problemsOf(result.error, schema, raw, COMMON_KEYS);
    throw located(loaded, own, addPathHints(problems, own, schema));
  }
  cache.set(raw as object, result.data);
  return result.data;
}

/** `--set fs=9` where only attacker.fs exists: the nearest whole path helps more than the list of groups. */
function addPathHints(problems: Problem[], own: readonly Override[], schema: z.ZodType): Problem[] {
  const groups = keysAt(schema, []);
  return problems.map((p) => {
    const name = String(p.path[0]);
    if (p.path.length !== 1 || groups.includes(name) || p.nearest || !own.some((o) => o.path === name)) return p;
    const inside = groups.filter((g) => keysAt(schema, [g]).includes(name)).map((g) => `${g}.${name}`);
    return inside.length === 0
      ? p
      : { ...p, message: `${p.message} Did you mean ${inside.map((i) => `'${i}'`).join(' or ')}?` };
  });
}

// --- where a problem was said ---

/** Gives every problem its place: the override that set it, or the scenario's own line. */
export function located(
  loaded: LoadedScenario,
  overrides: readonly Override[],
  problems: readonly Problem[],
): InputError {
  return new InputError(
    problems.map((p) => {
      if (p.at) return p;
      const path = p.path.join('.');
      const by = overrides.findLast(
        (o) => path === o.path || path.startsWith(`${o.path}.`) || o.path.startsWith(`${path}.`),
      );
      const isKey = p.message.startsWith('There is no ');
      const at = by?.at ?? (by ? { file: `${by.path}=${labelOf(by.value)}` } : loaded.text?.at(p.path, isKey));
      return at ? { ...p, at } : p;
    }),
  );
}

function labelOf(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null) return 'none';
  if (typeof value === 'object' && 'name' in value && 'variant' in value) return String(value.name);
  if (typeof value === 'object' && 'title' in value) return String(value.title);
  return JSON.stringify(value) ?? String(value);
}
