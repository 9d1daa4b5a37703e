import type { Step } from '../../../sim/machine.ts';
import { haltStep, pursuer } from '../aftermath.ts';
import { approachSteps } from '../approach.ts';
import { meleeSteps } from '../melee.ts';
import { rallyStep, routRallyStep } from '../rallying.ts';
import { loseCohesion, loseCompanies, type Regiment, rout, runAtRate, stands } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { bandAt, bandsOf, fireStep } from '../shooting.ts';
import { type Stepping, waverStep } from '../waver.ts';
import { apart, closest, type Lane, other, partOfMarch, rateFor, ratesOf } from './lane.ts';
import { SIDES, type SideKey } from './situation.ts';

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
  const mayRallyAtOnce = says(rules, 'rallySameTurn') === 'yes';
  /** A pursuit that goes on is a move at charge rate. */
  const pursueOn = () => {
    runAtRate(rules, self, 'pursuer');
    if (!stands(self)) flee(self);
  };
  const done = (s: S) => {
    s.step = back;
  };
  /** A regiment that has begun to rout runs at once (line 74). */
  const flee = (r: Regiment) => {
    live.contact = 'none';
    live.fresh = false;
    const own = live[r === lane.a ? 'a' : 'b'];
    own.pursuing = false;
    own.ranThisTurn = !mayRallyAtOnce;
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
        // A charge is fought out at once, even where an older melee was fought earlier in the turn.
        live.fought = false;
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
      tell: () => `${self.name}: ${live[side].order === 'double' ? 'double move' : 'march'}`,
      then: (s) => {
        const rate = live[side].order === 'double' ? 'double' : 'march';
        // A move ends before an obstacle; the next one crosses it.
        const barred = live.open ? nearest : Math.max(nearest, lane.obstacle!.at);
        apart(lane, Math.max(barred, live.distance - ratesOf(rules, self)[rate]));
        loseCohesion(rules, self, rules.cards.moveDisorder[rate]);
        if (!stands(self)) flee(self);
        done(s);
      },
      scope,
    },
    [`${prefix}cross`]: {
      tell: () => `${self.name}: over the obstacle`,
      then: (s) => {
        const far = partOfMarch(rules, self, `${lane.obstacle?.kind}-obstacles`);
        apart(lane, Math.max(nearest, live.distance - far));
        live.open = true;
        loseCohesion(rules, self, rules.cards.moveDisorder.march + (says(rules, 'obstacleDisorder') as number));
        if (!stands(self)) flee(self);
        done(s);
      },
      scope,
    },
    [`${prefix}back`]: {
      tell: () => `${self.name}: a step back`,
      then: (s) => {
        apart(lane, live.distance + partOfMarch(rules, self, 'back-up'));
        done(s);
      },
      scope,
    },
    [`${prefix}run`]: {
      tell: () => `${self.name}: still running`,
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
        else pursueOn();
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
          pursueOn();
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
