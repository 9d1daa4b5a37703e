import { live } from '../../../kit/live.ts';
import { tabled } from '../../../kit/tabled.ts';
import { fact } from '../../../sim/facts.ts';
import { type Fields, flag, int } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { type Combatant, combatant, type Particulars, type Status, unitFields } from '../combatant.ts';
import { type CommandGiven, commandStatus, segmentsUnder } from '../command-status.ts';
import { winnersChoose } from '../melee/aftermath.ts';
import { type Pace, paceOf } from '../movement.ts';
import type { UnitGiven } from '../unit.ts';
import type { SideKey } from './situation.ts';

/** Distances are kept in half inches: the least that a move on either sheet can make. */
export const GRID = 2;
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

/** A unit as an engagement knows it: in command unless it is said not to be. */
export type TroopUnit = UnitGiven & { readonly command?: CommandGiven };
const IN_COMMAND: CommandGiven = { division: true, brigade: true, unit: true, senior: false };

export interface Troop extends Combatant<TroopState> {
  /** What its command status leaves of its segments, whether it moves by a test, and whether it may be rallied. */
  readonly command: {
    readonly segments: ReturnType<typeof segmentsUnder>;
    readonly byTest: boolean;
    readonly rally: boolean;
  };
  /** Steady, wavering, routing or broken: what others may know of it. */
  readonly status: () => Status;
  /** The control of the commander in whose range it is: the same. */
  readonly control: () => number;
  /** Its move in a formation. */
  readonly paceIn: (formation: string) => Pace | null;
}

type Placed = 'enemyDistance' | 'inContact' | 'engaged';
/** Binds a unit to its state; `place` says what follows from where it stands. */
export function troopOf(
  book: Rulebook,
  side: SideKey,
  given: TroopUnit,
  state: TroopState,
  place: Readonly<Record<Placed, () => number | boolean>> & Readonly<Record<string, () => unknown>>,
  strip?: Particulars['strip'],
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
  const unit = combatant(book, side, given, state, { facts, counts: counting(side), ...(strip ? { strip } : {}) });
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

/** Its move in the formation it is in. */
export const paceNow = ({ paceIn, state }: Troop): Pace | null => paceIn(state.formation);
/** One move segment in inches; a unit without a printed move has none. */
export const segmentInches = (troop: Troop): number => paceNow(troop)?.inches[0] ?? 0;
/** How far it has moved in its turn. */
export function countMove({ state }: Troop, inches: number): void {
  state.moved = Math.min(GRID * MOST_MOVED_INCHES, inches * GRID);
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
