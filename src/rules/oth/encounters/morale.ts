import * as z from 'zod';
import { int, oneOf } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import { encounterOf, type Note, notesIf } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { currentFs, hitsTaken, isBroken, statusOf, suffer } from '../combatant.ts';
import { measure } from '../measures.ts';
import { occasionOf, testsOf } from '../morale.ts';
import { stage } from '../stage.ts';
import { test } from '../tests.ts';
import { formationOf, startingFs, unitProblems, unitSchema } from '../unit.ts';
import type { TestId } from '../vocabulary.ts';
import { isColumn } from '../words.ts';

/** What a scenario says about a test. */
function moraleSchema(book: Rulebook) {
  return z.strictObject({
    unit: unitSchema(book).describe('The unit that tests.'),
    test: z.enum(testsOf(book) as [TestId, ...TestId[]]).describe('What it tests for.'),
    enemy: unitSchema(book)
      .prefault({})
      .describe('The enemy it would contact (test: contact), for the rows that ask about him.'),
  });
}
export type MoraleSituation = z.output<ReturnType<typeof moraleSchema>>;

export const morale = encounterOf<MoraleSituation>({
  ...{ kind: 'morale', title: 'Morale test', sides: ['tester', 'enemy'] },
  ...{ schema: moraleSchema, check: moraleProblems, notes: moraleNotes, machine: moraleMachine },
});

const UNIT = ['unit'];

function moraleProblems({ unit, enemy, test }: MoraleSituation, book: Rulebook): Problem[] {
  const within = occasionOf(book, test, unit.training)?.within ?? Number.POSITIVE_INFINITY;
  const militiaOnly = test === 'first-fire' || test === 'militia-formation-change';
  const isFar = test === 'formation-change' && (unit.enemyDistance ?? 0) > within;
  const guns = unit.arm === 'artillery';
  const hasFired = 'Militia test when they fire for the first time, and this unit has fired.';
  const follows = 'Impetuous units always follow up; there is nothing to test.';
  return [
    ...unitProblems(unit, UNIT, book),
    ...unitProblems(enemy, ['enemy'], book),
    ...refusals(unit, UNIT, [
      [isFar, 'enemyDistance', `A change of formation is tested for within ${within} of the enemy only.`],
      [militiaOnly && unit.training !== 'militia', 'training', 'Only militia take this test.'],
      [test === 'first-fire' && unit.fired, 'fired', hasFired],
      [test === 'follow-up' && unit.impetuous, 'impetuous', follows],
      [guns && (test === 'contact' || test === 'follow-up'), 'arm', 'Guns do not move into combat contact.'],
      [guns && test === 'combat-round', 'arm', 'Guns do not test after a round of combat.'],
    ]),
  ];
}

function moraleNotes({ unit, test, enemy }: MoraleSituation, book: Rulebook): Note[] {
  const isRuled = test === 'command' && book.rulings['commandTestHits'] !== undefined;
  const wavers = test === 'contact' && statusOf(book, enemy.fs, startingFs(enemy)) !== 'steady';
  const column = isColumn(formationOf(unit));
  return notesIf([
    [isRuled, 'ruling', 'The sheet prints no effect for this test; ruling commandTestHits gives it.'],
    [wavers, 'ruling', 'The enemy counts as wavering by ruling thresholds; the sheet prints no figure.'],
    [test === 'hold-fire' && column, 'info', 'A unit that cannot hold its fire goes into line and fires.'],
  ]);
}

/** What a failure amounts to, by the word of the table. */
const OUTCOME_OF: Readonly<Record<string, string>> = {
  'no-move': 'halts',
  'withdraw-without-fire': 'retreats',
  retire: 'retreats',
  retreat: 'retreats',
};

/** Margins of failed tests are counted up to here. */
const WORST_MARGIN = 40;

function moraleMachine({ unit: given, enemy: foe, test: id }: MoraleSituation, book: Rulebook) {
  const { failure } = occasionOf(book, id, given.training)!;
  const named = { ...given, name: given.name ?? 'the unit' };
  const parts = [
    { side: 'tester', given: named, facts: { role: 'tester' } },
    { side: 'enemy', given: foe },
  ];
  const { units, view, machine } = stage(book, parts, {
    moves: int(0, 4),
    failedBy: int(0, WORST_MARGIN),
    result: oneOf('passes', ...OUTCOMES.morale.map((o) => o.id).filter((o) => o !== 'passes')),
  });
  const [unit, enemy] = units;
  const tested = test({
    ...{ book, test: id, unit, enemy: enemy.facts },
    grade: (by) => by,
    fails: (by, emit) => {
      const { hits, moves, effect } = failure(by);
      suffer(unit, hits, 'tests', emit);
      view.moves = moves;
      view.failedBy = Math.min(WORST_MARGIN, by);
      view.result = isBroken(unit) ? 'broken' : (OUTCOME_OF[effect] ?? 'fails');
    },
  });
  return machine('morale', 'morale test', {
    play: [tested],
    outcome: () => view.result,
    measures: [
      measure('unit.hits', 'fatigue hits from the test', () => hitsTaken(unit)),
      measure('unit.fs', 'fatigue score left', () => currentFs(unit)),
      measure('unit.moves', 'moves to the rear', () => view.moves),
      measure('unit.failedBy', 'points by which the test is failed', () => view.failedBy),
    ],
  });
}
