import {
  type Cell,
  type CellRow,
  cell,
  cellIfAny,
  cellTable,
  figure,
  hasRow,
  numberAt,
  type Rulebook,
  ruled,
} from '../book.ts';
import type { Arm } from './words.ts';

const SEGMENTS = ['first', 'second', 'third', 'fourth'] as const;

/** What the movement tables look at. */
export interface Mover {
  readonly arm: Arm;
  readonly formation: string;
  readonly horseArtillery: boolean;
}
/** The move of a unit in a formation, segment by segment. */
export interface Pace {
  /** Inches of each segment. */
  readonly inches: readonly number[];
  /** The segment marked F, counted from 1. */
  readonly tiring: number | null;
  /** It stands still with cavalry this near. */
  readonly cavalryWithin: number | null;
}

/** Inches of the segment that most units have: what a commander's range and the size of a table are reckoned in. */
export const commonSegment = (book: Rulebook): number =>
  numberAt(book, 'movement.segments', 'infantry-line', 'first', 6);
/** How far a commander rides in so many segments. */
export const commanderRide = (book: Rulebook, segments = 1): number =>
  (['first', 'second'] as const)
    .slice(0, segments)
    .reduce((sum, which) => sum + numberAt(book, 'movement.segments', 'commander', which), 0);
/** May a commander who has moved so many segments still rally? */
export const mayRallyAfter = (book: Rulebook, segments: number): boolean =>
  segments < 2 || cell(book, 'movement.segments', 'commander', 'limit') !== 'second-no-rally';
/** Does the sheet print a move for battalion guns? */
export const movesBattalionGuns = (book: Rulebook): boolean => hasRow(book, 'movement.segments', 'battalion-gun');
/** A square does not move with cavalry this near; null where the sheet lets it. */
export const squareHeldWithin = (book: Rulebook): number | null =>
  figure(cell(book, 'movement.segments', 'infantry-square', 'cavalryWithin'));

/** An emergency square moves and redeploys as any square; open order and skirmish change formation alike. */
const squared = (formation: string): string => (formation === 'emergency-square' ? 'square' : formation);
const changingAs = (formation: string): string =>
  formation === 'open-order' || formation === 'skirmish' ? 'loose' : squared(formation);

function moveRow(book: Rulebook, { arm, formation, horseArtillery }: Mover): CellRow | undefined {
  const drawn = horseArtillery ? 'horse' : 'foot';
  const guns = formation === 'limbered' ? drawn : 'manhandled';
  const id = `${arm}-${arm === 'artillery' ? guns : squared(formation)}`;
  return cellTable(book, 'movement.segments').rows.find((r) => r.id === id);
}
const inchesOf = (row: CellRow): number[] => SEGMENTS.flatMap((name) => figure(row.cells[name]) ?? []);

/** The row of the movement table; null where the sheet prints none, or bars the unit (heavy guns by hand). */
export function paceOf(book: Rulebook, unit: Mover & { readonly gun: string }): Pace | null {
  const row = moveRow(book, unit);
  if (!row || (row.cells['limit'] === 'not-heavy' && unit.gun === 'heavy')) return null;
  const at = (column: string) => figure(row.cells[column]);
  return { inches: inchesOf(row), tiring: at('fatigueSegment'), cavalryWithin: at('cavalryWithin') };
}

/** Inches from one point of the move to another, both in segments; parts of segments count in part. */
export const inchesBetween = (pace: Pace, from: number, to: number): number =>
  pace.inches.reduce((sum, inches, i) => sum + inches * Math.max(0, Math.min(to, i + 1) - Math.max(from, i)), 0);

/**
 * Segments that a change of formation costs; 'full' is all that the unit has. Null where the sheet prints no such change.
 * The French system takes half. Without end where it takes the whole turn: militia and irregulars, if the sheet says so.
 */
export function formationCost(
  book: Rulebook,
  unit: Mover & { readonly gun: string; readonly french: boolean; readonly training: string },
  into: string,
): number | null {
  const printed =
    unit.arm === 'artillery'
      ? cell(book, 'formation.artillery', 'limber', 'segments')
      : cellIfAny(book, `formation.${unit.arm}`, changingAs(unit.formation), changingAs(into));
  if (printed === null) return null;
  const turnForUntrained = cellIfAny(book, 'formation.notes', 'untrained-turn', 'cost') === 'full';
  if ((turnForUntrained && unit.training !== 'regular') || (printed === 'full' && !unit.french))
    return Number.POSITIVE_INFINITY;
  const all = Math.max(1, paceOf(book, unit)?.inches.length ?? 1);
  const share =
    unit.french && hasEngagedOptions(book) ? figure(engagedOption(book, 'change-formation', 'french')) : null;
  return (printed === 'full' ? all : Number(printed)) * (share ?? 1);
}

// --- what an engaged unit may do; oth-half prints no limit ---

const engagedOption = (book: Rulebook, option: string, column: string): Cell =>
  cell(book, 'engaged.options', option, column);
export const hasEngagedOptions = (book: Rulebook): boolean => book.tables['engaged.options'] !== undefined;
/** Segments that a change of facing takes, the French system's where the unit uses it; null where none is printed. */
export const facingSegments = (book: Rulebook, french: boolean): number | null =>
  hasEngagedOptions(book) ? Number(engagedOption(book, 'change-facing', french ? 'french' : 'segments') ?? 0) : null;
/** Lines 172 and 176 of oth2: engaged units advance at full speed and retire at half. */
export const engagedShare = (book: Rulebook, option: 'advance' | 'retire'): number =>
  hasEngagedOptions(book) && engagedOption(book, option, 'speed') === 'half' ? 0.5 : 1;

// --- moving to contact, and away from it ---

/** Gunners who leave their guns run as their limbers drive. */
const running = (book: Rulebook, unit: Mover): CellRow | undefined =>
  moveRow(book, unit.arm === 'artillery' ? { ...unit, formation: 'limbered' } : unit);

/** One move segment in inches; null where the sheet prints none for the formation. */
export const segmentOf = (book: Rulebook, unit: Mover): number | null => figure(running(book, unit)?.cells['first']);

/** How far a unit may go to contact: ruling chargeReach. */
export function reachOf(book: Rulebook, unit: Mover): number | null {
  const row = running(book, unit);
  if (!row) return null;
  const how = ruled(book, 'chargeReach');
  const tiring = figure(row.cells['fatigueSegment']);
  const counts = (i: number) => (how === 'first-segment' ? i === 0 : how !== 'without-F' || i + 1 !== tiring);
  return inchesOf(row).reduce((sum, inches, i) => (counts(i) ? sum + inches : sum), 0);
}

/** What an evader runs on a face: D10 (part of it in oth-half) and so many of its own segments; ruling evadeDistance. */
export function evadeDistance(book: Rulebook, segment: number, face: number): number {
  const segments = numberAt(book, 'reactions', 'evade', 'segments');
  if (ruled(book, 'evadeDistance') === 'd10-plus-1-segments') return (face + segments) * segment;
  return face / numberAt(book, 'reactions', 'evade', 'dieDivisor') + segments * segment;
}

/** Moves that a distance takes, at least one. */
export const movesFor = (distance: number, segment: number | null): number =>
  Math.max(1, segment ? Math.ceil(distance / segment) : 1);
