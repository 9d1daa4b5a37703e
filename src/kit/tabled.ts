import { whileFilling } from '../sim/filling.ts';

/**
 * A function of few different arguments as a table that fills itself: for what a book says about a formation or a score,
 * which is asked for with every die.
 */
export function tabled<K, V>(of: (key: K) => V): (key: K) => V {
  const table = new Map<K, V>();
  return (key) => {
    let value = table.get(key);
    if (value === undefined && !table.has(key)) {
      value = whileFilling(() => of(key));
      table.set(key, value);
    }
    return value as V;
  };
}

/** The same of things that are known beforehand, worked out for all of them at once. */
export function workedOutFor<K, V>(keys: readonly K[], of: (key: K) => V): (key: K) => V {
  const table = new Map(keys.map((key) => [key, of(key)]));
  return (key) => table.get(key)!;
}
