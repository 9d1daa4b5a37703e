/** What the form is made of: plain data, so that the engine's thread can make it and the page can draw it. */
export interface Form {
  readonly rules: string;
  readonly encounter: string;
  /** Of a book that is not built in. */
  readonly book: {
    readonly title: string;
    readonly encounters: readonly { readonly kind: string; readonly title: string }[];
  };
  readonly groups: readonly FieldGroup[];
  /** The named units of the book. */
  readonly troops: readonly NamedTroop[];
  /** Keys of the situation that hold data of their own, such as cards: the form's words hang on it. */
  readonly attachments: readonly string[];
}
export interface NamedTroop {
  readonly name: string;
  readonly about?: string;
  readonly values: Readonly<Record<string, unknown>>;
}
export interface FieldGroup {
  /** "attacker", or "" for what belongs to neither side. */
  readonly path: string;
  readonly label: string;
  readonly help?: string;
  readonly side: 'a' | 'b' | 'none';
  readonly fields: readonly Field[];
}
export type Scalar = string | number | boolean;
export interface Field {
  /** As `set` takes it: "attacker.commander.inRange". */
  readonly path: string;
  readonly label: string;
  readonly help?: string;
  readonly kind: 'flag' | 'word' | 'number' | 'text' | 'words' | 'other';
  readonly options?: readonly string[];
  /** Besides the words: a mix or a list, written as in a file. */
  readonly mayBeWritten?: boolean;
  /** A text that is a number where it looks like one. */
  readonly mayBeNumber?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
}

/** The value at a path of the scenario. Rulings and edits are kept by their whole path. */
export function valueAt(scenario: unknown, path: string): unknown {
  let at = scenario;
  for (const key of keysOf(path)) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A copy with the value set, or taken out where it is undefined; groups that become empty by that stay. */
export function withValueAt<T>(scenario: T, path: string, value: unknown): T {
  return put(scenario, keysOf(path), value) as T;
}

function put(at: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(at)) {
    const copy = [...at];
    copy[Number(key)] = rest.length === 0 ? value : put(copy[Number(key)], rest, value);
    return copy;
  }
  const group: Record<string, unknown> = at !== null && typeof at === 'object' ? { ...at } : {};
  if (rest.length > 0) group[key] = put(Object.hasOwn(group, key) ? group[key] : undefined, rest, value);
  else if (value === undefined) delete group[key];
  else group[key] = value;
  return group;
}

/** `set` holds whole paths under one key each. */
const keysOf = (path: string): string[] => (path.startsWith('set/') ? ['set', path.slice(4)] : path.split('.'));

/** How long the lists of a scenario are: the form of a list has fields for each entry. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return undefined;
  const inner = Object.entries(value).flatMap(([key, one]) => {
    const shape = shapeOf(one);
    return shape === undefined ? [] : [[key, shape]];
  });
  return inner.length === 0 ? undefined : inner;
}

/** Values beside the present one that a player could choose: the next ones of a number first, then its ends. */
export function alternatives(field: Field, present: unknown): Scalar[] {
  const now = present ?? field.default;
  switch (field.kind) {
    case 'flag':
      return [now !== true];
    case 'word':
      return (field.options ?? []).filter((o) => o !== now);
    case 'number': {
      const n = typeof now === 'number' ? now : undefined;
      if (n === undefined) return [];
      const { min = -1e9, max = 1e9 } = field;
      const ends = [min, max].filter((end) => Math.abs(end) <= FARTHEST_END);
      return [...new Set([n - 1, n + 1, ...ends])].filter((v) => v >= min && v <= max && v !== n);
    }
    default:
      return [];
  }
}

/** Ends farther away than this are limits of the program, not of a table. */
const FARTHEST_END = 60;
