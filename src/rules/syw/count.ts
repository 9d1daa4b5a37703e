import { type Battle, isDisordered, unitAt } from './battle.ts';
import type { SideKey, Unit } from './troops.ts';

/** The units of a group that still have stands, as far as `counts` takes them; loops, for it is asked at every node. */
export function howMany(battle: Battle, side: SideKey, counts: (unit: Unit, place: number) => boolean): number {
  const { units } = battle[side];
  let n = 0;
  for (let i = 0; i < units.length; i++) if (unitAt(battle.view[side], i).stands > 0 && counts(units[i], i)) n++;
  return n;
}
export const any = () => true;
export const disorderedUnits = (battle: Battle, side: SideKey) =>
  howMany(battle, side, (_, place) => isDisordered(battle, side, place));
export function disorderedPercent(battle: Battle, side: SideKey): number {
  const units = howMany(battle, side, any);
  return units === 0 ? 0 : (100 * disorderedUnits(battle, side)) / units;
}
