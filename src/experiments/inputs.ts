import type { Axis } from '../results/types.ts';
import { bookIds } from '../rules/registry.ts';
import { type Variant, variantName } from '../rules/variant-schema.ts';
import { axisFromFlag } from '../scenarios/axes.ts';
import { settingOf } from '../scenarios/override.ts';
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
    if (part.includes('=')) return { name: part, override: settingOf(part) };
    const variant = readVariant(part);
    return { name: variant.name, override: { path: 'variant', value: variant } };
  }
  const named =
    'variant' in part ? (part as NamedVariant) : { name: variantName(part as Variant), variant: part as Variant };
  return { name: named.name, override: { path: 'variant', value: named } };
}

/** `attacker.fs=4..10`, or an axis. */
export const axisOf = (input: string | Axis): Axis => (typeof input === 'string' ? axisFromFlag(input) : input);
