import { branch, type Flow, roll, type Stepped, when } from '../../kit/flow.ts';
import { d6 } from '../../sim/die.ts';
import { clause, itsOwn } from '../../words/names.ts';
import { cell, numberAt } from '../book.ts';
import { type Battle, otherSide } from './battle.ts';
import { scoreOn, shotFacts } from './facts.ts';
import { type Group, suffer, type Unit } from './group.ts';
import { fireHarm, harmText } from './results.ts';

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
  const rows = scoreOn(
    book,
    'fire.modifiers',
    shotFacts(battle, from, to, distance, () => size() - 1),
  );
  const harm = fireHarm(book, d6.faces);
  const firer = battle[from.side].title;
  const lossSum = `${battle[to.side].name}.lost.fire`;
  return roll({
    roll: d6,
    side: firer,
    against: () => {
      const modifier = rows.sum();
      return { modifier, harm: harm.at(modifier) };
    },
    apply: (_, { harm }, face, emit) => {
      const { kills, disorganises } = harm[face - 1];
      const killed = suffer(to, kills, disorganises);
      if (killed > 0 && battle.lossesByPhase) emit(lossSum, killed);
      from.state.fired = true;
      if (killed > 0) lost?.();
    },
    title: () =>
      `${place === 0 ? '' : 'Second shot: '}${itsOwn(firer)} ${clause(from.label, `shoots at ${to.label}`)} (${distance()}cm)`,
    result: (_, { harm }, face) => harmText(harm[face - 1], to.stands),
    reasons: (_, { modifier }) =>
      rows.reasons(modifier, 'the score on the shooting results: die and modifiers', harm.bounds()),
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

/** A unit shoots at the one of these that `targetOf` gives it when its turn comes, if any. */
export const shootsAt = (
  battle: Battle,
  from: Unit,
  targetOf: () => Unit | undefined,
  options: ShotOptions,
): Flow<Stepped> => {
  const foes = battle[otherSide(from.side)].members;
  return branch(
    () => foes.indexOf(targetOf() as Unit),
    foes.map((to) => shots(battle, from, to, options)),
  );
};

/** The units of a group shoot one after the other, each at the enemy that `targetOf` gives it when its turn comes. */
export const volley = (
  battle: Battle,
  group: Group,
  targetOf: (unit: Unit) => Unit | undefined,
  options: ShotOptions,
): Flow<Stepped>[] => group.members.map((from) => shootsAt(battle, from, () => targetOf(from), options));
