import { type Flow, note, roll, type Stepped } from '../../kit/flow.ts';
import { d10 } from '../../sim/die.ts';
import type { Reasons } from '../../sim/machine.ts';
import { type CellRow, cell, cellTable, type Rulebook } from '../book.ts';
import type { Combatant } from './combatant.ts';

/** The D10 faces that kill an attached commander when his unit has taken `hits`; none for none. */
export function killingFaces(book: Rulebook, hits: number): readonly number[] {
  if (hits < 1) return [];
  const faces = cell(book, 'commander.death', String(Math.min(mostHits(book), hits)), 'faces');
  return Array.isArray(faces) ? (faces as readonly number[]) : [];
}
const mostHits = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'commander.death').rows.map((r) => Number(r.id)));

/** Is a commander in base contact, and alive? */
export const commanderAtRisk = ({ facts }: Combatant): boolean => facts['commanderAttached'] === true;

export const riskReasons = (book: Rulebook, hits: number, faces: readonly number[]): Reasons => ({
  rows: [],
  total: { label: 'fatigue hits on the unit', value: hits },
  reading: `lost on ${faces.join(', ')}`,
  bounds: { low: 0, high: mostHits(book) },
});

/** The roll for an attached commander after his unit took `hits` (at least 1). His bonus is gone from the next roll. */
export const commanderRoll = (book: Rulebook, { side, label, state }: Combatant, hits: () => number): Flow<Stepped> =>
  roll({
    roll: d10,
    side,
    given: () => killingFaces(book, hits()),
    comesTo: (faces, face) => (faces.includes(face) ? 1 : 0),
    apply: (_s, _faces, lost) => {
      if (lost) state.commanderLost = true;
    },
    title: () => `Is the commander with ${label} hit?`,
    result: (_s, faces, face) => (faces.includes(face) ? 'commander lost' : 'unhurt'),
    reasons: (_s, faces) => riskReasons(book, hits(), faces),
  });

/** The rows of the replacement table: the sheet's list of who takes a lost commander's place. */
export const replacements = (book: Rulebook): readonly CellRow[] => cellTable(book, 'commander.replacement').rows;

/** Which row of the table, from 0, a face of the die gives; the same for all of them where the sheet has one. */
export function replacementFor(book: Rulebook) {
  const rows = replacements(book);
  const rowFor = (face: number): number =>
    Math.max(
      0,
      rows.findIndex((r) => ((r.cells['faces'] as readonly number[] | null) ?? []).includes(face)),
    );
  return { rowFor, needsDie: d10.faces.some((face) => rowFor(face) !== rowFor(d10.faces[0])) };
}

/** Who takes a lost commander's place, by a roll where the sheet has several; he joins no fight that is going on (OTH2-R70). */
export function replacementRoll(book: Rulebook, { side, label, state }: Combatant): readonly Flow<Stepped>[] {
  const { rowFor, needsDie } = replacementFor(book);
  const rows = replacements(book);
  if (!needsDie)
    return [
      note(() => `The commander with ${label} is replaced.`),
      {
        kind: 'act',
        run: () => {
          state.replacement = rowFor(d10.faces[0]) + 1;
        },
      },
    ];
  const die = roll<Stepped, undefined>({
    roll: d10,
    side,
    comesTo: (_given, face) => rowFor(face),
    apply: (_s, _given, row) => {
      state.replacement = row + 1;
    },
    title: () => `Who takes the place of the commander with ${label}?`,
    result: (_s, _given, face) => rows[rowFor(face)].label,
    reasons: () => ({
      rows: [],
      total: { label: 'kinds of replacement', value: rows.length },
      reading: d10.faces.map((face) => `${face} ${rows[rowFor(face)].label}`).join(', '),
    }),
  });
  return [die];
}
