import { type Fields, flag, int, oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type Approach, chargeFields } from '../charge/charge.ts';
import type { Aspect, Combatant } from '../combatant.ts';
import { WINNER_MOVES } from '../melee/aftermath.ts';
import { boutFields } from '../melee/bout.ts';
import { inchesBetween } from '../movement.ts';
import type { UnitGiven } from '../unit.ts';
import { engagedWithin, other, SIDES, type SideKey } from './situation.ts';
import { GRID, leaveGround, paceNow, type Troop, type TroopUnit, troopFields, troopOf } from './troop.ts';

/** Segments are spent in quarters: half of half a segment, for the French system. */
export const QUARTERS = 4;
/** No move but a charge comes nearer than this. */
export const CLOSEST_INCHES = 1;

/** What a charge and a fight keep; `unitsASide` may strike in one. */
export const contactFields = (book: Rulebook, unitsASide = 1) => ({
  /**
   * Apart; a charge under way that will be shot at; in contact and about to fight; in contact since an earlier fight;
   * come into contact after a combat, to fight when the next are fought.
   */
  stage: oneOf('apart', 'delivering', 'met', 'locked', 'come'),
  /** Who charged. */
  by: oneOf('none', 'a', 'b'),
  /** Where the winner of a combat goes once the loser has gone back. */
  winnerMove: oneOf('none', ...WINNER_MOVES),
  bout: boutFields(book, SIDES, unitsASide),
  charge: chargeFields(),
});
/** What whoever acts has in hand. */
export const dutyFields = () => ({
  /** Quarter segments spent on changing formation. */
  spent: int(0, 4 * QUARTERS),
  /** Rally tests that the commander has for the unit. */
  tests: int(0, 20),
  /** A neighbour wavers, so that the command phase asks for a test. */
  friendsWaver: flag(),
});
/** The state of two units that face each other and nobody else. Everything they do reads and writes these fields alone. */
export const pairFields = (book: Rulebook, given: Readonly<Record<SideKey, UnitGiven>>, edgeInches: number) => ({
  a: troopFields(given.a, book),
  b: troopFields(given.b, book),
  /** In half inches; 0 is contact. */
  distance: int(0, GRID * edgeInches),
  ...contactFields(book),
  ...dutyFields(),
});
type ContactState = Fields<ReturnType<typeof contactFields>>;
type DutyState = Fields<ReturnType<typeof dutyFields>>;

/** Two units that may come into contact, each as it faces the other. */
export interface Pair extends Readonly<Record<SideKey, Facing>> {
  readonly name: string;
  /** Their charge or their fight. */
  readonly contact: Omit<ContactState, 'stage'>;
  /** How far these two have come in it; apart while others are in the contact that is kept there. */
  stage: ContactState['stage'];
  readonly duty: DutyState;
  /** The contact is over: those beside them are free, and the beaten go back a segment of their own. */
  readonly release?: (beaten: SideKey | 'both' | 'none') => void;
}

/** A unit and the enemy that it faces: whatever it does in an engagement, it does against him. */
export interface Facing {
  readonly book: Rulebook;
  readonly side: SideKey;
  readonly unit: Troop;
  readonly foe: Troop;
  readonly pair: Pair;
  /** How far it would have to go to be in contact with him; 0 in contact. */
  readonly inches: () => number;
  /** As the tape lies. */
  readonly straight: () => number;
  /** It moves until they are so far apart. */
  readonly come: (distance: number) => void;
  readonly back: (by: number) => void;
  readonly isAtEdge: () => boolean;
  /** It runs, and whatever contact it is in is over. */
  readonly part: () => void;
  /** He has evaded its charge and run so far; it comes after him. */
  readonly pursue: (ran: number, reach: number) => void;
  /** What rulings say that every move asks. */
  readonly rules: ReturnType<typeof moveRules>;
  readonly among?: Among;
}

/** What a unit that stands among others must know of them. */
interface Among {
  /** Which side of the enemy its charge from another lane strikes. */
  readonly strikes?: () => Aspect;
  /** Who fires with the enemy when it charges him. */
  readonly supporters: () => Approach['supporters'];
  /** Units that may fight beside it in this contact, and whether they do. */
  readonly beside: () => readonly Combatant[];
  readonly hasCome: (unit: Combatant) => boolean;
  /** Whether a charge may be made at all: who is in front, and whether there is room. */
  readonly mayMeet: () => boolean;
  /** In contact, or about to be, as one of the two first. */
  readonly isFighting: () => boolean;
  /** It joins the fight that its enemy is in. */
  readonly join: () => void;
  /** What a move so far costs in inches of its pace. */
  readonly cost: (distance: number) => number;
  /** It may come no further than this behind a friend. */
  readonly roomAhead: () => number;
}

export const moveRules = (book: Rulebook) => ({
  engaged: engagedWithin(book),
  chargeReach: ruled(book, 'chargeReach'),
});
/** The same two as the enemy sees them. */
export const turned = ({ pair, side }: Facing): Facing => pair[other(side)];

/** Binds two units that face each other alone to their state. */
export function pairOf(
  book: Rulebook,
  name: string,
  given: Readonly<Record<SideKey, TroopUnit>>,
  state: Fields<ReturnType<typeof pairFields>>,
  edgeInches: number,
): Pair {
  const inches = () => state.distance / GRID;
  const come = (distance: number): void => {
    state.distance = Math.round(Math.min(edgeInches, Math.max(0, distance)) * GRID);
  };
  const rules = moveRules(book);
  const troop = (side: SideKey) =>
    troopOf(book, side, given[side], state[side], {
      enemyDistance: inches,
      inContact: () => inContact(pair),
      engaged: () => isEngaged(pair[side]),
    });
  const units = { a: troop('a'), b: troop('b') };
  const facing = (side: SideKey): Facing => ({
    ...{ book, side, unit: units[side], foe: units[other(side)], rules },
    ...{ inches, straight: inches, come },
    get pair() {
      return pair;
    },
    back: (by) => come(inches() + by),
    isAtEdge: () => inches() >= edgeInches,
    part: () => Object.assign(state, { stage: 'apart', by: 'none' }),
    // It comes on as far as its move takes it.
    pursue: (ran, reach) => come(Math.max(1 / GRID, inches() + ran - reach)),
  });
  const pair: Pair = {
    ...{ name, contact: state, duty: state, a: facing('a'), b: facing('b') },
    get stage() {
      return state.stage;
    },
    set stage(to) {
      state.stage = to;
    },
  };
  return pair;
}

export const inContact = ({ stage }: Pair): boolean => stage === 'met' || stage === 'locked' || stage === 'come';
/** Both units are still on the table. */
export const isAlive = ({ a: { unit, foe } }: Pair): boolean => unit.status() !== 'broken' && foe.status() !== 'broken';

/** Segments of its pace that the unit may use this turn: all, or what command status leaves it. */
export const segmentsOf = (x: Facing): number =>
  x.unit.command.segments(paceNow(x.unit)?.inches.length ?? 0, () => isEngaged(x));

/** How far it may go to contact with the segments it has left (ruling chargeReach). */
export const reach = (x: Facing): number => reachIn(x, segmentsOf(x));

function reachIn({ unit, rules, pair }: Facing, most: number): number {
  const pace = paceNow(unit);
  if (!pace) return 0;
  const all = pace.inches.length;
  const how = rules.chargeReach;
  const to = how === 'first-segment' ? 1 : how === 'without-F' && pace.tiring === all ? all - 1 : all;
  return inchesBetween(pace, pair.duty.spent / QUARTERS, Math.min(to, most));
}

/** An enemy within its reach, in command or not, or close by (ruling engagedWithin). */
export function isEngaged(x: Facing): boolean {
  const { inches: near, orReach } = x.rules.engaged;
  return x.inches() <= near || (orReach && x.inches() <= reachIn(x, Number.POSITIVE_INFINITY));
}

export function goBack({ unit, back }: Facing, by: number): void {
  leaveGround(unit);
  back(by);
}
