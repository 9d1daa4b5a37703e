import * as z from 'zod';
import type { BuiltEncounter } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { friendProblems } from '../aftermath.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import { meleeSteps } from '../melee.ts';
import { bind, cardsField, muster, regimentProblems } from '../regiment.ts';
import { at, type Rules } from '../rules.ts';
import { overflowProblems } from '../waver.ts';
import { ASPECTS, LEVELS, type Level } from '../words.ts';
import { partySchema, pursuitTurnsField } from './charge.ts';
import { afterSteps, contactMeasures, contactOutcome, contactSpec } from './contact.ts';

const schema = z.strictObject({
  cards: cardsField,
  attacker: partySchema('charge').describe('The regiment that came into contact; stronger at equal strengths.'),
  defender: partySchema('defend').describe('Its enemy.'),
  aspect: z.enum(ASPECTS).default('front').describe('Where the defender is attacked: front, flank or rear.'),
  firstContact: z.boolean().default(true).describe('Have they just met? Lances count then.'),
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
  return overflowProblems(rules, [
    [cards.cards[attacker.card], ['attacker']],
    [cards.cards[defender.card], ['defender']],
  ]);
}

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const { pursuitTurns, aspect, firstContact } = situation;
  const friends = [situation.attacker.friends, situation.defender.friends] as const;
  const counts = [friends[0].length, friends[1].length] as const;
  const machine = assemble(contactSpec(rules, situation.attacker, situation.defender, pursuitTurns, counts), (s) => {
    type S = typeof s;
    const attacker = bind(rules, 'attacker', situation.attacker, s.attacker);
    const defender = bind(rules, 'defender', situation.defender, s.defender);
    return {
      name: 'pike-shot melee',
      start: (st) => {
        muster(attacker);
        muster(defender);
        if (aspect === 'flank') {
          const level = LEVELS.indexOf(at(rules, 'charge.effects', 'flank', 'level') as Level);
          defender.live.cohesion = Math.max(defender.live.cohesion, level);
        }
        st.step = 'strike';
      },
      steps: {
        ...meleeSteps<S>(rules, {
          prefix: '',
          charger: attacker,
          target: defender,
          fight: s.fight,
          aspect,
          fresh: () => firstContact,
          over: (st) => {
            st.step = 'pursuit';
          },
        }),
        ...afterSteps<S>(rules, s, [attacker, defender], pursuitTurns, friends),
      },
      outcomes: OUTCOMES.melee,
      outcome: () => contactOutcome(s.fight.ended, attacker, defender),
      measures: contactMeasures(s, attacker, defender, pursuitTurns, counts),
      sums: [],
    };
  });
  return { machine, notes: notesOf(rules), sides: ['attacker', 'defender'] };
}

export const melee = define({ kind: 'melee', title: 'A melee of two regiments in contact', schema, check, build });
