import * as z from 'zod';
import type { Machine, Step } from '../../sim/machine.ts';
import type { Rulebook } from '../book.ts';
import type { EncounterDef } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type BattleState, battleOf, muster, put, standsOf, unitAt } from './battle.ts';
import { standMeasures } from './outcome.ts';
import { shotProblems, unitProblems } from './refusals.ts';
import { shootStep, shotsOf } from './shoot.ts';
import { unitSchema } from './situation.ts';
import { groupOf, ORDERS, type UnitInput, unitOf } from './troops.ts';

export interface FireSituation {
  readonly firer: UnitInput;
  readonly target: UnitInput;
  readonly distance: number;
  readonly secondShot: 'here' | 'elsewhere';
}

const schema = (book: Rulebook): z.ZodType<FireSituation> =>
  z.strictObject({
    firer: unitSchema(book, ['type', 'stands', 'shooters', 'weapon', 'disordered', 'poorShots', 'moved', 'fired'], {
      orders: z.enum(ORDERS).default('stand').describe('The orders it is on; artillery fires on Stand only.'),
    }).describe('The unit that shoots.'),
    target: unitSchema(book, ['type', 'stands', 'formation', 'cover']).describe('The unit that is shot at.'),
    distance: z.number().min(0).max(1000).describe('Distance in cm.'),
    secondShot: z
      .enum(['here', 'elsewhere'])
      .default('here')
      .describe('Where light troops send their second shot, if they have stands for one.'),
  });

/** Shooting: one unit at another, one D6 a shot; light troops may have stands left for a second. */
export const fire: EncounterDef<FireSituation> = {
  kind: 'fire',
  title: 'Shooting',
  schema,
  check: ({ firer, target, distance }, book) => [
    ...unitProblems(book, firer, ['firer']),
    ...unitProblems(book, target, ['target']),
    ...shotProblems(unitOf(book, firer), firer.orders ?? 'stand', distance, ['firer'], ['distance']),
  ],
  build: ({ firer, target, distance, secondShot }, book) => {
    const battle = battleOf<BattleState>(
      book,
      groupOf(book, 'a', 'firer', firer),
      groupOf(book, 'b', 'target', target),
      false,
    );
    const from = { side: 'a', place: 0 } as const;
    const to = { side: 'b', place: 0 } as const;
    const shot = (n: number, then: (s: BattleState) => void) =>
      shootStep(battle, from, to, { shot: n, distance: () => distance, then });
    const steps: Record<string, Step<BattleState>> = {
      shoot: shot(0, (s) => {
        const again = secondShot === 'here' && shotsOf(battle, from) > 1 && unitAt(s.b, 0).stands > 0;
        s.step = again ? 'shootAgain' : 'end';
      }),
      shootAgain: shot(1, (s) => {
        s.step = 'end';
      }),
    };
    const machine: Machine<BattleState> = {
      name: 'shooting',
      layout: put(battle, steps),
      steps,
      start: (s) => {
        muster(battle, s);
        s.step = 'shoot';
      },
      outcomes: OUTCOMES.fire,
      outcome: (s) => {
        const left = standsOf(battle, 'b', s);
        if (left === 0) return 'target-destroyed';
        if (left < battle.b.units[0].stands) return 'target-hit';
        return unitAt(s.b, 0).disorganised ? 'target-disordered' : 'no-effect';
      },
      measures: standMeasures(battle).filter((m) => m.id.startsWith('target.')),
      sums: [],
    };
    return { machine, notes: [], sides: ['firer', 'target'] };
  },
};
