import type * as z from 'zod';
import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { type UnitPlaces, unitPlaces } from './places.ts';
import { bookTroops } from './roster.ts';

type Json = Record<string, unknown>;

/** The JSON Schema of a situation in which every unit may also be named, or take its values from a troop. */
export function withTroops(schema: Json, book: PlayedBook, of: z.ZodType): Json {
  const { troops, attachments } = familyOf(book);
  const places = troops ? unitPlaces(of, troops.unitKey, Object.keys(attachments ?? {})) : null;
  if (places === null) return schema;
  const troop = {
    description: 'The name of a troop: one of the book, or one of your own',
    anyOf: [{ enum: bookTroops(book, {}).map((t) => t.name) }, { type: 'string' }],
  };
  const defs = (schema['$defs'] ?? {}) as Record<string, Json>;
  return opened(schema, places, troop, defs);
}

function opened(node: Json, places: UnitPlaces, troop: Json, defs: Readonly<Record<string, Json>>): Json {
  const ref = typeof node['$ref'] === 'string' ? defs[String(node['$ref']).replace('#/$defs/', '')] : undefined;
  const full: Json = { ...(ref ?? node) };
  if (full['items'] && places.each) {
    full['items'] = opened(full['items'] as Json, places.each, troop, defs);
    return places.each.unit ? { ...about(full), anyOf: [troop, full] } : full;
  }
  if (!full['properties']) return node;
  const properties = { ...(full['properties'] as Record<string, Json>) };
  for (const [key, inner] of places.inside)
    if (properties[key]) properties[key] = opened(properties[key], inner, troop, defs);
  full['properties'] = properties;
  if (!places.unit) return full;
  full['properties'] = { troop, ...properties };
  const { required, ...rest } = full;
  const group = required ? { ...rest, anyOf: [{ required }, { required: ['troop'] }] } : rest;
  return { ...about(full), anyOf: [troop, group] };
}

const about = ({ description, default: usual }: Json): Json => ({
  ...(description === undefined ? {} : { description }),
  ...(usual === undefined ? {} : { default: usual }),
});
