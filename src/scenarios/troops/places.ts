import type * as z from 'zod';
import { branches } from '../shape.ts';

/** Where a situation speaks of units: a tree that follows its schema, cut down to what leads to one. */
export interface UnitPlaces {
  /** The keys of the unit that may stand here; null where none may. */
  readonly unit: ReadonlyMap<string, z.ZodType> | null;
  readonly inside: ReadonlyMap<string, UnitPlaces>;
  /** What may stand in every entry of a list. */
  readonly each: UnitPlaces | null;
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
}

const known = new WeakMap<z.ZodType, UnitPlaces | null>();
/** Units never stand deeper than this in a situation. */
const DEEPEST = 6;

/** The places of units in a schema, found once; null where it has none. `skipped` are keys that hold other data. */
export function unitPlaces(schema: z.ZodType, unitKey: string, skipped: readonly string[] = []): UnitPlaces | null {
  let found = known.get(schema);
  if (found === undefined) {
    found = placesIn(schema, unitKey, skipped, 0);
    known.set(schema, found);
  }
  return found;
}

function placesIn(schema: z.ZodType, unitKey: string, skipped: readonly string[], depth: number): UnitPlaces | null {
  if (depth > DEEPEST) return null;
  const fields = new Map<string, z.ZodType>();
  let each: UnitPlaces | null = null;
  for (const branch of branches(schema)) {
    const def = branch._zod.def as Def;
    for (const [key, field] of Object.entries(def.shape ?? {})) fields.set(key, field);
    if (def.type === 'array') each ??= placesIn(def.element!, unitKey, [], depth + 1);
  }
  const inside = new Map<string, UnitPlaces>();
  for (const [key, field] of fields) {
    const places = skipped.includes(key) ? null : placesIn(field, unitKey, [], depth + 1);
    if (places) inside.set(key, places);
  }
  const unit = fields.has(unitKey) ? fields : null;
  return unit || each || inside.size > 0 ? { unit, inside, each } : null;
}

/** The place that a path leads to. */
export function placeAtPath(places: UnitPlaces | null, path: readonly string[]): UnitPlaces | null {
  let here = places;
  for (const key of path) here = here === null ? null : /^\d+$/.test(key) ? here.each : (here.inside.get(key) ?? null);
  return here;
}
