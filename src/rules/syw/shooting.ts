import * as z from 'zod';
import { branchOn, type Flow, type Stepped, when } from '../../kit/flow.ts';
import { clause, itsOwn } from '../../words/names.ts';
import { cell, numberAt, type Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Battle, battleOf, otherSide } from './battle.ts';
import { standMeasures } from './contact.ts';
import { scoreOn, shotFacts } from './facts.ts';
import { suffer, type Unit } from './group.ts';
import { shotProblems, unitProblems } from './refusals.ts';
import { fireHarm, harmRoll } from './results.ts';
import { unitSchema } from './situation.ts';
import { ORDERS } from './troops.ts';

export interface ShotOptions {
  readonly distance: () => number;
  /** Whether light troops send a second shot the same way, if they have stands for one. */
  readonly again?: () => boolean;
  /** What is done when the target has lost stands. */
  readonly lost?: () => void;
}

/** How many stands each shot of a unit takes, and so how many shots there are (SYW-R6, SYW-R7). */
function shotSizes({ book, ruling }: Battle, unit: Unit): number[] {
  const shooters = Math.min(unit.stands, unit.shooters ?? unit.stands);
  const extra = cell(book, 'fire.stands', unit.troops, 'extra-counted');
  const most = typeof extra === 'number' ? extra + 1 : shooters;
  const oneShot = ruling['lightsSecondShot'] === 'one-shot-only';
  const shots = oneShot ? 1 : numberAt(book, 'fire.stands', unit.troops, 'shots', 1);
  const sizes: number[] = [];
  for (let left = shooters; left > 0 && sizes.length < shots; left -= most) sizes.push(Math.min(left, most));
  return sizes;
}

/** One shot: a D6 with the shooting rows; stands killed come off the target at once. */
function shot(battle: Battle, from: Unit, to: Unit, place: 0 | 1, { distance, lost }: ShotOptions): Flow<Stepped> {
  const { book } = battle;
  const size = () => shotSizes(battle, from)[place] ?? 1;
  const facts = shotFacts(battle, from, to, distance, () => size() - 1);
  const firer = battle[from.side].title;
  const called = `${place === 0 ? '' : 'Second shot: '}${itsOwn(firer)} ${clause(from.label, `shoots at ${to.label}`)}`;
  return harmRoll({
    ...{ side: firer, title: () => `${called} (${distance()}cm)` },
    ...{ rows: scoreOn(book, 'fire.modifiers', facts), harm: fireHarm(book), results: 'the shooting results' },
    present: () => to.stands,
    does: ({ kills, disorganises }, _, emit) => {
      const killed = suffer(to, kills, disorganises);
      if (killed > 0 && battle.lossesByPhase) emit(`${battle[to.side].name}.lost.fire`, killed);
      from.state.fired = true;
      if (killed > 0) lost?.();
    },
  });
}

/** A unit shoots at another: one shot, and a second of light troops that have stands left for it. */
export const shots = (battle: Battle, from: Unit, to: Unit, options: ShotOptions): Flow<Stepped>[] => [
  shot(battle, from, to, 0, options),
  when(
    () => (options.again?.() ?? true) && shotSizes(battle, from).length > 1 && to.stands > 0,
    [shot(battle, from, to, 1, options)],
  ),
];

/** A unit shoots at the one of these enemies that `targetOf` gives it when its turn comes, if any. */
export const shootsAt = (battle: Battle, from: Unit, targetOf: () => Unit | undefined, options: ShotOptions) =>
  branchOn<Stepped, Unit>(battle[otherSide(from.side)].members, targetOf, (to) => shots(battle, from, to, options));

/** Shooting: one unit at another, one D6 a shot; light troops may have stands left for a second. */
export const fire = encounterOf({
  ...{ kind: 'fire', title: 'Shooting', sides: ['firer', 'target'] },
  schema: (book: Rulebook) =>
    z.strictObject({
      firer: unitSchema(book, 'type stands shooters weapon disordered poorShots moved fired', {
        orders: stated.word(ORDERS, 'stand', 'The orders it is on; artillery fires on Stand only.'),
      }).describe('The unit that shoots.'),
      target: unitSchema(book, 'type stands formation cover').describe('The unit that is shot at.'),
      distance: z.number().min(0).max(1000).describe('Distance in cm.'),
      secondShot: stated.word(
        ['here', 'elsewhere'],
        'here',
        'Where light troops send their second shot, if they have stands for one.',
      ),
    }),
  check: (s, book) => [
    ...unitProblems(book, s.firer, ['firer']),
    ...unitProblems(book, s.target, ['target']),
    ...shotProblems(book, s),
  ],
  machine: ({ firer, target, distance, secondShot }, book) => {
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
  },
});
