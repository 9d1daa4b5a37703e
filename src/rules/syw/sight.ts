import { live } from '../../kit/live.ts';
import { workedOutFor } from '../../kit/tabled.ts';
import { fact } from '../../sim/facts.ts';
import { sightOver } from '../engagement-sight.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type GroupExtras, groupFacts } from './facts.ts';
import { battleBetween, type Field } from './field.ts';
import type { Unit } from './group.ts';
import type { Body } from './positions.ts';
import { bandAt } from './troops.ts';

/** Who stands against whom as things are: fronts of lanes, opponents, distances, shots. */
export function sightOf(field: Field) {
  const { ruling, spacing, gap, touch, near } = field;
  /** Still in the fight: neither destroyed nor routing. */
  const isIn = (x: Body): boolean => known(x).isIn();
  const inContact = (x: Body): boolean => known(x).inContact();
  const sight = sightOver<Body>({
    ...{ bodies: field.bodies, near, spacing, gap, isIn },
    at: ({ post }) => post.at,
    inContact: (x, y) => touch(x, y) !== 'none',
    changesOpponent: ruling['changeOpponent'] !== 'no',
  });
  const { foes, front, straight } = sight;
  // Others ask this of a group all the time: one question with two answers.
  const known = workedOutFor(field.bodies, (x) => ({
    isIn: fact(x.post, () => x.group.stands > 0 && x.group.orders !== 'rout'),
    inContact: fact(x.post, () => foes(x).some((y) => touch(x, y) !== 'none')),
  }));

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
    for (const y of foes(x)) {
      if (!canShoot(x, unit, y)) continue;
      if (y.lane === x.lane) return y;
      if (ruling['fireAcross'] === 'no') continue;
      if (found === undefined || straight(x, y) < straight(x, found)) found = y;
    }
    return found;
  };
  const guns = workedOutFor(field.bodies, (x) =>
    foes(x).flatMap((y) => y.group.members.filter((u) => u.arm === 'artillery').map((unit) => ({ y, unit }))),
  );
  /** Under artillery fire at short range: an enemy battery on Stand has the group within its short range. */
  const isShelled = (x: Body): boolean =>
    guns(x).some(({ y, unit }) => targetOf(y, unit) === x && bandAt(unit, straight(x, y)) === 'short');
  return { ...sight, isShelled, isIn, inContact, targetOf };
}
export type Sight = ReturnType<typeof sightOf>;

/** What a tactic may look at; the enemy is whoever is the opponent at the time. */
export function tacticFacts(field: Field, sight: Sight, x: Body, extras: (x: Body, y: Body) => GroupExtras): Facts {
  const { opponent, targetOf, foes } = sight;
  const of = (own: Body, foe: Body): FactRecord =>
    live(groupFacts(battleBetween(field, own, foe), own.group, 'orders', extras(own, foe)), {
      inRange: () => own.group.members.some((unit) => targetOf(own, unit) !== undefined),
    }) as FactRecord;
  return {
    self: factsOfWhichever(() => opponent(x), new Map(foes(x).map((y) => [y, of(x, y)]))),
    enemy: factsOfWhichever(() => opponent(x), new Map(foes(x).map((y) => [y, of(y, x)]))),
    now: live({ test: 'orders' }, { distance: () => distanceTo(sight, x), turn: () => field.state.turn }),
    ruling: field.ruling,
  };
}

export const distanceTo = ({ opponent, wayTo }: Sight, x: Body): number => {
  const foe = opponent(x);
  return foe ? wayTo(x, foe) : 0;
};

/** Facts of whichever record counts at the time; the record itself where there is only one. */
function factsOfWhichever(which: () => Body | undefined, records: ReadonlyMap<Body, FactRecord>): FactRecord {
  const [first] = records.values();
  if (records.size === 1) return first;
  const names: string[] = [];
  for (const name in first) names.push(name);
  const asks = names.map((name) => [
    name,
    () => {
      const body = which();
      return body && records.get(body)?.[name];
    },
  ]);
  return live({}, Object.fromEntries(asks)) as FactRecord;
}
