import { fact } from '../../sim/facts.ts';
import { otherSide, type Unit } from './battle.ts';
import type { Body, Field } from './field.ts';
import { bandAt, type SideKey } from './troops.ts';

/** Who stands against whom as things are: fronts of lanes, opponents, distances, shots. */
export function sightOf(field: Field) {
  const { ruling, spacing, gap, touch, near } = field;
  // The own lane first: whoever has an enemy there looks no further.
  const foes = new Map(
    field.bodies.map((x) => {
      const all = field.of(otherSide(x.side)).filter((y) => near(x, y));
      return [x, [...all.filter((y) => y.lane === x.lane), ...all.filter((y) => y.lane !== x.lane)]];
    }),
  );
  const friends = new Map(field.bodies.map((x) => [x, field.of(x.side).filter((y) => y !== x && near(x, y))]));

  const hasAcross = new Map(field.bodies.map((x) => [x, foes.get(x)!.some((y) => y.lane !== x.lane)]));
  // Others ask this of a group all the time: one question with two answers.
  const known = new Map(
    field.bodies.map((x) => [
      x,
      {
        isIn: fact(x.post, () => x.group.stands > 0 && x.group.orders !== 'rout'),
        inContact: fact(x.post, () => foes.get(x)!.some((y) => touch(x, y) !== 'none')),
      },
    ]),
  );
  /** Still in the fight: neither destroyed nor routing. */
  const isIn = (x: Body): boolean => known.get(x)!.isIn();
  const inContact = (x: Body): boolean => known.get(x)!.inContact();
  /** The group of a side that is furthest forward in a lane. */
  const front = (side: SideKey, lane: number): Body | undefined => {
    let found: Body | undefined;
    for (const x of field.of(side)) {
      if (x.lane === lane && isIn(x) && (found === undefined || x.post.at > found.post.at)) found = x;
    }
    return found;
  };
  /** The friend straight ahead, if the group is not the front of its lane. */
  const ahead = (x: Body): Body | undefined => {
    let found: Body | undefined;
    for (const y of friends.get(x)!) {
      if (y.lane !== x.lane || !isIn(y) || front(x.side, x.lane) === x || y.post.at < x.post.at) continue;
      if (found === undefined || y.post.at < found.post.at) found = y;
    }
    return found;
  };
  /** How far a group has to go to another: straight ahead, then across to its lane. */
  const apart = (x: Body, y: Body): number => {
    if (touch(x, y) !== 'none') return 0;
    return x.lane === y.lane ? gap(x, y) : Math.abs(gap(x, y)) + spacing;
  };
  /** As the tape lies. */
  const straight = (x: Body, y: Body): number =>
    x.lane === y.lane ? gap(x, y) : Math.ceil(Math.hypot(gap(x, y), spacing));

  /** The enemy in front; where its lane has none left, the nearest front of the neighbouring lanes. */
  const opponent = (x: Body): Body | undefined => {
    const own = front(otherSide(x.side), x.lane);
    if (own || !hasAcross.get(x) || ruling['changeOpponent'] === 'no') return own;
    let found: Body | undefined;
    for (const y of foes.get(x)!) {
      if (y.lane === x.lane || front(y.side, y.lane) !== y) continue;
      if (found === undefined || apart(x, y) < apart(x, found)) found = y;
    }
    return found;
  };
  /** A group that comes over from another lane strikes the flank of whoever has an enemy of its own in front. */
  const strikesFlank = (x: Body, y: Body): boolean => x.lane !== y.lane && opponent(y) !== x;

  /** Whether a unit can shoot at a group: range, nobody in the way, nobody of ours fighting it; guns on Stand only. */
  const canShoot = (x: Body, unit: Unit, y: Body): boolean =>
    unit.stands > 0 &&
    (unit.arm !== 'artillery' || unit.orders === 'stand') &&
    isIn(x) &&
    !inContact(x) &&
    bandAt(unit, straight(x, y)) !== undefined &&
    front(x.side, x.lane) === x &&
    front(y.side, y.lane) === y &&
    !inContact(y);
  /** The group that a unit shoots at: the one in front of it, else the nearest in the next lanes. */
  const targetOf = (x: Body, unit: Unit): Body | undefined => {
    let found: Body | undefined;
    for (const y of foes.get(x)!) {
      if (!canShoot(x, unit, y)) continue;
      if (y.lane === x.lane) return y;
      if (ruling['fireAcross'] === 'no') continue;
      if (found === undefined || straight(x, y) < straight(x, found)) found = y;
    }
    return found;
  };
  const guns = new Map(
    field.bodies.map((x) => [
      x,
      foes.get(x)!.flatMap((y) => y.group.members.filter((u) => u.arm === 'artillery').map((unit) => ({ y, unit }))),
    ]),
  );
  /** Under artillery fire at short range: an enemy battery on Stand has the group within its short range. */
  const isShelled = (x: Body): boolean =>
    guns.get(x)!.some(({ y, unit }) => targetOf(y, unit) === x && bandAt(unit, straight(x, y)) === 'short');
  return { isShelled, foes: (x: Body) => foes.get(x)!, friends: (x: Body) => friends.get(x)!, isIn, inContact, front, ahead, apart, straight, opponent, strikesFlank, targetOf }; // biome-ignore format: one line
}
export type Sight = ReturnType<typeof sightOf>;
