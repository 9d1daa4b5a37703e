import type * as z from 'zod';

/** The parts of a zod schema's definition that are read here. */
interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as Def;

/** The schema itself under defaults, optionals, pipes and the like; a union gives all its branches. */
export function branches(schema: z.ZodType): z.ZodType[] {
  const def = defOf(schema);
  if (def.type === 'union') return def.options!.flatMap(branches);
  if (def.type === 'intersection') return [def.left!, def.right!].flatMap(branches);
  if (def.type === 'pipe') return branches(def.in!);
  if (def.type === 'lazy') return branches(def.getter!());
  return def.innerType ? branches(def.innerType) : [schema];
}

/** The schemas that describe a place. */
export function schemasAt(schema: z.ZodType, path: readonly (string | number)[]): z.ZodType[] {
  let here = branches(schema);
  for (const key of path) {
    here = here.flatMap((s) => {
      const def = defOf(s);
      if (def.shape && Object.hasOwn(def.shape, key)) return branches(def.shape[key]);
      // A key that is a word does not lead into a list.
      if (def.type === 'array') return /^\d+$/.test(String(key)) ? branches(def.element!) : [];
      if (def.type === 'tuple') return def.items![Number(key)] ? branches(def.items![Number(key)]) : [];
      return def.type === 'record' ? branches(def.valueType!) : [];
    });
  }
  return here;
}

/** The keys that may stand at a place; those of a record, where it takes only words from a list. */
export const keysAt = (schema: z.ZodType, path: readonly (string | number)[]): string[] => [
  ...new Set(
    schemasAt(schema, path).flatMap((s) => {
      const { shape, keyType } = defOf(s);
      return keyType ? wordsAt(keyType, []) : Object.keys(shape ?? {});
    }),
  ),
];

/** The words that may stand at a place, when it takes words from a list. */
export const wordsAt = (schema: z.ZodType, path: readonly (string | number)[]): string[] => [
  ...new Set(
    schemasAt(schema, path).flatMap((s) => {
      const def = defOf(s);
      if (def.type === 'enum') return Object.values(def.entries!).map(String);
      if (def.type === 'boolean') return ['true', 'false'];
      return def.type === 'literal' ? def.values!.map(String) : [];
    }),
  ),
];

/** Every dotted path of a schema that leads to a value, for hints and completion. */
export function leafPaths(schema: z.ZodType, prefix = '', depth = 0): string[] {
  if (depth > 6) return [];
  return branches(schema).flatMap((s) => {
    const shape = defOf(s).shape;
    if (!shape) return prefix === '' ? [] : [prefix];
    return Object.entries(shape).flatMap(([key, inner]) =>
      leafPaths(inner, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
    );
  });
}
