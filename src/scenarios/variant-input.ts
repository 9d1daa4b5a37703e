import { InputError } from '../rules/problem.ts';
import type { Variant } from '../rules/variant-schema.ts';
import type { NamedVariant } from './loaded.ts';
import { variantFrom } from './variant-file.ts';

/** A variant as a program gives it: the name of its file, an object in the shape of one, or one that has been read. */
export type VariantSource = string | Variant | NamedVariant;

/** Reads a variant, whatever way it comes; what is none is refused in a sentence, since a program may send anything. */
export async function variantIn(
  input: unknown,
  readVariant: (path: string) => Promise<NamedVariant>,
): Promise<NamedVariant> {
  if (typeof input === 'string') {
    if (!input.includes('=')) return readVariant(input);
    throw refused(`'${input}' is a single value, not a variant; give it under 'set'.`);
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refused(`A variant is the name of a file or an object in the shape of one, not ${JSON.stringify(input)}.`);
  }
  if ('variant' in input && typeof input.variant === 'object') return input as NamedVariant;
  return variantFrom({ file: 'variant', value: input, at: () => ({ file: 'variant' }) });
}

export async function variantsIn(
  input: unknown,
  readVariant: (path: string) => Promise<NamedVariant>,
): Promise<NamedVariant[]> {
  if (Array.isArray(input)) return Promise.all(input.map((one) => variantIn(one, readVariant)));
  throw refused(`'variants' is a list of files or variants, not ${JSON.stringify(input)}.`);
}

const refused = (message: string) => new InputError([{ path: ['variants'], message }]);
