import * as z from 'zod';
import type { AnyMachine } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { flanked } from '../charging.ts';
import { cardsField, define, partySchema, placedParty } from '../given.ts';
import { melee as meleeRounds } from '../melee.ts';
import type { Rules } from '../rules.ts';
import { ASPECTS } from '../words.ts';
import { pursuitTurnsField } from './charge.ts';
import { contactMachine } from './contact.ts';

const schema = z.strictObject({
  cards: cardsField,
  attacker: partySchema('charge').describe('The regiment that came into contact; stronger at equal strengths.'),
  defender: partySchema('defend').describe('Its enemy.'),
  aspect: stated.word(ASPECTS, 'front', 'Where the defender is attacked: front, flank or rear.'),
  firstContact: stated.flag('Have they just met? Lances count then.', true),
  pursuitTurns: pursuitTurnsField,
});
type Situation = z.output<typeof schema>;

const machine = (situation: Situation, rules: Rules): AnyMachine =>
  contactMachine(rules, situation, (clash) => ({
    name: 'pike-shot melee',
    start: () => flanked(clash.target, clash.aspect),
    play: meleeRounds({ ...clash, isFresh: () => situation.firstContact }),
    outcomes: OUTCOMES.melee,
  }));

export const melee = define({
  ...{ kind: 'melee', title: 'A melee of two regiments in contact', sides: ['attacker', 'defender'], schema, machine },
  regiments: ({ attacker, defender }) => [...placedParty(attacker, 'attacker'), ...placedParty(defender, 'defender')],
});
