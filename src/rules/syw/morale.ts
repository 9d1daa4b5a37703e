import * as z from 'zod';
import { act } from '../../kit/flow.ts';
import { int } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { ROOT, refusals } from '../refusal.ts';
import { type Battle, battleOf, MOST_FIGHTS } from './battle.ts';
import type { Fight } from './facts.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { aspectSchema, groupSchema, TESTER, testFields } from './situation.ts';
import { forgetMelee } from './strike.ts';
import { furthestBack, test } from './test.ts';
import type { Aspect } from './troops.ts';

const { flag, word, whole } = stated;
const melees = (what: string) => whole([0, MOST_FIGHTS], 0, `Melees that the group ${what} in this phase.`);

const schema = (book: Rulebook) =>
  z.strictObject({
    tester: groupSchema(book, `${TESTER} orders weapon formation`, testFields).describe(
      'The group that tests, and the orders it is on.',
    ),
    circumstance: word(
      ['charge', 'charged', 'other'],
      'other',
      'Testing to charge, as it is charged, or in any other circumstances.',
    ),
    enemy: groupSchema(book, 'type cover place', {}).optional().describe('Whom it charges, or who charges it.'),
    aspect: aspectSchema.describe('Which side of the charged group is struck.'),
    meleesWon: melees('won'),
    meleesLost: melees('lost'),
    causedMore: flag('It caused more casualties in melee than it took, this phase.'),
  });
type MoraleSituation = z.output<ReturnType<typeof schema>>;

function enemyProblems(s: MoraleSituation): Problem[] {
  const { circumstance, enemy, tester } = s;
  const isCharge = circumstance !== 'other';
  return refusals(s, ROOT, [
    [
      !isCharge && enemy !== undefined,
      'enemy',
      "An enemy counts only in the circumstances 'charge' and 'charged'; leave it out.",
    ],
    [
      isCharge && enemy === undefined,
      'enemy',
      `A group that tests in the circumstance '${circumstance}' needs an enemy: the rows compare the two.`,
    ],
    [
      circumstance === 'charge' && tester.orders !== 'advance',
      ['tester', 'orders'],
      `Only a group on Advance orders may test to charge; this one is on ${tester.orders} orders.`,
    ],
  ]);
}

/** One morale test of a group, in any circumstances, under any orders. */
export const morale = encounterOf<MoraleSituation>({
  ...{ kind: 'morale', title: 'Morale test', sides: ['tester', 'enemy'], schema, machine },
  check: (s, book) => [
    ...groupProblems(book, s.tester, ['tester']),
    ...mixedProblems(book, s.tester, ['tester']),
    ...enemyProblems(s),
  ],
});

function machine({ tester, circumstance, enemy, aspect, ...phase }: MoraleSituation, book: Rulebook) {
  const input = { a: tester, b: enemy ?? { type: tester.type }, names: ['tester', 'enemy'] } as const;
  const battle = battleOf(book, input, { fellBack: int(0, furthestBack(book)) });
  const { a, state } = battle;
  const fights = enemy ? everyPair(battle, circumstance, aspect) : [];
  const then = ({ fallsBack }: { readonly fallsBack: number }) => {
    state.own.fellBack = fallsBack;
  };
  return battle.machine({
    name: 'morale test',
    play: [...test(battle, a, { test: circumstance, fights: () => fights, then }), act(() => forgetMelee(a))],
    start: () => {
      battle.muster();
      a.state.won = phase.meleesWon;
      a.state.lost = phase.meleesLost;
      a.state.causedMore = phase.causedMore;
    },
    outcomes: OUTCOMES.morale,
    outcome: () => {
      if (a.stands === 0) return 'broken';
      if (a.orders === 'rout') return 'routs';
      if (a.orders === a.firstOrders) return 'passes';
      return a.orders === 'retreat' ? 'retreats' : 'halts';
    },
    measures: [
      { id: 'tester.fallsBack', label: 'tester: falls back, cm', of: () => state.own.fellBack },
      { id: 'tester.stands', label: 'tester: stands left', of: () => a.stands },
    ],
  });
}

/** Every unit of the tester against every unit of the enemy: rows ask whether any pair is such. */
function everyPair({ a, b }: Pick<Battle, 'a' | 'b'>, circumstance: string, aspect: Aspect): Fight[] {
  const struckIn = circumstance === 'charged' ? { a: aspect, b: 'front' as const } : { a: 'front' as const, b: aspect };
  return a.members.flatMap((own) => b.members.map((enemy) => ({ a: own, b: enemy, struckIn, overlap: () => false })));
}
