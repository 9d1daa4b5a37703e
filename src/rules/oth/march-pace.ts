import { type Cell, cell, cellIfAny, cellTable, type Rulebook } from '../book.ts';
import type { Arm } from './words.ts';

const SEGMENTS = ['first', 'second', 'third', 'fourth'] as const;
const figure = (c: Cell): number | null => (typeof c === 'number' ? c : null);

/** What the movement table looks at. */
export interface Walker {
  readonly arm: Arm;
  readonly formation: string;
  readonly horseArtillery: boolean;
  readonly gun: string;
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

/** The row of the movement table; null where the sheet prints none, or bars the unit (heavy guns by hand). */
export function paceOf(book: Rulebook, unit: Walker): Pace | null {
  const formation = unit.formation === 'emergency-square' ? 'square' : unit.formation;
  const limbered = unit.horseArtillery ? 'horse' : 'foot';
  const id =
    unit.arm === 'artillery'
      ? `artillery-${formation === 'limbered' ? limbered : 'manhandled'}`
      : `${unit.arm}-${formation}`;
  const row = cellTable(book, 'movement.segments').rows.find((r) => r.id === id);
  if (!row || (row.cells['limit'] === 'not-heavy' && unit.gun === 'heavy')) return null;
  return {
    inches: SEGMENTS.flatMap((name) => figure(row.cells[name]) ?? []),
    tiring: figure(row.cells['fatigueSegment']),
    cavalryWithin: figure(row.cells['cavalryWithin']),
  };
}

/** Inches from one point of the move to another, both in segments; parts of segments count in part. */
export function inchesBetween(pace: Pace, from: number, to: number): number {
  return pace.inches.reduce((sum, inches, i) => sum + inches * Math.max(0, Math.min(to, i + 1) - Math.max(from, i)), 0);
}

const place = (formation: string): string =>
  formation === 'open-order' || formation === 'skirmish'
    ? 'loose'
    : formation === 'emergency-square'
      ? 'square'
      : formation;

/**
 * Segments that a change of formation costs; 'full' is all that the unit has. Null where the sheet prints no such change.
 * The French system takes half. Without end where it takes the whole turn: militia and irregulars, if the sheet says so.
 */
export function formationCost(
  book: Rulebook,
  unit: Walker & { readonly french: boolean; readonly training: string },
  into: string,
): number | null {
  const all = Math.max(1, paceOf(book, unit)?.inches.length ?? 1);
  const printed =
    unit.arm === 'artillery'
      ? cell(book, 'formation.artillery', 'limber', 'segments')
      : cellIfAny(book, `formation.${unit.arm}`, place(unit.formation), place(into));
  if (printed === null) return null;
  const wholeTurn =
    cellIfAny(book, 'formation.notes', 'untrained-turn', 'cost') === 'full' && unit.training !== 'regular';
  if (wholeTurn || (printed === 'full' && !unit.french)) return Number.POSITIVE_INFINITY;
  const cost = printed === 'full' ? all : Number(printed);
  const share =
    unit.french && book.tables['engaged.options'] ? cell(book, 'engaged.options', 'change-formation', 'french') : 1;
  return cost * (typeof share === 'number' ? share : 1);
}
