import type { Step } from '../../sim/machine.ts';
import { flag, int, type Layout, layout, oneOf, type StateSpec } from '../../sim/state.ts';
import { cellTable, type Rulebook } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import { rulingFacts } from '../ruling-reads.ts';
import { type Group, ORDERS, type Orders, type SideKey, type Unit } from './troops.ts';

/**
 * The state that all encounters share: two groups of units, and scratch for the roll in hand.
 *
 *   hits, shaken   melee results that count when the phase is over (melee is simultaneous)
 *   won, lost      melees of this phase, until the morale tests have read them
 *   fate           what a test has made of the group
 *   moved, mustTest  of an engagement: moved this turn, owes a morale test
 */
export interface UnitState {
  stands: number;
  disorganised: boolean;
  fired: boolean;
  hits: number;
  shaken: boolean;
}
export interface SideState {
  orders: Orders;
  fate: Fate;
  won: number;
  lost: number;
  moved: boolean;
  mustTest: boolean;
  readonly units: { readonly [key: string]: UnitState };
}
export interface BattleState {
  step: string;
  readonly a: SideState;
  readonly b: SideState;
  /** Who caused more casualties in the melee of this phase, until the tests have read it. */
  causedMore: SideKey | 'none';
  /** Who won more fights of the last melee. */
  winner: SideKey | 'none';
  /** A charge has come to contact. */
  met: boolean;
  /** A test in hand: is the general near, what is added, what the bare die needs, how far the group fell back. */
  readonly test: { general: boolean; modifier: number; needs: number; fellBack: number };
  /** A fight in hand: what each side adds, and what side a has done so far. */
  readonly strike: { a: number; b: number; kills: number; score: number };
}
export const FATES = ['holds', 'refuses', 'falls-back', 'retreats', 'routs'] as const;
export type Fate = (typeof FATES)[number];

/** Melees of one phase; more than any group fights. */
export const MOST_FIGHTS = 12;

/** A score further out changes nothing on any table; modifiers are held within it. */
const FURTHEST = 60;
export const within = (modifier: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, modifier));

/** Two groups under one book, and the live state that facts read. */
export interface Battle<S extends BattleState = BattleState> {
  readonly book: Rulebook;
  readonly a: Group;
  readonly b: Group;
  readonly ruling: FactRecord;
  /** Whether losses are told apart by phase; pointless where there is only one. */
  readonly lossesByPhase: boolean;
  /** The scratch state; there once the machine is put together. */
  view: S;
}

export const battleOf = <S extends BattleState>(
  book: Rulebook,
  a: Group,
  b: Group,
  lossesByPhase = true,
): Battle<S> => ({
  book,
  a,
  b,
  lossesByPhase,
  ruling: rulingFacts(book),
  view: undefined as unknown as S,
});

/** Lays the state out for the steps and lets the facts see it. */
export function put<S extends BattleState>(
  battle: Battle<S>,
  steps: Readonly<Record<string, Step<S>>>,
  extra: StateSpec = {},
): Layout<S> {
  const made = layout({ ...battleSpec(battle), ...extra }, Object.keys(steps)) as unknown as Layout<S>;
  battle.view = made.view;
  return made;
}
const UNIT_KEYS = Array.from({ length: 100 }, (_, i) => `u${i + 1}`);
/** The name of a unit's fields: its place in the group, counted from 1. */
export const unitKey = (place: number): string => UNIT_KEYS[place];
export const unitAt = (side: SideState, place: number): UnitState => side.units[UNIT_KEYS[place]];

function battleSpec(battle: Battle): StateSpec {
  const most = Math.max(
    ...['fire.results', 'melee.results'].flatMap((t) =>
      cellTable(battle.book, t).rows.map((r) => Number(r.cells['stands'] ?? 0)),
    ),
  );
  const side = (group: Group): StateSpec => ({
    orders: oneOf(...ORDERS),
    fate: oneOf(...FATES),
    won: int(0, MOST_FIGHTS),
    lost: int(0, MOST_FIGHTS),
    moved: flag(),
    mustTest: flag(),
    units: Object.fromEntries(group.units.map((u, place) => [unitKey(place), unitSpec(u)])),
  });
  return {
    a: side(battle.a),
    b: side(battle.b),
    causedMore: oneOf('none', 'a', 'b'),
    winner: oneOf('none', 'a', 'b'),
    met: flag(),
    test: {
      general: flag(),
      modifier: int(-FURTHEST, FURTHEST),
      needs: int(0, FURTHEST),
      fellBack: int(0, furthestBack(battle.book)),
    },
    strike: {
      a: int(-FURTHEST, FURTHEST),
      b: int(-FURTHEST, FURTHEST),
      kills: int(0, most),
      score: int(-FURTHEST, FURTHEST),
    },
  };
}

const furthestBack = (book: Rulebook): number =>
  Math.max(
    ...cellTable(book, 'morale.other').rows.flatMap((r) =>
      ['massed-falls-back', 'light-falls-back'].map((c) => Number(r.cells[c] ?? 0)),
    ),
  );

const unitSpec = (unit: Unit): StateSpec => ({
  stands: int(0, unit.stands),
  disorganised: flag(),
  fired: flag(),
  hits: int(0, unit.stands),
  shaken: flag(),
});

/** The groups as they stand when the encounter opens. */
export function muster<S extends BattleState>(battle: Battle<S>, s: S): void {
  for (const side of ['a', 'b'] as const) {
    s[side].orders = battle[side].orders;
    battle[side].units.forEach((unit, place) => {
      unitAt(s[side], place).stands = unit.stands;
      unitAt(s[side], place).fired = unit.fired;
    });
  }
  s.test.modifier = 0;
  clearStrike(s);
}

/** Whole-number fields start at their lowest; what is added starts at nothing. */
export function clearStrike(s: BattleState): void {
  s.strike.a = 0;
  s.strike.b = 0;
  s.strike.kills = 0;
  s.strike.score = 0;
}

export function standsOf(battle: Battle, side: SideKey, s: BattleState = battle.view): number {
  let sum = 0;
  for (let i = 0; i < battle[side].units.length; i++) sum += unitAt(s[side], i).stands;
  return sum;
}
export const ordersOf = (battle: Battle, side: SideKey, place: number): Orders =>
  battle[side].units[place].ownOrders ?? battle.view[side].orders;
export const isDisordered = (battle: Battle, side: SideKey, place: number): boolean =>
  battle[side].units[place].disordered ||
  (unitAt(battle.view[side], place).disorganised && battle.ruling['disorder'] === 'same');

/** Takes stands off a unit and disorganises it. */
export function suffer(unit: UnitState, kills: number, disorganises: boolean): number {
  const lost = Math.min(kills, unit.stands);
  unit.stands -= lost;
  if (disorganises) unit.disorganised = true;
  if (unit.stands === 0) forget(unit);
  return lost;
}
/** A unit without stands has no state worth telling apart. */
export function forget(unit: UnitState): void {
  unit.stands = 0;
  unit.disorganised = false;
  unit.fired = false;
  unit.hits = 0;
  unit.shaken = false;
}
