import { type Cell, type CellRow, cell, cellTable, type Rulebook, ruled } from '../../book.ts';
import type { Arm } from '../words.ts';

const SEGMENTS = ['first', 'second', 'third', 'fourth'] as const;
const figure = (c: Cell): number | null => (typeof c === 'number' ? c : null);

export interface Mover {
  readonly arm: Arm;
  readonly formation: string;
  readonly horseArtillery: boolean;
}

/** The row of the movement table for a unit in a formation. Gunners who leave their guns run as their limbers drive. */
function moveRow(book: Rulebook, unit: Mover): CellRow | undefined {
  const formation = unit.formation.replace(/^emergency-square$/, 'square');
  const id =
    unit.arm === 'artillery' ? `artillery-${unit.horseArtillery ? 'horse' : 'foot'}` : `${unit.arm}-${formation}`;
  return cellTable(book, 'movement.segments').rows.find((r) => r.id === id);
}

/** One move segment in inches; null where the sheet prints none for the formation. */
export const segmentOf = (book: Rulebook, unit: Mover): number | null =>
  figure(moveRow(book, unit)?.cells['first'] ?? null);

/** How far a unit may go to contact: ruling chargeReach. */
export function reachOf(book: Rulebook, unit: Mover): number | null {
  const row = moveRow(book, unit);
  if (!row) return null;
  const how = ruled(book, 'chargeReach');
  const tiring = figure(row.cells['fatigueSegment']);
  return SEGMENTS.reduce((sum, name, i) => {
    if (how === 'first-segment' && i > 0) return sum;
    if (how === 'without-F' && i + 1 === tiring) return sum;
    return sum + (figure(row.cells[name]) ?? 0);
  }, 0);
}

/** What an evader runs on a face: D10 (part of it in oth-half) and so many of its own segments; ruling evadeDistance. */
export function evadeDistance(book: Rulebook, segment: number, face: number): number {
  const at = (column: string) => figure(cell(book, 'reactions', 'evade', column)) ?? 0;
  if (ruled(book, 'evadeDistance') === 'd10-plus-1-segments') return (face + at('segments')) * segment;
  return face / at('dieDivisor') + at('segments') * segment;
}

/** Moves that a distance takes, at least one. */
export const movesFor = (distance: number, segment: number | null): number =>
  Math.max(1, segment ? Math.ceil(distance / segment) : 1);
