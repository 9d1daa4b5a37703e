import * as z from 'zod';
import type { Step } from '../../../sim/machine.ts';
import { flag, int } from '../../../sim/state.ts';
import { clause } from '../../../words/names.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { assemble } from '../assemble.ts';
import { commandSchema } from '../command-status.ts';
import { combatant, currentFs, isBroken, type LiveUnit, sentence, startUnit, takeHits, unitFields } from '../live.ts';
import { type Event, marchPlan } from '../march-plan.ts';
import { CROSSINGS, GROUNDS } from '../march-terrain.ts';
import { circumstanceOf, failureText } from '../morale.ts';
import { testStep } from '../tests.ts';
import { formationWords, unitSchema } from '../unit.ts';
import { unitProblems } from '../unit-check.ts';

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
    problems.push({ path: ['battalionGun'], message: `The sheet of ${book.id} prints no move for battalion guns.` });
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

interface S {
  step: string;
  unit: LiveUnit;
  turn: number;
  at: number;
  /** Quarter inches covered. */
  covered: number;
  stopped: boolean;
}
const QUARTERS = 4;

function marchMachine(situation: MarchSituation, book: Rulebook) {
  const { unit: given, turns } = situation;
  const { events } = marchPlan(situation, book);
  const inches = events.reduce((sum, e) => sum + (e.kind === 'move' ? e.inches : 0), 0) * turns;
  const spec = {
    unit: unitFields(given, book),
    turn: int(1, turns),
    at: int(0, events.length),
    covered: int(0, Math.ceil(inches * QUARTERS)),
    stopped: flag(),
  };
  return assemble<S>(spec, (view) => {
    const unit = combatant(book, 'unit', { ...given, name: given.name ?? 'the unit' }, view.unit);
    /** Goes to the next event, or to the end. */
    const onward = (s: S): void => {
      if (isBroken(unit) || s.stopped) finish(s);
      else if (s.at < events.length) s.step = `event.${s.at}`;
      else if (s.turn < turns) {
        s.turn++;
        s.at = 0;
        onward(s);
      } else finish(s);
    };
    const finish = (s: S): void => {
      s.at = 0;
      s.turn = turns;
      s.step = 'end';
    };
    const next = (s: S): void => {
      s.at++;
      onward(s);
    };
    const costly = (test: Parameters<typeof circumstanceOf>[1], after: (s: S) => void): Step<S> => {
      const { tables, failure, title } = circumstanceOf(book, test, given.training);
      return testStep<S>({
        book,
        test,
        unit,
        enemy: {},
        tables,
        title: clause(unit.label, title),
        passed: after,
        failed: (s) => {
          const { hits, effect } = failure(1);
          takeHits(unit, hits);
          if (effect === 'no-move') s.stopped = true;
          after(s);
        },
        failure: (by) => failureText(failure(by)),
      });
    };
    const stepsOf = (event: Event, i: number): Record<string, Step<S>> => {
      const name = `event.${i}`;
      switch (event.kind) {
        case 'test':
          return { [name]: costly(event.test, next) };
        case 'move':
          return {
            [name]: {
              then: (s) => {
                s.covered += Math.round(event.inches * QUARTERS);
                next(s);
              },
              tell: () => sentence(clause(unit.label, `moves ${event.inches}`)),
            },
          };
        case 'terrain':
          return { [name]: terrain(event) };
        case 'form': {
          const form = (s: S): void => {
            if (!isBroken(unit)) unit.live.formation = event.into;
            next(s);
          };
          const second = event.militia ? `${name}.militia` : null;
          const first = (s: S): void => {
            if (second && !isBroken(unit)) s.step = second;
            else form(s);
          };
          return {
            [name]: event.near
              ? costly('formation-change', first)
              : { then: first, tell: () => sentence(clause(unit.label, `forms ${event.into.replaceAll('-', ' ')}`)) },
            ...(second ? { [second]: costly('militia-formation-change', form) } : {}),
          };
        }
      }
    };
    const terrain = (event: Extract<Event, { kind: 'terrain' }>): Step<S> => {
      const { hits, ifPassed, label } = event;
      const suffer = (s: S, n: number): void => {
        takeHits(unit, n);
        next(s);
      };
      if (ifPassed === null) return { then: (s) => suffer(s, hits), tell: () => `${sentence(label)}: ${hits} FH` };
      return testStep<S>({
        book,
        test: 'terrain',
        unit,
        enemy: {},
        title: `${unit.label}: ${label}`,
        passed: (s) => suffer(s, ifPassed),
        failed: (s) => suffer(s, hits),
        failure: () => `${hits} FH`,
      });
    };
    const taken = () => unit.live.hits - given.hits;
    return {
      name: `march (${book.id})`,
      steps: Object.assign({}, ...events.map(stepsOf)),
      start: (s) => {
        startUnit(unit);
        s.turn = 1;
        onward(s);
      },
      outcomes: OUTCOMES.march,
      outcome: (s) => (isBroken(unit) ? 'broken' : s.stopped ? 'no-move' : taken() > 0 ? 'tired' : 'fresh'),
      measures: [
        { id: 'unit.hits', label: 'fatigue hits from the march', of: taken },
        { id: 'unit.fs', label: 'fatigue score left', of: () => currentFs(unit) },
        { id: 'unit.inches', label: 'inches covered', of: (s) => s.covered / QUARTERS },
      ],
      sums: [],
    };
  });
}
