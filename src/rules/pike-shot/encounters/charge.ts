import { capital } from '../../../words/names.ts';
import { contactMeasure } from '../../outcomes.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { chargedFrom, charge as chargeHome, mayCharge } from '../charging.ts';
import { define } from '../encounter.ts';
import { cardOf, levelOf } from '../given.ts';
import { melee, WITHOUT_CONTACT } from '../melee.ts';
import { LEVELS } from '../words.ts';
import { contactMachine, contactSchema } from './contact.ts';

const STOOD = { St: 'defender.stands', '-1': 'defender.standsDisordered' } as const;
const SUMS = [
  { id: 'defensiveFire.casualties', label: 'companies the attacker loses to fire' },
  { id: 'defensiveFire.cohesion', label: 'levels of cohesion the attacker loses to fire' },
  { id: STOOD.St, label: 'the defender stands to receive the charge' },
  { id: STOOD['-1'], label: 'the defender stands, but its Waver test costs a level' },
];

export const charge = define({
  ...{ kind: 'charge', title: 'A charge from the Waver tests to the end of the pursuit' },
  ...{ sides: ['attacker', 'defender'], wavers: ['attacker', 'defender'] },
  schema: contactSchema({
    attacker: 'The regiment that charges.',
    defender: 'The regiment that is charged.',
    aspect: 'Where the charge hits the defender: front, flank or rear.',
    more: {},
  }),
  /** Charge needs its order; Harass allows an opportunity charge at an enemy ragged or mob (lines 43, 54). */
  check: (s, rules) => {
    const { attacker, defender } = s;
    const [{ arm }, { arm: enemy }] = [cardOf(rules, attacker), cardOf(rules, defender)];
    const order = capital(attacker.order);
    const [least, level] = [chargedFrom(rules, attacker.order), levelOf(defender)];
    const shaken = LEVELS.slice(Math.min(least, LEVELS.length)).join(' or ');
    const mayNot = arm === 'guns' ? 'Guns do not charge.' : `${capital(arm)} may not charge ${enemy}.`;
    const needsOrder = `A charge needs the order Charge, or Harass for an opportunity charge; this brigade is on ${order}.`;
    const tooGood = `On ${order} only an enemy ${shaken} may be charged; the defender is ${LEVELS[level]}.`;
    return refusals(s, ROOT, [
      [!mayCharge(rules, arm, enemy), ['attacker', 'card'], mayNot],
      [least === Number.POSITIVE_INFINITY, ['attacker', 'order'], needsOrder],
      [least < LEVELS.length && level < least, ['attacker', 'order'], tooGood],
    ]);
  },
  machine: (situation, rules) =>
    contactMachine(rules, 'charge', situation, (clash) => {
      const toTheEnd = chargeHome({
        ...clash,
        shot: ({ casualties, cohesion }, emit) => {
          emit('defensiveFire.casualties', casualties);
          emit('defensiveFire.cohesion', cohesion);
        },
        stood: (result, emit) => emit(STOOD[result], 1),
        met: melee({ ...clash, isFresh: () => true }),
      });
      const measures = [contactMeasure(() => !WITHOUT_CONTACT.includes(clash.fight.ended))];
      return { play: [toTheEnd], measures, sums: SUMS };
    }),
});
