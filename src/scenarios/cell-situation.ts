import type * as z from 'zod';
import type { CellTable, Rulebook } from '../rules/book.ts';
import type { EncounterDef } from '../rules/encounter.ts';
import { familyOf, type PlayedBook } from '../rules/played.ts';
import type { Problem } from '../rules/problem.ts';
import type { Troop } from '../rules/troop.ts';
import { problemsOf } from './issues.ts';
import { COMMON_KEYS } from './keys.ts';
import { type LoadedScenario, located } from './loaded.ts';
import { dataKey, kindOf, type Override, pathFault, withValue } from './override.ts';
import { keysAt } from './shape.ts';
import { unnamed, withTroopAsGroup, writtenOut } from './troops/expand.ts';
import { unitPlaces } from './troops/places.ts';
import { rosterOf } from './troops/roster.ts';

interface KnownSchema {
  readonly grids: readonly CellTable[];
  readonly schema: z.ZodType;
}
const schemas = new WeakMap<EncounterDef, KnownSchema[]>();

/** A schema hangs on the book's grids (weapons, formations) and on nothing else of it, so most variants share one. */
export function schemaOf(def: EncounterDef, book: Rulebook): z.ZodType {
  const grids = Object.values(book.tables).filter((t) => t.kind === 'cells');
  const known = schemas.get(def) ?? [];
  const hit = known.find((k) => k.grids.length === grids.length && k.grids.every((t, i) => t === grids[i]));
  if (hit) return hit.schema;
  const schema = def.schema(book);
  schemas.set(def, [{ grids, schema }, ...known.slice(0, 15)]);
  return schema;
}

/** The situation of a cell, and the troops that it names. */
export interface SituationOfCell {
  readonly situation: unknown;
  readonly troops: readonly Troop[];
}
const parsed = new WeakMap<z.ZodType, WeakMap<object, SituationOfCell>>();

/** What the scenario says about this cell, checked and with its defaults. */
export function situationOf(
  loaded: LoadedScenario,
  all: readonly Override[],
  def: EncounterDef,
  book: PlayedBook,
): SituationOfCell {
  const schema = schemaOf(def, book);
  const own = all.filter((o) => kindOf(o.path) === 'situation');
  const { troops, attachments } = familyOf(book);
  const places = troops ? unitPlaces(schema, troops.unitKey, Object.keys(attachments ?? {})) : null;
  let raw: unknown = loaded.situation;
  const varied = new Set(all.slice(loaded.overrides.length));
  for (const o of own) {
    const path = o.path.split('.');
    const message = pathFault(raw, path);
    if (message) throw located(loaded, own, [{ path: [o.path], message }]);
    raw = withValue(withTroopAsGroup(raw, places, path), path, loaded.data.get(dataKey(o)) ?? o.value);
    // A side that is one troop here and another there is called what it is everywhere: attacker.
    if (varied.has(o) && typeof o.value === 'string') raw = unnamed(raw, places, path);
  }
  const misplaced = own.filter((o) => COMMON_KEYS.includes(o.path.split('.')[0]));
  if (misplaced.length > 0) throw located(loaded, own, misplaced.map(ofTheFile));
  const cache = parsed.get(schema) ?? new WeakMap();
  parsed.set(schema, cache);
  const known = cache.get(raw as object);
  if (known !== undefined) return known;
  const full = writtenOut(raw, places, () => rosterOf(book, raw as Record<string, unknown>, loaded.troops));
  if (full.problems.length > 0) throw located(loaded, own, full.problems);
  const result = schema.safeParse(full.situation);
  if (!result.success) {
    const problems = problemsOf(result.error, schema, full.situation, COMMON_KEYS);
    throw located(loaded, own, addPathHints(problems, own, schema));
  }
  const found: SituationOfCell = { situation: result.data, troops: full.used };
  cache.set(raw as object, found);
  return found;
}

/** `--set seed=3`: keys that every file has are not part of the situation. */
function ofTheFile({ path }: Override): Problem {
  const flag = RUN_OPTIONS.includes(path) ? `give --${path}, or ` : '';
  return { path: [path], message: `'${path}' is no part of the situation; ${flag}write it in the scenario file.` };
}
const RUN_OPTIONS: readonly string[] = ['engine', 'trials', 'precision', 'level', 'seed'];

/** `--set fs=9` where only attacker.fs exists: the nearest whole path helps more than the list of groups. */
function addPathHints(problems: Problem[], own: readonly Override[], schema: z.ZodType): Problem[] {
  const groups = keysAt(schema, []);
  return problems.map((p) => {
    const name = String(p.path[0]);
    if (p.path.length !== 1 || groups.includes(name) || p.nearest || !own.some((o) => o.path === name)) return p;
    const inside = groups.filter((g) => keysAt(schema, [g]).includes(name)).map((g) => `${g}.${name}`);
    return inside.length === 0
      ? p
      : { ...p, message: `${p.message} Did you mean ${inside.map((i) => `'${i}'`).join(' or ')}?` };
  });
}
