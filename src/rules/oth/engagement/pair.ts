import { fact } from '../../../sim/facts.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type FactRecord, withFacts } from '../../pattern.ts';
import { statusOf } from '../live.ts';
import { inchesBetween, type Pace, paceOf } from '../march-pace.ts';
import { type Fighter, fighter } from '../melee/fighter.ts';
import type { UnitGiven } from '../unit.ts';
import { engagedWithin, other, SIDES, type SideKey } from './situation.ts';
import { GRID, type LivePair, type LiveTroop, QUARTERS } from './state.ts';

/** No move but a charge comes nearer than this. */
export const CLOSEST_INCHES = 1;

export interface Troop extends Fighter {
  readonly live: LiveTroop;
  /** As the scenario gives it, wherever it has gone since. */
  readonly base: UnitGiven;
  /** Steady, wavering, routing or broken: what other pairs may know of it. */
  readonly status: () => ReturnType<typeof statusOf>;
  /** Moves by formation, as they are asked for. */
  readonly paces: Map<string, Pace | null>;
}
type TroopBase = { readonly given: UnitGiven };
export interface Pair {
  readonly book: Rulebook;
  readonly name: string;
  readonly live: LivePair;
  readonly a: Troop;
  readonly b: Troop;
  readonly edgeInches: number;
  readonly rules: PairRules;
}
/** What rulings say that every move asks. */
interface PairRules {
  readonly engaged: ReturnType<typeof engagedWithin>;
  readonly chargeReach: string | number;
}

/** Binds two units to their state. */
export function pairOf(
  book: Rulebook,
  name: string,
  given: Readonly<Record<SideKey, UnitGiven>>,
  live: LivePair,
  edgeInches: number,
): Pair {
  const rules = { engaged: engagedWithin(book), chargeReach: ruled(book, 'chargeReach') };
  const pair = { book, name, live, edgeInches, rules } as { -readonly [K in keyof Pair]: Pair[K] };
  for (const side of SIDES) pair[side] = troopOf(pair, side, given[side]);
  return pair;
}

function troopOf(pair: Pair, side: SideKey, base: UnitGiven): Troop {
  const { book, live: state } = pair;
  const live = state[side];
  // What a unit has left it no longer has, also where the scenario's own figures are read.
  const given = Object.defineProperty({ ...base }, 'place', {
    enumerable: true,
    get: () => (live.leftPlace ? 'open' : base.place),
  });
  const more: FactRecord = {
    get goneToGround() {
      return live.toGround || (base.goneToGround && !live.leftPlace);
    },
    get moved() {
      return live.moved / GRID;
    },
    get moraleSupport() {
      return base.moraleSupport || live.supported;
    },
    get enemyDistance() {
      return inches(pair);
    },
    get inContact() {
      return inContact(pair);
    },
    get engaged() {
      return isEngaged(pair, side);
    },
  };
  const unit = fighter(book, side, given, live);
  // Asked for at every turn, so looked up once.
  const statusAt = Array.from({ length: base.fs + 1 }, (_, hits) => statusOf(book, base.fs, base.fs - hits));
  const status = fact(live, () => statusAt[live.hits]);
  return { ...unit, live, base, status, paces: new Map(), facts: withFacts(unit.facts, more) };
}

export const inches = (pair: Pair): number => pair.live.distance / GRID;
export const inContact = ({ live }: Pair): boolean => live.stage === 'met' || live.stage === 'locked';
export const isRouting = (pair: Pair, side: SideKey): boolean => pair[side].status() === 'routing';
/** On the table, but wavering or worse. */
export const wavers = (pair: Pair, side: SideKey): boolean => {
  const now = pair[side].status();
  return now === 'wavering' || now === 'routing';
};
/** Neither broken nor routing. */
export const stands = (pair: Pair, side: SideKey): boolean => {
  const now = pair[side].status();
  return now === 'steady' || now === 'wavering';
};
/** Both units are still on the table. */
export const alive = (pair: Pair): boolean => pair.a.status() !== 'broken' && pair.b.status() !== 'broken';

/** The unit's move in the formation it is in; worked out once a formation. */
export function pace(pair: Pair, side: SideKey): Pace | null {
  const { live, paces, base } = pair[side];
  const { formation } = live;
  let found = paces.get(formation);
  if (found === undefined) {
    found = paceOf(pair.book, { ...base, formation });
    paces.set(formation, found);
  }
  return found;
}
/** One move segment in inches; a unit without a printed move has none. */
export const segment = (pair: Pair, side: SideKey): number => pace(pair, side)?.inches[0] ?? 0;

/** How far it may go to contact with the segments it has left (ruling chargeReach). */
export function reach(pair: Pair, side: SideKey): number {
  const p = pace(pair, side);
  if (!p) return 0;
  const from = pair.live.spent / QUARTERS;
  const how = pair.rules.chargeReach;
  const all = p.inches.length;
  const to = how === 'first-segment' ? 1 : how === 'without-F' && p.tiring === all ? all - 1 : all;
  return inchesBetween(p, from, to);
}

/** An enemy within its reach or close by (ruling engagedWithin). */
export function isEngaged(pair: Pair, side: SideKey): boolean {
  const { inches: near, orReach } = pair.rules.engaged;
  return inches(pair) <= near || (orReach && inches(pair) <= reach(pair, side));
}

/** Puts the units so far apart; nobody goes past the edge. */
export function apart(pair: Pair, distance: number): void {
  const { live } = pair;
  live.distance = Math.round(Math.min(pair.edgeInches, Math.max(0, distance)) * GRID);
}
/** Does the scenario give it anything that it could leave? */
export const holdsGround = ({ given }: TroopBase): boolean =>
  given.place !== 'open' ||
  given.cover ||
  given.obscured ||
  given.higher ||
  given.goneToGround ||
  given.woods !== 'none';
/** It leaves whatever it held. A unit that held nothing has nothing to remember. */
export function leaves(pair: Pair, side: SideKey): void {
  const { live, base } = pair[side];
  live.fromAbove = false;
  live.toGround = false;
  live.leftPlace = holdsGround({ given: base });
}
export function goesBack(pair: Pair, side: SideKey, by: number): void {
  leaves(pair, side);
  apart(pair, inches(pair) + by);
}
export const foeOf = (pair: Pair, side: SideKey): Troop => pair[other(side)];
