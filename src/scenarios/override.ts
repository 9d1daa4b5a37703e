import { InputError, type Problem } from '../rules/problem.ts';
import { wordOrNumber } from './axes.ts';

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

/** What may be set: a list, or values by path. */
export type Settings = readonly (Override | string)[] | Readonly<Record<string, unknown>>;

/** What is set, in one form; anything that is neither a list nor values by path is refused. */
export function settings(set: Settings | undefined): Override[] {
  if (set === undefined) return [];
  if (Array.isArray(set)) return (set as readonly (Override | string)[]).map(settingOf);
  if (set !== null && typeof set === 'object')
    return Object.entries(set).map(([path, value]) => settingOf({ path, value }));
  throw notASetting(set);
}

const notASetting = (set: unknown): InputError => {
  const found = JSON.stringify(set) ?? String(set);
  const message = `'set' takes a list of PATH=VALUE or { path, value }, or values by path such as { 'attacker.fs': 9 }; found ${found}.`;
  return new InputError([{ path: ['set'], message, found }]);
};

/** `attacker.fs=9` as an override; one that is an override already is checked for its path. */
export function settingOf(setting: Override | string): Override {
  if (typeof setting !== 'string') {
    if (typeof setting?.path === 'string' && setting.path !== '') return setting;
    throw notASetting(setting);
  }
  const at = setting.indexOf('=');
  if (at < 1 || at === setting.length - 1) {
    const message = `'${setting}' sets nothing; write PATH=VALUE, such as attacker.fs=9.`;
    throw new InputError([{ path: [], message, found: setting }]);
  }
  return {
    path: setting.slice(0, at).trim(),
    value: wordOrNumber(setting.slice(at + 1).trim()),
    at: { file: setting },
  };
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

/** No situation is deeper than this, nor has any list in it more entries. */
const MAX_PARTS = 20;
const MAX_ENTRIES = 1_000;

/** Why a path cannot be set in this situation, as a sentence: it is too deep, or it leaves a gap in a list. */
export function pathFault(root: unknown, path: readonly string[]): string | undefined {
  if (path.length > MAX_PARTS)
    return `This path has ${path.length} parts; none in a scenario has more than ${MAX_PARTS}.`;
  let here = root;
  for (const key of path) {
    if (here === null || typeof here !== 'object') return undefined;
    if (Array.isArray(here) && /^\d+$/.test(key)) {
      const entries = here.length;
      if (Number(key) > entries || entries >= MAX_ENTRIES) {
        const has = entries === 0 ? 'is empty' : entries === 1 ? 'has one entry, 0' : `has entries 0 to ${entries - 1}`;
        return `There is no entry ${key.slice(0, 20)} in a list that ${has}.`;
      }
    }
    here = Object.hasOwn(here, key) ? (here as Record<string, unknown>)[key] : undefined;
  }
  return undefined;
}

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
