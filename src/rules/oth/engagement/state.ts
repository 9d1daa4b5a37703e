import { flag, int, oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type ChargeState, chargeFields } from '../charge/charge.ts';
import { WINNER_MOVES, type WinnerMove } from '../melee/aftermath.ts';
import { type Bout, boutFields } from '../melee/bout.ts';
import { fighterFields, type LiveFighter } from '../melee/fighter.ts';
import type { UnitGiven } from '../unit.ts';
import { MOVE_ACTIONS } from './actions.ts';
import { SIDES, type SideKey } from './situation.ts';

/** Distances are kept in half inches: the least that a move on either sheet can make. */
export const GRID = 2;
/** Segments are spent in quarters: half of half a segment, for the French system. */
export const QUARTERS = 4;

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
  /** It has gone to ground where it stands. */
  toGround: boolean;
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
  /** Where the winner of a combat goes once the loser has gone back. */
  winnerMove: 'none' | WinnerMove;
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
    toGround: flag(),
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
    winnerMove: oneOf('none', ...WINNER_MOVES),
    bout: boutFields(book),
    charge: chargeFields(),
  };
}
