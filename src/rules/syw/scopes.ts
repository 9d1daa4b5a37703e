import { type Battle, unitKey } from './battle.ts';
import type { Fight } from './facts.ts';
import { otherSide, type SideKey } from './troops.ts';

/**
 * Which fields each roll of an engagement looks at: a shot its two units, a fight its two units and what was reckoned
 * for it, a test what was reckoned for it. So engagements of any size can be played over small automata.
 */
export function scopesOf(battle: Battle) {
  const all: Record<string, readonly string[]> = {};
  const fields = (side: SideKey, place: number) => `${side}.units.${unitKey(place)}`;
  const named = (name: string, paths: readonly string[]) => {
    all[name] = paths;
    return name;
  };
  return {
    all,
    shot: (side: SideKey, place: number, target: number): string => {
      const foe = otherSide(side);
      return named(`shot ${side}${place + 1} ${target + 1}`, [
        ...[fields(side, place), `${side}.orders`, `${side}.moved`, 'distance'],
        ...[fields(foe, target), `${foe}.orders`, `${foe}.mustTest`],
      ]);
    },
    test: (side: SideKey): string => {
      const guns = battle[side].units.flatMap((u, i) => (u.arm === 'artillery' ? [fields(side, i)] : []));
      return named(`test ${side}`, ['test', `${side}.orders`, `${side}.fate`, ...guns]);
    },
    melee: (fight: Fight, place: number): string =>
      named(`melee ${place}`, [
        'strike',
        ...(['a', 'b'] as const).flatMap((side) => [fields(side, fight.place[side]), `${side}.won`, `${side}.lost`]),
      ]),
  };
}
