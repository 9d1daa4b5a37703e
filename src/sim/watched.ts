import { mayCompile } from './may-compile.ts';
import type { Reads } from './reads.ts';

const watchers = new WeakMap<object, Reads>();

/** Who sees the looks at a part of a watched state. */
export const watcherOf = (group: object): Reads | undefined => watchers.get(group);

/**
 * A record whose fields tell of every look and every write, over the record that holds the values. Engines pack and
 * unpack the latter; rules see the former.
 */
export function watched(raw: Record<string, unknown>, paths: readonly string[], reads: Reads): Record<string, unknown> {
  const cover = (group: Record<string, unknown>, prefix: string): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(group)) {
      const field = paths.indexOf(prefix + name);
      if (field < 0 && typeof group[name] === 'object')
        made[name] = cover(group[name] as Record<string, unknown>, `${prefix}${name}.`);
      else
        Object.defineProperty(made, name, { enumerable: true, ...accessors(name)(group, field, reads, reads.touched) });
    }
    watchers.set(made, reads);
    return Object.preventExtensions(made);
  };
  return cover(raw, '');
}

type Accessors = (
  group: object,
  field: number,
  reads: Reads,
  touched: Int32Array,
) => { get: () => unknown; set: (to: unknown) => void };

export const made = new Map<string, Accessors>();

/** Code of its own for each name, so that a look costs a comparison and a load. Names are checked by the layout. */
function accessors(name: string): Accessors {
  let found = made.get(name);
  if (!found) {
    const text =
      name === 'step'
        ? 'return { get: () => g.step, set: (to) => { g.step = to; } };'
        : `return { get: () => { if (t[f] !== r.run) r.look(f); return g.${name}; }, set: (to) => { r.write(f); g.${name} = to; } };`;
    found = mayCompile()
      ? (new Function('g', 'f', 'r', 't', `'use strict'; ${text}`) as Accessors)
      : plainAccessors(name);
    made.set(name, found);
  }
  return found;
}

/** The same for a page that forbids code made from text. */
function plainAccessors(name: string): Accessors {
  return (group, field, reads, touched) => {
    const g = group as Record<string, unknown>;
    const get = () => {
      if (touched[field] !== reads.run) reads.look(field);
      return g[name];
    };
    const set = (to: unknown) => {
      reads.write(field);
      g[name] = to;
    };
    if (name !== 'step') return { get, set };
    return {
      get: () => g[name],
      set: (to: unknown) => {
        g[name] = to;
      },
    };
  };
}
