import type { Step } from '../../sim/machine.ts';
import type { Facts, When } from '../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../tactic.ts';
import { approachSteps } from './approach.ts';
import { type Battle, standsOf, unitAt } from './battle.ts';
import type { facing } from './facing.ts';
import type { GroupExtras } from './group-facts.ts';
import { type EngagementState, hasShot, type moves, ORDERS_OF, type Plan } from './plan.ts';
import type { scopesOf } from './scopes.ts';
import { volleySteps } from './shoot.ts';
import { meleeSteps } from './strike.ts';
import { testSteps } from './test.ts';
import { otherSide, type SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;
export type Phase = (typeof PHASES)[number];

export interface TurnOptions {
  readonly distance: number;
  readonly turns: number;
  readonly sequence: readonly Phase[];
  readonly testAfterMelee: boolean;
  readonly testAfterLosses: boolean;
  readonly locked: 'fight-on' | 'attacker-falls-back';
  readonly recover: 'never' | 'own-turn';
  readonly endWhen: When;
  readonly tactics: Readonly<Record<SideKey, Tactic<Plan>>>;
  readonly fire: Readonly<Record<SideKey, Tactic<'shoot' | 'hold'>>>;
}
type S = EngagementState;
type Steps = Record<string, Step<S>>;

/** Groups further apart than this are out of the fight; retreats stop counting there. */
export const FURTHEST_CM = 400;

/** What the steps of an engagement have in common. */
export interface Table {
  readonly battle: Battle<S>;
  readonly options: TurnOptions;
  readonly pairs: ReturnType<typeof facing>;
  readonly extras: GroupExtras;
  readonly scopes: ReturnType<typeof scopesOf>;
  readonly facts: Readonly<Record<SideKey, Facts>>;
  readonly go: ReturnType<typeof moves>;
}
export const after = (side: SideKey, phase: Phase): string => `${side}.after.${phase}`;

/** Orders by the tactic, and the move they are for. */
export function orderSteps({ battle, options, facts, go }: Table, side: SideKey): Steps {
  const decide = compileTactic(options.tactics[side], 'stand');
  return {
    [`${side}.orders`]: {
      then: (s) => {
        if (options.recover === 'own-turn' && s.distance > 0) recover(battle, s, side);
        // Units in contact fight on; there is nothing to order.
        s.step = s.distance > 0 ? `${side}.choose` : after(side, 'orders');
      },
    },
    [`${side}.choose`]: {
      side: battle[side].title,
      options: (s) => go.options(s, side),
      decide: (_, list): Decision => decide(facts[side], list),
      choose: (s, plan) => {
        s.plan = plan as Plan;
        s[side].orders = ORDERS_OF[plan as Plan];
        s[side].fate = plan === 'retreat' ? 'retreats' : 'holds';
        s.step = after(side, 'orders');
      },
      title: (s) => `Turn ${s.turn}: what does ${battle[side].title} do? (${s.distance}cm)`,
    },
    [`${side}.move`]: {
      then: (s) => {
        const { plan } = s;
        if (plan !== 'none') go.move(s, side, FURTHEST_CM);
        s.plan = 'none';
        s.step = plan === 'charge' ? `${side}.charge` : after(side, 'move');
      },
      tell: (s) => (s.plan === 'none' ? '' : `${battle[side].title}: ${s.plan}`),
    },
  };
}

/** The side shoots, if it can and its tactic lets it. */
export function fireSteps({ battle, options, facts, pairs, scopes }: Table, side: SideKey): Steps {
  const foe = otherSide(side);
  const decide = compileTactic(options.fire[side], 'shoot');
  return {
    [`${side}.shoot`]: {
      then: (s) => {
        const able = battle[side].units.some((_, i) => hasShot(battle, s, side, i));
        s.step = able ? `${side}.fire` : after(side, 'shoot');
      },
    },
    [`${side}.fire`]: {
      side: battle[side].title,
      options: () => ['shoot', 'hold'],
      decide: (_, list): Decision => decide(facts[side], list),
      choose: (s, choice) => {
        s.step = choice === 'shoot' ? `${side}.volley.0` : after(side, 'shoot');
      },
      title: (s) => `Turn ${s.turn}: does ${battle[side].title} shoot? (${s.distance}cm)`,
    },
    ...volleySteps<S>(battle, {
      side,
      prefix: `${side}.volley`,
      distance: () => battle.view.distance,
      moved: () => battle.view[side].moved,
      then: after(side, 'shoot'),
      lost: (s) => {
        if (options.testAfterLosses) s[foe].mustTest = true;
      },
      scope: (place, target) => scopes.shot(side, place, target),
      targetOf: (s, place) => (hasShot(battle, s, side, place) ? pairs.target(side, place) : undefined),
    }),
  };
}

/** A charge, up to contact or to where it ends before. */
export function chargeSteps({ battle, options, pairs, extras, scopes }: Table, side: SideKey): Steps {
  const foe = otherSide(side);
  return {
    ...approachSteps<S>(battle, {
      ...{ by: side, fights: pairs.fights, live: pairs.live, underArtilleryFire: extras.underArtilleryFire },
      // The test itself has put a refusing group on Stand.
      refused: () => {},
      gone: (s, { orders }) => {
        s[foe].fate = orders === 'rout' ? 'routs' : 'retreats';
      },
      noContact: `${side}.gone`,
      contact: `${side}.home`,
      shotDown: (s) => {
        if (options.testAfterLosses) s[side].mustTest = true;
      },
      scopes,
    }),
    [`${side}.home`]: {
      then: (s) => {
        // Chargers shot away to the last stand reach nobody.
        if (pairs.fights.some(pairs.live)) {
          s.distance = 0;
          s.charging = side;
        }
        s.step = after(side, 'move');
      },
    },
    [`${side}.gone`]: {
      then: (s) => {
        fallBack(s);
        s.step = after(side, 'move');
      },
    },
  };
}

/** Both groups fight when they are in contact, whoever's turn it is. */
export function fightSteps({ battle, options, pairs, scopes }: Table): Steps {
  return {
    ...meleeSteps<S>(battle, {
      ...{ fights: pairs.fights, live: pairs.live, scope: scopes.melee },
      charged: () => (battle.view.charging === 'none' ? 'none' : otherSide(battle.view.charging)),
      then: (s) => {
        if (options.testAfterMelee) {
          s.a.mustTest = true;
          s.b.mustTest = true;
        } else {
          forgetMelee(s, 'a');
          forgetMelee(s, 'b');
        }
        s.winner = 'none';
        s.charging = 'none';
        s.step = after(s.active, 'melee');
      },
    }),
  };
}

/** Groups that must test do so: side A, then side B. */
export function moraleSteps({ battle, extras, scopes }: Table, side: SideKey): Steps {
  return {
    [`${side}.melee`]: {
      then: (s) => {
        s.step = s.distance === 0 ? 'melee' : after(side, 'melee');
      },
    },
    [`${side}.morale`]: {
      then: (s) => {
        s.step = 'tests.a';
      },
    },
    [`tests.${side}`]: {
      then: (s: S) => {
        const tests = s[side].mustTest && standsOf(battle, side, s) > 0 && s[side].orders !== 'rout';
        s.step = tests ? `${side}.test` : `tests.${side}.done`;
      },
    },
    [`tests.${side}.done`]: {
      then: (s: S) => {
        fallBack(s);
        forgetMelee(s, side);
        s[side].mustTest = false;
        s.step = side === 'a' ? 'tests.b' : after(s.active, 'morale');
      },
    },
    ...testSteps<S>(battle, `${side}.test`, side, {
      ...extras,
      test: 'other',
      scope: scopes.test(side),
      then: (s, { orders, passed }) => {
        if (!passed && (orders === 'retreat' || orders === 'rout')) {
          s[side].fate = orders === 'rout' ? 'routs' : 'retreats';
        }
        s.step = `tests.${side}.done`;
      },
    }),
  };
}

function recover(battle: Battle<S>, s: S, side: SideKey): void {
  battle[side].units.forEach((_, i) => {
    unitAt(s[side], i).disorganised = false;
  });
}

/** A group that a test sent back opens the distance; from contact too. */
function fallBack(s: S): void {
  s.distance = Math.min(FURTHEST_CM, s.distance + s.test.fellBack);
  s.test.fellBack = 0;
}

/** A group's test has read how the melee went; it makes no difference any more. */
function forgetMelee(s: S, side: SideKey): void {
  s[side].won = 0;
  s[side].lost = 0;
  if (s.causedMore === side) s.causedMore = 'none';
}
