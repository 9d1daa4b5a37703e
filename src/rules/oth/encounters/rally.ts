import * as z from 'zod';
import { act, repeat, type Stepped, set } from '../../../kit/flow.ts';
import { int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import { encounterOf, type Note, notesIf } from '../../encounter.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { firstRefusal, ROOT, refusals } from '../../refusal.ts';
import { currentFs, hitsTaken, statusOf } from '../combatant.ts';
import { commandSchema, commandStatus } from '../command-status.ts';
import { theEdition } from '../edition.ts';
import { measure, statusNotes } from '../measures.ts';
import { mayRallyAfter } from '../movement.ts';
import { commanderRally, isWithUnit, ralliesAtAll, selfRally, selfRallyBeyond, testsOnOneUnit } from '../rally.ts';
import { stage } from '../stage.ts';
import { startingFs, type UnitGiven, unitProblems, unitSchema } from '../unit.ts';

const { word, whole } = stated;

/** What a scenario says about a rally. */
function rallySchema(book: Rulebook) {
  const tests = 'Tests he spends on it a turn: all his control if attached to it, else one less, unless said.';
  const declares = 'Under ruling selfRally: gamble, what a unit that rallies by itself declares.';
  return z.strictObject({
    unit: unitSchema(book).describe('The unit that is to shed fatigue hits.'),
    by: word(['commander', 'self'], 'commander', 'Its commander rallies it, or it rallies by itself.'),
    tests: z.int().min(1).max(5).optional().describe(tests),
    commanderSegments: whole([0, 2], 0, 'Move segments the commander has used this turn.'),
    declares: word(['take', 'roll'], 'roll', declares),
    turns: whole([1, 8], 1, 'Turns in a row that it is rallied.'),
    command: commandSchema(),
  });
}
export type RallySituation = z.output<ReturnType<typeof rallySchema>>;

export const rally = encounterOf<RallySituation>({
  ...{ kind: 'rally', title: 'Rally', sides: ['unit', 'enemy'] },
  ...{ schema: rallySchema, check: rallyProblems, notes: rallyNotes, machine: rallyMachine },
});

/** Tests that he may spend on the unit in a turn. */
const testsAllowed = ({ commander, hits }: UnitGiven, book: Rulebook): number =>
  testsOnOneUnit(book, commander?.control ?? 0, commander ? isWithUnit(book, commander) : false, hits);

function rallyProblems(situation: RallySituation, book: Rulebook): Problem[] {
  return [
    ...unitProblems(situation.unit, ['unit'], book),
    ...refusals(situation, ROOT, [
      [!ralliesAtAll(book), [], `The sheet of ${theEdition(book)} prints no way to rally (ruling rally).`],
      [situation.unit.hits === 0, ['unit', 'hits'], 'A unit without fatigue hits has nothing to rally.'],
      [situation.unit.inContact, ['unit', 'inContact'], 'A unit in contact with the enemy cannot be rallied.'],
      [!commandStatus(book, situation.command).rally, ['command'], 'A unit that is out of command may not rally.'],
    ]),
    ...(situation.by === 'commander' ? commanderProblems(situation, book) : selfProblems(situation, book)),
  ];
}

function commanderProblems(situation: RallySituation, book: Rulebook): Problem[] {
  const { unit, tests = 0 } = situation;
  const { commander } = unit;
  const isNear = commander !== undefined && (commander.inRange || commander.attached);
  const most = testsAllowed(unit, book);
  const inContact = 'All of his control on one unit needs the commander in contact with it; attach him.';
  const hasMoved = 'A commander who has moved two segments may not rally units.';
  const spendsAll = commander !== undefined && !isWithUnit(book, commander) && tests <= commander.control;
  const noTest = commander?.control === 0 ? 'A commander with control 0 has no test to spend.' : inContact;
  return [
    ...firstRefusal(situation, ROOT, [
      [!commander, ['unit', 'commander'], 'A rally by the commander needs one; give the unit a commander.'],
      [!isNear, ['unit', 'commander', 'inRange'], 'A commander rallies units within his range.'],
      [testsAllowed({ ...unit, hits: Math.max(1, unit.hits) }, book) === 0, ['unit', 'commander', 'control'], noTest],
      [tests > most, 'tests', spendsAll ? inContact : `He has no more than ${most} tests for this unit.`],
    ]),
    ...refusals(situation, ROOT, [[!mayRallyAfter(book, situation.commanderSegments), 'commanderSegments', hasMoved]]),
  ];
}

function selfProblems(situation: RallySituation, book: Rulebook): Problem[] {
  const { moved, enemyDistance, training } = situation.unit;
  const beyond = selfRallyBeyond(book, situation.unit);
  const who = training === 'regular' ? 'A unit' : 'Militia and irregulars';
  const tooNear = `${who} must be more than ${beyond} from the enemy to rally by itself.`;
  const spends = 'Tests are what a commander spends; a unit rallies by itself once a turn.';
  const unsaid = 'Say how far the enemy is; a unit rallies by itself only away from him.';
  return refusals(situation, ROOT, [
    [moved > 0, ['unit', 'moved'], 'A unit that has moved this turn does not rally by itself.'],
    [enemyDistance === undefined, ['unit', 'enemyDistance'], unsaid],
    [enemyDistance !== undefined && enemyDistance <= beyond, ['unit', 'enemyDistance'], tooNear],
    [situation.tests !== undefined, 'tests', spends],
  ]);
}

function rallyNotes({ unit }: RallySituation, book: Rulebook): Note[] {
  const from = book.borrowed?.['rally.rules'];
  return [
    ...notesIf([[from !== undefined, 'borrowed', `Rallying is borrowed from ${from}, with distances halved.`]]),
    ...statusNotes(book, unit, 'unit'),
  ];
}

function rallyMachine(situation: RallySituation, book: Rulebook) {
  const { unit: given, by, turns } = situation;
  const tests =
    by === 'commander' ? Math.min(situation.tests ?? Number.POSITIVE_INFINITY, testsAllowed(given, book)) : 0;
  const before = statusOf(book, given.fs, startingFs(given));
  const part = { side: 'unit', given: { ...given, name: given.name ?? 'the unit' } };
  const besides = { turn: int(0, turns), left: int(0, Math.max(1, tests)) };
  const { units, view, machine } = stage(book, [part], besides);
  const [unit] = units;
  const spec = { book, unit, enemy: {} };
  const spend = (): void => {
    view.left--;
  };
  const rallied =
    by === 'commander' ? commanderRally(spec, { left: () => view.left, spend }) : selfRally(spec, situation.declares);
  const turnsOn = act<Stepped>(() => {
    view.turn++;
    view.left = tests;
  });
  const regained = () => -hitsTaken(unit);
  return machine('rally', 'rally', {
    play: [repeat([turnsOn, rallied, set(view, { left: 0 })], () => unit.state.hits > 0 && view.turn < turns)],
    outcome: () => {
      const now = unit.status();
      if (unit.state.hits === 0) return 'fully-recovered';
      if (before !== 'steady' && now === 'steady') return 'rallied';
      if (before === 'routing' && now === 'routing') return 'keeps-routing';
      return regained() > 0 ? 'some-recovered' : 'no-recovery';
    },
    measures: [
      measure('unit.regained', 'fatigue hits shed', regained),
      measure('unit.fs', 'fatigue score at the end', () => currentFs(unit)),
      measure('turns', 'turns of rallying', () => view.turn),
    ],
  });
}
