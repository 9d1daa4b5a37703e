import * as z from 'zod';
import { act, repeat, type Stepped } from '../../../kit/flow.ts';
import { declareState, UNSEEN } from '../../../kit/machine.ts';
import { int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { combatant, currentFs, hitsTaken, muster, statusOf, unitFields } from '../combatant.ts';
import { commandSchema, commandStatus } from '../command-status.ts';
import { theEdition } from '../edition.ts';
import {
  commanderRally,
  isWithUnit,
  mayRallyAfter,
  ralliesAtAll,
  selfRally,
  selfRallyBeyond,
  testsOnOneUnit,
} from '../rally.ts';
import { startingFs, unitSchema } from '../unit.ts';
import { unitProblems } from '../unit-check.ts';

/** What a scenario says about a rally. */
export function rallySchema(book: Rulebook) {
  return z.strictObject({
    unit: unitSchema(book).describe('The unit that is to shed fatigue hits.'),
    by: z
      .enum(['commander', 'self'])
      .default('commander')
      .describe('Its commander rallies it, or it rallies by itself.'),
    tests: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe('Tests he spends on it a turn: all his control if attached to it, else one less, unless said.'),
    commanderSegments: z.int().min(0).max(2).default(0).describe('Move segments the commander has used this turn.'),
    declares: z
      .enum(['take', 'roll'])
      .default('roll')
      .describe('Under ruling selfRally: gamble, what a unit that rallies by itself declares.'),
    turns: z.int().min(1).max(8).default(1).describe('Turns in a row that it is rallied.'),
    command: commandSchema(),
  });
}
export type RallySituation = z.output<ReturnType<typeof rallySchema>>;

export const rally: EncounterDef<RallySituation> = {
  kind: 'rally',
  title: 'Rally',
  schema: rallySchema,
  check: rallyProblems,
  build: (situation, book) => ({
    machine: rallyMachine(situation, book),
    notes: rallyNotes(situation, book),
    sides: ['unit', 'enemy'],
  }),
};

/** Tests a turn that the scenario leads to. */
function testsATurn({ unit, tests }: RallySituation, book: Rulebook): number {
  const { commander } = unit;
  const most = commander
    ? testsOnOneUnit(book, commander.control, isWithUnit(book, commander), unit.hits)
    : testsOnOneUnit(book, 0, false, unit.hits);
  return tests === undefined ? most : Math.min(tests, most);
}

function rallyProblems(situation: RallySituation, book: Rulebook): Problem[] {
  const { unit, by, tests } = situation;
  const problems = unitProblems(unit, ['unit'], book);
  const say = (path: (string | number)[], message: string, found?: unknown) => problems.push({ path, message, found });
  if (!ralliesAtAll(book)) say([], `The sheet of ${theEdition(book)} prints no way to rally (ruling rally).`);
  if (unit.hits === 0) say(['unit', 'hits'], 'A unit without fatigue hits has nothing to rally.', 0);
  if (unit.inContact) say(['unit', 'inContact'], 'A unit in contact with the enemy cannot be rallied.', true);
  if (!commandStatus(book, situation.command).rally) say(['command'], 'A unit that is out of command may not rally.');
  if (by === 'commander') {
    const commander = unit.commander;
    if (!commander) say(['unit', 'commander'], 'A rally by the commander needs one; give the unit a commander.');
    else if (!commander.inRange && !commander.attached)
      say(['unit', 'commander', 'inRange'], 'A commander rallies units within his range.', false);
    else if (testsOnOneUnit(book, commander.control, isWithUnit(book, commander), Math.max(1, unit.hits)) === 0)
      say(
        ['unit', 'commander', 'control'],
        commander.control === 0
          ? 'A commander with control 0 has no test to spend.'
          : 'All of his control on one unit needs the commander in contact with it; attach him.',
        commander.control,
      );
    else if (tests !== undefined) {
      const most = testsOnOneUnit(book, commander.control, isWithUnit(book, commander), unit.hits);
      if (tests > most)
        say(
          ['tests'],
          isWithUnit(book, commander) || tests > commander.control
            ? `He has no more than ${most} tests for this unit.`
            : 'All of his control on one unit needs the commander in contact with it; attach him.',
          tests,
        );
    }
    if (!mayRallyAfter(book, situation.commanderSegments))
      say(['commanderSegments'], 'A commander who has moved two segments may not rally units.', 2);
  } else {
    const beyond = selfRallyBeyond(book, unit);
    if (unit.moved > 0) say(['unit', 'moved'], 'A unit that has moved this turn does not rally by itself.', unit.moved);
    if (unit.enemyDistance === undefined)
      say(['unit', 'enemyDistance'], 'Say how far the enemy is; a unit rallies by itself only away from him.');
    else if (unit.enemyDistance <= beyond)
      say(
        ['unit', 'enemyDistance'],
        `${unit.training === 'regular' ? 'A unit' : 'Militia and irregulars'} must be more than ${beyond} from the enemy to rally by itself.`,
        unit.enemyDistance,
      );
    if (tests !== undefined) say(['tests'], 'Tests are what a commander spends; a unit rallies by itself once a turn.');
  }
  return problems;
}

function rallyNotes({ unit }: RallySituation, book: Rulebook): Note[] {
  const notes: Note[] = [];
  const from = book.borrowed?.['rally.rules'];
  if (from) notes.push({ kind: 'borrowed', text: `Rallying is borrowed from ${from}, with distances halved.` });
  const status = statusOf(book, unit.fs, startingFs(unit));
  if (status !== 'steady')
    notes.push({
      kind: 'ruling',
      text: `The unit counts as ${status} by ruling thresholds; the sheet prints no figure.`,
    });
  return notes;
}

function rallyMachine(situation: RallySituation, book: Rulebook) {
  const { unit: given, by, turns } = situation;
  const tests = by === 'commander' ? testsATurn(situation, book) : 0;
  const before = statusOf(book, given.fs, startingFs(given));
  const { view, machine } = declareState(
    {
      unit: unitFields(given, book),
      turn: int(0, turns),
      left: int(0, Math.max(1, tests)),
    },
    UNSEEN,
  );
  const unit = combatant(book, 'unit', { ...given, name: given.name ?? 'the unit' }, view.unit);
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
  const turnOver = act<Stepped>(() => {
    view.left = 0;
  });
  const regained = () => -hitsTaken(unit);
  return machine({
    name: `rally (${book.id})`,
    play: [repeat([turnsOn, rallied, turnOver], () => unit.state.hits > 0 && view.turn < turns)],
    start: () => muster(unit),
    outcomes: OUTCOMES.rally,
    outcome: () => {
      const now = unit.status();
      if (unit.state.hits === 0) return 'fully-recovered';
      if (before !== 'steady' && now === 'steady') return 'rallied';
      if (before === 'routing' && now === 'routing') return 'keeps-routing';
      return regained() > 0 ? 'some-recovered' : 'no-recovery';
    },
    measures: [
      { id: 'unit.regained', label: 'fatigue hits shed', of: regained },
      { id: 'unit.fs', label: 'fatigue score at the end', of: () => currentFs(unit) },
      { id: 'turns', label: 'turns of rallying', of: () => view.turn },
    ],
    sums: [],
  });
}
