import * as z from 'zod';
import type { Step } from '../../sim/machine.ts';
import type { Rulebook } from '../book.ts';
import type { EncounterDef } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Battle, type BattleState, battleOf, muster, put, standsOf } from './battle.ts';
import type { Fight } from './facts.ts';
import { contactOutcome, haltMeasures, standMeasures } from './outcome.ts';
import { fightProblems, groupProblems, mixedProblems } from './refusals.ts';
import {
  aspectSchema,
  type FightInput,
  fightsOf,
  fightsSchema,
  groupSchema,
  ordersOr,
  testFields,
  type UnitField,
} from './situation.ts';
import { meleeSteps } from './strike.ts';
import { testSteps } from './test.ts';
import { type Aspect, type GroupInput, groupOf, type SideKey } from './troops.ts';

export interface MeleeSituation {
  readonly attacker: GroupInput;
  readonly defender: GroupInput;
  readonly aspect: Aspect;
  readonly fights?: readonly FightInput[];
  readonly charged: boolean;
  readonly testAfter: boolean;
}

const FIELDS: readonly UnitField[] = [
  'type',
  'stands',
  'startingStands',
  'formation',
  'orders',
  'morale',
  'disordered',
  'cover',
  'place',
  'uphill',
  'terrain',
  'disorderingTerrain',
];

const schema = (book: Rulebook): z.ZodType<MeleeSituation> =>
  z.strictObject({
    attacker: groupSchema(book, FIELDS, { ...testFields, orders: ordersOr('advance') }, 'unit').describe(
      'The group that came into contact.',
    ),
    defender: groupSchema(book, FIELDS, testFields, 'unit').describe('The group that it met.'),
    aspect: aspectSchema,
    fights: fightsSchema,
    charged: z.boolean().default(true).describe('The attacker charged to get here, this phase.'),
    testAfter: z.boolean().default(false).describe('Both groups test morale after the fight.'),
  });

/** The fights of a scenario as the melee steps want them: its attacker is side a. */
export const fightsFrom = (
  given: readonly FightInput[] | undefined,
  attacker: GroupInput,
  defender: GroupInput,
  aspect: Aspect,
): Fight[] =>
  fightsOf(given, 1 + (attacker.others?.length ?? 0), 1 + (defender.others?.length ?? 0), aspect).map((f) => ({
    place: { a: f.attacker - 1, b: f.defender - 1 },
    struckIn: { a: f.attackerAspect, b: f.aspect },
    contact: { a: f.attackerContact, b: f.defenderContact },
    overlap: (side: SideKey) => (side === 'a' ? f.attackerOverlap : f.defenderOverlap),
  }));

/** Both groups test in turn, as far as they still have stands; then the encounter ends. */
export function testsAfter<S extends BattleState>(
  battle: Battle<S>,
  fights: readonly Fight[],
): Record<string, Step<S>> {
  const test = (side: SideKey, next: string) =>
    testSteps(battle, `${side}.testAfter`, side, {
      test: 'other',
      fights: () => fights,
      then: (s, verdict) => {
        if (!verdict.passed && (verdict.orders === 'retreat' || verdict.orders === 'rout')) {
          s[side].fate = verdict.orders === 'rout' ? 'routs' : 'retreats';
        }
        s.step = next;
      },
    });
  return {
    after: {
      then: (s) => {
        s.step = standsOf(battle, 'a', s) > 0 ? 'a.testAfter' : 'afterA';
      },
    },
    ...test('a', 'afterA'),
    afterA: {
      then: (s) => {
        s.step = standsOf(battle, 'b', s) > 0 ? 'b.testAfter' : 'over';
      },
    },
    ...test('b', 'over'),
  };
}

/** Clears what only the tests needed, so that equal endings are equal states. */
export const over = <S extends BattleState>(): Step<S> => ({
  then: (s) => {
    for (const side of ['a', 'b'] as const) {
      s[side].won = 0;
      s[side].lost = 0;
    }
    s.causedMore = 'none';
    s.test.fellBack = 0;
    s.step = 'end';
  },
});

/** A melee phase between two groups, and their morale afterwards if the scenario asks. */
export const melee: EncounterDef<MeleeSituation> = {
  kind: 'melee',
  title: 'Melee',
  schema,
  check: (s, book) => {
    const problems = [
      ...groupProblems(book, s.attacker, ['attacker']),
      ...groupProblems(book, s.defender, ['defender']),
      ...fightProblems(s.fights, s.attacker, s.defender),
    ];
    if (!s.testAfter) return problems;
    return [
      ...problems,
      ...mixedProblems(book, s.attacker, ['attacker']),
      ...mixedProblems(book, s.defender, ['defender']),
    ];
  },
  build: (situation, book) => {
    const { attacker, defender, aspect, charged, testAfter } = situation;
    const battle = battleOf<BattleState>(
      book,
      groupOf(book, 'a', 'attacker', attacker),
      groupOf(book, 'b', 'defender', defender),
      false,
    );
    const fights = fightsFrom(situation.fights, attacker, defender, aspect);
    const steps: Record<string, Step<BattleState>> = {
      ...meleeSteps(battle, {
        fights,
        live: () => true,
        charged: () => (charged ? 'b' : 'none'),
        then: (s) => {
          s.step = testAfter ? 'after' : 'over';
        },
      }),
      ...testsAfter(battle, fights),
      over: over(),
    };
    return {
      machine: {
        name: 'melee',
        layout: put(battle, steps),
        steps,
        start: (s: BattleState) => {
          muster(battle, s);
          s.step = 'melee';
        },
        outcomes: OUTCOMES.melee,
        outcome: (s: BattleState) => contactOutcome(battle, s),
        measures: [...standMeasures(battle), ...haltMeasures(battle)],
        sums: [],
      },
      notes: [],
      sides: ['attacker', 'defender'],
    };
  },
};
