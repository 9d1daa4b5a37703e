import type { Fact, Total } from './reads.ts';
import type { FieldScalar } from './state.ts';
import { watcherOf } from './watched.ts';

/**
 * A question that others than its owner ask ("is the unit steady?"). Where looks are seen it is one look with few answers
 * instead of one at each field behind it, so that more situations are alike; elsewhere it is the question itself.
 * @param group any part of the state that `ask` is about
 */
export function fact<T extends FieldScalar>(group: object, ask: () => T): () => T {
  const reads = watcherOf(group);
  if (!reads) return ask;
  const made: Fact = { place: reads.facts.length, ask, fields: new Set() };
  reads.facts.push(made);
  return () => reads.answer(made) as T;
}

/** A number added up over parts of the state. An ending that looks at totals alone is the same for equal totals. */
export function totalOf(group: object, parts: readonly (() => number)[]): () => number {
  const reads = watcherOf(group);
  if (!reads)
    return () => {
      let sum = 0;
      for (const part of parts) sum += part();
      return sum;
    };
  const made: Total = { place: reads.totals.length, parts };
  reads.totals.push(made);
  return () => reads.sum(made);
}
