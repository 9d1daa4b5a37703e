import * as z from 'zod';
import type { Rulebook } from '../../src/rules/book.ts';
import { withRuling } from '../../src/rules/check.ts';
import type { AnyMachine, BuiltEncounter, EncounterDef, Family } from '../../src/rules/encounter.ts';
import type { Problem } from '../../src/rules/problem.ts';
import { examples, exampleText } from '../../src/scenarios/examples.ts';
import { COMMON_KEYS } from '../../src/scenarios/keys.ts';
import { withValue } from '../../src/scenarios/override.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { exact } from '../../src/sim/exact.ts';
import { Sfc32 } from '../../src/sim/random.ts';
import { bookById } from '../books.ts';

/**
 * Random legal situations of a book, and their exact answers: written down before rules are rewritten, looked at again
 * afterwards. Situations are built-in ones with some keys changed to anything that the schema and the sheet allow.
 */
export interface Question {
  readonly book: string;
  readonly encounter: string;
  readonly situation: Readonly<Record<string, unknown>>;
  readonly rulings: Readonly<Record<string, string | number>>;
}
export interface Answer extends Question {
  /** Shares of outcomes, means of measures and of sums, by id; and how many notes the reader is given. */
  readonly figures: Readonly<Record<string, number>>;
}

const MOST_STATES = 40_000;

type Json = { readonly [key: string]: unknown };
const below = (random: Sfc32, n: number): number => random.next() % n;
const pick = <T>(random: Sfc32, list: readonly T[]): T => list[below(random, list.length)];

/** Places of a schema that hold one value, with what may stand there. */
function places(
  schema: Json,
  root: Json,
  path: readonly string[] = [],
  depth = 0,
): { path: readonly string[]; schema: Json }[] {
  const ref = schema['$ref'] as string | undefined;
  if (ref)
    return depth > 8 ? [] : places((root['$defs'] as Json)[ref.split('/').at(-1)!] as Json, root, path, depth + 1);
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (branches) return branches.flatMap((b) => places(b, root, path, depth + 1));
  const inner = Object.entries((schema['properties'] ?? {}) as Json).flatMap(([key, s]) => places(s as Json, root, [...path, key], depth + 1)); // biome-ignore format: one line
  const single = schema['enum'] !== undefined || schema['type'] === 'integer' || schema['type'] === 'boolean';
  return single ? [...inner, { path, schema }] : inner;
}

function anyValue(random: Sfc32, schema: Json): unknown {
  if (schema['enum']) return pick(random, schema['enum'] as unknown[]);
  if (schema['type'] === 'boolean') return below(random, 2) === 1;
  const low = Math.max(-20, Number(schema['minimum'] ?? 0));
  const high = Math.min(low + 30, Number(schema['maximum'] ?? low + 30));
  return low + below(random, Math.max(1, high - low + 1));
}

const shipped = (family: Family): Record<string, unknown> =>
  Object.fromEntries(Object.entries(family.attachments ?? {}).map(([k, a]) => [k, Object.values(a.shipped)[0]()]));

/** Situations of built-in scenarios that this book takes, by encounter. */
function bases(book: Rulebook, family: Family): { encounter: string; situation: Record<string, unknown> }[] {
  return [...examples().values()]
    .map((e) => exampleText(e.name)!.value as Record<string, unknown>)
    .filter((file) => Object.hasOwn(family.encounters, String(file['encounter'])))
    .map((file) => ({
      encounter: String(file['encounter']),
      situation: Object.fromEntries(
        Object.entries(file).filter(([k]) => !COMMON_KEYS.includes(k) && !(k in (family.attachments ?? {}))),
      ),
    }))
    .filter(({ encounter, situation }) =>
      isLegal(family.encounters[encounter]!, book, { ...situation, ...shipped(family) }),
    );
}

/** What the sheet has against a situation; null where the schema does not even take it. */
function refusal(def: EncounterDef, book: Rulebook, situation: unknown): readonly Problem[] | null {
  const parsed = schemaOf(def, book).safeParse(situation);
  return parsed.success ? def.check(parsed.data, book) : null;
}
const isLegal = (def: EncounterDef, book: Rulebook, situation: unknown): boolean =>
  refusal(def, book, situation)?.length === 0;

/**
 * So many random questions of a book that the sheet allows (or refuses, when asked for those); the same for the same
 * seed as long as schemas stay as they are.
 */
export function questions(
  id: string,
  many: number,
  seed: number,
  wanted: (encounter: string) => boolean = () => true,
  allowed = true,
): Question[] {
  const { book, family } = bookById(id);
  const random = new Sfc32(seed, 1);
  const all = bases(book, family).filter((b) => wanted(b.encounter));
  const found: Question[] = [];
  const schemas = new Map<string, Json>();
  if (all.length === 0) return found;
  for (let tries = 0; found.length < many && tries < 50 * many; tries++) {
    const base = pick(random, all);
    const def = family.encounters[base.encounter]!;
    const schema =
      schemas.get(base.encounter) ??
      (z.toJSONSchema(schemaOf(def, book), { io: 'input', unrepresentable: 'any' }) as Json);
    schemas.set(base.encounter, schema);
    const open = places(schema, schema).filter((p) => p.path.length > 0);
    let situation: unknown = base.situation;
    for (let n = 1 + below(random, 5); n > 0; n--) {
      const place = pick(random, open);
      situation = withValue(situation, place.path, anyValue(random, place.schema));
    }
    const rulings: Record<string, string | number> = {};
    for (const r of Object.values(book.rulings))
      if (below(random, 20) === 0 && r.allowed.words) rulings[r.key] = pick(random, r.allowed.words);
    const question = { book: id, encounter: base.encounter, situation: situation as Record<string, unknown>, rulings };
    const problems = refusal(def, ruled(book, rulings), { ...question.situation, ...shipped(family) });
    if (problems && (problems.length === 0) === allowed) found.push(question);
  }
  return found;
}

const ruled = (book: Rulebook, rulings: Question['rulings']): Rulebook =>
  Object.entries(rulings).reduce((b, [key, value]) => withRuling(b, key, value), book);

function built(question: Question): BuiltEncounter {
  const { book, family } = bookById(question.book);
  const def = family.encounters[question.encounter]!;
  const own = ruled(book, question.rulings);
  const situation = schemaOf(def, own).parse({ ...question.situation, ...shipped(family) });
  return def.build(situation, own);
}
export const machineOf = (question: Question): AnyMachine => built(question).machine;

/** What the book has against a question; null where it is not even understood. */
export function refusalOf({ book: id, encounter, situation, rulings }: Question): readonly Problem[] | null {
  const { book, family } = bookById(id);
  return refusal(family.encounters[encounter]!, ruled(book, rulings), { ...situation, ...shipped(family) });
}
/** Does the book allow what a question asks? */
export const isAllowed = (question: Question): boolean => refusalOf(question)?.length === 0;

/** The exact answer; null where the encounter is too large to be compiled whole. */
export function answer(question: Question, stateBudget = MOST_STATES): Answer | null {
  try {
    const { machine, notes } = built(question);
    const { outcomes, measures, ends, sums } = exact(compile(machine, { stateBudget }));
    const figures: Record<string, number> = { 'notes given': notes.length };
    for (const e of ends) {
      const id = outcomes[e.outcome].id;
      figures[id] = (figures[id] ?? 0) + e.weight;
      measures.forEach((m, i) => {
        figures[`mean ${m.id}`] = (figures[`mean ${m.id}`] ?? 0) + e.weight * e.values[i];
      });
    }
    for (const s of sums) figures[`sum ${s.id}`] = s.mean;
    return { ...question, figures };
  } catch (e) {
    if (e instanceof StateBudgetError) return null;
    throw e;
  }
}

/** What differs between an answer of before and one of now: shares by more than 1e-12, means by more than 1e-9. */
export function differences(before: Answer, now: Answer): string[] {
  const ids = [...new Set([...Object.keys(before.figures), ...Object.keys(now.figures)])];
  return ids.flatMap((id) => {
    const [was, is] = [before.figures[id] ?? 0, now.figures[id] ?? 0];
    return Math.abs(was - is) <= (id.includes(' ') ? 1e-9 : 1e-12) ? [] : [`${id}: ${was} before, ${is} now`];
  });
}
