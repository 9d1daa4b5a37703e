import { flag, int, oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { type ChargeState, chargeFields } from '../charge/charge.ts';
import { isBroken, statusOf, withFacts } from '../live.ts';
import { inchesBetween, type Pace, paceOf } from '../march-pace.ts';
import { type Bout, boutFields } from '../melee/fight.ts';
import { type Fighter, fighter, fighterFields, type LiveFighter } from '../melee/fighter.ts';
import type { UnitGiven } from '../unit.ts';
import { MOVE_ACTIONS } from './actions.ts';
import { engagedWithin, other, SIDES, type SideKey } from './situation.ts';

/** Distances are kept in half inches: the least that a move on either sheet can make. */
export const GRID = 2;
/** Segments are spent in quarters: half of half a segment, for the French system. */
export const QUARTERS = 4;
/** No move but a charge comes nearer than this. */
export const CLOSEST_INCHES = 1;

export interface LiveTroop extends LiveFighter {
  /** It has fired in its last shooting phase, so that moving on is tested for. */
  shot: boolean;
  /** It may not fire in its next shooting phase. */
  noFire: boolean;
  /** How far it has moved, in half inches, as long as somebody may ask. */
  moved: number;
  /** A neighbour supports its tests; written before a procedure begins and cleared after it. */
  supported: boolean;
  /** Hits before this contact (ruling commanderCheck). */
  before: number;
}
export interface LivePair {
  readonly a: LiveTroop;
  readonly b: LiveTroop;
  /** In half inches; 0 is contact. */
  distance: number;
  /** Apart; a charge under way that will be shot at; in contact and about to fight; in contact since an earlier fight. */
  stage: 'apart' | 'delivering' | 'met' | 'locked';
  /** Who charged. */
  by: SideKey | 'none';
  /** The move in hand while tests for it are taken. */
  plan: string;
  /** Quarter segments spent on changing formation. */
  spent: number;
  /** Rally tests that the commander has for the unit. */
  tests: number;
  result: string;
  readonly bout: Bout;
  readonly charge: ChargeState;
}

const RESULTS = [
  'none',
  'charge-refused',
  'undecided',
  'both-broken',
  'both-retreat',
  ...SIDES.flatMap((s) =>
    ['broken', 'destroyed', 'retreats', 'driven-back', 'withdraws', 'evades', 'stops-short', 'falls-back'].map(
      (how) => `${s}-${how}`,
    ),
  ),
];

/** The state of two units that face each other. Everything they do reads and writes these fields alone. */
export function pairFields(book: Rulebook, given: Readonly<Record<SideKey, UnitGiven>>, edgeInches: number) {
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const troop = (u: UnitGiven) => ({
    ...fighterFields(u, book),
    shot: flag(),
    noFire: flag(),
    moved: int(0, GRID * 96),
    supported: flag(),
    before: int(0, once ? u.fs : 0),
  });
  return {
    a: troop(given.a),
    b: troop(given.b),
    distance: int(0, GRID * edgeInches),
    stage: oneOf('apart', 'delivering', 'met', 'locked'),
    by: oneOf('none', 'a', 'b'),
    plan: oneOf('none', ...MOVE_ACTIONS),
    spent: int(0, 4 * QUARTERS),
    tests: int(0, 20),
    result: oneOf(...RESULTS),
    bout: boutFields(book),
    charge: chargeFields(),
  };
}

export interface Troop extends Fighter {
  readonly live: LiveTroop;
  /** As the scenario gives it, wherever it has gone since. */
  readonly base: UnitGiven;
  /** Steady, wavering, routing or broken, by hits: asked for at every turn, so looked up once. */
  readonly statusAt: readonly ReturnType<typeof statusOf>[];
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
  const here = (flagged: boolean) => flagged && !live.leftPlace;
  const more: FactRecord = {
    get cover() {
      return here(base.cover);
    },
    get obscured() {
      return here(base.obscured);
    },
    get higher() {
      return here(base.higher);
    },
    get goneToGround() {
      return here(base.goneToGround);
    },
    get woods() {
      return live.leftPlace ? 'none' : base.woods;
    },
    get inWoods() {
      return here(base.woods !== 'none');
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
  const statusAt = Array.from({ length: base.fs + 1 }, (_, hits) => statusOf(book, base.fs, base.fs - hits));
  return { ...unit, live, base, statusAt, facts: withFacts(unit.facts, more) };
}

export const inches = (pair: Pair): number => pair.live.distance / GRID;
export const inContact = ({ live }: Pair): boolean => live.stage === 'met' || live.stage === 'locked';
export const isRouting = (pair: Pair, side: SideKey): boolean => status(pair, side) === 'routing';
const status = (pair: Pair, side: SideKey) => pair[side].statusAt[pair.live[side].hits];
/** On the table, but wavering or worse. */
export const wavers = (pair: Pair, side: SideKey): boolean => {
  const now = status(pair, side);
  return now === 'wavering' || now === 'routing';
};
/** Neither broken nor routing. */
export const stands = (pair: Pair, side: SideKey): boolean => {
  const now = status(pair, side);
  return now === 'steady' || now === 'wavering';
};
/** Both units are still on the table. */
export const alive = (pair: Pair): boolean => !isBroken(pair.a) && !isBroken(pair.b);

const paces = new WeakMap<Troop, Map<string, Pace | null>>();
/** The unit's move in the formation it is in; worked out once a formation. */
export function pace(pair: Pair, side: SideKey): Pace | null {
  const troop = pair[side];
  const { formation } = troop.live;
  const known = paces.get(troop) ?? new Map<string, Pace | null>();
  paces.set(troop, known);
  let found = known.get(formation);
  if (found === undefined) {
    found = paceOf(pair.book, { ...troop.given, formation });
    known.set(formation, found);
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
  live.leftPlace = holdsGround({ given: base });
}
export function goesBack(pair: Pair, side: SideKey, by: number): void {
  leaves(pair, side);
  apart(pair, inches(pair) + by);
}
export const foeOf = (pair: Pair, side: SideKey): Troop => pair[other(side)];
