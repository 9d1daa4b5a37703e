import * as z from 'zod';
import { act } from '../../kit/flow.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { battleOf } from './battle.ts';
import { contactOutcome, fightsOf, haltMeasures, standMeasures, testAfter } from './contact.ts';
import { fightProblems, groupProblems, mixedProblems } from './refusals.ts';
import {
  aspectSchema,
  type ContactSituation,
  FIGHTER,
  fightsSchema,
  groupSchema,
  ordersOr,
  testFields,
} from './situation.ts';
import { forgetMelee, melee as meleePhase } from './strike.ts';

const FIELDS = `type stands startingStands ${FIGHTER}`;

type Situation = ContactSituation & { readonly charged: boolean };
const schema = (book: Rulebook): z.ZodType<Situation> =>
  z.strictObject({
    attacker: groupSchema(book, FIELDS, { ...testFields, orders: ordersOr('advance') }, 'unit').describe(
      'The group that came into contact.',
    ),
    defender: groupSchema(book, FIELDS, testFields, 'unit').describe('The group that it met.'),
    aspect: aspectSchema,
    fights: fightsSchema,
    charged: stated.flag('The attacker charged to get here, this phase.', true),
    testAfter: stated.flag('Both groups test morale after the fight.'),
  });

/** A melee phase between two groups, and their morale afterwards if the scenario asks. */
export const melee = encounterOf<Situation>({
  ...{ kind: 'melee', title: 'Melee', sides: ['attacker', 'defender'], schema, machine },
  check: (s, book) => [
    ...groupProblems(book, s.attacker, ['attacker']),
    ...groupProblems(book, s.defender, ['defender']),
    ...fightProblems(s),
    ...(s.testAfter ? mixedProblems(book, s.attacker, ['attacker']) : []),
    ...(s.testAfter ? mixedProblems(book, s.defender, ['defender']) : []),
  ],
});

function machine(situation: Situation, book: Rulebook) {
  const { attacker, defender, charged } = situation;
  const battle = battleOf(book, { a: attacker, b: defender, names: ['attacker', 'defender'] }, {});
  const { a, b } = battle;
  const fights = fightsOf(battle, situation);
  return battle.machine({
    name: 'melee',
    play: [
      ...meleePhase(
        battle,
        fights,
        () => true,
        () => (charged ? 'b' : 'none'),
      ),
      ...(situation.testAfter ? [testAfter(battle, a, fights), testAfter(battle, b, fights)] : []),
      act(() => forgetMelee(a, b)),
    ],
    outcomes: OUTCOMES.melee,
    outcome: () => contactOutcome(battle),
    measures: [...standMeasures(a, b), ...haltMeasures(battle)],
  });
}
