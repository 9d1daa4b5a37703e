import type { Machine, Step } from '../../sim/machine.ts';
import { int, oneOf } from '../../sim/state.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Facts, matcher, type When } from '../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../tactic.ts';
import { approachSteps } from './approach.ts';
import { type Battle, lossSums, muster, put, standMeasures, standsOf, unitAt, unitKey } from './battle.ts';
import type { Fight } from './facts.ts';
import { type EngagementState, hasShot, moves, ORDERS_OF, PLANS, type Plan, tacticFacts } from './plan.ts';
import { volleySteps } from './shoot.ts';
import { meleeSteps } from './strike.ts';
import { testSteps } from './test.ts';
import { bandAt, otherSide, type SideKey } from './troops.ts';

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
const FURTHEST_CM = 400;
const SIDES = ['a', 'b'] as const;

/**
 * An engagement, turn by turn; side A's turn, then side B's, each in the order of `sequence`:
 *
 *   a.orders ─▶ a.after.orders ─▶ a.move ─▶ … ─▶ a.turnEnd ─▶ b.orders ─▶ …
 *
 * A phase ends in `x.after.phase`, which looks whether the engagement is over and goes on to the next.
 */
export function engagementMachine(battle: Battle<S>, options: TurnOptions): Machine<S> {
  const pairs = facing(battle);
  const go = moves(battle);
  const extras = { fights: () => pairs.fights.filter(pairs.live), underArtilleryFire: shelled(battle) };
  const scopes: Record<string, readonly string[]> = {};
  const unitFields = (side: SideKey, place: number) => `${side}.units.${unitKey(place)}`;
  const shotScope = (side: SideKey, place: number, target: number) => {
    const name = `shot ${side}${place + 1} ${target + 1}`;
    const foe = otherSide(side);
    scopes[name] = [
      ...[unitFields(side, place), `${side}.orders`, `${side}.moved`, 'distance'],
      ...[unitFields(foe, target), `${foe}.orders`, `${foe}.mustTest`],
    ];
    return name;
  };
  const testScope = (side: SideKey) => {
    const guns = battle[side].units.flatMap((u, i) => (u.arm === 'artillery' ? [unitFields(side, i)] : []));
    scopes[`test ${side}`] = ['test', `${side}.orders`, `${side}.fate`, ...guns];
    return `test ${side}`;
  };
  const meleeScope = (fight: Fight, place: number) => {
    scopes[`melee ${place}`] = [
      'strike',
      ...SIDES.flatMap((side) => [unitFields(side, fight.place[side]), `${side}.won`, `${side}.lost`]),
    ];
    return `melee ${place}`;
  };

  const facts = { a: tacticFacts(battle, 'a', extras), b: tacticFacts(battle, 'b', extras) };
  const over = ending(battle, options, facts.a);
  const after = (side: SideKey, phase: Phase) => `${side}.after.${phase}`;
  const steps: Steps = {};

  for (const side of SIDES) {
    const foe = otherSide(side);
    const decide = compileTactic(options.tactics[side], 'stand');
    const decideFire = compileTactic(options.fire[side], 'shoot');
    Object.assign(steps, {
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
      [`${side}.shoot`]: {
        then: (s) => {
          const able = battle[side].units.some((_, i) => hasShot(battle, s, side, i));
          s.step = able ? `${side}.fire` : after(side, 'shoot');
        },
      },
      [`${side}.fire`]: {
        side: battle[side].title,
        options: () => ['shoot', 'hold'],
        decide: (_, list): Decision => decideFire(facts[side], list),
        choose: (s, choice) => {
          s.step = choice === 'shoot' ? `${side}.volley.0` : after(side, 'shoot');
        },
        title: (s) => `Turn ${s.turn}: does ${battle[side].title} shoot? (${s.distance}cm)`,
      },
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
      [`${side}.gone`]: {
        then: (s) => {
          fallBack(s);
          s.step = after(side, 'move');
        },
      },
      [`${side}.turnEnd`]: turnEnd(side, options, go.halt),
    } satisfies Steps);
    Object.assign(
      steps,
      approachSteps<S>(battle, {
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
        scopes: { test: testScope, shot: shotScope },
      }),
      volleySteps<S>(battle, {
        side,
        prefix: `${side}.volley`,
        distance: () => battle.view.distance,
        moved: () => battle.view[side].moved,
        then: after(side, 'shoot'),
        lost: (s) => {
          if (options.testAfterLosses) s[foe].mustTest = true;
        },
        scope: (place, target) => shotScope(side, place, target),
        targetOf: (s, place) => (hasShot(battle, s, side, place) ? pairs.target(side, place) : undefined),
      }),
    );
    options.sequence.forEach((phase, i) => {
      const next = options.sequence[i + 1];
      steps[after(side, phase)] = {
        then: (s) => {
          if (phase === 'shoot') s[side].moved = false;
          s.step = over(s) ? 'end' : next ? `${side}.${next}` : `${side}.turnEnd`;
        },
      };
    });
    Object.assign(
      steps,
      testSteps<S>(battle, `${side}.test`, side, {
        ...extras,
        test: 'other',
        scope: testScope(side),
        then: (s, { orders, passed }) => {
          if (!passed && (orders === 'retreat' || orders === 'rout')) {
            s[side].fate = orders === 'rout' ? 'routs' : 'retreats';
          }
          s.step = `tests.${side}.done`;
        },
      }),
      {
        [`tests.${side}`]: {
          then: (s: S) => {
            const tests = s[side].mustTest && standsOf(battle, side, s) > 0 && s[side].orders !== 'rout';
            s.step = tests ? `${side}.test` : `tests.${side}.done`;
          },
        },
        [`tests.${side}.done`]: {
          then: (s: S) => {
            fallBack(s);
            forgetPhase(s, side);
            s.step = side === 'a' ? 'tests.b' : after(s.active, 'morale');
          },
        },
      },
    );
  }
  Object.assign(
    steps,
    meleeSteps<S>(battle, {
      ...{ fights: pairs.fights, live: pairs.live, scope: meleeScope },
      charged: () => (battle.view.charging === 'none' ? 'none' : otherSide(battle.view.charging)),
      then: (s) => {
        if (options.testAfterMelee) {
          s.a.mustTest = true;
          s.b.mustTest = true;
        } else {
          forgetPhase(s, 'a');
          forgetPhase(s, 'b');
        }
        s.winner = 'none';
        s.charging = 'none';
        s.step = after(s.active, 'melee');
      },
    }),
  );

  const phases = new Map(['end', ...Object.keys(steps)].map((step) => [step, phaseOf(step, options.sequence)]));
  return {
    name: 'engagement',
    layout: put(battle, steps, {
      turn: int(1, options.turns),
      active: oneOf('a', 'b'),
      distance: int(0, Math.max(FURTHEST_CM, options.distance)),
      plan: oneOf('none', ...PLANS),
      charging: oneOf('none', 'a', 'b'),
    }),
    steps,
    start: (s) => {
      muster(battle, s);
      s.turn = 1;
      s.active = 'a';
      s.distance = options.distance;
      s.step = `a.${options.sequence[0]}`;
    },
    outcomes: OUTCOMES.engagement,
    outcome: (s) => outcomeOf(battle, s),
    measures: [...standMeasures(battle), { id: 'turns', label: 'turns played', of: (s) => s.turn }],
    sums: lossSums(battle, ['fire', 'melee']),
    layer: (s) => ((s.turn - 1) * 2 + (s.active === 'a' ? 0 : 1)) * PHASES.length + phases.get(s.step)!,
    scopes,
  };
}

/** Which phase a step belongs to, by its place in the sequence, so that layers never fall. */
function phaseOf(step: string, sequence: readonly Phase[]): number {
  const at = (phase: Phase) => sequence.indexOf(phase);
  if (step.startsWith('melee')) return at('melee');
  if (/^[ab]\.(choose|orders)/.test(step)) return at('orders');
  if (/^[ab]\.(fire|volley|shoot)/.test(step)) return at('shoot');
  if (/^(tests|[ab]\.(test|morale))/.test(step)) return at('morale');
  if (/^[ab]\.melee/.test(step)) return at('melee');
  const after = /^[ab]\.after\.(\w+)/.exec(step);
  if (after) return at(after[1] as Phase);
  return step === 'end' || /turnEnd/.test(step) ? PHASES.length - 1 : at('move');
}

/**
 * Who faces whom: the first unit left of each group, the second, and so on. Units that the other group has none for
 * overlap its last one; in shooting they join in on it.
 */
function facing(battle: Battle<S>) {
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
const shelled = (battle: Battle<S>) => (side: SideKey) => {
  const foe = otherSide(side);
  const { view } = battle;
  return battle[foe].units.some(
    (u, i) => u.arm === 'artillery' && hasShot(battle, view, foe, i) && bandAt(u, view.distance) === 'short',
  );
};

function ending(battle: Battle<S>, { endWhen }: TurnOptions, facts: Facts): (s: S) => boolean {
  const matches = matcher(endWhen);
  return (s) => SIDES.some((side) => standsOf(battle, side, s) === 0 || s[side].fate === 'routs') || matches(facts);
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

/** A group's test has read the phase; what it alone was kept for makes no difference any more. */
function forgetPhase(s: S, side: SideKey): void {
  s[side].won = 0;
  s[side].lost = 0;
  s[side].mustTest = false;
  if (s.causedMore === side) s.causedMore = 'none';
}

function turnEnd(side: SideKey, options: TurnOptions, halt: number): Step<S> {
  return {
    then: (s: S) => {
      if (s.distance === 0 && options.locked === 'attacker-falls-back') {
        s.distance = halt;
        s[side].orders = 'stand';
        s.charging = 'none';
      }
      s[side].moved = false;
      if (side === 'b' && s.turn === options.turns) {
        s.step = 'end';
        return;
      }
      if (side === 'b') s.turn++;
      s.active = otherSide(side);
      s.step = `${s.active}.${options.sequence[0]}`;
    },
  };
}

/** The worse fate tells; if nobody gave way, the larger share of stands lost. */
function outcomeOf(battle: Battle<S>, s: S): string {
  const fate = (side: SideKey) =>
    standsOf(battle, side, s) === 0 ? 'destroyed' : s[side].fate === 'holds' ? 'holds' : s[side].fate;
  const order = ['holds', 'retreats', 'routs', 'destroyed'];
  const [a, b] = SIDES.map((side) => order.indexOf(fate(side)));
  if (a > b) return `a-${order[a]}`;
  if (b > a) return `b-${order[b]}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  const share = (side: SideKey) => {
    const before = battle[side].units.reduce((sum, u) => sum + u.stands, 0);
    return (before - standsOf(battle, side, s)) / before;
  };
  const lead = share('a') - share('b');
  return lead > 0 ? 'a-worse' : lead < 0 ? 'b-worse' : 'even';
}
