import * as z from 'zod';
import type { BuiltEncounter } from '../../encounter.ts';
import { contactMeasure, OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { friendProblems, friendSchema } from '../aftermath.ts';
import { approachSteps } from '../approach.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import { meleeSteps } from '../melee.ts';
import { WITHOUT_CONTACT } from '../melee-tables.ts';
import { bind, cardsField, levelOf, muster, regimentProblems, regimentShape } from '../regiment.ts';
import { allows, at, type Rules } from '../rules.ts';
import { capital } from '../shooting.ts';
import { overflowProblems } from '../waver.ts';
import { ASPECTS, LEVELS, type Level, type Order } from '../words.ts';
import { afterSteps, contactMeasures, contactOutcome, contactSpec } from './contact.ts';

export const partySchema = (order: Order) =>
  z.strictObject({
    ...regimentShape(order),
    friends: z.array(friendSchema).max(6).default([]).describe('Friends near by, who may be shaken if it routs.'),
  });
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
  const problems = [
    ...regimentProblems(attacker, cards, ['attacker']),
    ...regimentProblems(defender, cards, ['defender']),
    ...friendProblems(attacker.friends, cards, ['attacker']),
    ...friendProblems(defender.friends, cards, ['defender']),
  ];
  if (problems.length > 0) return problems;
  const [a, d] = [cards.cards[attacker.card], cards.cards[defender.card]];
  if (!allows(rules, 'charge.may', a.arm, d.arm)) {
    const message = a.arm === 'guns' ? 'Guns do not charge.' : `${capital(a.arm)} may not charge ${d.arm}.`;
    problems.push({ path: ['attacker', 'card'], message, found: attacker.card });
  }
  problems.push(...orderProblems(attacker.order, levelOf(defender), rules));
  return [
    ...problems,
    ...overflowProblems(rules, [
      [a, ['attacker']],
      [d, ['defender']],
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

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const { pursuitTurns, aspect } = situation;
  const friends = [situation.attacker.friends, situation.defender.friends] as const;
  const counts = [friends[0].length, friends[1].length] as const;
  const machine = assemble(contactSpec(rules, situation.attacker, situation.defender, pursuitTurns, counts), (s) => {
    type S = typeof s;
    const attacker = bind(rules, 'attacker', situation.attacker, s.attacker);
    const defender = bind(rules, 'defender', situation.defender, s.defender);
    const plan = {
      prefix: '',
      charger: attacker,
      target: defender,
      fight: s.fight,
      aspect,
      fresh: () => true,
      over: (st: S) => {
        st.step = 'pursuit';
      },
      met: (st: S) => {
        st.step = 'strike';
      },
      sums: ['defensiveFire.casualties', 'defensiveFire.cohesion'] as const,
      stood: { St: 'defender.stands', '-1': 'defender.standsDisordered' },
    };
    return {
      name: 'pike-shot charge',
      start: (st) => {
        muster(attacker);
        muster(defender);
        st.step = 'charge';
      },
      steps: {
        ...approachSteps<S>(rules, plan),
        ...meleeSteps<S>(rules, plan),
        ...afterSteps<S>(rules, s, [attacker, defender], pursuitTurns, friends),
      },
      outcomes: OUTCOMES.charge,
      outcome: () => contactOutcome(s.fight.ended, attacker, defender),
      measures: [
        ...contactMeasures(s, attacker, defender, pursuitTurns, counts),
        contactMeasure(() => !WITHOUT_CONTACT.includes(s.fight.ended)),
      ],
      sums: [
        { id: 'defensiveFire.casualties', label: 'companies the attacker loses to fire' },
        { id: 'defensiveFire.cohesion', label: 'levels of cohesion the attacker loses to fire' },
        { id: 'defender.stands', label: 'the defender stands to receive the charge' },
        { id: 'defender.standsDisordered', label: 'the defender stands, but its Waver test costs a level' },
      ],
    };
  });
  return { machine, notes: notesOf(rules), sides: ['attacker', 'defender'] };
}

export const charge = define({
  kind: 'charge',
  title: 'A charge from the Waver tests to the end of the pursuit',
  schema,
  check,
  build,
});
