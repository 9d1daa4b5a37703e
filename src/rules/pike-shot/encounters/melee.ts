import { stated } from '../../given.ts';
import { flanked } from '../charging.ts';
import { define } from '../encounter.ts';
import { melee as meleeRounds } from '../melee.ts';
import { contactMachine, contactSchema } from './contact.ts';

export const melee = define({
  ...{ kind: 'melee', title: 'A melee of two regiments in contact', sides: ['attacker', 'defender'] },
  wavers: ['attacker', 'defender'],
  schema: contactSchema({
    attacker: 'The regiment that came into contact; stronger at equal strengths.',
    defender: 'Its enemy.',
    aspect: 'Where the defender is attacked: front, flank or rear.',
    more: { firstContact: stated.flag('Have they just met? Lances count then.', true) },
  }),
  machine: (situation, rules) =>
    contactMachine(rules, 'melee', situation, (clash) => ({
      start: () => flanked(clash.target, clash.aspect),
      play: meleeRounds({ ...clash, isFresh: () => situation.firstContact }),
    })),
});
