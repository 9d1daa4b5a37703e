import { d10 } from '../../sim/die.ts';
import type { RollStep } from '../../sim/machine.ts';
import { type Cell, cell, cellTable, type Rulebook } from '../book.ts';
import type { Combatant } from './live.ts';

/** The D10 faces that kill an attached commander when his unit has taken `hits`; none for none. */
export function killingFaces(book: Rulebook, hits: number): readonly number[] {
  if (hits < 1) return [];
  const most = Math.max(...cellTable(book, 'commander.death').rows.map((r) => Number(r.id)));
  const faces: Cell = cell(book, 'commander.death', String(Math.min(most, hits)), 'faces');
  return Array.isArray(faces) ? (faces as readonly number[]) : [];
}

/** Is a commander in base contact, and alive? */
export const commanderAtRisk = (unit: Combatant): boolean => unit.facts['commanderAttached'] === true;

/** The roll for an attached commander after his unit took `hits` (at least 1). His bonus is gone from the next roll. */
export function commanderStep<S>(
  book: Rulebook,
  unit: Combatant,
  hits: (s: S) => number,
  next: (s: S) => void,
): RollStep<S, readonly number[]> {
  return {
    roll: d10,
    side: unit.side,
    given: (s) => killingFaces(book, hits(s)),
    apply: (s, faces, face) => {
      if (faces.includes(face)) unit.live.commanderLost = true;
      next(s);
    },
    alike: (faces, face) => (faces.includes(face) ? 1 : 0),
    title: () => `Is the commander with ${unit.label} hit?`,
    result: (_s, faces, face) => (faces.includes(face) ? 'commander lost' : 'unhurt'),
    reasons: (s, faces) => ({
      rows: [],
      total: { label: 'fatigue hits on the unit', value: hits(s) },
      reading: `lost on ${faces.join(', ')}`,
      bounds: { low: 0, high: Math.max(...cellTable(book, 'commander.death').rows.map((r) => Number(r.id))) },
    }),
  };
}
