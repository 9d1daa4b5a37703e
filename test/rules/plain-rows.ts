import type { ModifierTable, Value } from '../../src/rules/book.ts';
import { type Facts, matcher, swapped } from '../../src/rules/pattern.ts';

/** Rows read by the letter, one by one and from nothing prepared: what the bound rows are held to. */
export function plainSum(table: ModifierTable, facts: Facts): number {
  if (table.unless && matcher(table.unless)(facts)) return 0;
  const counts = table.rows.flatMap(({ id, when, value, replaces = [] }) => [
    ...(matcher(when)(facts) ? [{ id, replaces, worth: worth(value, facts) }] : []),
    ...(typeof value === 'object' && 'pair' in value && matcher(when)(swapped(facts))
      ? [{ id, replaces, worth: value.pair[1] }]
      : []),
  ]);
  const replaced = counts.flatMap((c) => c.replaces);
  return counts.filter((c) => !replaced.includes(c.id)).reduce((sum, c) => sum + c.worth, 0);
}

function worth(value: Value, facts: Facts): number {
  if (typeof value === 'number') return value;
  if ('pair' in value) return value.pair[0];
  const [side, fact] = ('fact' in value ? value.fact : value.per).split('.') as [keyof Facts, string];
  const held = facts[side][fact];
  const found = typeof held === 'number' ? held : 0;
  if ('fact' in value) return found + (value.plus ?? 0);
  return Math.min(
    value.max ?? Number.POSITIVE_INFINITY,
    Math.max(value.min ?? Number.NEGATIVE_INFINITY, found * value.each),
  );
}
