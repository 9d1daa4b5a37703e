import { tabled } from '../../../kit/tabled.ts';
import { type CellRow, type CellTable, cellTable, figure, type Rulebook, ruled } from '../../book.ts';
import { asRuled } from '../../ruling-reads.ts';
import type { Combatant } from '../combatant.ts';
import { isSquare } from '../words.ts';

/** What a result table makes of a round. */
export interface Verdict {
  readonly effect: 'carry-on' | 'retreat' | 'destroyed';
  /** Null on a draw. */
  readonly loser: Combatant | null;
  readonly winner: Combatant | null;
  /** The winner has the row for winning the last round. */
  readonly bonus: boolean;
  readonly mayTurn: boolean;
  /** The loser of a retreat turns to face if it was struck on this side. */
  readonly turnsFrom: string | null;
  /** Hits on every unit when neither side was hit. */
  readonly mark: number;
  readonly text: string;
}

/** A result table as a fight asks for it, round after round: looked up and read once. */
export interface ResultTable {
  readonly rows: readonly CellRow[];
  /** Rounds of combat at most: the table's own figure, or ruling maxRounds. */
  readonly rounds: () => number;
  /** The arm that the table lets lose only by coming to FS 0. */
  readonly brokenAtZero: string | undefined;
  /** What it says at a margin in favour of the first of the two units. */
  readonly verdict: (margin: number) => Verdict;
}

/** The result table of two units as they stand: only going into square or out of it changes it. */
export function resultTable(book: Rulebook, a: Combatant, b: Combatant): () => ResultTable {
  const read = (id: string) => tableRead(book, cellTable(book, id), a, b);
  const arms = [a.given.arm, b.given.arm];
  if (arms.includes('artillery') || arms[0] === arms[1]) {
    const only = read(arms.includes('artillery') ? 'results.artillery' : `results.${arms[0]}-${arms[0]}`);
    return () => only;
  }
  const infantry = a.given.arm === 'infantry' ? a : b;
  const [square, open] = [read('results.cavalry-square'), read('results.cavalry-infantry')];
  return () => (isSquare(infantry.state.formation) ? square : open);
}

function tableRead(book: Rulebook, table: CellTable, a: Combatant, b: Combatant): ResultTable {
  const { rows } = table;
  const own = rows.map((r) => figure(r.cells['rounds'])).find((n) => n !== null);
  return {
    rows,
    rounds: typeof own === 'number' ? () => own : asRuled(book, () => Number(ruled(book, 'maxRounds'))),
    brokenAtZero: rows.find((r) => r.cells['effect'] === 'broken-at-0')?.cells['loser'] as string | undefined,
    verdict: tabled((margin: number) => verdictOf(table, margin, a, b)),
  };
}

/** Reads a table at a margin, counted in favour of `a`. The row with the highest margin that fits is taken. */
function verdictOf(table: CellTable, margin: number, a: Combatant, b: Combatant): Verdict {
  const lost = margin > 0 ? b : margin < 0 ? a : null;
  const by = (r: CellRow) => figure(r.cells['by']) ?? Number.POSITIVE_INFINITY;
  const reached = table.rows.filter((r) => Math.abs(margin) >= by(r));
  const [row] = reached.filter((r) => fits(r.cells['loser'], lost)).sort((r, s) => by(s) - by(r));
  if (row) return verdictFrom(row, lost, lost === null ? null : lost === a ? b : a);
  // A row from margin 0 with a named loser catches whatever else happens: line 520 of oth2.
  const rest = reached.find((r) => by(r) === 0 && typeof r.cells['loser'] === 'string');
  if (!rest) return { ...NOTHING_SAID, loser: lost };
  const loser = a.given.arm === rest.cells['loser'] ? a : b;
  return verdictFrom(rest, loser, loser === a ? b : a);
}

const NOTHING_SAID: Omit<Verdict, 'loser'> = {
  effect: 'carry-on',
  winner: null,
  bonus: false,
  mayTurn: false,
  turnsFrom: null,
  mark: 0,
  text: '',
};

function fits(named: unknown, lost: Combatant | null): boolean {
  if (named === null) return lost === null;
  if (lost === null) return false;
  if (named === 'either') return true;
  return named === 'opponent' ? lost.given.arm !== 'artillery' : lost.given.arm === named;
}

const verdictFrom = (row: CellRow, loser: Combatant | null, winner: Combatant | null): Verdict => ({
  effect: row.cells['effect'] as Verdict['effect'],
  loser,
  winner,
  bonus: row.cells['bonus'] === true,
  mayTurn: row.cells['mayTurn'] === true,
  turnsFrom: typeof row.cells['turnsFrom'] === 'string' ? row.cells['turnsFrom'] : null,
  mark: Number(row.cells['mark'] ?? 0),
  text: row.label,
});
