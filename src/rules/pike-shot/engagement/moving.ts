import { act, type Flow, note, type Stepped, set, when } from '../../../kit/flow.ts';
import { charge, chargedFrom } from '../charging.ts';
import { haltRoll } from '../pursuing.ts';
import { disorderBy, isRouting, isSteady, loseCohesion, runAtRate } from '../regiment.ts';
import { allows, type Rules, says } from '../rules.ts';
import { ORDERS, type Order } from '../words.ts';
import type { Duty } from './duties.ts';
import {
  clashOf,
  closest,
  flee,
  goBack,
  isAtEdge,
  type Lane,
  other,
  partOfMarch,
  rateFor,
  ratesOf,
  setDistance,
} from './lane.ts';
import type { SideKey } from './situation.ts';

/** By order, whether the sheet's brackets allow an action (PS-R20). */
export const allowedOn = (rules: Rules, action: string): Readonly<Record<Order, boolean>> =>
  byOrder((order) => allows(rules, 'orders', action, order));
/** What never changes is looked up once for each order. */
export const byOrder = <T>(of: (order: Order) => T): Readonly<Record<Order, T>> =>
  Object.fromEntries(ORDERS.map((order) => [order, of(order)])) as Record<Order, T>;

/** A regiment's move: routers run, pursuers pursue on, others march, cross obstacles, step back or charge by order. */
export function moving(lane: Lane, side: SideKey): Duty {
  const { state, [side]: self } = lane;
  const barrier = () => (lane.ground.open ? 0 : lane.obstacle!.at);
  const nearest = closest(lane, side);
  const goesTo = (distance: number) => {
    const room = lane.among?.roomAhead(side) ?? Number.POSITIVE_INFINITY;
    setDistance(lane, Math.max(nearest, barrier(), distance, state.distance - room), side);
  };
  const rate = () => (state[side].order === 'double' ? 'double' : 'march');
  const runsIfRouted = () => isRouting(self) && flee(lane, self);
  const step = (tell: () => string, move: () => void): Flow<Stepped>[] => [note(tell), act(move)];
  return {
    way: wayOf(lane, side, nearest),
    ways: {
      // A move ends before an obstacle; the next one crosses it.
      move: step(
        () => `${self.name}: ${rate() === 'double' ? 'double move' : 'march'}`,
        () => {
          goesTo(state.distance - ratesOf(self)[rate()]);
          disorderBy(self, rate());
          runsIfRouted();
        },
      ),
      // Lines 7, 8 and 36.
      cross: step(
        () => `${self.name}: over the obstacle`,
        () => {
          lane.ground.open = true;
          goesTo(state.distance - partOfMarch(self, `${lane.obstacle!.kind}-obstacles`));
          loseCohesion(self, self.rules.cards.moveDisorder.march + (says(self.rules, 'obstacleDisorder') as number));
          runsIfRouted();
        },
      ),
      back: step(
        () => `${self.name}: a step back`,
        () => goBack(lane, side, partOfMarch(self, 'back-up')),
      ),
      run: step(
        () => `${self.name}: still running`,
        () => {
          goBack(lane, side, rateFor(self, 'router'));
          if (isAtEdge(lane, side)) state[side].status = 'gone';
        },
      ),
      halt: [halting(lane, side)],
      charge: [...charging(lane, side), act(() => endCharge(lane, side))],
    },
  };
}

/** Which kind of move it makes now, if any. What never changes is looked up once. */
function wayOf(lane: Lane, side: SideKey, nearest: number): Duty['way'] {
  const { state, [side]: self } = lane;
  const { rules, card } = self;
  const [own, enemy] = [state[side], state[other(side)]];
  const reach = ratesOf(self).charge;
  const mayCharge = allows(rules, 'charge.may', card.arm, lane[other(side)].card.arm);
  const from = byOrder((order) => chargedFrom(rules, order));
  const on = (action: string) => allowedOn(rules, action);
  const backsUp = on('back-up');
  // On Rally only formations change, which regiments here do not.
  const moves = { ...on('movement'), rally: false };
  const crosses = lane.obstacle ? on(`${lane.obstacle.kind}-obstacles`) : moves;
  return () => {
    if (own.status === 'routing') return enemy.pursuing ? undefined : 'run';
    if (own.status !== 'steady' || state.contact !== 'none') return undefined;
    if (own.pursuing) return 'halt';
    if (enemy.status !== 'steady') return undefined;
    const { order } = own;
    if (own.backs) return backsUp[order] && !isAtEdge(lane, side) ? 'back' : undefined;
    const isOrdered = from[order] === 0 || enemy.cohesion >= from[order];
    // Nobody charges over an obstacle: those are crossed on March.
    if (isOrdered && mayCharge && lane.ground.open && state.distance <= reach && (lane.among?.mayMeet(side) ?? true))
      return 'charge';
    const barred = lane.ground.open ? nearest : Math.max(nearest, lane.obstacle!.at);
    if (moves[order] && state.distance > barred) return 'move';
    return !lane.ground.open && state.distance > nearest && crosses[order] ? 'cross' : undefined;
  };
}

/** A pursuit that goes on is a move at charge rate. */
export function pursueOn(lane: Lane, side: SideKey): void {
  runAtRate(lane[side], 'pursuer');
  if (isRouting(lane[side])) flee(lane, lane[side]);
}

/** A pursuer tries to halt. */
export const halting = (lane: Lane, side: SideKey): Flow<Stepped> => {
  const halts = set(lane.state[side], { pursuing: false });
  return haltRoll(lane[side], [halts], [act(() => pursueOn(lane, side))]);
};

/** A charge, at the front or, from another lane, at the flank (line 55). */
function charging(lane: Lane, side: SideKey): Flow<Stepped>[] {
  const front = charge({ ...clashOf(lane, side), met: [] });
  const { among } = lane;
  if (!among) return [front];
  const flank = charge({ ...clashOf(lane, side, 'flank'), met: [] });
  return [when(() => among.strikesFlank(side), [flank], [front])];
}

/** The evader has run, and the charger has come after it (lines 74, 78). */
function evade(lane: Lane, side: SideKey): void {
  const { state, among } = lane;
  const [ran, came] = [rateFor(lane[other(side)], 'evader'), rateFor(lane[side], 'evaded')];
  // Where only the distance is kept, nobody is driven over the edge by the way.
  if (!among) setDistance(lane, state.distance + ran - came, side);
  else {
    goBack(lane, other(side), ran);
    setDistance(lane, Math.max(1, state.distance - came), side);
  }
}

/** Contact, to be fought out at once; or the charge has ended before it (lines 74, 78). */
function endCharge(lane: Lane, side: SideKey): void {
  const { state, [side]: self, [other(side)]: enemy } = lane;
  if (state.fight.ended === 'open') {
    state.contact = side;
    lane.ground.fresh = true;
    // Even where an older melee was fought earlier in the turn.
    lane.ground.fought = false;
    setDistance(lane, 0, side);
    return;
  }
  if (state.fight.ended === 'evaded') evade(lane, side);
  // The charger ends where its target stood, unless it is the charger that runs.
  if (!isSteady(enemy)) setDistance(lane, 0, side);
  for (const r of [self, enemy]) if (isRouting(r)) flee(lane, r);
  state.fight.ended = 'open';
}
