import { type Battle, unitAt } from './battle.ts';
import type { SideKey } from './troops.ts';

/** `sum`, worked out once for each key: long engagements come to the same fights and tests again and again. */
export function remembered(key: () => string, sum: () => number): () => number {
  const known = new Map<string, number>();
  return () => {
    const k = key();
    let value = known.get(k);
    if (value === undefined) {
      value = sum();
      known.set(k, value);
    }
    return value;
  };
}

/** Everything of a group that changes and that the facts of its fights and tests look at, in a few characters. */
export function groupKey(battle: Battle, side: SideKey): string {
  const s = battle.view[side];
  let key = `${s.orders} ${s.won} ${s.lost} `;
  for (let i = 0; i < battle[side].units.length; i++) {
    const { stands, disorganised, fired } = unitAt(s, i);
    key += String.fromCharCode(stands * 4 + (disorganised ? 2 : 0) + (fired ? 1 : 0));
  }
  return key;
}
