import type { Problem } from '../rules/problem.ts';

/**
 * One value set by its path. Paths: of the situation (`attacker.fs`), `rules` (another book), `rules.<table>.<row>`,
 * `rulings.<key>`, `variant`.
 */
export interface Override {
  readonly path: string;
  readonly value: unknown;
  /** Where it was said: a line of the file, a flag. */
  readonly at?: Problem['at'];
}

export type OverrideKind = 'rules' | 'rule' | 'ruling' | 'variant' | 'situation';

export function kindOf(path: string): OverrideKind {
  if (path === 'rules') return 'rules';
  if (path === 'variant') return 'variant';
  if (path.startsWith('rules.')) return 'rule';
  return path.startsWith('rulings.') ? 'ruling' : 'situation';
}

/** Under what name the user's own data that an override names is kept: `cards=mine.yaml`. */
export const dataKey = (o: Override): string => `${o.path}=${String(o.value)}`;

/** A copy with one value set; what is not on the way stays shared. Groups that are missing are made. */
export function withValue(root: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  if (Array.isArray(root) && /^\d+$/.test(key)) {
    const copy = [...root];
    copy[Number(key)] = withValue(copy[Number(key)], rest, value);
    return copy;
  }
  const group =
    root !== null && typeof root === 'object' && !Array.isArray(root) ? (root as Record<string, unknown>) : {};
  const old = Object.hasOwn(group, key) ? group[key] : undefined;
  return { ...group, [key]: withValue(old, rest, value) };
}
