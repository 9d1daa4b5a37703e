import * as z from 'zod';
import { act, repeat, type Stepped } from '../../kit/flow.ts';
import { int } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { ROOT, refusals } from '../refusal.ts';
import { type Battle, battleOf, MOST_FIGHTS } from './battle.ts';
import type { Fight } from './facts.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { aspectSchema, groupSchema, TESTER, testFields } from './situation.ts';
import { forgetMelee } from './strike.ts';
import { furthestBack, test, type Verdict } from './test.ts';
import type { Aspect } from './troops.ts';

const { flag, word, whole } = stated;
const MOST_ATTEMPTS = 20;
const melees = (what: string) => whole([0, MOST_FIGHTS], 0, `Melees that the group ${what} in this phase.`);

/** One morale test of a group, in any circumstances, under any orders. */
export const morale = encounterOf({
  ...{ kind: 'morale', title: 'Morale test', sides: ['tester', 'enemy'] },
  schema: (book: Rulebook) =>
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
    }),
  check: (s, book) => {
    const { circumstance, enemy, tester } = s;
    const isCharge = circumstance !== 'other';
    const uncalledFor = "An enemy counts only in the circumstances 'charge' and 'charged'; leave it out.";
    const alone = `A group that tests in the circumstance '${circumstance}' needs an enemy: the rows compare the two.`;
    const badOrders = `Only a group on Advance orders may test to charge; this one is on ${tester.orders} orders.`;
    return [
      ...groupProblems(book, tester, ['tester']),
      ...mixedProblems(book, tester, ['tester']),
      ...refusals(s, ROOT, [
        [!isCharge && enemy !== undefined, 'enemy', uncalledFor],
        [isCharge && enemy === undefined, 'enemy', alone],
        [circumstance === 'charge' && tester.orders !== 'advance', ['tester', 'orders'], badOrders],
      ]),
    ];
  },
  machine: ({ tester, circumstance, enemy, aspect, ...phase }, book) => {
    const input = { a: tester, b: enemy ?? { type: tester.type }, names: ['tester', 'enemy'] } as const;
    const battle = battleOf(book, input, { fellBack: int(0, furthestBack(book)) });
    const { a, state } = battle;
    const fights = enemy ? everyPair(battle, circumstance, aspect) : [];
    const then = (verdict: Verdict) => {
      state.own.fellBack = verdict.fallsBack;
    };
    return battle.machine({
      name: 'morale test',
      play: [...test(battle, a, { test: circumstance, fights: () => fights, then }), act(() => forgetMelee(a))],
      start: () =>
        void Object.assign(a.state, { won: phase.meleesWon, lost: phase.meleesLost, causedMore: phase.causedMore }),
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
  },
});

/** Every unit of the tester against every unit of the enemy: rows ask whether any pair is such. */
function everyPair({ a, b }: Pick<Battle, 'a' | 'b'>, circumstance: string, aspect: Aspect): Fight[] {
  const struckIn = circumstance === 'charged' ? { a: aspect, b: 'front' as const } : { a: 'front' as const, b: aspect };
  return a.members.flatMap((own) => b.members.map((enemy) => ({ a: own, b: enemy, struckIn, overlap: () => false })));
}

/** Rallying from rout: one test, or one a turn for as many turns as the scenario gives. */
export const rally = encounterOf({
  ...{ kind: 'rally', title: 'Rally from rout', sides: ['tester', 'enemy'] },
  schema: (book: Rulebook) =>
    z.strictObject({
      tester: groupSchema(book, TESTER, testFields).describe('The routing group.'),
      attempts: whole([1, MOST_ATTEMPTS], 1, 'Tests it may take, one a turn, until it rallies.'),
    }),
  check: ({ tester }, book) => [...groupProblems(book, tester, ['tester']), ...mixedProblems(book, tester, ['tester'])],
  machine: ({ tester, attempts }, book) => {
    const input = { a: { ...tester, orders: 'rout' }, b: { type: tester.type }, names: ['tester', 'enemy'] } as const;
    const battle = battleOf(book, input, { attempt: int(0, attempts) });
    const { a, state } = battle;
    // A rallied group stands until it is given other orders; the sheet does not say which.
    const then = ({ passed }: Verdict) => {
      if (passed) a.state.orders = 'stand';
    };
    const body = [
      act<Stepped>(() => void state.own.attempt++),
      ...test(battle, a, { test: 'rally', fights: () => [], then }),
    ];
    return battle.machine({
      name: 'rally from rout',
      play: [repeat(body, () => a.orders === 'rout' && state.own.attempt < attempts)],
      outcomes: OUTCOMES.rally,
      outcome: () => (a.orders === 'stand' ? 'rallied' : 'keeps-routing'),
      measures: [{ id: 'attempts', label: 'tests taken', of: () => state.own.attempt }],
    });
  },
});
