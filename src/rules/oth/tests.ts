import { d10 } from '../../sim/die.ts';
import type { Emit, RollStep } from '../../sim/machine.ts';
import { type ModifierTable, modifierTable, type Rulebook, ruled } from '../book.ts';
import { modifierSum } from '../bound.ts';
import { nearRows, reasonRows } from '../modifiers.ts';
import { type FactRecord, type Facts, withFacts } from '../pattern.ts';
import { type Combatant, rulingFacts, sentence } from './live.ts';
import { scoreFs } from './scores.ts';
import type { TestId } from './vocabulary.ts';

/** By how much a face fails a test, at least 1; 0 if it passes. */
export type Failing = (target: number, face: number) => number;

/** A test passes on D10 equal to or under the target; rulings `testPass` and `testNaturals`. */
export function failing(book: Rulebook): Failing {
  const naturals = ruled(book, 'testNaturals');
  const strict = ruled(book, 'testPass') === 'strictly-under' ? 1 : 0;
  const passes = (target: number, face: number): boolean => {
    if (face === 10 && naturals !== 'none') return false;
    if (face === 1 && naturals === 'one-passes-ten-fails') return true;
    return face + strict <= target;
  };
  return (target, face) => (passes(target, face) ? 0 : Math.max(1, face - target + strict));
}

export interface TestSpec<S> {
  readonly book: Rulebook;
  readonly test: TestId;
  readonly unit: Combatant;
  /** The opponent, for the rows that ask about him. */
  readonly enemy: FactRecord;
  readonly now?: FactRecord;
  /** The tables whose rows go on the target; general modifiers unless said. */
  readonly tables?: readonly string[];
  readonly title: string | ((s: S) => string);
  readonly passed: (s: S, emit: Emit) => void;
  readonly failed: (s: S, emit: Emit, grade: number) => void;
  /** How bad a failure by so much is, where that matters: failures of one grade are alike, and all are unless said. */
  readonly grade?: (by: number) => number;
  /** What failing means, for people: "1 FH". */
  readonly failure?: (by: number) => string;
}

/** The general modifiers, and the penalties of tests around firing where the book has them. */
export function testTables(book: Rulebook, ids: readonly string[] = ['morale.modifiers']): ModifierTable[] {
  return ids.filter((id) => book.tables[id]).map((id) => modifierTable(book, id));
}

/** No grade of failure. */
const PASSED = -1;

/** One test, T(x): D10 against the fatigue score and the rows that count. */
export function testStep<S>(spec: TestSpec<S>): RollStep<S, number> {
  const { book, unit } = spec;
  const tables = testTables(book, spec.tables);
  const now = withFacts(spec.now ?? {}, { test: spec.test });
  const ruling = rulingFacts(book);
  const facts: Facts = { self: unit.facts, enemy: spec.enemy, now, ruling };
  const rows = modifierSum(tables, facts);
  const target = () => scoreFs(book, unit.given, unit.live) + rows();
  const failsBy = failing(book);
  const { title, grade = () => 0 } = spec;
  return {
    roll: d10,
    side: unit.side,
    given: target,
    apply: (s, goal, face, emit) => {
      const by = failsBy(goal, face);
      if (by === 0) spec.passed(s, emit);
      else spec.failed(s, emit, grade(by));
    },
    alike: (goal, face) => {
      const by = failsBy(goal, face);
      return by === 0 ? PASSED : grade(by);
    },
    title: (s) => sentence(typeof title === 'string' ? title : title(s)),
    result: (_s, goal, face) => {
      const by = failsBy(goal, face);
      if (by === 0) return 'passes';
      return spec.failure ? `fails: ${spec.failure(by)}` : `fails by ${by}`;
    },
    reasons: (_s, goal) => ({
      base: { label: `FS ${scoreFs(book, unit.given, unit.live)}`, value: scoreFs(book, unit.given, unit.live) },
      rows: reasonRows(tables, facts),
      near: nearRows(tables, facts),
      total: { label: 'target', value: goal },
      reading: `passes on D10 ${ruled(book, 'testPass') === 'strictly-under' ? 'under' : 'equal or under'} ${goal}`,
      bounds: testBounds(book),
    }),
  };
}

/** Below the first and above the second target nothing changes any more. */
function testBounds(book: Rulebook): { low: number; high: number } {
  const strict = ruled(book, 'testPass') === 'strictly-under' ? 1 : 0;
  const naturals = ruled(book, 'testNaturals');
  return {
    low: (naturals === 'one-passes-ten-fails' ? 1 : 0) + strict,
    high: (naturals === 'none' ? 10 : 9) + strict,
  };
}
