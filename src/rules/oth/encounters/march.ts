import * as z from 'zod';
import { act, type Flow, leave, note, repeat, type Stepped, when } from '../../../kit/flow.ts';
import { declareState, UNSEEN } from '../../../kit/machine.ts';
import { flag, int } from '../../../sim/state.ts';
import { clause } from '../../../words/names.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import {
  type Combatant,
  combatant,
  currentFs,
  type Flows,
  hitsTaken,
  isBroken,
  muster,
  sentence,
  suffer,
  unitFields,
} from '../combatant.ts';
import { commandSchema } from '../command-status.ts';
import { theEdition } from '../edition.ts';
import { type Event, marchPlan } from '../march-plan.ts';
import { CROSSINGS, GROUNDS } from '../march-terrain.ts';
import { circumstanceOf, failureText } from '../morale.ts';
import { test } from '../tests.ts';
import { formationWords, unitSchema } from '../unit.ts';
import { unitProblems } from '../unit-check.ts';
import type { TestId } from '../vocabulary.ts';

function legSchema(book: Rulebook) {
  return z.union([
    z.strictObject({
      move: z.number().min(0.5).max(4).multipleOf(0.5).describe('Move segments.'),
      ground: z.enum(GROUNDS).default('clear').describe('What it moves through.'),
      halfSpeed: z
        .boolean()
        .default(false)
        .describe('Half the distance in the same segments; in oth2 the ground then costs no fatigue.'),
      cross: z.array(z.enum(CROSSINGS)).max(4).default([]).describe('What it crosses or enters on the way.'),
      byVictory: z
        .boolean()
        .default(false)
        .describe('It enters buildings or earthworks by winning a combat, at no cost.'),
    }),
    z.strictObject({ form: z.enum(formationWords(book) as [string, ...string[]]).describe('Changes formation.') }),
  ]);
}

/** What a scenario says about a march. */
export function marchSchema(book: Rulebook) {
  return z.strictObject({
    unit: unitSchema(book).describe('The unit that marches.'),
    legs: z.array(legSchema(book)).min(1).max(8).describe('What it does in a turn, in order.'),
    turns: z.int().min(1).max(6).default(1).describe('Turns in which it does so.'),
    leavesCover: z.boolean().default(false).describe('It leaves cover, which is tested for.'),
    hasFired: z.boolean().default(false).describe('It has fired this turn; moving is then tested for.'),
    battalionGun: z.boolean().default(false).describe('A battalion gun goes with it (oth-half): one segment less.'),
    cavalryDistance: z.number().min(0).max(200).optional().describe('How near enemy cavalry is; squares ask.'),
    command: commandSchema(),
  });
}
export type MarchSituation = z.output<ReturnType<typeof marchSchema>>;
export type Leg = z.output<ReturnType<typeof legSchema>>;

export const march: EncounterDef<MarchSituation> = {
  kind: 'march',
  title: 'March',
  schema: marchSchema,
  check: marchProblems,
  build: (situation, book) => ({
    machine: marchMachine(situation, book),
    notes: marchNotes(situation, book),
    sides: ['unit', 'enemy'],
  }),
};

function marchProblems(situation: MarchSituation, book: Rulebook): Problem[] {
  const { unit, legs, turns } = situation;
  const problems = unitProblems(unit, ['unit'], book);
  if (unit.inContact)
    problems.push({ path: ['unit', 'inContact'], message: 'A unit in contact with the enemy does not march.' });
  const known = book.tables['movement.segments'].rows.some((r) => r.id === 'battalion-gun');
  if (situation.battalionGun && !known)
    problems.push({
      path: ['battalionGun'],
      message: `The sheet of ${theEdition(book)} prints no move for battalion guns.`,
    });
  if (turns > 1 && legs.some((leg) => 'form' in leg))
    problems.push({ path: ['turns'], message: 'A march that changes formation is played for one turn.', found: turns });
  return [...problems, ...marchPlan(situation, book).problems];
}

function marchNotes({ unit, legs, command }: MarchSituation, book: Rulebook): Note[] {
  const notes: Note[] = [];
  if (ruled(book, 'fSegment') !== 'ignore')
    notes.push({
      kind: 'ruling',
      text: 'That the letter F on move segments costs fatigue is inference (ruling fSegment).',
    });
  if (unit.french && book.tables['engaged.options'] && legs.some((leg) => 'form' in leg))
    notes.push({ kind: 'info', text: 'The unit uses the French system: changes of formation take half.' });
  if (!(command.division && command.brigade))
    notes.push({ kind: 'info', text: 'Half a move is half of the segments.' });
  return notes;
}

/** Inches are counted in quarters. */
const QUARTERS = 4;

function marchMachine(situation: MarchSituation, book: Rulebook) {
  const { unit: given, turns } = situation;
  const { events } = marchPlan(situation, book);
  const inches = events.reduce((sum, e) => sum + (e.kind === 'move' ? e.inches : 0), 0) * turns;
  const { view, machine } = declareState(
    {
      unit: unitFields(given, book),
      turn: int(0, turns),
      covered: int(0, Math.ceil(inches * QUARTERS)),
      stopped: flag(),
    },
    UNSEEN,
  );
  const unit = combatant(book, 'unit', { ...given, name: given.name ?? 'the unit' }, view.unit);
  const isHalted = () => isBroken(unit) || view.stopped;
  const flowsOf = (event: Event): Flows => [
    ...eventFlows(book, unit, event, {
      stop: () => {
        view.stopped = true;
      },
      move: (quarters) => {
        view.covered += quarters;
      },
    }),
    when(isHalted, [leave]),
  ];
  const turn = act<Stepped>(() => {
    view.turn++;
  });
  return machine({
    name: `march (${book.id})`,
    play: [
      repeat([turn, ...events.flatMap(flowsOf)], () => view.turn < turns),
      act(() => {
        view.turn = 0;
      }),
    ],
    start: () => muster(unit),
    outcomes: OUTCOMES.march,
    outcome: () => (isBroken(unit) ? 'broken' : view.stopped ? 'no-move' : hitsTaken(unit) > 0 ? 'tired' : 'fresh'),
    measures: [
      { id: 'unit.hits', label: 'fatigue hits from the march', of: () => hitsTaken(unit) },
      { id: 'unit.fs', label: 'fatigue score left', of: () => currentFs(unit) },
      { id: 'unit.inches', label: 'inches covered', of: () => view.covered / QUARTERS },
    ],
    sums: [],
  });
}

interface Marching {
  readonly stop: () => void;
  readonly move: (quarters: number) => void;
}

/** One event of the march, played. */
function eventFlows(book: Rulebook, unit: Combatant, event: Event, { stop, move }: Marching): Flows {
  const says = (text: string) => note<Stepped>(() => sentence(text));
  const costly = (id: TestId): Flow<Stepped> => {
    const { tables, failure, title } = circumstanceOf(book, id, unit.given.training);
    const { hits, effect } = failure(1);
    return test({
      ...{ book, test: id, unit, enemy: {}, tables, title: clause(unit.label, title) },
      costs: { hits, cause: () => 'tests' },
      ...(effect === 'no-move' ? { fails: stop } : {}),
      failure: (by) => failureText(failure(by)),
    });
  };
  const suffers = (hits: number) => act<Stepped>((_, emit) => suffer(unit, hits, 'terrain', emit));
  switch (event.kind) {
    case 'test':
      return [costly(event.test)];
    case 'move':
      return [says(clause(unit.label, `moves ${event.inches}`)), act(() => move(Math.round(event.inches * QUARTERS)))];
    case 'form': {
      const into = event.into.replaceAll('-', ' ');
      const forms = act<Stepped>(() => {
        unit.state.formation = event.into;
      });
      return [
        event.near ? costly('formation-change') : says(clause(unit.label, `forms ${into}`)),
        ...(event.militia ? [when<Stepped>(() => !isBroken(unit), [costly('militia-formation-change')])] : []),
        when(() => !isBroken(unit), [forms]),
      ];
    }
    case 'terrain': {
      const { hits, ifPassed, label } = event;
      if (ifPassed === null) return [says(`${label}: ${hits} FH`), suffers(hits)];
      return [
        test({
          ...{ book, test: 'terrain', unit, enemy: {}, title: `${unit.label}: ${label}` },
          passed: [suffers(ifPassed)],
          failed: [suffers(hits)],
          failure: () => `${hits} FH`,
        }),
      ];
    }
  }
}
