import { type CellRow, type CellTable, cellTable, type Rulebook, ruled } from '../book.ts';

/** What a score does to the unit it falls on. */
export interface Harm {
  readonly kills: number;
  readonly disorganises: boolean;
}
const NOTHING: Harm = { kills: 0, disorganises: false };

/**
 * Reads shooting and melee results: the highest row that the score reaches. A score in the gap after a row that prints
 * a single figure (6, after 5) counts as that row, or as nothing, by SYW-R1.
 */
function harmReader(book: Rulebook, table: 'fire.results' | 'melee.results'): (score: number) => Harm {
  const rows = [...cellTable(book, table).rows].sort((x, y) => Number(x.cells['from']) - Number(y.cells['from']));
  const gapsCount = ruled(book, 'score6') === 'one-stand';
  return (score) => {
    const row = rows.filter((r) => score >= Number(r.cells['from'])).at(-1);
    if (!row) return NOTHING;
    const last = row.cells['to'];
    if (typeof last === 'number' && score > last && !gapsCount) return NOTHING;
    return { kills: Number(row.cells['stands']), disorganises: row.cells['disorganises'] === true };
  };
}

/** The most stands that a blow of a melee kills. */
export const mostKills = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'melee.results').rows.map((r) => Number(r.cells['stands'] ?? 0)));

/** What the faces of a die do under a modifier, and the modifiers that the table tells apart. */
export const fireHarm = (book: Rulebook, faces: readonly number[]) => harmOf(book, 'fire.results', faces);
export const meleeHarm = (book: Rulebook, faces: readonly number[]) => harmOf(book, 'melee.results', faces);
const harmOf = (book: Rulebook, table: 'fire.results' | 'melee.results', faces: readonly number[]) => ({
  at: harmByModifier(book, table, faces),
  bounds: () => boundsOf(book, table, faces),
});

/** The harm of every face of a die under a modifier; worked out once a modifier. */
function harmByModifier(
  book: Rulebook,
  table: 'fire.results' | 'melee.results',
  faces: readonly number[],
): (modifier: number) => readonly Harm[] {
  const read = harmReader(book, table);
  const known = new Map<number, readonly Harm[]>();
  return (modifier) => {
    let harm = known.get(modifier);
    if (!harm) {
      harm = faces.map((face) => read(face + modifier));
      known.set(modifier, harm);
    }
    return harm;
  };
}

export function harmText(harm: Harm, present: number): string {
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
  let rows = sorted.get(table);
  if (!rows) {
    rows = [...table.rows].sort((x, y) => lowest(y) - lowest(x));
    sorted.set(table, rows);
  }
  return rows;
}
const lowest = (row: CellRow): number =>
  typeof row.cells['from'] === 'number' ? row.cells['from'] : Number.NEGATIVE_INFINITY;

/** The lowest and highest modifier of a D6 that a table tells apart: beyond, every face reads the same row. */
export function boundsOf(book: Rulebook, table: string, faces: readonly number[]): { low: number; high: number } {
  const froms = cellTable(book, table).rows.flatMap((r) =>
    typeof r.cells['from'] === 'number' ? [r.cells['from']] : [],
  );
  return { low: Math.min(...froms) - 1 - Math.max(...faces), high: Math.max(...froms) - Math.min(...faces) };
}
