import * as z from 'zod';
import { capital } from '../../../words/names.ts';
import type { AnyMachine } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { contactMeasure, OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { chargedFrom, charge as chargeHome, mayCharge } from '../charging.ts';
import { cardOf, cardsField, define, levelOf, partySchema, placedParty } from '../given.ts';
import { melee } from '../melee.ts';
import { WITHOUT_CONTACT } from '../melee-tables.ts';
import type { Rules } from '../rules.ts';
import { ASPECTS, LEVELS } from '../words.ts';
import { contactMachine } from './contact.ts';

export const pursuitTurnsField = stated.whole(
  [0, 20],
  6,
  'How many turns of pursuit are rolled at most; 0 leaves pursuit out.',
);

const schema = z.strictObject({
  cards: cardsField,
  attacker: partySchema('charge').describe('The regiment that charges.'),
  defender: partySchema('defend').describe('The regiment that is charged.'),
  aspect: stated.word(ASPECTS, 'front', 'Where the charge hits the defender: front, flank or rear.'),
  pursuitTurns: pursuitTurnsField,
});
type Situation = z.output<typeof schema>;

const ATTACKER = ['attacker'];
/** Charge needs its order; Harass allows an opportunity charge at an enemy ragged or mob (lines 43, 54). */
function check({ attacker, defender }: Situation, rules: Rules): Problem[] {
  const [{ arm }, { arm: enemy }] = [cardOf(rules, attacker), cardOf(rules, defender)];
  const { order } = attacker;
  const least = chargedFrom(rules, order);
  const level = levelOf(defender);
  return refusals(attacker, ATTACKER, [
    [
      !mayCharge(rules, arm, enemy),
      'card',
      arm === 'guns' ? 'Guns do not charge.' : `${capital(arm)} may not charge ${enemy}.`,
    ],
    [
      least === Number.POSITIVE_INFINITY,
      'order',
      `A charge needs the order Charge, or Harass for an opportunity charge; this brigade is on ${capital(order)}.`,
    ],
    [
      least < LEVELS.length && level < least,
      'order',
      `On ${capital(order)} only an enemy ${LEVELS.slice(least).join(' or ')} may be charged; the defender is ${LEVELS[level]}.`,
    ],
  ]);
}

const STOOD = { St: 'defender.stands', '-1': 'defender.standsDisordered' } as const;

const machine = (situation: Situation, rules: Rules): AnyMachine =>
  contactMachine(rules, situation, (clash) => ({
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
  ...{ kind: 'charge', title: 'A charge from the Waver tests to the end of the pursuit' },
  ...{ sides: ['attacker', 'defender'], schema, check, machine },
  regiments: ({ attacker, defender }) => [...placedParty(attacker, 'attacker'), ...placedParty(defender, 'defender')],
});
