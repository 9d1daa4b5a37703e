import { live } from '../../../kit/live.ts';
import { tabled } from '../../../kit/tabled.ts';
import { fact } from '../../../sim/facts.ts';
import { type Fields, flag, int, oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { type Approach, chargeFields } from '../charge/charge.ts';
import { type Aspect, type Combatant, combatant, type Status, unitFields } from '../combatant.ts';
import { type CommandGiven, commandStatus, segmentsUnder } from '../command-status.ts';
import { WINNER_MOVES, winnersChoose } from '../melee/aftermath.ts';
import { boutFields } from '../melee/bout.ts';
import { inchesBetween, type Pace, paceOf } from '../movement.ts';
import type { UnitGiven } from '../unit.ts';
import { engagedWithin, other, SIDES, type SideKey } from './situation.ts';

/** Distances are kept in half inches: the least that a move on either sheet can make. */
export const GRID = 2;
/** Segments are spent in quarters: half of half a segment, for the French system. */
export const QUARTERS = 4;
/** No move but a charge comes nearer than this. */
export const CLOSEST_INCHES = 1;
/** How far a unit has moved is counted up to here. */
const MOST_MOVED_INCHES = 96;

export const troopFields = (given: UnitGiven, book: Rulebook) => ({
  ...unitFields(given, book),
  /** It has fired in its last shooting phase, so that moving on is tested for. */
  shot: flag(),
  /** It may not fire in its next shooting phase. */
  noFire: flag(),
  /** How far it has moved, in half inches, as long as somebody may ask. */
  moved: int(0, GRID * MOST_MOVED_INCHES),
  /** A neighbour supports its tests; written before a procedure begins and cleared after it. */
  supported: flag(),
  /** Hits before this contact (ruling commanderCheck). */
  before: int(0, ruled(book, 'commanderCheck') === 'once-per-combat-on-total' ? given.fs : 0),
  /** It has gone to ground where it stands. */
  toGround: flag(),
  /** It has won and is to come on; it has come on into contact this turn (ruling winnerPolicy: advance). */
  advances: int(0, winnersChoose(book) ? 1 : 0),
  advanced: int(0, winnersChoose(book) ? 1 : 0),
});
export type TroopState = Fields<ReturnType<typeof troopFields>>;

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
export type ContactState = Fields<ReturnType<typeof contactFields>>;
type DutyState = Fields<ReturnType<typeof dutyFields>>;

/** A unit as an engagement knows it: in command unless it is said not to be. */
export type TroopUnit = UnitGiven & { readonly command?: CommandGiven };
export interface Troop extends Combatant<TroopState> {
  /** What its command status leaves of its segments, whether it moves by a test, and whether it may be rallied. */
  readonly command: {
    readonly segments: ReturnType<typeof segmentsUnder>;
    readonly byTest: boolean;
    readonly rally: boolean;
  };
  /** Steady, wavering, routing or broken: what other pairs may know of it. */
  readonly status: () => Status;
  /** The control of the commander in whose range it is: the same. */
  readonly control: () => number;
  /** Its move in a formation. */
  readonly paceIn: (formation: string) => Pace | null;
}
/** Where two units are. */
export interface Where {
  /** How far a unit would have to go to be in contact with the other; 0 in contact. */
  readonly inches: () => number;
  /** As the tape lies, where that is not the same. */
  readonly straight?: () => number;
  /** Puts them so far apart by moving one of them. */
  readonly set: (distance: number, mover: SideKey) => void;
  readonly back: (side: SideKey, by: number) => void;
  readonly isAtEdge: (side: SideKey) => boolean;
  /** The contact of a unit that runs is over. */
  readonly part: (side: SideKey) => void;
  /** An evader that was not caught has run, and the charger has come after it. */
  readonly evaded: (charger: SideKey, ran: number, reach: number) => void;
}
/** What a pair that stands among others must know of them. */
export interface Among {
  /** Which side of the enemy a charge from another lane strikes. */
  readonly strikes?: (by: SideKey) => Aspect;
  readonly supporters: (by: SideKey) => Approach['supporters'];
  /** Units of a side that may fight beside its own in this contact, and whether they do. */
  readonly beside: (side: SideKey) => readonly Combatant[];
  readonly hasCome: (unit: Combatant) => boolean;
  /** Whether a charge may be made at all: who is in front, and whether there is room. */
  readonly mayMeet: (by: SideKey) => boolean;
  /** In contact, or about to be, as one of the two first. */
  readonly isFighting: (side: SideKey) => boolean;
  /** The unit joins the fight that its enemy is in. */
  readonly join: (side: SideKey) => void;
  /** The contact is over: those beside are free, and the beaten go back a segment of their own. */
  readonly release: (beaten: SideKey | 'both' | 'none') => void;
  /** What a move so far costs in inches of the unit's pace, and how far it comes with so many. */
  readonly cost: (side: SideKey, distance: number) => number;
  /** It may come no further than this behind a friend. */
  readonly roomAhead: (side: SideKey) => number;
}
export interface Pair extends Readonly<Record<SideKey, Troop>> {
  readonly book: Rulebook;
  readonly name: string;
  /** Their charge or their fight. */
  readonly contact: Omit<ContactState, 'stage'>;
  /** How far these two have come in it; apart while others are in the contact that is kept there. */
  stage: ContactState['stage'];
  readonly duty: DutyState;
  readonly where: Where;
  readonly among?: Among;
  /** What rulings say that every move asks. */
  readonly rules: { readonly engaged: ReturnType<typeof engagedWithin>; readonly chargeReach: string | number };
}

export const moveRules = (book: Rulebook): Pair['rules'] => ({
  engaged: engagedWithin(book),
  chargeReach: ruled(book, 'chargeReach'),
});

/** Binds two units that face each other alone to their state. */
export function pairOf(
  book: Rulebook,
  name: string,
  given: Readonly<Record<SideKey, TroopUnit>>,
  state: Fields<ReturnType<typeof pairFields>>,
  edgeInches: number,
): Pair {
  const troop = (side: SideKey) =>
    troopOf(book, side, given[side], state[side], {
      enemyDistance: () => inches(pair),
      inContact: () => inContact(pair),
      engaged: () => isEngaged(pair, side),
    });
  const at = () => state.distance / GRID;
  const set = (distance: number): void => {
    state.distance = Math.round(Math.min(edgeInches, Math.max(0, distance)) * GRID);
  };
  const where: Where = {
    inches: at,
    set,
    back: (_, by) => set(at() + by),
    isAtEdge: () => at() >= edgeInches,
    part: () => Object.assign(state, { stage: 'apart', by: 'none' }),
    // The charger comes on as far as its move takes it.
    evaded: (_, ran, reach) => set(Math.max(1 / GRID, at() + ran - reach)),
  };
  const pair: Pair = {
    ...{ book, name, contact: state, duty: state, where, rules: moveRules(book), a: troop('a'), b: troop('b') },
    get stage() {
      return state.stage;
    },
    set stage(to) {
      state.stage = to;
    },
  };
  return pair;
}

const IN_COMMAND: CommandGiven = { division: true, brigade: true, unit: true, senior: false };
type Placed = 'enemyDistance' | 'inContact' | 'engaged';
/** Binds a unit to its state; `place` says what follows from where it stands. */
export function troopOf(
  book: Rulebook,
  side: SideKey,
  given: TroopUnit,
  state: TroopState,
  place: Readonly<Record<Placed, () => number | boolean>> & Readonly<Record<string, () => unknown>>,
): Troop {
  const facts = live(
    {},
    {
      goneToGround: () => state.toGround || (given.goneToGround && !state.leftPlace),
      moved: () => state.moved / GRID,
      moraleSupport: () => given.moraleSupport || state.supported,
      ...place,
    },
  ) as FactRecord;
  const unit = combatant(book, side, given, state, { facts, counts: counting(side) });
  const command = given.command ?? IN_COMMAND;
  const { move, rally } = commandStatus(book, command);
  return {
    ...unit,
    command: { segments: segmentsUnder(book, command), byTest: move === 'none', rally },
    status: fact(state, unit.status),
    control: fact(state, () => (unit.facts['commanderInRange'] === true ? Number(unit.facts['control']) : 0)),
    paceIn: tabled((formation: string) => paceOf(book, { ...given, formation })),
  };
}

/** What hits are put down to. */
export const CAUSES = ['fire', 'defensive-fire', 'reaction', 'combat', 'tests'] as const;
/** Puts hits down to their cause, and counts those shed. */
function counting(side: SideKey): NonNullable<Combatant['counts']> {
  const sumOf = tabled((cause: string) => `${side}.hits.${cause}`);
  const shed = `${side}.shed`;
  return (hits, cause, emit) => (hits > 0 ? emit(sumOf(cause), hits) : emit(shed, -hits));
}

export const inches = ({ where }: Pair): number => where.inches();
export const inContact = ({ stage }: Pair): boolean => stage === 'met' || stage === 'locked' || stage === 'come';
export const isRouting = (pair: Pair, side: SideKey): boolean => pair[side].status() === 'routing';
/** On the table, but wavering or worse. */
export const isWavering = ({ status }: Troop): boolean => {
  const now = status();
  return now === 'wavering' || now === 'routing';
};
/** Neither broken nor routing. */
export const isStanding = ({ status }: Troop): boolean => {
  const now = status();
  return now === 'steady' || now === 'wavering';
};
/** Both units are still on the table. */
export const isAlive = (pair: Pair): boolean => pair.a.status() !== 'broken' && pair.b.status() !== 'broken';

/** The unit's move in the formation it is in. */
export const paceNow = (pair: Pair, side: SideKey): Pace | null => pair[side].paceIn(pair[side].state.formation);
/** One move segment in inches; a unit without a printed move has none. */
export const segmentInches = (pair: Pair, side: SideKey): number => paceNow(pair, side)?.inches[0] ?? 0;

/** Segments of its pace that the unit may use this turn: all, or what command status leaves it. */
export const segmentsOf = (pair: Pair, side: SideKey): number =>
  pair[side].command.segments(paceNow(pair, side)?.inches.length ?? 0, () => isEngaged(pair, side));

/** How far it may go to contact with the segments it has left (ruling chargeReach). */
export const reach = (pair: Pair, side: SideKey): number => reachIn(pair, side, segmentsOf(pair, side));

function reachIn(pair: Pair, side: SideKey, most: number): number {
  const pace = paceNow(pair, side);
  if (!pace) return 0;
  const all = pace.inches.length;
  const how = pair.rules.chargeReach;
  const to = how === 'first-segment' ? 1 : how === 'without-F' && pace.tiring === all ? all - 1 : all;
  return inchesBetween(pace, pair.duty.spent / QUARTERS, Math.min(to, most));
}

/** An enemy within its reach, in command or not, or close by (ruling engagedWithin). */
export function isEngaged(pair: Pair, side: SideKey): boolean {
  const { inches: near, orReach } = pair.rules.engaged;
  return inches(pair) <= near || (orReach && inches(pair) <= reachIn(pair, side, Number.POSITIVE_INFINITY));
}

/** Does the scenario give it anything that it could leave? */
export const holdsGround = ({ given }: Troop): boolean =>
  given.place !== 'open' ||
  given.cover ||
  given.obscured ||
  given.higher ||
  given.goneToGround ||
  given.woods !== 'none';
/** It leaves whatever it held. A unit that held nothing has nothing to remember. */
export function leaveGround(troop: Troop): void {
  troop.state.fromAbove = false;
  troop.state.toGround = false;
  troop.state.leftPlace = holdsGround(troop);
}
export function goBack(pair: Pair, side: SideKey, by: number): void {
  leaveGround(pair[side]);
  pair.where.back(side, by);
}
export const foeOf = (pair: Pair, side: SideKey): Troop => pair[other(side)];
/** How far it has moved in its turn. */
export function countMove(pair: Pair, side: SideKey, halfInches: number): void {
  pair[side].state.moved = Math.min(GRID * MOST_MOVED_INCHES, halfInches);
}
