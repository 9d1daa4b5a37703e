import * as z from 'zod';
import { act, type Flow, type Stepped } from '../../kit/flow.ts';
import { int } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { battleOf } from './battle.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { groupSchema, TESTER, testFields } from './situation.ts';
import { test } from './test.ts';

const MOST_ATTEMPTS = 20;

const schema = (book: Rulebook) =>
  z.strictObject({
    tester: groupSchema(book, TESTER, testFields).describe('The routing group.'),
    attempts: stated.whole([1, MOST_ATTEMPTS], 1, 'Tests it may take, one a turn, until it rallies.'),
  });
type Situation = z.output<ReturnType<typeof schema>>;

/** Rallying from rout: one test, or one a turn for as many turns as the scenario gives. */
export const rally = encounterOf<Situation>({
  ...{ kind: 'rally', title: 'Rally from rout', sides: ['tester', 'enemy'], schema, machine },
  check: (s, book) => [...groupProblems(book, s.tester, ['tester']), ...mixedProblems(book, s.tester, ['tester'])],
});

function machine({ tester, attempts }: Situation, book: Rulebook) {
  const input = { a: { ...tester, orders: 'rout' }, b: { type: tester.type }, names: ['tester', 'enemy'] } as const;
  const battle = battleOf(book, input, { attempt: int(0, attempts) });
  const { a, state } = battle;
  const attempt: Flow<Stepped>[] = [
    act(() => void state.own.attempt++),
    ...test(battle, a, {
      test: 'rally',
      fights: () => [],
      // A rallied group stands until it is given other orders; the sheet does not say which.
      then: ({ passed }) => {
        if (passed) a.state.orders = 'stand';
      },
    }),
  ];
  return battle.machine({
    name: 'rally from rout',
    play: [{ kind: 'while', test: () => a.orders === 'rout' && state.own.attempt < attempts, body: attempt }],
    outcomes: OUTCOMES.rally,
    outcome: () => (a.orders === 'stand' ? 'rallied' : 'keeps-routing'),
    measures: [{ id: 'attempts', label: 'tests taken', of: () => state.own.attempt }],
  });
}
