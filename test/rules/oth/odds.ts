import type { Rulebook, RulingValue } from '../../../src/rules/book.ts';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';

/** A book with some rulings set. */
export function ruledBy<Book extends Rulebook>(book: Book, set: Readonly<Record<string, RulingValue>>): Book {
  const rulings = { ...book.rulings };
  for (const [key, value] of Object.entries(set)) {
    if (!rulings[key]) throw new Error(`${book.id} has no ruling ${key}`);
    rulings[key] = { ...rulings[key], value };
  }
  return { ...book, rulings };
}

/** The exact distribution of one encounter: outcomes by id, measures by id. */
export interface Odds {
  readonly outcome: (id: string) => number;
  /** The probability of a measure's value. */
  readonly p: (measure: string, value: number) => number;
  readonly mean: (measure: string) => number;
  /** The mean of what adds up along the way. */
  readonly sum: (id: string) => number;
  /** Everything, as text: two of them differ when anything does. */
  readonly text: string;
}

export function odds(book: Rulebook, kind: EncounterKind, situation: unknown): Odds {
  const def = oth.encounters[kind];
  if (!def) throw new Error(`no ${kind}`);
  const parsed = def.schema(book).parse(situation);
  const problems = def.check(parsed, book);
  if (problems.length > 0) throw new Error(problems.map((p) => p.message).join(' '));
  const tally = exact(compile(def.build(parsed, book).machine));
  const place = (id: string) => {
    const i = tally.measures.findIndex((m) => m.id === id);
    if (i < 0) throw new Error(`no measure ${id}`);
    return i;
  };
  const sum = (keep: (e: (typeof tally.ends)[number]) => number) =>
    tally.ends.reduce((a, e) => a + e.weight * keep(e), 0);
  const lines = tally.ends.map((e) => `${tally.outcomes[e.outcome].id} ${e.values.join(' ')} ${e.weight.toFixed(12)}`);
  return {
    outcome: (id) => sum((e) => (tally.outcomes[e.outcome].id === id ? 1 : 0)),
    p: (measure, value) => sum((e) => (e.values[place(measure)] === value ? 1 : 0)),
    mean: (measure) => sum((e) => e.values[place(measure)]),
    sum: (id) => {
      const found = tally.sums.find((m) => m.id === id);
      if (!found) throw new Error(`no sum ${id}`);
      return found.mean;
    },
    text: lines.sort().join('\n'),
  };
}

/** The refusals of a situation, as sentences. */
export function refusals(book: Rulebook, kind: EncounterKind, situation: unknown): string[] {
  const def = oth.encounters[kind];
  if (!def) throw new Error(`no ${kind}`);
  return def.check(def.schema(book).parse(situation), book).map((p) => `${p.path.join('.')}: ${p.message}`);
}
