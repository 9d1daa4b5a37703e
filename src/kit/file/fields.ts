import * as z from 'zod';
import type { FactType } from '../../rules/encounter.ts';
import { type Field, flag, int, oneOf } from '../../sim/state.ts';
import type { Value } from '../expression/bound.ts';
import { FLAG, number, type Type, word } from '../expression/types.ts';
import type { FieldFile } from './shape.ts';

/** A declared field, its bounds worked out. */
export interface FieldKind {
  readonly type: Type;
  readonly field: Field;
  readonly start: Value;
}

/** Bounds of a number may be no wider than this. */
export const WIDEST = 1_000_000;

/** The kind of a field whose bounds are known. */
export function kindOf(file: FieldFile, bounds: readonly [number, number]): FieldKind {
  if (file.words) return { type: word(file.words), field: oneOf(...file.words), start: file.words[0] };
  if (file.flag) return { type: FLAG, field: flag(), start: false };
  const [low, high] = bounds;
  // Nothing yet is 0 to whoever writes rules, also for a lead that may fall below it.
  const start = high < 0 ? low : Math.max(0, low);
  return { type: number(low, high), field: int(low, Math.max(low, high)), start };
}

/** What is wrong with a declaration in itself, or undefined. */
export function declarationFault(file: FieldFile): string | undefined {
  const kinds = [file.number, file.words, file.flag].filter((k) => k !== undefined).length;
  if (kinds !== 1) return 'A field is one of number: [from, to], words: [...] or flag: true.';
  if (file.words && new Set(file.words).size < file.words.length) return 'A word stands here twice.';
  return undefined;
}

/** Is a value one that the field may take? */
export function allowedBy(file: FieldFile, value: unknown, bounds: readonly [number, number]): boolean {
  if (file.words) return typeof value === 'string' && file.words.includes(value);
  if (file.flag) return typeof value === 'boolean';
  return typeof value === 'number' && Number.isInteger(value) && value >= bounds[0] && value <= bounds[1];
}

/** The part of a scenario's schema that a given field makes; `bounds` are the widest it can have. */
export function schemaOfField(file: FieldFile, bounds: readonly [number, number], typed = false): z.ZodType {
  const plain: z.ZodType = file.words
    ? z.enum(file.words as [string, ...string[]])
    : file.flag
      ? z.boolean()
      : z.int().min(bounds[0]).max(bounds[1]);
  const described = file.about ? plain.describe(file.about) : plain;
  if (typed) return described.optional();
  return file.default === undefined ? described : described.default(file.default as never);
}

export const factTypeOf = (type: Type): FactType =>
  type.kind === 'word' ? { type: 'word', values: type.values ?? [] } : { type: type.kind };
