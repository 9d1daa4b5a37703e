import { type CellRow, type CellTable, cellTable, type Rulebook, ruled } from '../../book.ts';
import { SQUARES } from '../words.ts';
import type { Fighter } from './fighter.ts';

/** What a result table makes of a round. */
export interface Verdict {
  readonly effect: 'carry-on' | 'retreat' | 'destroyed';
  /** Null on a draw. */
  readonly loser: Fighter | null;
  readonly winner: Fighter | null;
  /** The winner has the row for winning the last round. */
  readonly bonus: boolean;
  readonly mayTurn: boolean;
  /** The loser of a retreat turns to face if it was struck on this side. */
  readonly turnsFrom: string | null;
  /** Hits on every unit when neither side was hit. */
  readonly mark: number;
  readonly text: string;
}

/** The result table of two units as they stand. */
export function resultTable(book: Rulebook, a: Fighter, b: Fighter): CellTable {
  const arms = [a.given.arm, b.given.arm];
  if (arms.includes('artillery')) return cellTable(book, 'results.artillery');
  if (arms[0] === arms[1]) return cellTable(book, `results.${arms[0]}-${arms[0]}`);
  const infantry = a.given.arm === 'infantry' ? a : b;
  const inSquare = (SQUARES as readonly string[]).includes(infantry.live.formation);
  return cellTable(book, inSquare ? 'results.cavalry-square' : 'results.cavalry-infantry');
}

/** Rounds of combat at most: the table's own figure, or ruling maxRounds. */
export function roundsAtMost(book: Rulebook, table: CellTable): number {
  const own = table.rows.map((r) => r.cells['rounds']).find((c) => typeof c === 'number');
  return typeof own === 'number' ? own : Number(ruled(book, 'maxRounds'));
}

/** The arm that the table lets lose only by coming to FS 0. */
export const brokenAtZero = (table: CellTable): string | undefined =>
  table.rows.find((r) => r.cells['effect'] === 'broken-at-0')?.cells['loser'] as string | undefined;

/** Reads results for two units; what a table says at a margin is looked up once. */
export function verdictReader(book: Rulebook, a: Fighter, b: Fighter): (margin: number) => Verdict {
  const known = new Map<CellTable, Map<number, Verdict>>();
  return (margin) => {
    const table = resultTable(book, a, b);
    const byMargin = known.get(table) ?? new Map<number, Verdict>();
    known.set(table, byMargin);
    const verdict = byMargin.get(margin) ?? verdictOf(table, margin, a, b);
    byMargin.set(margin, verdict);
    return verdict;
  };
}

/** Reads a table at a margin, counted in favour of `a`. The row with the highest margin that fits is taken. */
function verdictOf(table: CellTable, margin: number, a: Fighter, b: Fighter): Verdict {
  const lost = margin > 0 ? b : margin < 0 ? a : null;
  const by = (r: CellRow) => r.cells['by'];
  const reached = table.rows.filter((r) => typeof by(r) === 'number' && Math.abs(margin) >= (by(r) as number));
  const row = reached
    .filter((r) => fits(r.cells['loser'], lost))
    .reduce<CellRow | undefined>(
      (best, r) => (best && (by(best) as number) >= (by(r) as number) ? best : r),
      undefined,
    );
  if (row) return told(row, lost, lost === null ? null : lost === a ? b : a);
  // A row from margin 0 with a named loser catches whatever else happens: line 520 of oth2.
  const rest = reached.find((r) => by(r) === 0 && typeof r.cells['loser'] === 'string');
  if (!rest)
    return {
      effect: 'carry-on',
      loser: lost,
      winner: null,
      bonus: false,
      mayTurn: false,
      turnsFrom: null,
      mark: 0,
      text: '',
    };
  const loser = a.given.arm === rest.cells['loser'] ? a : b;
  return told(rest, loser, loser === a ? b : a);
}

function fits(named: unknown, lost: Fighter | null): boolean {
  if (named === null) return lost === null;
  if (lost === null) return false;
  if (named === 'either') return true;
  return named === 'opponent' ? lost.given.arm !== 'artillery' : lost.given.arm === named;
}

const told = (row: CellRow, loser: Fighter | null, winner: Fighter | null): Verdict => ({
  effect: row.cells['effect'] as Verdict['effect'],
  loser,
  winner,
  bonus: row.cells['bonus'] === true,
  mayTurn: row.cells['mayTurn'] === true,
  turnsFrom: typeof row.cells['turnsFrom'] === 'string' ? row.cells['turnsFrom'] : null,
  mark: Number(row.cells['mark'] ?? 0),
  text: row.label,
});
