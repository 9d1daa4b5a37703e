import type * as z from 'zod';
import { MOST_HINTS, nearest } from '../rules/nearest.ts';
import { shortList } from '../rules/place.ts';
import type { Problem } from '../rules/problem.ts';
import { keysAt, schemasAt } from './shape.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** Every issue of a failed parse as sentences a player understands. Extra keys may be allowed beside the schema's own. */
export function problemsOf(
  error: z.ZodError,
  schema: z.ZodType,
  input: unknown,
  moreKeys: readonly string[] = [],
): Problem[] {
  const { issues } = error;
  const byPath = new Map<string, Issue[]>();
  for (const issue of issues) byPath.set(pathKey(issue), [...(byPath.get(pathKey(issue)) ?? []), issue]);
  const beside = (issue: Issue) => byPath.get(pathKey(issue))!.filter((i) => i !== issue);
  // A number far out of bounds is also no safe integer: the bound that the rules set says it better.
  const bounded = issues.filter((issue) => !isUnsafe(issue) || !beside(issue).some((i) => i.code === issue.code));
  // What must hold over all keys of a group cannot hold while one of them is misspelt.
  const own = bounded.filter(
    (issue) => issue.code !== 'custom' || !beside(issue).some((i) => i.code === 'unrecognized_keys'),
  );
  const reading: Reading = { schema, input, moreKeys, near: fewHints() };
  return own.flatMap((issue) => translate(issue, reading, []));
}

/** What one failed parse is told from. */
interface Reading {
  readonly schema: z.ZodType;
  readonly input: unknown;
  readonly moreKeys: readonly string[];
  /** The nearest name, looked for a handful of times. */
  readonly near: typeof nearest;
}

function fewHints(): typeof nearest {
  let left = MOST_HINTS;
  return (name, known) => (left-- > 0 ? nearest(name, known) : undefined);
}

const isUnsafe = (issue: Issue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER);
const pathKey = (issue: Issue): string => issue.path.join('.');

function translate(issue: Issue, reading: Reading, above: Path): Problem[] {
  const { schema, input, moreKeys } = reading;
  const inner = moreKeys.length > 0 ? { ...reading, moreKeys: [] } : reading;
  const path = [...above, ...(issue.path as Path)];
  const found = valueAt(input, path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = [...keysAt(schema, path), ...(path.length === 0 ? moreKeys : [])];
      const better = issue.keys.some((key) => known.includes(key))
        ? nearerBranch(issue, schema, path, found)
        : undefined;
      if (better) return better.flatMap((i) => translate(i, reading, path));
      return issue.keys.map((key) => unknownKey(key, known, [...path, key], reading.near));
    }
    case 'invalid_value':
      return [wrongValue(path, found, issue.values.map(String), reading.near)];
    case 'invalid_union':
      return union(issue, inner, path, found);
    case 'invalid_type':
      return [wrongType(path, found, [typeText(issue.expected)])];
    case 'too_small':
    case 'too_big':
      return [outOfBounds(issue, path, found)];
    case 'invalid_key':
      return issue.issues.flatMap((i) =>
        // A name that is wrong itself, whatever it stands for.
        i.code === 'invalid_format' ? [wrongName(path, i.message)] : translate(i, inner, path),
      );
    case 'invalid_element':
      return issue.issues.flatMap((i) => translate(i, inner, path));
    default:
      return [{ path, message: sentence(issue.message, found), found }];
  }
}

function wrongName(path: Path, message: string): Problem {
  const name = path.at(-1);
  return { path, message: sentence(message, name), found: name };
}

function unknownKey(key: string, known: readonly string[], path: Path, nearestOf: Reading['near']): Problem {
  // Right in another of the shapes that are allowed here, such as { was, to } beside { self, enemy }.
  if (known.includes(key)) return { path, message: `'${key}' does not go with what else stands here.`, found: key };
  const near = nearestOf(key, known);
  const allowed = known.length > 0 ? `; allowed are ${shortList(known, 40)}` : '';
  return {
    path,
    message: `There is no '${key}' here${allowed}.${near ? ` Did you mean '${near}'?` : ''}`,
    found: key,
    allowed: known,
    ...(near ? { nearest: near } : {}),
  };
}

/** `shapes` is what may stand there besides the words: a number, a group of keys. */
function wrongValue(
  path: Path,
  found: unknown,
  allowed: readonly string[],
  nearestOf: Reading['near'],
  shapes: readonly string[] = [],
): Problem {
  const near = typeof found === 'string' ? nearestOf(found, allowed) : undefined;
  const what = found === undefined ? 'It is missing' : `Found ${show(found)}`;
  const besides = shapes.length > 0 ? `, or ${shapes.join(' or ')}` : '';
  return {
    path,
    message: `${what}; it may be ${shortList(allowed, 40)}${besides}.${near ? ` Did you mean '${near}'?` : ''}`,
    found,
    allowed: [...allowed, ...shapes],
    ...(near ? { nearest: near } : {}),
  };
}

function wrongType(path: Path, found: unknown, allowed: readonly string[]): Problem {
  const what = found === undefined ? 'It is missing' : `Found ${show(found)}`;
  return { path, message: `${what}; it must be ${allowed.join(' or ')}.`, found, allowed };
}

function outOfBounds(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>, path: Path, found: unknown): Problem {
  const small = issue.code === 'too_small';
  const bound = Number(small ? issue.minimum : issue.maximum);
  const side = small
    ? issue.inclusive === false
      ? 'more than'
      : 'at least'
    : issue.inclusive === false
      ? 'less than'
      : 'at most';
  const counted = issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'record';
  const unit = counted ? (bound === 1 ? ' entry' : ' entries') : issue.origin === 'string' ? ' characters' : '';
  const must = counted || issue.origin === 'string' ? 'have' : 'be';
  return { path, message: `Found ${show(found)}; it must ${must} ${side} ${bound}${unit}.`, found };
}

/** The branch that got furthest says what is wrong; when none got anywhere, what all of them would take. */
function union(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  reading: Reading,
  path: Path,
  found: unknown,
): Problem[] {
  const lists = flattened(issue.errors as readonly (readonly Issue[])[]);
  const inside = lists.filter(isInside);
  if (inside.length > 0) {
    const [best] = [...inside].sort((a, b) => slips(a) - slips(b));
    return best.flatMap((i) => translate(i, reading, path));
  }
  const flat = lists.flat();
  const values = [...new Set(flat.flatMap((i) => (i.code === 'invalid_value' ? i.values.map(String) : [])))];
  const types = [...new Set(flat.flatMap((i) => (i.code === 'invalid_type' ? [typeText(i.expected)] : [])))];
  if (values.length > 0) return [wrongValue(path, found, values, reading.near, types)];
  if (types.length > 0) return [wrongType(path, found, types)];
  return [{ path, message: sentence(issue.message, found), found }];
}

/** The value is of the branch's kind; something inside it is wrong. */
const isInside = (list: readonly Issue[]): boolean =>
  list.length > 0 && !list.some((i) => i.path.length === 0 && isMisfit(i));

/** What a branch that knows the keys has to say: zod itself takes one that could do without them. */
function nearerBranch(issue: Issue, schema: z.ZodType, path: Path, found: unknown): readonly Issue[] | undefined {
  const lists = schemasAt(schema, path).map((s) => s.safeParse(found).error?.issues ?? []);
  const [best] = lists.filter(isInside).sort((a, b) => slips(a) - slips(b));
  return best && slips(best) < slips([{ ...issue, path: [] }]) ? best : undefined;
}

/** A branch that does not know a key is further off than one that misses something. */
const STRANGE_KEY = 100;

/** How far a branch is off, in slips of the pen: a misspelt key is an unknown one and a missing one at once. */
function slips(list: readonly Issue[]): number {
  const unknown = list.flatMap((i) => (i.code === 'unrecognized_keys' && i.path.length === 0 ? i.keys : []));
  const missing = list.flatMap((i) => (isMisfit(i) && i.path.length === 1 ? [String(i.path[0])] : []));
  const near = fewHints();
  const strange = unknown.filter((key) => near(key, missing) === undefined).length;
  return STRANGE_KEY * strange + list.length;
}

/** A union inside a union is one union. */
const flattened = (lists: readonly (readonly Issue[])[]): readonly (readonly Issue[])[] =>
  lists.flatMap((list) => {
    const [only] = list;
    const nested = list.length === 1 && only.code === 'invalid_union' && only.path.length === 0;
    return nested ? flattened(only.errors as readonly (readonly Issue[])[]) : [list];
  });

const isMisfit = (i: Issue) => i.code === 'invalid_type' || i.code === 'invalid_value' || i.code === 'invalid_union';

function typeText(expected: string): string {
  switch (expected) {
    case 'int':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'string':
      return 'a word';
    case 'boolean':
      return 'true or false';
    case 'array':
    case 'tuple':
      return 'a list';
    case 'object':
    case 'record':
      return 'a group of keys';
    case 'null':
      return 'null';
    default:
      return expected;
  }
}

const sentence = (message: string, found: unknown): string => {
  const text = /[.!?]$/.test(message) ? message : `${message}.`;
  // A sentence that tells what was found needs no other before it.
  const isTold = found === undefined || typeof found === 'object' || / found '/.test(text);
  return isTold ? text : `Found ${show(found)}. ${text}`;
};

/** A value for people, kept short. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= 60) return text;
  // A word that is cut still ends where its quotes do.
  return `${text.slice(0, 57)}…${text.startsWith('"') ? '"' : ''}`;
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}
