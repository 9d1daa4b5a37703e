import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { variantSchema } from '../../src/rules/variant.ts';
import { problemsOf } from '../../src/scenarios/issues.ts';
import { scenarioKeys } from '../../src/scenarios/keys.ts';
import { branches, keysAt, schemasAt, wordsAt } from '../../src/scenarios/shape.ts';
import { bookById } from '../books.ts';

type Path = readonly (string | number)[];
interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
}

/** Every place of a schema, through all branches of its unions. */
function places(schema: z.ZodType, path: Path = []): Path[] {
  if (path.length > 7) return [];
  const below = branches(schema).flatMap((s) => {
    const def = s._zod.def as unknown as Def;
    if (def.shape) return Object.entries(def.shape).flatMap(([key, inner]) => places(inner, [...path, key]));
    if (def.element) return places(def.element, [...path, 0]);
    if (def.items) return def.items.flatMap((inner, i) => places(inner, [...path, i]));
    return def.valueType ? places(def.valueType, [...path, keysAt(s, [])[0] ?? 'any']) : [];
  });
  return [path, ...below];
}

/** A value that holds nothing but this one. */
const holding = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? Array(key + 1).fill(inner) : { [key]: inner }),
    value,
  );

/** "attack-column" as "attack-colunm". */
const misspelt = (word: string): string => word.replace(/(.)(.)(.)$/, '$1$3$2');

const slipOf = (words: readonly string[]): string | undefined =>
  words
    .filter((w) => w.length > 4 && misspelt(w) !== w)
    .map(misspelt)
    .find((w) => !words.includes(w));

function misspellings(schema: z.ZodType): { path: Path; slip: string; value: unknown }[] {
  const seen = new Set<string>();
  return places(schema).flatMap((path) => {
    if (seen.has(path.join('.'))) return [];
    seen.add(path.join('.'));
    // A place that takes any word at all has no wrong ones.
    const open = schemasAt(schema, path).some((s) => (s._zod.def as unknown as Def).type === 'string');
    const word = open ? undefined : slipOf(wordsAt(schema, path).filter((w) => w !== 'true' && w !== 'false'));
    const key = slipOf(keysAt(schema, path));
    return [
      ...(word ? [{ path, slip: word, value: holding(path, word) }] : []),
      ...(key ? [{ path: [...path, key], slip: key, value: holding([...path, key], 1) }] : []),
    ];
  });
}

function expectHints(schema: z.ZodType): number {
  const all = misspellings(schema);
  for (const { path, slip, value } of all) {
    const result = schema.safeParse(value);
    const told = result.success ? [] : problemsOf(result.error, schema, value);
    const own = told.find((p) => p.path.join('.') === path.join('.') && p.found === slip);
    expect([path.join('.'), own?.message]).toEqual([
      path.join('.'),
      expect.stringMatching(/(it may|allowed are) .*Did you mean '/),
    ]);
  }
  return all.length;
}

describe('a misspelt word or key gets what is allowed and the nearest, whatever shapes are allowed beside it', () => {
  it.each(BOOK_IDS)('%s, every encounter', (id) => {
    const { book, family } = bookById(id);
    for (const def of Object.values(family.encounters)) expect(expectHints(def!.schema(book))).toBeGreaterThan(2);
  });

  it('cards', () => {
    const { attachments } = bookById('pike-shot').family;
    expect(expectHints(attachments!['cards'].schema)).toBeGreaterThan(10);
  });

  it('scenario and variant files', () => {
    expect(expectHints(scenarioKeys)).toBeGreaterThan(3);
    expect(expectHints(variantSchema)).toBeGreaterThan(3);
  });
});
