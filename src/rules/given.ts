import * as z from 'zod';
import type { FactType } from './encounter.ts';

type Range = readonly [low: number, high: number];
const counted = ([low, high]: Range) => z.int().min(low).max(high);

/*
 * What a scenario may state, declared once: each of these is the schema of a key, with its default and what a form and
 * the reference say about it; what rows may ask (the vocabulary) is read off the same declaration.
 */
export const stated = {
  flag: (about: string, usual = false) => z.boolean().default(usual).describe(about),
  maybeFlag: (about: string) => z.boolean().optional().describe(about),
  word: <const W extends string>(words: readonly W[], usual: W, about: string) =>
    z
      .enum(words)
      .default(() => usual as never)
      .describe(about),
  /** A word that need not be said. */
  maybe: <const W extends string>(words: readonly W[], about: string) => z.enum(words).optional().describe(about),
  few: <Item extends z.ZodType>(item: Item, most: number, about: string) =>
    z.array(item).max(most).default([]).describe(about),
  /** All of a few words, in an order that a scenario may change. */
  inOrder: <const W extends string>(words: readonly W[], about: string) =>
    z
      .array(z.enum(words))
      .default([...words])
      .describe(about),
  /** A word of a list that a variant may make longer. */
  listed: (words: readonly string[], about: string) => z.enum(words as [string, ...string[]]).describe(about),
  whole: (range: Range, usual: number, about: string) => counted(range).default(usual).describe(about),
  /** A whole number that must be said. */
  counted: (range: Range, about: string) => counted(range).describe(about),
  maybeWhole: (range: Range, about: string) => counted(range).optional().describe(about),
  inches: (high: number, about: string) => z.number().min(0).max(high).describe(about),
  /** To the half inch. */
  halves: ([low, high]: Range) => z.number().min(low).max(high).multipleOf(0.5),
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
