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
