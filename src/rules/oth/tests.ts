import { type Flow, roll, type Stepped } from '../../kit/flow.ts';
import { d10 } from '../../sim/die.ts';
import type { Emit } from '../../sim/machine.ts';
import { clause } from '../../words/names.ts';
import { modifierTable, type Rulebook, ruled } from '../book.ts';
import { rowsFor } from '../modifiers.ts';
import { type FactRecord, type Facts, withFacts } from '../pattern.ts';
import { type Combatant, type Flows, rulingFacts, sentence, suffer } from './combatant.ts';
import { failureText, GENERAL, occasionOf } from './morale.ts';
import { fsReader } from './scores.ts';
import type { TestId } from './vocabulary.ts';

/** By how much a face fails a test, at least 1; 0 if it passes. */
export type Failing = (target: number, face: number) => number;

/** A test passes on D10 equal to or under the target; rulings `testPass` and `testNaturals`. */
export function failing(book: Rulebook): Failing {
  const naturals = () => ruled(book, 'testNaturals');
  const passes = (target: number, face: number): boolean => {
    if (face === 10 && naturals() !== 'none') return false;
    if (face === 1 && naturals() === 'one-passes-ten-fails') return true;
    return face + strictness(book) <= target;
  };
  return (target, face) => (passes(target, face) ? 0 : Math.max(1, face - target + strictness(book)));
}
const strictness = (book: Rulebook): number => (ruled(book, 'testPass') === 'strictly-under' ? 1 : 0);

export interface TestSpec {
  readonly book: Rulebook;
  readonly test: TestId;
  readonly unit: Combatant;
  /** The opponent, for the rows that ask about him. */
  readonly enemy: FactRecord;
  readonly now?: FactRecord;
  /** The tables whose rows go on the target; those of the occasion, or general modifiers, unless said. */
  readonly tables?: readonly string[];
  /** What the test is, for people; the occasion unless said. */
  readonly title?: string | (() => string);
  readonly passed?: Flows;
  readonly failed?: Flows;
  /** What the hits of a failure are put down to; without it a failure costs none. */
  readonly cause?: () => string;
  /** What a failure does at once; it is told how bad it is. */
  readonly fails?: (grade: number, emit: Emit) => void;
  /** How bad a failure by so much is, where that matters. */
  readonly grade?: (by: number) => number;
  /** What failing means, for people: "1 FH"; as the sheet has it unless said. */
  readonly failure?: (by: number) => string;
}

/** What a test comes to when it is passed; other figures are grades of failure. */
const PASSED = -1;

/** One test, T(x): D10 against the fatigue score and the rows that count. */
export function test(spec: TestSpec): Flow<Stepped> {
  const { book, unit, cause, grade = () => 0 } = spec;
  const occasion = occasionOf(book, spec.test, unit.given.training);
  const title = spec.title ?? clause(unit.label, occasion?.title ?? 'tests');
  const failure = spec.failure ?? ((by: number) => (occasion ? failureText(occasion.failure(by)) : 'nothing'));
  const hits = cause && occasion ? occasion.failure(1).hits : 0;
  // Not every sheet has all of the tables.
  const tables = (spec.tables ?? occasion?.tables ?? GENERAL)
    .filter((id) => book.tables[id])
    .map((id) => modifierTable(book, id));
  const now = withFacts(spec.now ?? {}, { test: spec.test });
  const facts: Facts = { self: unit.facts, enemy: spec.enemy, now, ruling: rulingFacts(book) };
  const { sum, why } = rowsFor(tables, facts);
  const fs = fsReader(book, unit);
  const failsBy = failing(book);
  return roll({
    roll: d10,
    side: unit.side,
    against: () => fs() + sum(),
    comesTo: (target, face) => {
      const by = failsBy(target, face);
      return by === 0 ? PASSED : grade(by);
    },
    apply: (_s, _target, result, emit) => {
      if (result === PASSED) return 0;
      if (cause) suffer(unit, hits, cause(), emit);
      spec.fails?.(result, emit);
      return 1;
    },
    branches: [spec.passed ?? [], spec.failed ?? []],
    title: () => sentence(typeof title === 'string' ? title : title()),
    result: (_s, target, face) => {
      const by = failsBy(target, face);
      return by === 0 ? 'passes' : `fails: ${failure(by)}`;
    },
    reasons: (_s, target) => ({
      base: { label: `FS ${fs()}`, value: fs() },
      ...why(),
      total: { label: 'target', value: target },
      reading: `passes on D10 ${strictness(book) === 1 ? 'under' : 'equal or under'} ${target}`,
      bounds: testBounds(book),
    }),
  });
}

/** Below the first and above the second target nothing changes any more. */
function testBounds(book: Rulebook): { low: number; high: number } {
  const naturals = ruled(book, 'testNaturals');
  return {
    low: (naturals === 'one-passes-ten-fails' ? 1 : 0) + strictness(book),
    high: (naturals === 'none' ? 10 : 9) + strictness(book),
  };
}
