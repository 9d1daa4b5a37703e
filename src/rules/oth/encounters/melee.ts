import * as z from 'zod';
import type { Machine } from '../../../sim/machine.ts';
import { oneOf } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { assemble } from '../assemble.ts';
import { type Bout, boutFields, startBout } from '../melee/bout.ts';
import { besideProblems, meetingProblems } from '../melee/check.ts';
import type { Role } from '../melee/corners.ts';
import type { Stepping } from '../melee/fight.ts';
import {
  type Beside,
  beside,
  besideFields,
  fighter,
  fighterFields,
  goesAtEnemy,
  type LiveBeside,
  type LiveFighter,
  moverContact,
  quitsGround,
  startFighter,
} from '../melee/fighter.ts';
import { fightMeasures, phaseSum, phaseSums } from '../melee/measures.ts';
import { statusNotes } from '../melee/notes.ts';
import { meleeSteps } from '../melee/steps.ts';
import { unitShape } from '../unit.ts';
import { ASPECTS } from '../words.ts';

/** Units beside the first of a side. */
const MOST_BESIDE = 3;
const SEVERAL = 'Each strikes; the first unit takes the hits and its side stands or falls with it (OTH2-R58).';

/** What a scenario says about a close combat. */
export function meleeSchema(book: Rulebook) {
  return z.strictObject({
    attacker: z
      .strictObject({
        ...unitShape(book),
        others: z
          .array(
            z.strictObject({
              ...unitShape(book),
              into: z
                .enum(ASPECTS)
                .optional()
                .describe('Which side of the defender it strikes; where the first unit does unless said.'),
            }),
          )
          .max(MOST_BESIDE)
          .default([])
          .describe(`More units that move in with it. ${SEVERAL}`),
      })
      .describe('The unit that moves into contact.'),
    defender: z
      .strictObject({
        ...unitShape(book),
        countering: z.boolean().default(false).describe('It meets the attacker half way.'),
        evaded: z.boolean().default(false).describe('It has evaded this turn and was caught.'),
        others: z
          .array(z.strictObject(unitShape(book)))
          .max(MOST_BESIDE)
          .default([])
          .describe(`More units that fight beside it, against the first attacker. ${SEVERAL}`),
      })
      .describe('The unit that is contacted.'),
    contact: z
      .enum(['fresh', 'locked'])
      .default('fresh')
      .describe(
        'Fresh: the attacker has just moved in. Locked: the fight goes on from an earlier turn, without contact bonuses.',
      ),
  });
}
export type MeleeSituation = z.output<ReturnType<typeof meleeSchema>>;

export const melee: EncounterDef<MeleeSituation> = {
  kind: 'melee',
  title: 'Close combat',
  schema: meleeSchema,
  check: (situation, book) => [
    ...meetingProblems(situation.attacker, situation.defender, book),
    ...besideProblems(situation, book),
    ...defenderProblems(situation),
  ],
  build: (situation, book) => ({
    machine: meleeMachine(situation, book),
    notes: situation.contact === 'fresh' ? statusNotes(book, situation.defender) : [],
    sides: ['attacker', 'defender'],
  }),
};

function defenderProblems({ defender, contact }: MeleeSituation): Problem[] {
  const at = (key: string, message: string): Problem => ({ path: ['defender', key], message, found: true });
  const problems: Problem[] = [];
  if (defender.countering && defender.arm === 'artillery') problems.push(at('countering', 'Guns cannot counter.'));
  if (defender.countering && defender.aspect !== 'front')
    problems.push(at('countering', 'Only a unit that is contacted in front may counter.'));
  if (defender.countering && contact === 'locked')
    problems.push(at('countering', 'Units that are locked in combat no longer counter.'));
  if (defender.evaded && defender.countering) problems.push(at('evaded', 'A unit cannot evade and counter at once.'));
  return problems;
}

interface S extends Stepping {
  attacker: LiveFighter;
  defender: LiveFighter;
  bout: Bout;
  result: string;
  /** The units beside the first, by name. */
  [beside: string]: unknown;
}

const ROLES: readonly Role[] = ['attacker', 'defender'];
const besideName = (role: Role, place: number): string => `${role}${place + 2}`;

const meleeMachine = (situation: MeleeSituation, book: Rulebook): Machine<S> =>
  assemble<S>(
    {
      attacker: fighterFields(situation.attacker, book),
      defender: fighterFields(situation.defender, book),
      ...Object.fromEntries(
        ROLES.flatMap((role) => situation[role].others.map((u, i) => [besideName(role, i), besideFields(u, book)])),
      ),
      bout: boutFields(book, 1 + Math.max(situation.attacker.others.length, situation.defender.others.length)),
      result: oneOf('none', ...OUTCOMES.melee.map((o) => o.id)),
    },
    (view) => {
      const attacker = fighter(book, 'attacker', situation.attacker, view.attacker);
      const defender = fighter(book, 'defender', situation.defender, view.defender);
      const besideOf = (role: Role): Beside[] =>
        situation[role].others.map((u, i) => beside(book, role, i, u, view[besideName(role, i)] as LiveBeside));
      const others = { attacker: besideOf('attacker'), defender: besideOf('defender') };
      const { contact } = situation;
      const { countering, evaded } = situation.defender;
      return {
        name: `close combat (${book.id})`,
        start: (s) => {
          startFighter(attacker);
          startFighter(defender);
          for (const role of ROLES) others[role].forEach(startFighter);
          startBout(view.bout);
          if (countering) defender.live.contact = 'countered';
          attacker.live.contact = contact === 'fresh' ? moverContact(book, attacker, defender) : 'none';
          situation.attacker.others.forEach(({ into }, i) => {
            const { live } = others.attacker[i];
            live.into = into ?? situation.defender.aspect;
            live.contact = contact === 'fresh' ? moverContact(book, others.attacker[i], defender) : 'none';
          });
          defender.live.evaded = evaded;
          if (countering) goesAtEnemy(defender);
          if (evaded) quitsGround(defender);
          s.step = 'contact';
        },
        steps: {
          contact: {
            then: (s) => {
              // Line 29 of oth2: a unit that is routing when contacted is broken.
              const routed = contact === 'fresh' && defender.facts['routing'] === true;
              if (routed) s.result = 'defender-broken';
              s.step = routed ? 'end' : 'fight';
            },
          },
          ...meleeSteps<S>({
            book,
            prefix: '',
            attacker,
            defender,
            beside: others,
            bout: view.bout,
            locked: () => contact === 'locked',
            replaces: true,
            write: (outcome) => {
              view.result = outcome;
            },
            end: 'end',
            // The sums are of the first units; those beside have a measure of their own.
            count: (unit, phase, hits, emit) => {
              if (unit === attacker || unit === defender) emit(phaseSum(unit.side, phase), hits);
            },
          }),
        },
        outcomes: OUTCOMES.melee,
        outcome: (s) => s.result,
        measures: fightMeasures<S>(book, [attacker, defender], view.bout, () => view.result, others),
        sums: phaseSums(book),
      };
    },
  );
