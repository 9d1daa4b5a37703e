import { expect } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { sample } from '../../../src/sim/sample.ts';
import { sigmasApart } from '../../sim/agree.ts';

/** Plays an encounter ten million times and expects the shares that exact work gives. */
export async function expectSampled(book: Rulebook, kind: EncounterKind, situation: unknown): Promise<void> {
  const def = oth.encounters[kind];
  if (!def) throw new Error(`no ${kind}`);
  const automaton = compile(def.build(def.schema(book).parse(situation), book).machine);
  expect(sigmasApart(await sample(automaton, 1e7, 1), exact(automaton))).toBeLessThan(4.5);
}

/** What a situation's result says besides figures. */
export function notesOf(book: Rulebook, kind: EncounterKind, situation: unknown): string[] {
  const def = oth.encounters[kind];
  if (!def) throw new Error(`no ${kind}`);
  return def.build(def.schema(book).parse(situation), book).notes.map((n) => `${n.kind}: ${n.text}`);
}
