import { z } from 'zod';
import type { Machine } from '../../../sim/machine.ts';
import { layout, oneOf, type State, type StateSpec } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { meetingProblems } from '../melee/check.ts';
import { type Bout, boutFields } from '../melee/fight.ts';
import { fighter, fighterFields, type LiveFighter, startFighter } from '../melee/fighter.ts';
import { fightMeasures, phaseSum, phaseSums } from '../melee/measures.ts';
import { meleeSteps } from '../melee/steps.ts';
import { unitShape } from '../unit.ts';

/** What a scenario says about a close combat. */
export function meleeSchema(book: Rulebook) {
  return z.strictObject({
    attacker: z.strictObject(unitShape(book)).describe('The unit that moves into contact.'),
    defender: z
      .strictObject({
        ...unitShape(book),
        countering: z.boolean().default(false).describe('It meets the attacker half way.'),
        evaded: z.boolean().default(false).describe('It has evaded this turn and was caught.'),
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
    ...defenderProblems(situation),
  ],
  build: (situation, book) => ({ machine: meleeMachine(situation, book), notes: [], sides: ['attacker', 'defender'] }),
};

function defenderProblems({ defender, contact }: MeleeSituation): Problem[] {
  const at = (key: string, message: string): Problem => ({ path: ['defender', key], message, found: true });
  const problems: Problem[] = [];
  if (defender.countering && defender.arm === 'artillery') problems.push(at('countering', 'Guns cannot counter.'));
  if (defender.countering && defender.aspect !== 'front')
    problems.push(at('countering', 'Only a unit that is contacted in front may counter.'));
  if (defender.countering && defender.place !== 'open')
    problems.push(at('countering', 'A unit that counters leaves its works or buildings; put it in the open.'));
  if (defender.countering && contact === 'locked')
    problems.push(at('countering', 'Units that are locked in combat no longer counter.'));
  if (defender.evaded && defender.countering) problems.push(at('evaded', 'A unit cannot evade and counter at once.'));
  return problems;
}

function meleeMachine(situation: MeleeSituation, book: Rulebook): Machine<State<StateSpec>> {
  const spec = {
    attacker: fighterFields(situation.attacker, book),
    defender: fighterFields(situation.defender, book),
    bout: boutFields(book),
    result: oneOf('none', ...OUTCOMES.melee.map((o) => o.id)),
  };
  type S = State<StateSpec> & { result: string; attacker: LiveFighter; defender: LiveFighter; bout: Bout };
  // Steps are made over the state, and the state names its steps: lay out twice, use the second.
  const l = layout(spec, Object.keys(assemble(layout(spec, []).view as unknown as S).steps));
  const view = l.view as unknown as S;
  const { steps, attacker, defender } = assemble(view);
  return {
    name: `close combat (${book.id})`,
    layout: l as unknown as Machine<State<StateSpec>>['layout'],
    steps: steps as unknown as Machine<State<StateSpec>>['steps'],
    start: (s) => {
      startFighter(attacker);
      startFighter(defender);
      defender.live.evaded = situation.defender.evaded;
      if (situation.contact === 'fresh') {
        attacker.live.contact = 'moved';
        if (situation.defender.countering) defender.live.contact = 'countered';
      }
      s.step = 'contact';
    },
    outcomes: OUTCOMES.melee,
    outcome: () => view.result,
    measures: fightMeasures(book, [attacker, defender], view.bout, () => view.result),
    sums: phaseSums(book),
  };

  function assemble(v: S) {
    const units = {
      attacker: fighter(book, 'attacker', situation.attacker, v.attacker),
      defender: fighter(book, 'defender', situation.defender, v.defender),
    };
    return {
      ...units,
      steps: {
        contact: {
          then: (s: S) => {
            // Line 29 of oth2: a unit that is routing when contacted is broken.
            const routed = situation.contact === 'fresh' && units.defender.facts['routing'] === true;
            if (routed) v.result = 'defender-broken';
            s.step = routed ? 'end' : 'fight';
          },
        },
        ...meleeSteps<S>({
          book,
          prefix: '',
          ...units,
          bout: v.bout,
          write: (outcome) => {
            v.result = outcome;
          },
          end: 'end',
          count: (unit, phase, hits, emit) => emit(phaseSum(unit.side, phase), hits),
        }),
      },
    };
  }
}
