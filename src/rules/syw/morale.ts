import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import type { EncounterDef } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { type BattleState, battleOf, MOST_FIGHTS, muster, put, standsOf } from './battle.ts';
import type { Fight } from './facts.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { aspectSchema, groupSchema, testFields, type UnitField } from './situation.ts';
import { testSteps } from './test.ts';
import { type Aspect, type GroupInput, groupOf } from './troops.ts';

export interface MoraleSituation {
  readonly tester: GroupInput;
  readonly circumstance: 'charge' | 'charged' | 'other';
  readonly enemy?: GroupInput;
  readonly aspect: Aspect;
  readonly meleesWon: number;
  readonly meleesLost: number;
  readonly causedMore: boolean;
}

export const TESTER: readonly UnitField[] = [
  'type',
  'stands',
  'startingStands',
  'morale',
  'disordered',
  'cover',
  'uphill',
  'terrain',
];
const melees = (what: string) =>
  z.int().min(0).max(MOST_FIGHTS).default(0).describe(`Melees that the group ${what} in this phase.`);

const schema = (book: Rulebook): z.ZodType<MoraleSituation> =>
  z.strictObject({
    tester: groupSchema(book, [...TESTER, 'orders', 'weapon', 'formation'], testFields).describe(
      'The group that tests, and the orders it is on.',
    ),
    circumstance: z
      .enum(['charge', 'charged', 'other'])
      .default('other')
      .describe('Testing to charge, as it is charged, or in any other circumstances.'),
    enemy: groupSchema(book, ['type', 'cover', 'place']).optional().describe('Whom it charges, or who charges it.'),
    aspect: aspectSchema.describe('Which side of the charged group is struck.'),
    meleesWon: melees('won'),
    meleesLost: melees('lost'),
    causedMore: z.boolean().default(false).describe('It caused more casualties in melee than it took, this phase.'),
  });

function enemyProblems({ circumstance, enemy, tester }: MoraleSituation): Problem[] {
  if (circumstance === 'other') {
    return enemy
      ? [
          {
            path: ['enemy'],
            message: "An enemy counts only in the circumstances 'charge' and 'charged'; leave it out.",
          },
        ]
      : [];
  }
  const problems: Problem[] = [];
  if (!enemy) {
    problems.push({
      path: ['enemy'],
      message: `A group that tests in the circumstance '${circumstance}' needs an enemy: the rows compare the two.`,
    });
  }
  if (circumstance === 'charge' && tester.orders !== 'advance') {
    problems.push({
      path: ['tester', 'orders'],
      message: `Only a group on Advance orders may test to charge; this one is on ${tester.orders} orders.`,
      found: tester.orders,
      allowed: ['advance'],
    });
  }
  return problems;
}

/** One morale test of a group, in any circumstances, under any orders. */
export const morale: EncounterDef<MoraleSituation> = {
  kind: 'morale',
  title: 'Morale test',
  schema,
  check: (s, book) => [
    ...groupProblems(book, s.tester, ['tester']),
    ...mixedProblems(book, s.tester, ['tester']),
    ...enemyProblems(s),
  ],
  build: ({ tester, circumstance, enemy, aspect, ...phase }, book) => {
    const battle = battleOf<BattleState>(
      book,
      groupOf(book, 'a', 'tester', tester),
      groupOf(book, 'b', 'enemy', enemy ?? { type: tester.type }),
    );
    const fights: Fight[] = enemy ? pairs(battle.a.units.length, battle.b.units.length, circumstance, aspect) : [];
    const steps = testSteps(battle, 'test', 'a', {
      test: circumstance,
      fights: () => fights,
      then: (s) => {
        s.a.won = 0;
        s.a.lost = 0;
        s.causedMore = 'none';
        s.step = 'end';
      },
    });
    return {
      machine: {
        name: 'morale test',
        layout: put(battle, steps),
        steps,
        start: (s: BattleState) => {
          muster(battle, s);
          s.a.won = phase.meleesWon;
          s.a.lost = phase.meleesLost;
          s.causedMore = phase.causedMore ? 'a' : 'none';
          s.step = 'test';
        },
        outcomes: OUTCOMES.morale,
        outcome: (s: BattleState) => {
          if (standsOf(battle, 'a', s) === 0) return 'broken';
          if (s.a.orders === 'rout') return 'routs';
          if (s.a.orders === battle.a.orders) return 'passes';
          return s.a.orders === 'retreat' ? 'retreats' : 'halts';
        },
        measures: [
          { id: 'tester.fallsBack', label: 'tester: falls back, cm', of: (s: BattleState) => s.test.fellBack },
          { id: 'tester.stands', label: 'tester: stands left', of: (s: BattleState) => standsOf(battle, 'a', s) },
        ],
        sums: [],
      },
      notes: [],
      sides: ['tester', 'enemy'],
    };
  },
};

/** Every unit of the tester against every unit of the enemy: rows ask whether any pair is such. */
function pairs(testers: number, enemies: number, circumstance: string, aspect: Aspect): Fight[] {
  const struckIn = circumstance === 'charged' ? { a: aspect, b: 'front' as const } : { a: 'front' as const, b: aspect };
  return Array.from({ length: testers * enemies }, (_, i) => ({
    place: { a: i % testers, b: Math.floor(i / testers) },
    struckIn,
    contact: {},
    overlap: () => false,
  }));
}
