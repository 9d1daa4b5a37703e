import { expect } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { sample } from '../../../src/sim/sample.ts';
import { chiSquaredTail } from '../../../src/stats/special.ts';

const TRIALS = 1e7;

/** The machine of a situation that the sheet allows. */
export function machineOf(book: Rulebook, kind: EncounterKind, situation: unknown) {
  const def = oth.encounters[kind]!;
  const parsed = def.schema(book).parse(situation);
  expect(def.check(parsed, book)).toEqual([]);
  return def.build(parsed, book).machine;
}

/** Ten million sampled encounters against the exact ends: one chi-squared over all of them, at one in ten thousand. */
export async function expectSampledAgrees(
  book: Rulebook,
  kind: EncounterKind,
  situation: unknown,
  seed: number,
): Promise<void> {
  const automaton = compile(machineOf(book, kind, situation));
  const key = (e: { outcome: number; values: readonly number[] }) => `${e.outcome}|${e.values.join('|')}`;
  const counts = new Map((await sample(automaton, TRIALS, seed)).ends.map((e) => [key(e), e.weight]));
  let statistic = 0;
  let cells = 0;
  let thinExpected = 0;
  let thinFound = 0;
  for (const end of exact(automaton).ends) {
    const expected = end.weight * TRIALS;
    const found = counts.get(key(end)) ?? 0;
    counts.delete(key(end));
    if (expected < 10) {
      thinExpected += expected;
      thinFound += found;
      continue;
    }
    statistic += (found - expected) ** 2 / expected;
    cells++;
  }
  // Nothing was sampled that exact does not know.
  expect([...counts.keys()]).toEqual([]);
  if (thinExpected > 0) {
    statistic += (thinFound - thinExpected) ** 2 / thinExpected;
    cells++;
  }
  if (cells > 1) expect(chiSquaredTail(statistic, cells - 1)).toBeGreaterThan(1e-4);
}
