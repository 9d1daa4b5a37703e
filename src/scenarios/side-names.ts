import type { BuiltEncounter } from '../rules/encounter.ts';
import type { Machine } from '../sim/machine.ts';
import { renaming } from '../words/renaming.ts';

type Pair = readonly [string, string];

/** The two sides: by the word that paths and objectives use, and by what the scenario calls them. */
export interface Sides {
  readonly ids: Pair;
  readonly names: Pair;
  /** What it is for the first to do well, where it acts or tests alone: "passes the test". */
  readonly goingWell?: string;
}

/** The side that a word means: "defender", "b", "B", "side B" or its name. */
export function sideCalled(text: string, { ids, names }: Sides): 0 | 1 | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/^the\s+/, '');
  const calls = (i: 0 | 1) => [ids[i], names[i], ['a', 'b'][i], `side ${['a', 'b'][i]}`].map((w) => w.toLowerCase());
  if (calls(0).includes(said)) return 0;
  return calls(1).includes(said) ? 1 : undefined;
}

/**
 * A side goes by the name of its unit; one of several units, or without a name, by its part: "attacker".
 * @param varied paths of what is another thing from case to case: a side whose unit is goes by its part, or the cases of
 *   one answer would call it by the name that it has in one of them
 */
export function sidesOf(ids: Pair, situation: unknown, varied: readonly string[] = []): Sides {
  const isVaried = (id: string) => varied.some((path) => namesUnit(id, path));
  const names = ids.map((id) => (isVaried(id) ? undefined : nameOf(id, situation))) as [string?, string?];
  const same = names[0] !== undefined && names[0] === names[1];
  const shown = (i: 0 | 1) => (same ? `${names[i]} (${ids[i]})` : (names[i] ?? ids[i]));
  return { ids, names: [shown(0), shown(1)] };
}

function nameOf(id: string, situation: unknown): string | undefined {
  const unit = onlyUnit(partOf(id, situation));
  const name = unit?.['name'];
  // "the attacker" takes its article from the sentence, so a name must not bring its own.
  const bare = typeof name === 'string' ? name.replace(/^the\s+/i, '').trim() : '';
  return bare === '' ? undefined : bare;
}

/** The key under which scenarios speak of a side. */
const keyOf = (id: string): string => /^side ([AB])$/.exec(id)?.[1].toLowerCase() ?? id;

/** Whether a path says which unit a side has, and so what it is called. */
const namesUnit = (id: string, path: string): boolean =>
  [keyOf(id), ...(id === 'tester' ? ['unit'] : [])].some((key) =>
    [key, `${key}.type`, `${key}.troop`, `${key}.name`].includes(path),
  );

/** Where the situation speaks of a side: under its own word, as `a` or `b`, or as the `unit` that is tested. */
function partOf(id: string, situation: unknown): unknown {
  const all = (situation ?? {}) as Readonly<Record<string, unknown>>;
  return all[keyOf(id)] ?? (id === 'tester' ? all['unit'] : undefined);
}

function onlyUnit(part: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(part)) return part.length === 1 ? onlyUnit(part[0]) : undefined;
  if (part === null || typeof part !== 'object') return undefined;
  const { others, groups, brigades } = part as Readonly<Record<string, readonly unknown[] | undefined>>;
  if (brigades) return onlyUnit(brigades);
  const isOne = [others, groups].every((more) => more === undefined || more.length === 0);
  return isOne ? (part as Readonly<Record<string, unknown>>) : undefined;
}

/** The encounter with its outcomes and measures told by name: "fatigue hits on the Old Guard". */
export function withNames(built: BuiltEncounter, { ids, names }: Sides): BuiltEncounter {
  if (ids.every((id, i) => id === names[i])) return built;
  const named = renaming(ids, names);
  const renamed = <T extends { readonly label: string }>(list: readonly T[]): T[] =>
    list.map((x) => ({ ...x, label: named(x.label) }));
  const machine: Machine<unknown> = built.machine;
  return {
    ...built,
    machine: {
      ...machine,
      outcomes: renamed(machine.outcomes),
      measures: renamed(machine.measures),
      sums: renamed(machine.sums),
    },
  };
}
