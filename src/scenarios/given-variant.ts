import { InputError } from '../rules/problem.ts';
import type { Variant } from '../rules/variant-schema.ts';
import type { NamedVariant } from './loaded.ts';
import { variantFrom } from './variant-file.ts';

/** A variant as a program gives it: the name of its file, an object in the shape of one, or one that has been read. */
export type GivenVariant = string | Variant | NamedVariant;

/** Reads a variant, whatever way it is given; what is none is refused in a sentence, since a program may send anything. */
export async function givenVariant(
  given: unknown,
  readVariant: (path: string) => Promise<NamedVariant>,
): Promise<NamedVariant> {
  if (typeof given === 'string') {
    if (!given.includes('=')) return readVariant(given);
    throw refused(`'${given}' is a single value, not a variant; give it under 'set'.`);
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw refused(`A variant is the name of a file or an object in the shape of one, not ${JSON.stringify(given)}.`);
  }
  if ('variant' in given && typeof given.variant === 'object') return given as NamedVariant;
  return variantFrom({ file: 'variant', value: given, at: () => ({ file: 'variant' }) });
}

export async function givenVariants(
  given: unknown,
  readVariant: (path: string) => Promise<NamedVariant>,
): Promise<NamedVariant[]> {
  if (Array.isArray(given)) return Promise.all(given.map((one) => givenVariant(one, readVariant)));
  throw refused(`'variants' is a list of files or variants, not ${JSON.stringify(given)}.`);
}

const refused = (message: string) => new InputError([{ path: ['variants'], message }]);
