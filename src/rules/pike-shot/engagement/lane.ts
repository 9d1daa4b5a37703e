import { flag, int, oneOf, type State } from '../../../sim/state.ts';
import type { Rates } from '../cards/schema.ts';
import type { Clash } from '../charging.ts';
import type { RegimentGiven } from '../given.ts';
import { fightSpec } from '../melee-tables.ts';
import { isSteady, type Regiment, regimentSpec } from '../regiment.ts';
import { at, type Rules, says } from '../rules.ts';
import { bandAt, bandsOf } from '../shooting.ts';
import { type Obstacle, ORDERS } from '../words.ts';
import type { SideKey } from './situation.ts';

/** Two regiments that face each other over a distance. Everything they do looks at and changes their lane alone. */
export interface Lane extends Readonly<Record<SideKey, Regiment>> {
  /** Where its state is. */
  readonly record: string;
  readonly state: LaneState;
  readonly edge: number;
  readonly obstacle?: { readonly kind: Obstacle; readonly at: number } | undefined;
}

export function laneSpec(rules: Rules, given: Readonly<Record<SideKey, RegimentGiven>>, edge: number) {
  const unit = (side: SideKey) => ({
    ...regimentSpec(rules, given[side]),
    order: oneOf(...ORDERS),
    /** It is on March to step back. */
    backs: flag(),
    /** Its friends know that it routs. */
    isKnownToRout: flag(),
    /** A disaster test is due. */
    shaken: flag(),
    pursuing: flag(),
    /** It began to rout in this turn; kept only where that bars a rally (ruling rallySameTurn). */
    ranThisTurn: flag(),
  });
  return {
    a: unit('a'),
    b: unit('b'),
    distance: int(0, edge),
    /** The obstacle between them has been crossed, or there is none. */
    open: flag(),
    /** In contact, and who charged. */
    contact: oneOf('none', 'a', 'b'),
    /** The contact is new: no melee has been fought in it. */
    fresh: flag(),
    /** A melee has been fought this turn. */
    fought: flag(),
    fight: fightSpec(says(rules, 'meleeRounds') as number),
  };
}
export type LaneState = State<{ lane: ReturnType<typeof laneSpec> }>['lane'];

export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');
export const sideOf = (lane: Lane, r: Regiment): SideKey => (r === lane.a ? 'a' : 'b');

/** One side of a lane as the charger; charges in an engagement are frontal. */
export const clashOf = (lane: Lane, side: SideKey): Clash => ({
  charger: lane[side],
  target: lane[other(side)],
  aspect: 'front',
  fight: lane.state.fight,
});

export const ratesOf = ({ rules, card }: Regiment): Rates => rules.cards.moves![card.arm];
/** Its rate in a case that the sheet names: routers, evaders, a charger whose target evades. */
export const rateFor = (r: Regiment, what: string): number =>
  ratesOf(r)[at(r.rules, 'rout.rates', what, 'rate') as keyof Rates];
/** How far a move of a kind that the sheet names goes, by arm; guns go as foot does (lines 7-12). */
export const partOfMarch = (r: Regiment, what: string): number => {
  const share = at(r.rules, 'movement.shares', what, r.card.arm === 'horse' ? 'horse' : 'foot') as number;
  return Math.floor(ratesOf(r).march * share);
};

/** Sets the distance, within the table. */
export function setDistance({ state, edge }: Lane, distance: number): void {
  state.distance = Math.min(edge, Math.max(0, distance));
}

/** A regiment that has begun to rout runs at once (line 74). */
export function flee(lane: Lane, r: Regiment): void {
  const { state } = lane;
  const own = state[sideOf(lane, r)];
  state.contact = 'none';
  state.fresh = false;
  own.pursuing = false;
  own.ranThisTurn = says(r.rules, 'rallySameTurn') !== 'yes';
  setDistance(lane, state.distance + rateFor(r, 'router'));
}

/** May it obey orders: neither routing nor off in pursuit? */
export const obeys = (lane: Lane, side: SideKey): boolean => isSteady(lane[side]) && !lane.state[side].pursuing;
export const isInReach = ({ state, ...lane }: Lane, side: SideKey): boolean =>
  state.distance <= ratesOf(lane[side]).charge;
export const isInRange = ({ state, ...lane }: Lane, side: SideKey): boolean =>
  bandAt(bandsOf(lane[side]), state.distance) !== undefined;

/** No move comes nearer than point-blank range (line 14, ruling closeness). */
export function closest(lane: Lane, side: SideKey): number {
  const ranges = [side, other(side)].map((k) => bandsOf(lane[k])[0]?.maxRange);
  if (says(lane[side].rules, 'closeness') === 'enemy') ranges.reverse();
  return Math.ceil(ranges.find((r) => r !== undefined) ?? 1);
}
