import { flag, int, oneOf, type State } from '../../../sim/state.ts';
import type { Rates } from '../cards/schema.ts';
import type { Clash } from '../charging.ts';
import type { RegimentGiven } from '../given.ts';
import { fightSpec } from '../melee.ts';
import { isRouting, isSteady, type Regiment, regimentSpec, runningRate } from '../regiment.ts';
import { at, type Rules, says } from '../rules.ts';
import { bandAt, bandsOf } from '../shooting.ts';
import { type Aspect, DRILLS, type Obstacle, ORDERS } from '../words.ts';
import type { Among } from './ranks.ts';
import type { SideKey } from './situation.ts';

/** Two regiments over a distance. Where they face each other alone, all they do looks at and changes their lane alone. */
export interface Lane extends Readonly<Record<SideKey, Regiment>> {
  /** Where its state is. */
  readonly record: string;
  readonly state: Omit<LaneState, 'open' | 'fresh' | 'fought'>;
  /** What is kept of the ground between them, and of the melee there. */
  readonly ground: Pick<LaneState, 'open' | 'fresh' | 'fought'>;
  readonly edge: number;
  readonly among?: Among;
  readonly obstacle?: { readonly kind: Obstacle; readonly at: number } | undefined;
}

export const unitSpec = (rules: Rules, given: RegimentGiven) => ({
  ...regimentSpec(rules, given),
  order: oneOf(...ORDERS),
  /** What it does instead of what its order is usually for. */
  drill: oneOf('none', ...DRILLS),
  /** It has its back to the enemy. */
  turned: flag(),
  /** It is in the other formation that it may go into. */
  changed: int(0, given.otherFormation === undefined ? 0 : 1),
  /** Its friends know that it routs. */
  isKnownToRout: flag(),
  /** A disaster test is due. */
  shaken: flag(),
  pursuing: flag(),
  /** It began to rout in this turn; kept only where that bars a rally (ruling rallySameTurn). */
  ranThisTurn: flag(),
});
/** What is kept of the ground and the contact of a lane. */
export const contactSpec = (rules: Rules) => ({
  /** The obstacle between them has been crossed, or there is none. */
  open: flag(),
  /** In contact, and who charged. */
  contact: oneOf('none', 'a', 'b'),
  /** The contact is new: no melee has been fought in it. */
  fresh: flag(),
  /** A melee has been fought this turn. */
  fought: flag(),
  fight: fightSpec(says(rules, 'meleeRounds') as number),
});
export const laneSpec = (rules: Rules, given: Readonly<Record<SideKey, RegimentGiven>>, edge: number) => ({
  a: unitSpec(rules, given.a),
  b: unitSpec(rules, given.b),
  distance: int(0, edge),
  ...contactSpec(rules),
});
export type LaneState = State<{ lane: ReturnType<typeof laneSpec> }>['lane'];

export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');
export const sideOf = (lane: Lane, r: Regiment): SideKey => (r === lane.a ? 'a' : 'b');

/** One side of a lane as the charger. */
export const clashOf = (lane: Lane, side: SideKey, aspect: Aspect = 'front'): Clash => ({
  charger: lane[side],
  target: lane[other(side)],
  aspect,
  fight: lane.state.fight,
});

export const ratesOf = ({ rules, card }: Regiment): Rates => rules.cards.moves![card.arm];
/** Its rate in a case that the sheet names: routers, evaders, a charger whose target evades. */
export const rateFor = (r: Regiment, what: string): number => ratesOf(r)[runningRate(r.rules, what)];
/** How far a move of a kind that the sheet names goes, by arm; guns go as foot does (lines 7-12). */
export const partOfMarch = (r: Regiment, what: string): number => {
  const share = at(r.rules, 'movement.shares', what, r.card.arm === 'horse' ? 'horse' : 'foot') as number;
  return Math.floor(ratesOf(r).march * share);
};

/** Sets the distance, within the table. */
export function setDistance({ state, edge, among }: Lane, distance: number, mover: SideKey): void {
  if (among) among.set(distance, mover);
  else state.distance = Math.min(edge, Math.max(0, distance));
}
/** A regiment goes back, from contact too. */
export function goBack(lane: Lane, side: SideKey, by: number): void {
  if (lane.among) lane.among.back(side, by);
  else setDistance(lane, lane.state.distance + by, side);
}
export const isAtEdge = ({ state, edge, among }: Lane, side: SideKey): boolean =>
  among ? among.isAtEdge(side) : state.distance === edge;

/** A regiment that has begun to rout runs at once (line 74); others stay. */
export function fleeIfRouting(lane: Lane, side: SideKey): void {
  const { state, among, ground, [side]: r } = lane;
  if (!isRouting(r)) return;
  if (among) among.part(side);
  else {
    state.contact = 'none';
    ground.fresh = false;
  }
  const ranThisTurn = says(r.rules, 'rallySameTurn') !== 'yes';
  Object.assign(state[side], { pursuing: false, turned: false, ranThisTurn });
  goBack(lane, side, rateFor(r, 'router'));
}

/** May it obey orders: neither routing nor off in pursuit? */
export const obeys = ({ regiment, own }: { readonly regiment: Regiment; readonly own: LaneState['a'] }): boolean =>
  isSteady(regiment) && !own.pursuing;
export const isInReach = ({ state, ...lane }: Lane, side: SideKey): boolean =>
  state.distance <= ratesOf(lane[side]).charge;
export const isInRange = (lane: Lane, side: SideKey): boolean =>
  bandAt(bandsOf(lane[side]), rangeOf(lane)) !== undefined;
/** How far a shot goes. */
export const rangeOf = ({ state, among }: Lane): number => among?.straight() ?? state.distance;

/** No move comes nearer than point-blank range (line 14, ruling closeness). */
export function closest(lane: Lane, side: SideKey): number {
  const ranges = [side, other(side)].map((k) => bandsOf(lane[k])[0]?.maxRange);
  if (says(lane[side].rules, 'closeness') === 'enemy') ranges.reverse();
  return Math.ceil(ranges.find((r) => r !== undefined) ?? 1);
}
