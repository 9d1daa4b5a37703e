import { type Flow, type Stepped, when } from '../../kit/flow.ts';
import { ruled } from '../book.ts';
import { type Battle, otherSide } from './battle.ts';
import type { Fight, GroupExtras } from './facts.ts';
import type { Group, Unit } from './group.ts';
import { shootsAt } from './shooting.ts';
import { chargedRowApplies, isGone, test, type Verdict } from './test.ts';
import { bandAt } from './troops.ts';

export interface Charge {
  readonly by: Group;
  /** Fights that may come of it; those that `live` allows at the time are meant. */
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
  readonly refused?: () => void;
  /** The target has gone: by Retreat or Rout orders. */
  readonly gone: (verdict: Verdict) => void;
  readonly shotDown?: () => void;
  readonly underArtilleryFire?: GroupExtras['underArtilleryFire'];
}

/**
 * The charge up to contact, in the order of SYW-R24: the charger tests, the target tests, the target shoots. Stands in a
 * block, which it leaves when no contact comes of it.
 */
export function approach(battle: Battle, charge: Charge): Flow<Stepped>[] {
  const { by, fights, live, underArtilleryFire } = charge;
  const foe = battle[otherSide(by.side)];
  const extras = { fights: () => fights.filter(live), underArtilleryFire };
  const { targetTests } = battle.ruling;
  const mustTest =
    targetTests === 'only-if-a-charged-row-applies'
      ? chargedRowApplies(battle, foe, extras)
      : () => targetTests === 'yes';
  const stands = test(battle, foe, {
    ...{ ...extras, test: 'charged', leaves: isGone },
    then: (verdict) => {
      if (isGone(verdict)) charge.gone(verdict);
    },
  });
  return [
    ...test(battle, by, {
      ...{ ...extras, test: 'charge', leaves: ({ passed }) => !passed },
      then: ({ passed }) => {
        if (!passed) charge.refused?.();
      },
    }),
    when(mustTest, stands),
    ...defensiveFire(battle, charge, foe),
  ];
}

/** Each charged unit on Stand that has the range shoots at the first unit that charges it. */
function defensiveFire(battle: Battle, { by, fights, live, shotDown }: Charge, foe: Group): Flow<Stepped>[] {
  const distance = Number(ruled(battle.book, 'targetShootsAt'));
  if (battle.ruling['targetShoots'] !== 'yes') return [];
  const targetOf = (unit: Unit): Unit | undefined => {
    if (unit.orders !== 'stand' || bandAt(unit, distance) === undefined) return undefined;
    return fights.find((f) => f[foe.side] === unit && live(f))?.[by.side];
  };
  const shot = { distance: () => distance, lost: shotDown };
  return foe.members.map((unit) => shootsAt(battle, unit, () => targetOf(unit), shot));
}
