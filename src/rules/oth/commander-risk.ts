import { d10 } from '../../sim/die.ts';
import type { RollStep, Step } from '../../sim/machine.ts';
import { type Cell, type CellRow, cell, cellTable, type Rulebook } from '../book.ts';
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

/** The rows of the replacement table: the sheet's list of who takes a lost commander's place. */
export const replacements = (book: Rulebook): readonly CellRow[] => cellTable(book, 'commander.replacement').rows;

/** Which row of the table, from 0, a face of the die gives. */
export function replacementFor(book: Rulebook): (face: number) => number {
  const rows = replacements(book);
  return (face) => {
    const found = rows.findIndex((r) => ((r.cells['faces'] as readonly number[] | null) ?? []).includes(face));
    return Math.max(0, found);
  };
}

/** Who takes a lost commander's place, by a roll where the sheet has several; he joins no fight that is going on (OTH2-R70). */
export function replacementStep<S>(
  book: Rulebook,
  unit: Combatant & { readonly live: { replacement: number } },
  next: (s: S) => void,
): Step<S> {
  const rowFor = replacementFor(book);
  // One row for all faces needs no die.
  if (d10.faces.every((face) => rowFor(face) === rowFor(d10.faces[0])))
    return {
      then: (s) => {
        unit.live.replacement = rowFor(d10.faces[0]) + 1;
        next(s);
      },
      tell: () => `The commander with ${unit.label} is replaced.`,
    };
  const roll: RollStep<S, undefined> = {
    roll: d10,
    side: unit.side,
    apply: (s, _given, face) => {
      unit.live.replacement = rowFor(face) + 1;
      next(s);
    },
    alike: (_given, face) => rowFor(face),
    title: () => `Who takes the place of the commander with ${unit.label}?`,
    result: (_s, _given, face) => replacements(book)[rowFor(face)].label,
    reasons: () => ({
      rows: [],
      total: { label: 'kinds of replacement', value: replacements(book).length },
      reading: d10.faces.map((face) => `${face} ${replacements(book)[rowFor(face)].label}`).join(', '),
    }),
  };
  return roll;
}
