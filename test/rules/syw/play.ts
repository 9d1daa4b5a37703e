import type { Rulebook, RulingValue } from '../../../src/rules/book.ts';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import type { Problem } from '../../../src/rules/problem.ts';
import { syw } from '../../../src/rules/syw/book.ts';
import { sywFamily } from '../../../src/rules/syw/family.ts';
import type { Automaton } from '../../../src/sim/automaton.ts';
import { compile, reachable } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import type { Machine } from '../../../src/sim/machine.ts';
import type { Tally } from '../../../src/sim/tally.ts';

/** What a scenario says besides its common keys; wrong keys are what some tests are about. */
export type Loose = Record<string, unknown>;
export type Rulings = Readonly<Record<string, RulingValue>>;

export const ruledBook = (rulings: Rulings = {}): Rulebook => ({
  ...syw,
  rulings: Object.fromEntries(
    Object.values(syw.rulings).map((r) => [r.key, { ...r, value: rulings[r.key] ?? r.value }]),
  ),
});

const definition = (kind: EncounterKind) => {
  const found = sywFamily.encounters[kind];
  if (!found) throw new Error(`syw has no ${kind}`);
  return found;
};

export function problemsOf(kind: EncounterKind, situation: Loose, book = syw): readonly Problem[] {
  const { schema, check } = definition(kind);
  return check(schema(book).parse(situation), book);
}

export function machineOf(kind: EncounterKind, situation: Loose, rulings: Rulings = {}, book = ruledBook(rulings)) {
  const { schema, check, build } = definition(kind);
  const parsed = schema(book).parse(situation);
  const problems = check(parsed, book);
  if (problems.length > 0) throw new Error(problems.map((p) => `${p.path.join('.')}: ${p.message}`).join('\n'));
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the state
  return build(parsed, book).machine as Machine<any>;
}

export const automatonOf = (kind: EncounterKind, situation: Loose, rulings?: Rulings): Automaton =>
  compile(machineOf(kind, situation, rulings));
export const exactly = (kind: EncounterKind, situation: Loose, rulings?: Rulings): Tally =>
  exact(automatonOf(kind, situation, rulings));

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

/** Probabilities by value of one measure. */
export function measureOf(tally: Tally, id: string): Record<number, number> {
  const place = tally.measures.findIndex((m) => m.id === id);
  if (place < 0) throw new Error(`no measure ${id}`);
  const total = tally.trials ?? 1;
  const p: Record<number, number> = {};
  for (const end of tally.ends) {
    const value = end.values[place];
    p[value] = (p[value] ?? 0) + end.weight / total;
  }
  return p;
}

/** The rows that count in the first roll with such a title, by id without the table, with their values. */
export function rowsAt(
  kind: EncounterKind,
  situation: Loose,
  title: RegExp,
  rulings?: Rulings,
): Record<string, number> {
  const machine = machineOf(kind, situation, rulings);
  const rows: Record<string, number> = {};
  let seen = false;
  reachable(machine, (s, _, roll) => {
    if (seen || !title.test(roll.title(s))) return;
    seen = true;
    for (const r of roll.reasons!(s, roll.against?.(s)).rows) rows[r.id.slice(r.id.lastIndexOf('.') + 1)] = r.value;
  });
  if (!seen) throw new Error(`no roll is called ${title}`);
  return rows;
}
