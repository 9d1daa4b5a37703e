import { flag, int, oneOf } from '../../../sim/state.ts';
import type { Rates } from '../cards/schema.ts';
import { fightSpec, type LiveFight } from '../melee-tables.ts';
import { type LiveRegiment, liveSpec, type Regiment, stands } from '../regiment.ts';
import { at, type Rules, says } from '../rules.ts';
import { bandAt, bandsOf } from '../shooting.ts';
import { type Obstacle, ORDERS, type Order } from '../words.ts';
import type { SideKey } from './situation.ts';

/** Two regiments that face each other over a distance. Everything they do reads and writes their lane alone. */
export interface LiveUnit extends LiveRegiment {
  order: Order;
  /** It is on March to step back. */
  backs: boolean;
  /** Its friends know that it routs. */
  told: boolean;
  /** A disaster test is due. */
  shaken: boolean;
  pursuing: boolean;
  /** It began to rout in this turn; kept only where that bars a rally (ruling rallySameTurn). */
  ranThisTurn: boolean;
}
export interface LiveLane {
  readonly a: LiveUnit;
  readonly b: LiveUnit;
  distance: number;
  /** The obstacle between them has been crossed, or there is none. */
  open: boolean;
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
    backs: flag(),
    told: flag(),
    shaken: flag(),
    pursuing: flag(),
    ranThisTurn: flag(),
  });
  return {
    a: unit(companies[0]),
    b: unit(companies[1]),
    distance: int(0, edge),
    open: flag(),
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
  readonly obstacle?: { readonly kind: Obstacle; readonly at: number } | undefined;
}
export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');
export const ratesOf = (rules: Rules, r: Regiment): Rates => rules.cards.moves![r.card.arm];
/** Its rate in a case that the sheet names: routers, evaders, a charger whose target evades. */
export const rateFor = (rules: Rules, r: Regiment, what: string): number =>
  ratesOf(rules, r)[at(rules, 'rout.rates', what, 'rate') as keyof Rates];
/** Sets the distance, within the table. */
export const apart = (lane: Lane, distance: number) => {
  lane.live.distance = Math.min(lane.edge, Math.max(0, distance));
};

/** May it obey orders: neither routing nor off in pursuit? */
export const obeys = (lane: Lane, side: SideKey): boolean => stands(lane[side]) && !lane.live[side].pursuing;
export const inReach = (rules: Rules, lane: Lane, side: SideKey): boolean =>
  lane.live.distance <= ratesOf(rules, lane[side]).charge;
export const inRange = (rules: Rules, lane: Lane, side: SideKey): boolean =>
  bandAt(bandsOf(rules, lane[side]), lane.live.distance) !== undefined;

/** How far a move of a kind that the sheet names goes, by arm; guns go as foot does (lines 7-12). */
export const partOfMarch = (rules: Rules, r: Regiment, what: string): number =>
  Math.floor(
    ratesOf(rules, r).march * (at(rules, 'movement.shares', what, r.card.arm === 'horse' ? 'horse' : 'foot') as number),
  );

/** No move comes nearer than point-blank range (line 14, ruling closeness). */
export function closest(rules: Rules, lane: Lane, side: SideKey): number {
  const ranges = [side, other(side)].map((k) => bandsOf(rules, lane[k])[0]?.maxRange);
  if (says(rules, 'closeness') === 'enemy') ranges.reverse();
  return Math.ceil(ranges.find((r) => r !== undefined) ?? 1);
}
