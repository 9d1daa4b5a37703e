import type { Step } from '../../sim/machine.ts';
import { ruled } from '../book.ts';
import { type Battle, type BattleState, ordersOf } from './battle.ts';
import type { Fight } from './facts.ts';
import { volleySteps } from './shoot.ts';
import { chargedRowApplies, testSteps, type Verdict } from './test.ts';
import { bandAt, otherSide, type SideKey } from './troops.ts';

export interface ChargeRun<S> {
  /** Who charges. */
  readonly by: SideKey;
  /** Fights that may come of it; those that `live` allows at the time are meant. */
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
  readonly refused: (s: S) => void;
  /** The target has gone: by Retreat or Rout orders. */
  readonly gone: (s: S, verdict: Verdict) => void;
  /** The step for each way it ends. */
  readonly noContact: string;
  readonly contact: string;
  readonly shotDown?: (s: S) => void;
  readonly underArtilleryFire?: (side: SideKey) => boolean;
  readonly scopes?: {
    readonly test: (side: SideKey) => string;
    readonly shot: (side: SideKey, place: number, target: number) => string;
  };
}

/**
 * The charge up to contact, in the order of SYW-R24 (for side a):
 *
 *   a.charge ─▶ a.charge.reply ─▶ b.charged (the target tests) ─▶ b.receive (it shoots) ─▶ contact
 */
export function approachSteps<S extends BattleState>(battle: Battle<S>, run: ChargeRun<S>): Record<string, Step<S>> {
  const { by, fights, live, noContact, contact, scopes } = run;
  const foe = otherSide(by);
  const extras = { fights: () => fights.filter(live), underArtilleryFire: run.underArtilleryFire };
  const { targetTests } = battle.ruling;
  const receive = `${foe}.receive.0`;
  return {
    ...testSteps(battle, `${by}.charge`, by, {
      ...extras,
      test: 'charge',
      ...(scopes ? { scope: scopes.test(by) } : {}),
      then: (s, { passed }) => {
        if (!passed) run.refused(s);
        s.step = passed ? `${by}.charge.reply` : noContact;
      },
    }),
    [`${by}.charge.reply`]: {
      then: (s) => {
        const tests =
          targetTests === 'yes' ||
          (targetTests === 'only-if-a-charged-row-applies' && chargedRowApplies(battle, foe, extras));
        s.step = tests ? `${foe}.charged` : receive;
      },
    },
    ...testSteps(battle, `${foe}.charged`, foe, {
      ...extras,
      test: 'charged',
      ...(scopes ? { scope: scopes.test(foe) } : {}),
      then: (s, verdict) => {
        const gone = !verdict.passed && (verdict.orders === 'retreat' || verdict.orders === 'rout');
        if (gone) run.gone(s, verdict);
        s.step = gone ? noContact : receive;
      },
    }),
    ...defensiveFire(battle, run, contact),
  };
}

/** Each charged unit on Stand that has the range shoots at the first unit that charges it. */
function defensiveFire<S extends BattleState>(battle: Battle<S>, run: ChargeRun<S>, contact: string) {
  const { by, fights, live, scopes, shotDown } = run;
  const foe = otherSide(by);
  const distance = Number(ruled(battle.book, 'targetShootsAt'));
  const allowed = battle.ruling['targetShoots'] === 'yes';
  return volleySteps(battle, {
    side: foe,
    prefix: `${foe}.receive`,
    distance: () => distance,
    // It is the other player's phase: the charged units have not moved in it.
    moved: () => false,
    then: contact,
    ...(shotDown ? { lost: shotDown } : {}),
    ...(scopes ? { scope: (place: number, target: number) => scopes.shot(foe, place, target) } : {}),
    targetOf: (_, place) => {
      if (!allowed || ordersOf(battle, foe, place) !== 'stand') return undefined;
      if (bandAt(battle[foe].units[place], distance) === undefined) return undefined;
      return fights.find((f) => f.place[foe] === place && live(f))?.place[by];
    },
  });
}
