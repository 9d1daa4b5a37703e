import * as z from 'zod';
import type { FactType } from './encounter.ts';

/*
 * What a scenario may state, declared once: each of these is the schema of a key, with its default and what a form and
 * the reference say about it; what rows may ask (the vocabulary) is read off the same declaration.
 */
export const stated = {
  flag: (about: string) => z.boolean().default(false).describe(about),
  word: <const W extends string>(words: readonly W[], usual: W, about: string) =>
    z
      .enum(words)
      .default(() => usual as never)
      .describe(about),
  /** A word that need not be said. */
  maybe: <const W extends string>(words: readonly W[], about: string) => z.enum(words).optional().describe(about),
  few: <Item extends z.ZodType>(item: Item, most: number, about: string) =>
    z.array(item).max(most).default([]).describe(about),
  /** A word of a list that a variant may make longer. */
  listed: (words: readonly string[], about: string) => z.enum(words as [string, ...string[]]).describe(about),
  whole: ([low, high]: readonly [number, number], usual: number, about: string) =>
    z.int().min(low).max(high).default(usual).describe(about),
  inches: (high: number, about: string) => z.number().min(0).max(high).describe(about),
  name: (about: string) => z.string().min(1).max(60).optional().describe(about),
};

/** What rows may ask of a key; nothing of names and of groups of keys. */
function factTypeOf(schema: unknown): FactType | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return factTypeOf(schema.def.innerType);
  if (schema instanceof z.ZodBoolean) return { type: 'flag' };
  if (schema instanceof z.ZodNumber) return { type: 'number' };
  if (schema instanceof z.ZodEnum) return { type: 'word', values: schema.options as string[] };
  return schema instanceof z.ZodArray ? { type: 'list' } : undefined;
}
export const factTypes = (shape: Readonly<Record<string, z.ZodType>>): Record<string, FactType> =>
  Object.fromEntries(Object.entries(shape).flatMap(([key, s]) => [[key, factTypeOf(s)]].filter(([, type]) => type)));
