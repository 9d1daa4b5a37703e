import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import type { SituationGroup } from '../../rules/suite.ts';
import type { Troop } from '../../rules/troop.ts';
import { schemaOf } from '../cell-situation.ts';
import type { LoadedScenario } from '../loaded.ts';
import type { Override } from '../override.ts';
import { type UnitPlaces, unitPlaces } from '../troops/places.ts';
import { multiplied, scenarioOfGroup } from './built-in.ts';
import type { Suite, SuiteGroup, SuiteSituation } from './suite.ts';

/** A suite in which every troop meets every other, as first and as second side. */
export interface Duels extends Suite {
  readonly troops: readonly Troop[];
}

/** Where a unit stands in the situation ("attacker", or "a.0" in a list), and what may be said of it. */
type Role = readonly [path: string, fields: ReadonlyMap<string, unknown>];

/**
 * The two sides of an encounter where each is a single unit, or with `lists` may be a list of one; undefined of any other
 * encounter.
 */
function rolesOf(book: PlayedBook, encounter: string, lists = false): readonly [Role, Role] | undefined {
  const { encounters, troops, attachments } = familyOf(book);
  const def = encounters[encounter];
  const places: UnitPlaces | null =
    def && troops ? unitPlaces(schemaOf(def, book), troops.unitKey, Object.keys(attachments ?? {})) : null;
  const roles = [...(places?.inside ?? [])].flatMap(([name, { unit, each }]): Role[] => {
    if (unit) return [[name, unit]];
    return lists && each?.unit ? [[`${name}.0`, each.unit]] : [];
  });
  return roles.length === 2 && places?.inside.size === 2 ? [roles[0], roles[1]] : undefined;
}

/** The book's own situations for two units; of a rulebook file, every encounter of one unit against another. */
const declaredDuels = (book: PlayedBook): readonly SituationGroup[] =>
  familyOf(book).duels?.(book) ??
  Object.keys(familyOf(book).encounters)
    .map((encounter) => [encounter, rolesOf(book, encounter, true)] as const)
    .flatMap(([encounter, roles]) =>
      roles ? [{ encounter, lists: roles.filter(([path]) => path.endsWith('.0')) }] : [],
    )
    .map(({ encounter, lists }) => ({
      id: encounter,
      encounter,
      name: '{first} against {second}',
      situation: Object.fromEntries(lists.map(([path]) => [path.slice(0, -2), [{}]])),
      axes: {},
      weight: 1,
    }));

/** Every troop against every other in the situations that the book declares for two units. */
export async function builtInDuels(
  rules: string | PlayedBook,
  book: PlayedBook,
  troops: readonly Troop[],
): Promise<Duels> {
  const groups = await Promise.all(
    declaredDuels(book).map(async (declared): Promise<SuiteGroup> => {
      const loaded = await scenarioOfGroup(declared, rules);
      const roles = rolesOf(book, declared.encounter, true)!;
      const ways = multiplied(declared);
      const total = ways.reduce((sum, s) => sum + s.weight, 0);
      const situations = ways.flatMap((s) =>
        pairsOf(troops).map((pair) =>
          duel(pair, roles, s, (declared.weight * s.weight) / total, (own) => [...own, ...s.overrides]),
        ),
      );
      return { id: declared.id, loaded, situations };
    }),
  );
  return duels(book, 'built-in', groups, troops);
}

/** The same over the situations of a suite file that set one unit against another; the troops' values go before its own. */
export function duelsOf(suite: Suite, book: PlayedBook, troops: readonly Troop[]): Duels {
  const groups = suite.groups.flatMap(({ id, loaded, situations }): SuiteGroup[] => {
    const roles = rolesOf(book, loaded.encounter);
    if (!roles) return [];
    const all = situations.flatMap((s) =>
      pairsOf(troops).map((pair) => duel(pair, roles, s, s.weight, (own) => [...s.overrides, ...own])),
    );
    return [{ id, loaded: withGroups(loaded, roles), situations: all }];
  });
  return duels(book, suite.source, groups, troops);
}

function duels(book: PlayedBook, source: string, groups: readonly SuiteGroup[], troops: readonly Troop[]): Duels {
  if (groups.length === 0) {
    const message = `No situation ${source === 'built-in' ? `of ${book.id}` : `of '${source}'`} sets one unit against another, so troops cannot be priced by it.`;
    throw new InputError([{ path: [], message }]);
  }
  return {
    source,
    title: `Every troop against every other, ${book.id}`,
    rules: book.id,
    groups,
    targets: [],
    skipped: [],
    troops,
  };
}

/** A side that is named by a troop makes room for its values. */
function withGroups(loaded: LoadedScenario, roles: readonly [Role, Role]): LoadedScenario {
  const situation: Record<string, unknown> = { ...loaded.situation };
  for (const [name] of roles) {
    const said = situation[name];
    if (typeof said === 'string') situation[name] = {};
    else if (said !== null && typeof said === 'object' && 'troop' in said) {
      const { troop: _named, ...own } = said;
      situation[name] = own;
    }
  }
  return { ...loaded, situation };
}

const pairsOf = (troops: readonly Troop[]): [Troop, Troop][] =>
  troops.flatMap((first) => troops.filter((t) => t !== first).map((second): [Troop, Troop] => [first, second]));

function duel(
  [first, second]: readonly [Troop, Troop],
  roles: readonly [Role, Role],
  s: SuiteSituation,
  weight: number,
  laid: (own: readonly Override[]) => readonly Override[],
): SuiteSituation {
  const valuesOf = ([role, fields]: Role, { values }: Troop): Override[] =>
    Object.entries(values).flatMap(([key, value]) => (fields.has(key) ? [{ path: `${role}.${key}`, value }] : []));
  return {
    name: s.name.replace('{first}', first.name).replace('{second}', second.name),
    overrides: laid([...valuesOf(roles[0], first), ...valuesOf(roles[1], second)]),
    weight,
    tags: { ...s.tags, first: first.name, second: second.name },
  };
}
