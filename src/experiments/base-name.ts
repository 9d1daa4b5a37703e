import { kindOf, type Override } from '../scenarios/override.ts';
import type { LoadedScenario, PreparedCell } from '../scenarios/prepare.ts';

/**
 * What the base is called beside its variants, in the terms in which they differ from it: the rulebook beside other
 * rulebooks, "attacker.fs=8" beside attacker.fs=9, the scenario's own variant or "as printed" beside changed rules.
 */
export function baseName(loaded: LoadedScenario, base: PreparedCell, changes: readonly Override[]): string {
  const kinds = new Set(changes.map((o) => kindOf(o.path)));
  const { book, variantName } = base;
  if (kinds.has('rules')) return variantName === null ? book.id : `${book.id} with ${variantName}`;
  const paths = new Set(changes.map((o) => o.path));
  const [path] = paths;
  const value = paths.size === 1 ? valueAt(base, path) : undefined;
  const isNone = changes.every((o) => String(o.value) === value);
  if (value !== undefined) return isNone ? AS_IT_STANDS : `${path}=${value}`;
  if (kinds.has('situation')) return AS_IT_STANDS;
  if (variantName !== null) return variantName;
  // A reading that the scenario takes itself is not the one that is printed.
  return loaded.overrides.some((o) => kindOf(o.path) === 'ruling') ? AS_IT_STANDS : 'as printed';
}

const AS_IT_STANDS = 'as it stands';

/** What the situation or a ruling says at a path, where one word or number says it. */
function valueAt({ book, situation }: PreparedCell, path: string): string | undefined {
  if (kindOf(path) === 'ruling') return scalar(book.rulings[path.slice('rulings.'.length)]?.value);
  if (kindOf(path) !== 'situation') return undefined;
  const keys = path.split('.');
  return scalar(keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], situation));
}

const scalar = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
