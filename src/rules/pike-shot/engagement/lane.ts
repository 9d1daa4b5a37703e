import type { Step } from '../../../sim/machine.ts';
import { flag, int, oneOf } from '../../../sim/state.ts';
import { haltStep, pursuer } from '../aftermath.ts';
import { approachSteps } from '../approach.ts';
import type { Rates } from '../cards/schema.ts';
import { fightSpec, type LiveFight, meleeSteps } from '../melee.ts';
import { rallyStep, routRallyStep } from '../rallying.ts';
import { type LiveRegiment, liveSpec, loseCohesion, loseCompanies, type Regiment, rout, stands } from '../regiment.ts';
import { allows, at, type Rules, says } from '../rules.ts';
import { bandAt, bandsOf, fireStep, refusalOn } from '../shooting.ts';
import { type Stepping, waverStep } from '../waver.ts';
import { LEVELS, type Level, ORDERS, type Order } from '../words.ts';
import { type Phase, SIDES, type SideKey } from './situation.ts';

/** Two regiments that face each other over a distance. Everything they do reads and writes their lane alone. */
export interface LiveUnit extends LiveRegiment {
  order: Order;
  /** Its friends know that it routs. */
  told: boolean;
  /** A disaster test is due. */
  shaken: boolean;
  pursuing: boolean;
}
export interface LiveLane {
  readonly a: LiveUnit;
  readonly b: LiveUnit;
  distance: number;
  /** In contact, and who charged. */
  contact: SideKey | 'none';
  /** The contact is new: no melee has been fought in it. */
  fresh: boolean;
  /** A melee has been fought this turn. */
  fought: boolean;
  readonly fight: LiveFight;
}

export function laneSpec(rules: Rules, companies: readonly [number, number], edge: number) {
  const unit = (n: number) => ({
    ...liveSpec(n),
    order: oneOf(...ORDERS),
    told: flag(),
    shaken: flag(),
    pursuing: flag(),
  });
  return {
    a: unit(companies[0]),
    b: unit(companies[1]),
    distance: int(0, edge),
    contact: oneOf('none', 'a', 'b'),
    fresh: flag(),
    fought: flag(),
    fight: fightSpec(says(rules, 'meleeRounds') as number),
  };
}

export interface Lane {
  readonly name: string;
  readonly live: LiveLane;
  readonly a: Regiment;
  readonly b: Regiment;
  readonly edge: number;
}
export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');
const ratesOf = (rules: Rules, r: Regiment): Rates => rules.cards.moves![r.card.arm];
/** Its rate in a case that the sheet names: routers, evaders, a charger whose target evades. */
const rateFor = (rules: Rules, r: Regiment, what: string): number =>
  ratesOf(rules, r)[at(rules, 'rout.rates', what, 'rate') as keyof Rates];
const apart = (lane: Lane, distance: number) => {
  lane.live.distance = Math.min(lane.edge, Math.max(0, distance));
};

/** May it obey orders: neither routing nor off in pursuit? */
export const obeys = (lane: Lane, side: SideKey): boolean => stands(lane[side]) && !lane.live[side].pursuing;
export const inReach = (rules: Rules, lane: Lane, side: SideKey): boolean =>
  lane.live.distance <= ratesOf(rules, lane[side]).charge;
export const inRange = (rules: Rules, lane: Lane, side: SideKey): boolean =>
  bandAt(bandsOf(rules, lane[side]), lane.live.distance) !== undefined;

/** No move comes nearer than point-blank range (line 14, ruling closeness). */
function closest(rules: Rules, lane: Lane, side: SideKey): number {
  const ranges = [side, other(side)].map((k) => bandsOf(rules, lane[k])[0]?.maxRange);
  if (says(rules, 'closeness') === 'enemy') ranges.reverse();
  return Math.ceil(ranges.find((r) => r !== undefined) ?? 1);
}

/** The step that a regiment takes in a phase, or undefined when there is nothing for it to do. */
export type Duty = (phase: Phase) => string | undefined;

/** What never changes is looked up once: an engagement asks for duties far more often than it rolls. */
export function dutyOf(rules: Rules, lane: Lane, side: SideKey): Duty {
  const { live } = lane;
  const self = live[side];
  const enemy = live[other(side)];
  const { card } = lane[side];
  const prefix = `${lane.name}.${side}.`;
  const [run, halt, charge, move] = ['run', 'halt', 'charge', 'move'].map((name) => prefix + name);
  const [shoot, rally, rallyFromRout] = ['shoot', 'rally', 'rally-from-rout'].map((name) => prefix + name);
  const strike = { a: `${lane.name}.a.strike`, b: `${lane.name}.b.strike`, none: undefined };
  const rates = ratesOf(rules, lane[side]);
  const nearest = closest(rules, lane, side);
  const furthest = bandsOf(rules, lane[side]).at(-1)?.maxRange ?? -1;
  const mayCharge = allows(rules, 'charge.may', card.arm, lane[other(side)].card.arm);
  const ragged = LEVELS.indexOf(at(rules, 'charge.effects', 'opportunity', 'level') as Level);
  const on = (action: string) =>
    Object.fromEntries(ORDERS.map((o) => [o, allows(rules, 'orders', action, o)])) as Record<Order, boolean>;
  const charges = on('charge');
  const opportunity = on('opportunity-charge');
  const rallies = on('rally');
  const fires = Object.fromEntries(
    ORDERS.map((order) => [order, refusalOn(rules, lane[side], order) === undefined]),
  ) as Record<Order, boolean>;

  return (phase) => {
    switch (phase) {
      case 'move': {
        if (self.status === 'routing') return enemy.pursuing ? undefined : run;
        if (self.status !== 'steady' || live.contact !== 'none') return undefined;
        if (self.pursuing) return halt;
        if (enemy.status !== 'steady') return undefined;
        const { order } = self;
        const ordered = charges[order] || (opportunity[order] && enemy.cohesion >= ragged);
        if (ordered && mayCharge && live.distance <= rates.charge) return charge;
        return (order === 'march' || order === 'double') && live.distance > nearest ? move : undefined;
      }
      case 'shoot':
        if (live.contact !== 'none' || self.status !== 'steady' || self.pursuing) return undefined;
        if (enemy.status === 'destroyed' || enemy.status === 'gone') return undefined;
        return live.distance <= furthest && fires[self.order] ? shoot : undefined;
      case 'melee':
        return live.fought ? undefined : strike[live.contact];
      case 'rally':
        if (self.status === 'routing') return enemy.pursuing ? undefined : rallyFromRout;
        if (live.contact !== 'none' || self.status !== 'steady' || self.pursuing || self.cohesion === 0)
          return undefined;
        return rallies[self.order] ? rally : undefined;
    }
  };
}

/** All that the two regiments of a lane may do; every procedure ends at `back`. */
export function laneSteps<S extends Stepping>(rules: Rules, lane: Lane, back: string): Record<string, Step<S>> {
  const steps: Record<string, Step<S>> = {};
  for (const side of SIDES) Object.assign(steps, sideSteps<S>(rules, lane, side, back));
  return steps;
}

function sideSteps<S extends Stepping>(rules: Rules, lane: Lane, side: SideKey, back: string): Record<string, Step<S>> {
  const { live } = lane;
  const scope = lane.name;
  const prefix = `${lane.name}.${side}.`;
  const self = lane[side];
  const enemy = lane[other(side)];
  const follow = { a: `${lane.name}.a.follow`, b: `${lane.name}.b.follow` };
  const halt = { a: `${lane.name}.a.halt`, b: `${lane.name}.b.halt` };
  const nearest = closest(rules, lane, side);
  const done = (s: S) => {
    s.step = back;
  };
  /** A regiment that has begun to rout runs at once (line 74). */
  const flee = (r: Regiment) => {
    live.contact = 'none';
    live.fresh = false;
    live[r === lane.a ? 'a' : 'b'].pursuing = false;
    apart(lane, live.distance + rateFor(rules, r, 'router'));
  };
  const plan = {
    prefix,
    scope,
    charger: self,
    target: enemy,
    fight: live.fight,
    aspect: 'front' as const,
    fresh: () => live.fresh,
  };

  return {
    ...approachSteps<S>(rules, {
      ...plan,
      met: (s) => {
        live.contact = side;
        live.fresh = true;
        live.distance = 0;
        done(s);
      },
      over: (s) => {
        if (live.fight.ended === 'evaded') {
          apart(lane, live.distance + rateFor(rules, enemy, 'evader') - rateFor(rules, self, 'evaded'));
        }
        // The charger ends where its target stood, unless it is the charger that runs.
        if (!stands(enemy)) live.distance = 0;
        for (const r of [self, enemy]) if (r.live.status === 'routing') flee(r);
        live.fight.ended = 'open';
        done(s);
      },
    }),
    ...meleeSteps<S>(rules, { ...plan, over: (s) => afterMelee(s) }),
    [`${prefix}move`]: {
      tell: () => `${self.name} ${live[side].order === 'double' ? 'doubles' : 'marches'}`,
      then: (s) => {
        const rate = live[side].order === 'double' ? 'double' : 'march';
        apart(lane, Math.max(nearest, live.distance - ratesOf(rules, self)[rate]));
        loseCohesion(rules, self, rules.cards.moveDisorder[rate]);
        if (!stands(self)) flee(self);
        done(s);
      },
      scope,
    },
    [`${prefix}run`]: {
      tell: () => `${self.name} runs on`,
      then: (s) => {
        apart(lane, live.distance + rateFor(rules, self, 'router'));
        if (live.distance === lane.edge) live[side].status = 'gone';
        done(s);
      },
      scope,
    },
    [`${prefix}halt`]: haltStep<S>(
      rules,
      self,
      (s, halts) => {
        if (halts) live[side].pursuing = false;
        done(s);
      },
      scope,
    ),
    // The beaten enemy still stands: a winner that does not halt is upon it again.
    [`${prefix}follow`]: haltStep<S>(
      rules,
      self,
      (s, halts) => {
        if (!halts) {
          live.contact = side;
          live.distance = 0;
        }
        done(s);
      },
      scope,
    ),
    [`${prefix}shoot`]: fireStep<S>(rules, {
      self,
      enemy,
      band: () => bandAt(bandsOf(rules, self), live.distance)!,
      what: '',
      after: (s, hit) => {
        const before = stands(enemy);
        loseCohesion(rules, enemy, hit.cohesion);
        loseCompanies(enemy, hit.casualties);
        if (before && enemy.live.status === 'routing') flee(enemy);
        done(s);
      },
      scope,
    }),
    [`${prefix}rally`]: rallyStep<S>(self, done, scope),
    [`${prefix}rally-from-rout`]: routRallyStep<S>(
      rules,
      self,
      (s) => {
        if (stands(self)) live[side].told = false;
        done(s);
      },
      scope,
    ),
    [`${prefix}disaster`]: waverStep<S>(rules, {
      test: 'disaster',
      self,
      enemy: null,
      scope,
      after: (s, result) => {
        live[side].shaken = false;
        if (result === '-1') loseCohesion(rules, self, 1);
        if (result === 'Ro') rout(self);
        if (self.live.status === 'routing') flee(self);
        done(s);
      },
    }),
  };

  function afterMelee(s: S): void {
    const { ended } = live.fight;
    live.fight.ended = 'open';
    live.fresh = false;
    live.fought = true;
    done(s);
    if (ended === 'locked' && stands(self) && stands(enemy)) return;
    live.contact = 'none';
    const chaser = pursuer(rules, ended, self, enemy);
    const loser = ended.startsWith('target-') ? enemy : self;
    if (stands(loser)) apart(lane, ratesOf(rules, loser).march);
    for (const r of [self, enemy]) if (r.live.status === 'routing') flee(r);
    if (!chaser) return;
    const chaserSide = chaser === lane.a ? 'a' : 'b';
    if (stands(loser)) {
      s.step = follow[chaserSide];
    } else {
      live[chaserSide].pursuing = true;
      s.step = halt[chaserSide];
    }
  }
}
