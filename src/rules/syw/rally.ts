import * as z from 'zod';
import { int } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import type { EncounterDef } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type BattleState, battleOf, muster, put } from './battle.ts';
import { TESTER } from './morale.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { groupSchema, testFields } from './situation.ts';
import { testSteps } from './test.ts';
import { type GroupInput, groupOf } from './troops.ts';

export interface RallySituation {
  readonly tester: GroupInput;
  readonly attempts: number;
}
const MOST_ATTEMPTS = 20;

const schema = (book: Rulebook): z.ZodType<RallySituation> =>
  z.strictObject({
    tester: groupSchema(book, TESTER, testFields).describe('The routing group.'),
    attempts: z.int().min(1).max(MOST_ATTEMPTS).default(1).describe('Tests it may take, one a turn, until it rallies.'),
  });

type RallyState = BattleState & { attempt: number; rallied: boolean };

/** Rallying from rout: one test, or one a turn for as many turns as the scenario gives. */
export const rally: EncounterDef<RallySituation> = {
  kind: 'rally',
  title: 'Rally from rout',
  schema,
  check: (s, book) => [...groupProblems(book, s.tester, ['tester']), ...mixedProblems(book, s.tester, ['tester'])],
  build: ({ tester, attempts }, book) => {
    const battle = battleOf<RallyState>(
      book,
      groupOf(book, 'a', 'tester', { ...tester, orders: 'rout' }),
      groupOf(book, 'b', 'enemy', { type: tester.type }),
    );
    const steps = testSteps(battle, 'rally', 'a', {
      test: 'rally',
      fights: () => [],
      then: (s, { passed }) => {
        // A rallied group stands until it is given other orders; the sheet does not say which.
        if (passed) s.a.orders = 'stand';
        const again = !passed && s.attempt < attempts;
        if (again) s.attempt++;
        s.step = again ? 'rally' : 'end';
      },
    });
    return {
      machine: {
        name: 'rally from rout',
        layout: put(battle, steps, { attempt: int(1, attempts) }),
        steps,
        start: (s: RallyState) => {
          muster(battle, s);
          s.attempt = 1;
          s.step = 'rally';
        },
        outcomes: OUTCOMES.rally,
        outcome: (s: RallyState) => (s.a.orders === 'stand' ? 'rallied' : 'keeps-routing'),
        measures: [{ id: 'attempts', label: 'tests taken', of: (s: RallyState) => s.attempt }],
        sums: [],
      },
      notes: [],
      sides: ['tester', 'enemy'],
    };
  },
};
