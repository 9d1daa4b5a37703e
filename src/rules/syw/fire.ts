import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { battleOf } from './battle.ts';
import { standMeasures } from './melee.ts';
import { shotProblems, unitProblems } from './refusals.ts';
import { shots } from './shoot.ts';
import { unitSchema } from './situation.ts';
import { ORDERS } from './troops.ts';

const { word } = stated;

const schema = (book: Rulebook) =>
  z.strictObject({
    firer: unitSchema(book, 'type stands shooters weapon disordered poorShots moved fired', {
      orders: word(ORDERS, 'stand', 'The orders it is on; artillery fires on Stand only.'),
    }).describe('The unit that shoots.'),
    target: unitSchema(book, 'type stands formation cover').describe('The unit that is shot at.'),
    distance: z.number().min(0).max(1000).describe('Distance in cm.'),
    secondShot: word(
      ['here', 'elsewhere'],
      'here',
      'Where light troops send their second shot, if they have stands for one.',
    ),
  });
type Situation = z.output<ReturnType<typeof schema>>;

/** Shooting: one unit at another, one D6 a shot; light troops may have stands left for a second. */
export const fire = encounterOf<Situation>({
  ...{ kind: 'fire', title: 'Shooting', sides: ['firer', 'target'], schema, machine },
  check: (s, book) => [
    ...unitProblems(book, s.firer, ['firer']),
    ...unitProblems(book, s.target, ['target']),
    ...shotProblems(book, s),
  ],
});

function machine({ firer, target, distance, secondShot }: Situation, book: Rulebook) {
  const battle = battleOf(book, { a: firer, b: target, names: ['firer', 'target'] }, {});
  const [from, to] = [battle.a.members[0], battle.b.members[0]];
  return battle.machine({
    name: 'shooting',
    play: shots(battle, from, to, { distance: () => distance, again: () => secondShot === 'here' }),
    outcomes: OUTCOMES.fire,
    outcome: () => {
      if (to.stands === 0) return 'target-destroyed';
      if (to.stands < to.before.stands) return 'target-hit';
      return to.state.disorganised ? 'target-disordered' : 'no-effect';
    },
    measures: standMeasures(battle.b),
  });
}
