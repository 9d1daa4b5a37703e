import { type Battle, unitAt } from './battle.ts';
import type { Fight } from './facts.ts';
import { type EngagementState, hasShot } from './plan.ts';
import { bandAt, otherSide, type SideKey } from './troops.ts';

type S = EngagementState;

/**
 * Who faces whom: the first unit left of each group, the second, and so on. Units that the other group has none for
 * overlap its last one; in shooting they join in on it.
 */
export function facing(battle: Battle<S>) {
  const rankOf = (side: SideKey, place: number): number => {
    if (unitAt(battle.view[side], place).stands === 0) return -1;
    let before = 0;
    for (let i = 0; i < place; i++) if (unitAt(battle.view[side], i).stands > 0) before++;
    return before;
  };
  const living = (side: SideKey) => battle[side].units.filter((_, i) => unitAt(battle.view[side], i).stands > 0).length;
  const fights: Fight[] = battle.a.units.flatMap((_, a) =>
    battle.b.units.map((__, b) => {
      const place = { a, b };
      return {
        place,
        struckIn: { a: 'front', b: 'front' } as const,
        contact: {},
        overlap: (side: SideKey) => {
          const theirs = living(otherSide(side));
          return living(side) > theirs && rankOf(side, place[side]) === theirs - 1;
        },
      };
    }),
  );
  return {
    fights,
    live: (f: Fight) => {
      const a = rankOf('a', f.place.a);
      return a >= 0 && a === rankOf('b', f.place.b);
    },
    target: (side: SideKey, place: number): number | undefined => {
      const foe = otherSide(side);
      const wanted = Math.min(rankOf(side, place), living(foe) - 1);
      const found = battle[foe].units.findIndex((_, i) => rankOf(foe, i) === wanted);
      return wanted < 0 || found < 0 ? undefined : found;
    },
  };
}

/** Under artillery fire at short range: an enemy battery on Stand has the group within its short range. */
export const shelled = (battle: Battle<S>) => (side: SideKey) => {
  const foe = otherSide(side);
  const { view } = battle;
  return battle[foe].units.some(
    (u, i) => u.arm === 'artillery' && hasShot(battle, view, foe, i) && bandAt(u, view.distance) === 'short',
  );
};
