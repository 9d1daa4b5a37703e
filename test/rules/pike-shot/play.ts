import type { Rulebook, RulingValue } from '../../../src/rules/book.ts';
import type { BuiltEncounter, EncounterKind } from '../../../src/rules/encounter.ts';
import { pikeShot } from '../../../src/rules/pike-shot/book.ts';
import { illustrative } from '../../../src/rules/pike-shot/cards/illustrative.ts';
import type { CardSet } from '../../../src/rules/pike-shot/cards/schema.ts';
import { pikeShotFamily } from '../../../src/rules/pike-shot/family.ts';
import type { Problem } from '../../../src/rules/problem.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { sample } from '../../../src/sim/sample.ts';
import type { Tally } from '../../../src/sim/tally.ts';

/** What a scenario says besides its common keys; wrong keys are what some tests are about. */
export type Loose = Record<string, unknown>;
export type Rulings = Readonly<Record<string, RulingValue>>;

export const ruledBook = (rulings: Rulings = {}): Rulebook => ({
  ...pikeShot,
  rulings: Object.fromEntries(
    Object.values(pikeShot.rulings).map((r) => [r.key, { ...r, value: rulings[r.key] ?? r.value }]),
  ),
});

/** The stand-in set with some of it changed. */
export function cardsWith(change: (set: CardSet) => void): CardSet {
  const set = structuredClone(illustrative);
  change(set);
  return set;
}

export function problemsOf(kind: EncounterKind, situation: Loose, rulings?: Rulings): readonly Problem[] {
  const def = pikeShotFamily.encounters[kind]!;
  const book = ruledBook(rulings);
  return def.check(def.schema(book).parse(situation), book);
}
export const messagesOf = (kind: EncounterKind, situation: Loose, rulings?: Rulings): string[] =>
  problemsOf(kind, situation, rulings).map((p) => `${p.path.join('.')}: ${p.message}`);

export function built(
  kind: EncounterKind,
  situation: Loose,
  rulings?: Rulings,
  book = ruledBook(rulings),
): BuiltEncounter {
  const def = pikeShotFamily.encounters[kind]!;
  const parsed = def.schema(book).parse(situation);
  const problems = def.check(parsed, book);
  if (problems.length > 0) throw new Error(problems.map((p) => `${p.path.join('.')}: ${p.message}`).join('\n'));
  return def.build(parsed, book);
}

export const exactly = (kind: EncounterKind, situation: Loose, rulings?: Rulings): Tally =>
  exact(compile(built(kind, situation, rulings).machine));
export const sampled = (kind: EncounterKind, situation: Loose, trials: number, seed: number): Promise<Tally> =>
  sample(compile(built(kind, situation).machine), trials, seed);

/** Probabilities by outcome id; outcomes that never happen are left out. */
export function outcomesOf(tally: Tally): Record<string, number> {
  const total = tally.trials ?? 1;
  const p: Record<string, number> = {};
  for (const end of tally.ends) {
    const { id } = tally.outcomes[end.outcome];
    p[id] = (p[id] ?? 0) + end.weight / total;
  }
  return p;
}
export const odds = (kind: EncounterKind, situation: Loose, rulings?: Rulings): Record<string, number> =>
  outcomesOf(exactly(kind, situation, rulings));

/** Probabilities by value of one measure. */
export function measureOf(tally: Tally, id: string): Record<number, number> {
  const place = tally.measures.findIndex((m) => m.id === id);
  if (place < 0) throw new Error(`no measure ${id}`);
  const total = tally.trials ?? 1;
  const p: Record<number, number> = {};
  for (const end of tally.ends) p[end.values[place]] = (p[end.values[place]] ?? 0) + end.weight / total;
  return p;
}
export const meanOf = (tally: Tally, id: string): number =>
  Object.entries(measureOf(tally, id)).reduce((sum, [value, p]) => sum + Number(value) * p, 0);
