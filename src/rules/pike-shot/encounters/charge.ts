import * as z from 'zod';
import { capital } from '../../../words/names.ts';
import type { BuiltEncounter } from '../../encounter.ts';
import { contactMeasure, OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { charge as chargeHome } from '../charging.ts';
import { define } from '../define.ts';
import { cardOf, cardsField, levelOf, overflowProblems, partyProblems, partySchema } from '../given.ts';
import { melee } from '../melee.ts';
import { WITHOUT_CONTACT } from '../melee-tables.ts';
import { allows, at, type Rules } from '../rules.ts';
import { ASPECTS, LEVELS, type Level, type Order } from '../words.ts';
import { contactEncounter } from './contact.ts';

export const pursuitTurnsField = z
  .int()
  .min(0)
  .max(20)
  .default(6)
  .describe('How many turns of pursuit are rolled at most; 0 leaves pursuit out.');

const schema = z.strictObject({
  cards: cardsField,
  attacker: partySchema('charge').describe('The regiment that charges.'),
  defender: partySchema('defend').describe('The regiment that is charged.'),
  aspect: z.enum(ASPECTS).default('front').describe('Where the charge hits the defender: front, flank or rear.'),
  pursuitTurns: pursuitTurnsField,
});
type Situation = z.output<typeof schema>;

function check({ attacker, defender, cards }: Situation, rules: Rules): Problem[] {
  const problems = [...partyProblems(attacker, cards, 'attacker'), ...partyProblems(defender, cards, 'defender')];
  if (problems.length > 0) return problems;
  const [a, d] = [cardOf(rules, attacker), cardOf(rules, defender)];
  if (!allows(rules, 'charge.may', a.arm, d.arm)) {
    const message = a.arm === 'guns' ? 'Guns do not charge.' : `${capital(a.arm)} may not charge ${d.arm}.`;
    problems.push({ path: ['attacker', 'card'], message, found: attacker.card });
  }
  return [
    ...problems,
    ...orderProblems(attacker.order, levelOf(defender), rules),
    ...overflowProblems(rules, [
      [attacker, ['attacker']],
      [defender, ['defender']],
    ]),
  ];
}

/** Charge needs its order; Harass allows an opportunity charge at an enemy ragged or mob (lines 43, 54). */
function orderProblems(order: Order, enemyLevel: number, rules: Rules): Problem[] {
  if (allows(rules, 'orders', 'charge', order)) return [];
  const path = ['attacker', 'order'];
  if (!allows(rules, 'orders', 'opportunity-charge', order)) {
    const message = `A charge needs the order Charge, or Harass for an opportunity charge; this brigade is on ${capital(order)}.`;
    return [{ path, message, found: order, allowed: ['charge', 'harass'] }];
  }
  const least = LEVELS.indexOf(at(rules, 'charge.effects', 'opportunity', 'level') as Level);
  if (enemyLevel >= least) return [];
  const message = `On ${capital(order)} only an enemy ${LEVELS.slice(least).join(' or ')} may be charged; the defender is ${LEVELS[enemyLevel]}.`;
  return [{ path, message, found: order }];
}

const STOOD = { St: 'defender.stands', '-1': 'defender.standsDisordered' } as const;

const build = (situation: Situation, rules: Rules): BuiltEncounter =>
  contactEncounter(rules, situation, (clash) => ({
    name: 'pike-shot charge',
    play: [
      chargeHome({
        ...clash,
        shot: ({ casualties, cohesion }, emit) => {
          emit('defensiveFire.casualties', casualties);
          emit('defensiveFire.cohesion', cohesion);
        },
        stood: (result, emit) => emit(STOOD[result], 1),
        met: melee({ ...clash, isFresh: () => true }),
      }),
    ],
    outcomes: OUTCOMES.charge,
    measures: [contactMeasure(() => !WITHOUT_CONTACT.includes(clash.fight.ended))],
    sums: [
      { id: 'defensiveFire.casualties', label: 'companies the attacker loses to fire' },
      { id: 'defensiveFire.cohesion', label: 'levels of cohesion the attacker loses to fire' },
      { id: STOOD.St, label: 'the defender stands to receive the charge' },
      { id: STOOD['-1'], label: 'the defender stands, but its Waver test costs a level' },
    ],
  }));

export const charge = define({
  kind: 'charge',
  title: 'A charge from the Waver tests to the end of the pursuit',
  schema,
  check,
  build,
});
