import { act, type Flow, note, roll, type Stepped, when } from '../../kit/flow.ts';
import { d10 } from '../../sim/die.ts';
import { flag, int } from '../../sim/state.ts';
import { capital } from '../../words/names.ts';
import { type CellRow, cell, cellTable, figure, figures, type Rulebook } from '../book.ts';
import type { Combatant, Flows } from './combatant.ts';

/** What becomes of a commander: the row of the replacement table, from 1, of whoever takes his place; 0 until known. */
export const commanderFields = (book: Rulebook, isHere: boolean) => ({
  commanderLost: flag(),
  replacement: int(0, isHere ? replacements(book).length : 0),
});
/** A commander at risk: whose dice these are, what people call him, and what becomes of him. */
export interface Commander {
  readonly side: string;
  readonly called: string;
  readonly state: { commanderLost: boolean; replacement: number };
}
const commanderOf = ({ side, label, state }: Combatant): Commander => ({
  side,
  called: `the commander with ${label}`,
  state,
});

const mostHits = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'commander.death').rows.map((r) => Number(r.id)));

/** The D10 faces that kill an attached commander when his unit has taken `hits`; none for none. */
export const killingFaces = (book: Rulebook, hits: number): readonly number[] =>
  hits < 1 ? [] : figures(cell(book, 'commander.death', String(Math.min(mostHits(book), hits)), 'faces'));

/** The roll for a commander after his unit took `hits` (at least 1). His bonus is gone from the next roll. */
export const riskRoll = (book: Rulebook, { side, called, state }: Commander, hits: () => number): Flow<Stepped> =>
  roll({
    roll: d10,
    side,
    against: () => killingFaces(book, hits()),
    comesTo: (faces, face) => (faces.includes(face) ? 1 : 0),
    apply: (_s, _faces, lost) => {
      if (lost) state.commanderLost = true;
    },
    title: () => `Is ${called} hit?`,
    result: (_s, faces, face) => (faces.includes(face) ? 'commander lost' : 'unhurt'),
    reasons: (_s, faces) => ({
      rows: [],
      total: { label: 'fatigue hits on the unit', value: hits() },
      reading: `lost on ${faces.join(', ')}`,
      bounds: { low: 0, high: mostHits(book) },
    }),
  });

/** A commander in base contact, and alive, is at risk when his unit has taken hits. */
export const commanderRisk = (book: Rulebook, unit: Combatant, hits: () => number): Flow<Stepped> =>
  when(() => hits() > 0 && unit.facts['commanderAttached'] === true, [riskRoll(book, commanderOf(unit), hits)]);

/** The rows of the replacement table: the sheet's list of who takes a lost commander's place. */
export const replacements = (book: Rulebook): readonly CellRow[] => cellTable(book, 'commander.replacement').rows;

/** The widest command range of any of them; 0 where none is printed. */
export const widestRange = (book: Rulebook): number =>
  Math.max(...replacements(book).map((r) => Number(r.cells['range'] ?? 0)));

/** Who takes a lost commander's place, by a roll where the sheet has several. */
export function replacementFlows(
  book: Rulebook,
  { side, called, state }: Commander,
  describe = ({ label }: CellRow): string => label,
): Flows {
  const rows = replacements(book);
  const rowFor = (face: number): number =>
    Math.max(
      0,
      rows.findIndex((r) => figures(r.cells['faces']).includes(face)),
    );
  const replace = (row: number): void => {
    state.replacement = row + 1;
  };
  const words = (face: number): string => describe(rows[rowFor(face)]);
  if (d10.faces.every((face) => rowFor(face) === rowFor(d10.faces[0])))
    return [note(() => capital(`${called} is replaced.`)), act(() => replace(rowFor(d10.faces[0])))];
  const die = roll<Stepped, undefined>({
    roll: d10,
    side,
    comesTo: (_against, face) => rowFor(face),
    apply: (_s, _against, row) => replace(row),
    title: () => `Who takes the place of ${called}?`,
    result: (_s, _against, face) => words(face),
    reasons: () => ({
      rows: [],
      total: { label: 'kinds of replacement', value: rows.length },
      reading: d10.faces.map((face) => `${face} ${rows[rowFor(face)].label}`).join(', '),
    }),
  });
  return [die];
}
/** A commander who was lost is replaced, once; his replacement joins no fight that is going on (OTH2-R70). */
export const replacedIfLost = (book: Rulebook, unit: Combatant): Flow<Stepped> =>
  when(() => unit.state.commanderLost && unit.state.replacement === 0, replacementFlows(book, commanderOf(unit)));

type Figures = Readonly<Partial<Record<'range' | 'control' | 'inspiration', number>>>;
/** What a commander, or whoever replaces him by this row, is worth: rows print what differs. */
export const worthOf = (own: Figures, row: CellRow | undefined, column: keyof Figures): number =>
  figure(row?.cells[column]) ?? own[column] ?? 0;

/** What he or his replacement is worth at the end. */
export const worthNow =
  (book: Rulebook, state: Commander['state'], own: Figures) =>
  (column: keyof Figures): number =>
    worthOf(own, replacements(book)[state.replacement - 1], column);
