import type { Axis } from '../results/types.ts';
import { BOOK_IDS } from '../rules/built-in.ts';
import type { Variant } from '../rules/variant-schema.ts';
import { axisFromFlag } from '../scenarios/axes.ts';
import { settingOf } from '../scenarios/override.ts';
import type { NamedVariant, Override } from '../scenarios/prepare.ts';
import { variantIn } from '../scenarios/variant-input.ts';
import type { NamedOverrides } from './compare.ts';

/**
 * What may stand for a variant: the name of a rulebook (`oth-half`), a variant file (`weak-volleys.yaml`), one value
 * (`attacker.fs=9`), the edits themselves, several of these together, or overrides under a name.
 */
export type VariantInput =
  | string
  | Variant
  | NamedVariant
  | NamedOverrides
  | readonly (string | Variant | NamedVariant)[];

/** Reads a variant file. Only the caller knows whether there is a disk. */
export type ReadVariant = (path: string) => Promise<NamedVariant>;

/** Reads a variant, whatever way it is given; `books` are the names of rulebooks that it may be. */
export async function namedOverrides(
  input: VariantInput,
  readVariant: ReadVariant,
  books: readonly string[] = BOOK_IDS,
): Promise<NamedOverrides> {
  if (typeof input === 'object' && input !== null && 'overrides' in input) return input;
  const parts = Array.isArray(input) ? (input as readonly (string | Variant | NamedVariant)[]) : [input];
  const read = await Promise.all(
    parts.map((part) => onePart(part as string | Variant | NamedVariant, readVariant, books)),
  );
  return { name: read.map((r) => r.name).join(' + '), overrides: read.map((r) => r.override) };
}

async function onePart(
  part: string | Variant | NamedVariant,
  readVariant: ReadVariant,
  books: readonly string[],
): Promise<{ name: string; override: Override }> {
  if (typeof part === 'string') {
    if (books.includes(part)) return { name: part, override: { path: 'rules', value: part } };
    if (part.includes('=')) return { name: part, override: settingOf(part) };
    const variant = await readVariant(part);
    return { name: variant.name, override: { path: 'variant', value: variant } };
  }
  const named = await variantIn(part, readVariant);
  return { name: named.name, override: { path: 'variant', value: named } };
}

/** `attacker.fs=4..10`, or an axis. */
export const axisOf = (input: string | Axis): Axis => (typeof input === 'string' ? axisFromFlag(input) : input);
