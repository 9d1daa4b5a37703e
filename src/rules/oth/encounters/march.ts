import * as z from 'zod';
import { act, leave, note, repeat, type Stepped, set, when } from '../../../kit/flow.ts';
import { flag as flagField, int } from '../../../sim/state.ts';
import { clause } from '../../../words/names.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { encounterOf, type Note, notesIf } from '../../encounter.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { type Combatant, currentFs, type Flows, hitsTaken, isBroken, sentence, suffer } from '../combatant.ts';
import { commandSchema } from '../command-status.ts';
import { theEdition } from '../edition.ts';
import { type MarchEvent, marchCourse } from '../march-course.ts';
import { measure } from '../measures.ts';
import { occasionOf } from '../morale.ts';
import { hasEngagedOptions, movesBattalionGuns } from '../movement.ts';
import { stage } from '../stage.ts';
import { CROSSINGS, GROUNDS } from '../terrain.ts';
import { test } from '../tests.ts';
import { formationWords, unitProblems, unitSchema } from '../unit.ts';
import type { TestId } from '../vocabulary.ts';
import { spoken } from '../words.ts';

const { flag, word, listed, whole, inches, few } = stated;

function legSchema(book: Rulebook) {
  const slow = 'Half the distance in the same segments; in oth2 the ground then costs no fatigue.';
  return z.union([
    z.strictObject({
      move: z.number().min(0.5).max(4).multipleOf(0.5).describe('Move segments.'),
      ground: word(GROUNDS, 'clear', 'What it moves through.'),
      halfSpeed: flag(slow),
      cross: few(z.enum(CROSSINGS), 4, 'What it crosses or enters on the way.'),
      byVictory: flag('It enters buildings or earthworks by winning a combat, at no cost.'),
    }),
    z.strictObject({ form: listed(formationWords(book), 'Changes formation.') }),
  ]);
}

/** What a scenario says about a march. */
const marchSchema = (book: Rulebook) =>
  z.strictObject({
    unit: unitSchema(book).describe('The unit that marches.'),
    legs: z.array(legSchema(book)).min(1).max(8).describe('What it does in a turn, in order.'),
    turns: whole([1, 6], 1, 'Turns in which it does so.'),
    leavesCover: flag('It leaves cover, which is tested for.'),
    hasFired: flag('It has fired this turn; moving is then tested for.'),
    battalionGun: flag('A battalion gun goes with it (oth-half): one segment less.'),
    cavalryDistance: inches(200, 'How near enemy cavalry is; squares ask.').optional(),
    command: commandSchema(),
  });
export type MarchSituation = z.output<ReturnType<typeof marchSchema>>;
export type Leg = z.output<ReturnType<typeof legSchema>>;

export const march = encounterOf<MarchSituation>({
  ...{ kind: 'march', title: 'March', sides: ['unit', 'enemy'] },
  ...{ schema: marchSchema, check: marchProblems, notes: marchNotes, machine: marchMachine },
});

function marchProblems(situation: MarchSituation, book: Rulebook): Problem[] {
  const { unit, legs, turns, battalionGun } = situation;
  const formsAgain = turns > 1 && legs.some((leg) => 'form' in leg);
  const noGun = `The sheet of ${theEdition(book)} prints no move for battalion guns.`;
  return [
    ...unitProblems(unit, ['unit'], book),
    ...refusals(situation, ROOT, [
      [unit.inContact, ['unit', 'inContact'], 'A unit in contact with the enemy does not march.'],
      [battalionGun && !movesBattalionGuns(book), 'battalionGun', noGun],
      [formsAgain, 'turns', 'A march that changes formation is played for one turn.'],
    ]),
    ...marchCourse(situation, book).problems,
  ];
}

function marchNotes({ unit, legs, command }: MarchSituation, book: Rulebook): Note[] {
  const forms = legs.some((leg) => 'form' in leg);
  const half = !(command.division && command.brigade);
  const tires = 'That the letter F on move segments costs fatigue is inference (ruling fSegment).';
  const isQuick = unit.french && hasEngagedOptions(book) && forms;
  return notesIf([
    [ruled(book, 'fSegment') !== 'ignore', 'ruling', tires],
    [isQuick, 'info', 'The unit uses the French system: changes of formation take half.'],
    [half, 'info', 'Half a move is half of the segments.'],
  ]);
}

/** Inches are counted in quarters. */
const QUARTERS = 4;

function marchMachine(situation: MarchSituation, book: Rulebook) {
  const { unit: given, turns } = situation;
  const { events } = marchCourse(situation, book);
  const inches = events.reduce((sum, e) => sum + (e.kind === 'move' ? e.inches : 0), 0) * turns;
  const marchFields = { turn: int(0, turns), covered: int(0, Math.ceil(inches * QUARTERS)), stopped: flagField() };
  const part = { side: 'unit', given: { ...given, name: given.name ?? 'the unit' } };
  const { units, view, machine } = stage(book, [part], marchFields);
  const [unit] = units;
  const play = eventFlows(book, unit, view);
  const halts = when<Stepped>(() => isBroken(unit) || view.stopped, [leave]);
  const turn = act<Stepped>(() => {
    view.turn++;
  });
  const forgetTurn = set<Stepped, { turn: number }>(view, { turn: 0 });
  return machine('march', 'march', {
    play: [repeat([turn, ...events.flatMap((event) => [...play(event), halts])], () => view.turn < turns), forgetTurn],
    outcome: () => (isBroken(unit) ? 'broken' : view.stopped ? 'no-move' : hitsTaken(unit) > 0 ? 'tired' : 'fresh'),
    measures: [
      measure('unit.hits', 'fatigue hits from the march', () => hitsTaken(unit)),
      measure('unit.fs', 'fatigue score left', () => currentFs(unit)),
      measure('unit.inches', 'inches covered', () => view.covered / QUARTERS),
    ],
  });
}

/** One event of the march, played. */
function eventFlows(book: Rulebook, unit: Combatant, march: { stopped: boolean; covered: number }) {
  const says = (text: string) => note<Stepped>(() => sentence(text));
  const suffers = (hits: number) => act<Stepped>((_, emit) => suffer(unit, hits, 'terrain', emit));
  /** A unit that fails some tests stays where it is. */
  const stopping = (id: TestId) => {
    const stops = occasionOf(book, id, unit.given.training)?.failure(1).effect === 'no-move';
    const stop = (): void => {
      march.stopped = true;
    };
    return stops ? { fails: stop } : {};
  };
  return (event: MarchEvent): Flows => {
    switch (event.kind) {
      case 'test':
        return [test({ book, test: event.test, unit, enemy: {}, cause: () => 'tests', ...stopping(event.test) })];
      case 'move':
        return [
          says(clause(unit.label, `moves ${event.inches}`)),
          act(() => {
            march.covered += Math.round(event.inches * QUARTERS);
          }),
        ];
      case 'form':
        return [says(clause(unit.label, `forms ${spoken(event.into)}`)), set(unit.state, { formation: event.into })];
      case 'terrain':
        if (event.ifPassed === null) return [says(`${event.label}: ${event.hits} FH`), suffers(event.hits)];
        return [
          test({
            ...{ book, test: 'terrain', unit, enemy: {}, title: `${unit.label}: ${event.label}` },
            passed: [suffers(event.ifPassed)],
            failed: [suffers(event.hits)],
            failure: () => `${event.hits} FH`,
          }),
        ];
    }
  };
}
