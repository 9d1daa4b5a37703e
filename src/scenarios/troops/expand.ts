import { didYouMean } from '../../rules/nearest.ts';
import type { Problem } from '../../rules/problem.ts';
import { plainName, type Troop } from '../../rules/troop.ts';
import { placeAtPath, type UnitPlaces } from './places.ts';

type Group = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Troops and army lists by name, the user's own before those of the book. */
export interface Roster {
  readonly book: string;
  readonly troops: ReadonlyMap<string, Troop>;
  readonly armies: ReadonlyMap<string, readonly unknown[]>;
}

/** What became of a situation: units written out, the troops that were named, and names that lead nowhere. */
export interface WrittenOut {
  readonly situation: unknown;
  readonly used: readonly Troop[];
  readonly problems: readonly Problem[];
}

/**
 * Puts the values of a troop in the place of its name:
 *
 *   attacker: Old Guard battalion
 *   attacker: { troop: Old Guard battalion, fs: 9 }     values that are said go before the troop's own
 *   others: [2 x Line battalion, Conscript battalion]   in a list, and how many of them
 *   a: Guard division                                   an army list: its first unit, the rest as others
 *
 * A situation that names none comes back as it is.
 */
export function writtenOut(situation: unknown, places: UnitPlaces | null, roster: () => Roster): WrittenOut {
  if (places === null || !namesTroops(situation, places)) return { situation, used: [], problems: [] };
  const writing = new Writing(roster());
  return { situation: writing.expanded(situation, places, []), used: [...writing.used], problems: writing.problems };
}

/** `attacker: Old Guard battalion` as a group, so that a path can lead into it: `attacker.fs`. */
export function withTroopAsGroup(situation: unknown, places: UnitPlaces | null, path: readonly string[]): unknown {
  if (places === null) return situation;
  let here: unknown = situation;
  for (const [depth, key] of path.entries()) {
    if (typeof here === 'string' && depth > 0 && placeAtPath(places, path.slice(0, depth))?.unit)
      return replaced(situation, path.slice(0, depth), { troop: here });
    if (here === null || typeof here !== 'object') return situation;
    here = (here as Record<string, unknown>)[key];
  }
  return situation;
}

/** A unit whose troop was just set takes no name from it. */
export function unnamed(situation: unknown, places: UnitPlaces | null, path: readonly string[]): unknown {
  const unit = path.at(-1) === 'troop' ? path.slice(0, -1) : path;
  if (!placeAtPath(places, unit)?.unit) return situation;
  const said = unit.reduce<unknown>((at, key) => (at as Group)[key], situation);
  if (typeof said !== 'string' && Object.hasOwn(said as Group, 'name')) return situation;
  return replaced(situation, unit, {
    ...(typeof said === 'string' ? { troop: said } : (said as Group)),
    name: undefined,
  });
}

function replaced(root: unknown, path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  if (Array.isArray(root)) return root.map((entry, i) => (String(i) === key ? replaced(entry, rest, value) : entry));
  const group = root as Group;
  return { ...group, [key]: replaced(group[key], rest, value) };
}

/** Most situations name no troop: that is seen without making anything. */
function namesTroops(value: unknown, places: UnitPlaces): boolean {
  if (typeof value === 'string') return places.unit !== null || places.each?.unit != null;
  if (Array.isArray(value)) return places.each !== null && value.some((entry) => namesTroops(entry, places.each!));
  if (value === null || typeof value !== 'object') return false;
  if (places.unit && Object.hasOwn(value, 'troop')) return true;
  for (const [key, inner] of places.inside) if (namesTroops((value as Group)[key], inner)) return true;
  return false;
}

const COUNTED = /^(\d{1,2})\s*[x×]\s+(.+)$/;

class Writing {
  readonly used = new Set<Troop>();
  readonly problems: Problem[] = [];
  private readonly roster: Roster;
  constructor(roster: Roster) {
    this.roster = roster;
  }

  expanded(value: unknown, places: UnitPlaces, path: Path): unknown {
    if (typeof value === 'string') {
      if (places.unit) return this.troopOrArmy(value, {}, places, path);
      return places.each?.unit ? this.list(this.army(value, path) ?? [value], places.each, path) : value;
    }
    if (Array.isArray(value)) return places.each ? this.list(value, places.each, path) : value;
    if (value === null || typeof value !== 'object') return value;
    const { troop, ...own } = value as { readonly troop?: unknown };
    if (places.unit && typeof troop === 'string') return this.troopOrArmy(troop, own, places, [...path, 'troop']);
    return this.inside(value as Group, places, path);
  }

  private inside(group: Group, places: UnitPlaces, path: Path): Group {
    const full: Record<string, unknown> = { ...group };
    for (const [key, inner] of places.inside)
      if (full[key] !== undefined) full[key] = this.expanded(full[key], inner, [...path, key]);
    return full;
  }

  private list(entries: readonly unknown[], each: UnitPlaces, path: Path): unknown[] {
    return entries.flatMap((entry, i) => {
      const [, count, name] = (typeof entry === 'string' && each.unit && COUNTED.exec(entry)) || [];
      const one = this.expanded(name ?? entry, each, [...path, i]);
      return count === undefined ? [one] : Array.from({ length: Number(count) }, () => one);
    });
  }

  private army(name: string, path: Path): readonly unknown[] | undefined {
    const { troops, armies } = this.roster;
    if (troops.has(plainName(name))) return undefined;
    const found = armies.get(plainName(name));
    if (!found) this.missing(name, path);
    return found;
  }

  /** A unit by the name of a troop, or a line of units by the name of an army list. */
  private troopOrArmy(name: string, own: Group, places: UnitPlaces, path: Path): unknown {
    const { troops, armies } = this.roster;
    const troop = troops.get(plainName(name));
    const army = troop ? undefined : armies.get(plainName(name));
    if (army && places.inside.get('others')) {
      const [first, ...others] = this.list(army, { unit: places.unit, inside: places.inside, each: null }, path);
      return over(over(first as Group, others.length > 0 ? { others } : {}), this.inside(own, places, path));
    }
    if (!troop) {
      this.missing(name, path);
      return { ...own };
    }
    this.used.add(troop);
    // What this encounter does not ask of a unit does not count in it.
    const values = { name: troop.name, ...troop.values };
    const counting = Object.fromEntries(Object.entries(values).filter(([key]) => places.unit!.has(key)));
    return over(counting, this.inside(own, places, path));
  }

  private missing(name: string, path: Path): void {
    const { book, troops, armies } = this.roster;
    const names = [...[...troops.values()].map((t) => t.name), ...armies.keys()];
    const listed = names.length <= 8 ? `there are ${names.join(', ')}` : `'grognard rules troops ${book}' lists them`;
    const message =
      names.length === 0
        ? `There is no troop '${name}': ${book} has none; name a file of your own under 'troops'.`
        : `There is no troop '${name}' in ${book}; ${listed}.${didYouMean(name, names)}`;
    if (!this.problems.some((p) => p.message === message && String(p.path) === String(path)))
      this.problems.push({ path, message, found: name });
  }
}

/** What is said goes before what the troop brings, group by group. */
function over(base: Group, own: Group): Group {
  const full: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own))
    full[key] = isGroup(full[key]) && isGroup(value) ? over(full[key], value) : value;
  return full;
}
const isGroup = (v: unknown): v is Group => v !== null && typeof v === 'object' && !Array.isArray(v);
