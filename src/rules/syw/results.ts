import { type Flow, roll, type Stepped } from '../../kit/flow.ts';
import { tabled } from '../../kit/tabled.ts';
import { d6 } from '../../sim/die.ts';
import type { Emit } from '../../sim/machine.ts';
import { type CellRow, type CellTable, cellTable, type Rulebook, ruled } from '../book.ts';
import type { scoreOn } from './facts.ts';

/** What a score does to the unit it falls on. */
export interface Harm {
  readonly kills: number;
  readonly disorganises: boolean;
}
const NOTHING: Harm = { kills: 0, disorganises: false };

/** Reads shooting or melee results: what every face of a D6 does under a modifier, and the modifiers they tell apart. */
export type HarmTable = ReturnType<typeof harmOf>;
export const fireHarm = (book: Rulebook) => harmOf(book, 'fire.results');
export const meleeHarm = (book: Rulebook) => harmOf(book, 'melee.results');

/**
 * The highest row that the score reaches. A score in the gap after a row that prints a single figure (6, after 5) counts
 * as that row, or as nothing, by SYW-R1.
 */
function harmOf(book: Rulebook, table: 'fire.results' | 'melee.results') {
  const rows = [...cellTable(book, table).rows].sort((x, y) => Number(x.cells['from']) - Number(y.cells['from']));
  const gapsCount = ruled(book, 'score6') === 'one-stand';
  const read = (score: number): Harm => {
    const row = rows.filter((r) => score >= Number(r.cells['from'])).at(-1);
    if (!row) return NOTHING;
    const { to, stands, disorganises } = row.cells;
    if (typeof to === 'number' && score > to && !gapsCount) return NOTHING;
    return { kills: Number(stands), disorganises: disorganises === true };
  };
  const at = tabled((modifier: number) => d6.faces.map((face) => read(face + modifier)));
  return { at, bounds: () => boundsOf(book, table) };
}

/** The most stands that a blow of a melee kills. */
export const mostKills = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'melee.results').rows.map((r) => Number(r.cells['stands'] ?? 0)));

export interface HarmRoll {
  readonly side: string;
  readonly title: () => string;
  readonly rows: ReturnType<typeof scoreOn>;
  readonly harm: HarmTable;
  /** "the results of melee". */
  readonly results: string;
  /** Stands that can still be killed. */
  readonly present: () => number;
  readonly does: (harm: Harm, score: number, emit: Emit) => void;
}

/** A shot or a blow: a D6 and its rows, the score read on the results. */
export const harmRoll = ({ side, title, rows, harm, results, present, does }: HarmRoll): Flow<Stepped> =>
  roll({
    ...{ roll: d6, side, title },
    against: () => {
      const modifier = rows.sum();
      return { modifier, byFace: harm.at(modifier) };
    },
    apply: (_, { modifier, byFace }, face, emit) => does(byFace[face - 1], face + modifier, emit),
    result: (_, { byFace }, face) => harmText(byFace[face - 1], present()),
    reasons: (_, { modifier }) => rows.reasons(modifier, `the score on ${results}: die and modifiers`, harm.bounds()),
  });

function harmText(harm: Harm, present: number): string {
  if (harm.kills > 0) {
    const kills = Math.min(harm.kills, present);
    return `${kills} ${kills === 1 ? 'stand' : 'stands'} killed`;
  }
  return harm.disorganises ? 'disorganised' : 'no effect';
}

/** Reads a table of scores from the top: the first row whose `from` the score reaches; the last row catches the rest. */
export function rowAt(book: Rulebook, table: string, score: number): CellRow {
  const rows = fromTheTop(cellTable(book, table));
  return rows.find((r) => score >= lowest(r)) ?? rows[rows.length - 1];
}
const sorted = new WeakMap<CellTable, readonly CellRow[]>();
function fromTheTop(table: CellTable): readonly CellRow[] {
  const rows = sorted.get(table) ?? [...table.rows].sort((x, y) => lowest(y) - lowest(x));
  sorted.set(table, rows);
  return rows;
}
const lowest = (row: CellRow): number =>
  typeof row.cells['from'] === 'number' ? row.cells['from'] : Number.NEGATIVE_INFINITY;

/** The lowest and highest modifier of a D6 that a table tells apart: beyond, every face reads the same row. */
export function boundsOf(book: Rulebook, table: string): { low: number; high: number } {
  const froms = cellTable(book, table)
    .rows.flatMap((r) => r.cells['from'])
    .filter((from) => typeof from === 'number');
  return { low: Math.min(...froms) - 1 - Math.max(...d6.faces), high: Math.max(...froms) - Math.min(...d6.faces) };
}
