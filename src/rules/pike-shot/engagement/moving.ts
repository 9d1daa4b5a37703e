import { act, type Flow, note, type Stepped, set, when } from '../../../kit/flow.ts';
import { charge, chargedFrom, mayCharge } from '../charging.ts';
import { haltRoll } from '../pursuing.ts';
import { disorderBy, isSteady, loseCohesion, runAtRate } from '../regiment.ts';
import { onOrder, type Rules, says } from '../rules.ts';
import { ORDERS, type Order } from '../words.ts';
import type { Duty } from './duties.ts';
import {
  clashOf,
  closest,
  fleeIfRouting,
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
  byOrder((order) => onOrder(rules, action, order));
/** What never changes is looked up once for each order. */
export const byOrder = <T>(of: (order: Order) => T): Readonly<Record<Order, T>> =>
  Object.fromEntries(ORDERS.map((order) => [order, of(order)])) as Record<Order, T>;

/** A regiment's move: routers run, pursuers pursue on, others march, cross obstacles, step back or charge by order. */
export function moving(lane: Lane, side: SideKey): Duty {
  const { state, [side]: self } = lane;
  const steps = stepsOf(lane, side);
  const { step, goesTo, disordered } = steps;
  const rate = () => (state[side].order === 'double' ? 'double' : 'march');
  const rateText = () => (rate() === 'double' ? 'double move' : 'march');
  return {
    way: wayOf(lane, side, steps),
    ways: {
      ...drillWays(lane, side, steps),
      // A move ends before an obstacle; the next one crosses it.
      move: step(rateText, () => {
        goesTo(state.distance - ratesOf(self)[rate()]);
        disordered(rate());
      }),
      // Lines 7, 8 and 36.
      cross: step('over the obstacle', () => {
        lane.ground.open = true;
        goesTo(state.distance - partOfMarch(self, `${lane.obstacle!.kind}-obstacles`));
        loseCohesion(self, self.rules.cards.moveDisorder.march + (says(self.rules, 'obstacleDisorder') as number));
        fleeIfRouting(lane, side);
      }),
      // Line 15.
      push: step(`march, pushing ${lane[other(side)].name} back`, () => {
        const { march } = ratesOf(self);
        goBack(lane, other(side), Math.max(0, steps.nearest + march - state.distance));
        goesTo(state.distance - march);
        disordered('march');
      }),
      run: step('still running', () => {
        goBack(lane, side, rateFor(self, 'router'));
        if (isAtEdge(lane, side)) state[side].status = 'gone';
      }),
      halt: [halting(lane, side)],
      charge: [...charging(lane, side), act(() => endCharge(lane, side))],
    },
  };
}

/** What moves are made of. */
function stepsOf(lane: Lane, side: SideKey) {
  const { state, [side]: self } = lane;
  const nearest = closest(lane, side);
  const barred = () => Math.max(nearest, lane.ground.open ? 0 : lane.obstacle!.at);
  const goesTo = (distance: number): void => {
    const room = lane.among?.roomAhead(side) ?? Number.POSITIVE_INFINITY;
    setDistance(lane, Math.max(barred(), distance, state.distance - room), side);
  };
  return {
    ...{ nearest, barred, goesTo },
    /** So far ahead, as long as it is not as near as it may come. */
    comesUp: (by: number): void => {
      if (by > 0 && state.distance > barred()) goesTo(state.distance - by);
    },
    /** What the rate of a move costs; one that routs by it runs at once. */
    disordered: (rate: 'march' | 'double'): void => {
      disorderBy(self, rate);
      fleeIfRouting(lane, side);
    },
    /** A kind of move: what is told of it, and what it does. */
    step: (what: string | (() => string), move: () => void): Flow<Stepped>[] => [
      note(() => `${self.name}: ${typeof what === 'string' ? what : what()}`),
      act(move),
    ],
  };
}

/** What a regiment does instead of what its order is usually for (lines 9 to 12). */
function drillWays(lane: Lane, side: SideKey, { step, comesUp, disordered }: Steps) {
  const { [side]: self } = lane;
  const own = lane.state[side];
  const drillText = () => own.drill.replaceAll('-', ' ');
  return {
    back: step('a step back', () => {
      own.turned = false;
      goBack(lane, side, partOfMarch(self, 'back-up'));
    }),
    away: step('about, and away', () => {
      own.turned = true;
      goBack(lane, side, partOfMarch(self, 'change-facing'));
      disordered('march');
    }),
    face: step('about, to the enemy', () => {
      own.turned = false;
      comesUp(partOfMarch(self, 'change-facing'));
      disordered('march');
    }),
    form: step(drillText, () => {
      own.changed = 1 - own.changed;
      comesUp(partOfMarch(self, own.drill));
    }),
  };
}
type Steps = ReturnType<typeof stepsOf>;

/** Which kind of move it makes now, if any. What never changes is looked up once. */
function wayOf(lane: Lane, side: SideKey, { nearest, barred }: Steps): Duty['way'] {
  const { state, [side]: self } = lane;
  const { rules, card } = self;
  const [own, enemy] = [state[side], state[other(side)]];
  const reach = ratesOf(self).charge;
  const isChargeable = mayCharge(rules, card.arm, lane[other(side)].card.arm);
  const from = byOrder((order) => chargedFrom(rules, order));
  const on = (action: string) => allowedOn(rules, action);
  // On Rally only formations change.
  const moves = { ...on('movement'), rally: false };
  const [backsUp, faces] = [on('back-up'), on('change-facing')];
  const drills = { 'change-formation': on('change-formation'), 'change-frontage': on('change-frontage') };
  const isChangeable = self.given.otherFormation !== undefined;
  const pushes = pushing(lane, side, nearest);
  const crosses = lane.obstacle ? on(`${lane.obstacle.kind}-obstacles`) : moves;
  return () => {
    if (own.status === 'routing') return enemy.pursuing ? undefined : 'run';
    if (own.status !== 'steady' || state.contact !== 'none') return undefined;
    if (own.pursuing) return 'halt';
    if (enemy.status !== 'steady') return undefined;
    const { order, drill } = own;
    if (drill === 'back-up') return backsUp[order] && !isAtEdge(lane, side) ? 'back' : undefined;
    if (drill === 'turn-about') return faces[order] && !(own.turned && isAtEdge(lane, side)) ? 'away' : undefined;
    if (drill !== 'none') return isChangeable && drills[drill][order] ? 'form' : undefined;
    if (own.turned) return faces[order] && moves[order] ? 'face' : undefined;
    const isOrdered = from[order] === 0 || enemy.cohesion >= from[order];
    // Nobody charges over an obstacle: those are crossed on March.
    if (isOrdered && isChargeable && lane.ground.open && state.distance <= reach && (lane.among?.mayMeet(side) ?? true))
      return 'charge';
    if (moves[order] && pushes()) return 'push';
    if (moves[order] && state.distance > barred()) return 'move';
    return !lane.ground.open && state.distance > nearest && crosses[order] ? 'cross' : undefined;
  };
}

/** Foot on March pushes back what it comes near (line 15); where regiments face each other alone only distance is kept. */
function pushing(lane: Lane, side: SideKey, nearest: number): () => boolean {
  const { state, among, [side]: self, [other(side)]: enemy } = lane;
  const isPushed = enemy.traits.some((trait) => PUSHED.includes(trait));
  if (!among?.isAhead || self.card.arm !== 'foot' || !isPushed || says(self.rules, 'pushing') === 'no')
    return () => false;
  const rate = ratesOf(self).march;
  return () =>
    state[side].order === 'march' &&
    lane.ground.open &&
    state.distance >= nearest &&
    state.distance - rate < nearest &&
    state[other(side)].status === 'steady' &&
    among.isFree(other(side)) &&
    !isAtEdge(lane, other(side));
}
const PUSHED: readonly string[] = ['enfants-perdus', 'lance', 'light-horse', 'skirmishing-horse'];

/** A pursuit that goes on is a move at charge rate. */
export function pursueOn(lane: Lane, side: SideKey): void {
  runAtRate(lane[side], 'pursuer');
  fleeIfRouting(lane, side);
}

/** A pursuer tries to halt. */
export const halting = (lane: Lane, side: SideKey): Flow<Stepped> => {
  const halts = set(lane.state[side], { pursuing: false });
  return haltRoll(lane[side], [halts], [act(() => pursueOn(lane, side))]);
};

/** A charge, at the front, at the back of whoever has turned about (line 56), or from another lane at the flank (line 55). */
function charging(lane: Lane, side: SideKey): Flow<Stepped>[] {
  const front = charge({ ...clashOf(lane, side), met: [] });
  const rear = charge({ ...clashOf(lane, side, 'rear'), met: [] });
  const { among } = lane;
  const ahead = when<Stepped>(() => lane.state[other(side)].turned, [rear], [front]);
  if (!among) return [ahead];
  const flank = charge({ ...clashOf(lane, side, 'flank'), met: [] });
  // Struck from the next lane, it has turned to the side by the time they fight.
  const turns = set(lane.state[other(side)], { turned: false });
  if (among.isAhead) return [when(() => among.strikesFlank(side), [flank], [ahead])];
  return [turns, when(() => among.strikesFlank(side), [flank], [front])];
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
  const { state, ground } = lane;
  if (state.fight.ended === 'open') {
    state.contact = side;
    // Even where an older melee was fought earlier in the turn.
    Object.assign(ground, { fresh: true, fought: false });
    setDistance(lane, 0, side);
    return;
  }
  if (state.fight.ended === 'evaded') evade(lane, side);
  // The charger ends where its target stood, unless it is the charger that runs.
  if (!isSteady(lane[other(side)])) setDistance(lane, 0, side);
  for (const key of [side, other(side)]) fleeIfRouting(lane, key);
  state.fight.ended = 'open';
}
