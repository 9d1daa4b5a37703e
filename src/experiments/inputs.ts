import type { Axis } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { bookIds } from '../rules/registry.ts';
import type { Variant } from '../rules/variant.ts';
import { axisFromFlag, wordOrNumber } from '../scenarios/axes.ts';
import type { NamedVariant, Override } from '../scenarios/prepare.ts';
import type { VariantPlan } from './compare.ts';

/**
 * What may stand for a variant: the name of a rulebook (`oth-half`), a variant file (`weak-volleys.yaml`), one value
 * (`attacker.fs=9`), the edits themselves, several of these together, or overrides under a name.
 */
export type VariantInput = string | Variant | NamedVariant | VariantPlan | readonly (string | Variant | NamedVariant)[];

/** Reads a variant file. Only the caller knows whether there is a disk. */
export type ReadVariant = (path: string) => NamedVariant;

/** Reads a variant, whatever way it is given. */
export function variantPlan(input: VariantInput, readVariant: ReadVariant): VariantPlan {
  if (typeof input === 'object' && 'overrides' in input) return input;
  const parts = Array.isArray(input) ? (input as readonly (string | Variant | NamedVariant)[]) : [input];
  const read = parts.map((part) => onePart(part as string | Variant | NamedVariant, readVariant));
  return { name: read.map((r) => r.name).join(' + '), overrides: read.map((r) => r.override) };
}

function onePart(
  part: string | Variant | NamedVariant,
  readVariant: ReadVariant,
): { name: string; override: Override } {
  if (typeof part === 'string') {
    if (bookIds().includes(part)) return { name: part, override: { path: 'rules', value: part } };
    if (part.includes('=')) return { name: part, override: setting(part) };
    const variant = readVariant(part);
    return { name: variant.name, override: { path: 'variant', value: variant } };
  }
  const named =
    'variant' in part ? (part as NamedVariant) : { name: (part as Variant).title, variant: part as Variant };
  return { name: named.name, override: { path: 'variant', value: named } };
}

/** `attacker.fs=9` as an override. */
export function setting(text: string): Override {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw new InputError([
      { path: [], message: `'${text}' sets nothing; write PATH=VALUE, such as attacker.fs=9.`, found: text },
    ]);
  }
  return { path: text.slice(0, at).trim(), value: wordOrNumber(text.slice(at + 1).trim()), at: { file: text } };
}

/** `attacker.fs=4..10`, or an axis. */
export const axisOf = (input: string | Axis): Axis => (typeof input === 'string' ? axisFromFlag(input) : input);
