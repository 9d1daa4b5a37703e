import { type CellRow, cell, cellTable, type Rulebook, ruled } from '../book.ts';
import { LOOSE } from './words.ts';

export const GROUNDS = ['clear', 'road', 'rough', 'open-woods', 'woods', 'dense'] as const;
export type Ground = (typeof GROUNDS)[number];
export const CROSSINGS = ['obstacle', 'stream', 'river', 'bua', 'earthworks'] as const;
export type Crossing = (typeof CROSSINGS)[number];

interface Marcher {
  readonly arm: string;
  readonly formation: string;
  readonly training: string;
}
const isLoose = (formation: string) => (LOOSE as readonly string[]).includes(formation);

/** The row of the terrain table that concerns a unit, or null where none does. Close order of any kind counts as line. */
export function terrainRow(book: Rulebook, ground: Ground | Crossing, unit: Marcher): CellRow | null {
  const rows = cellTable(book, 'terrain.effects').rows;
  const row = (id: string) => rows.find((r) => r.id === id) ?? null;
  switch (ground) {
    case 'clear':
    case 'road':
      return null;
    case 'rough':
    case 'open-woods':
      return row(
        unit.arm === 'artillery' ? 'rough-artillery' : isLoose(unit.formation) ? 'rough-loose' : 'rough-formed',
      );
    case 'woods':
    case 'dense': {
      const kind = isLoose(unit.formation) ? unit.formation : 'line';
      // Where the sheet has no row for the formation, the skirmishers' row says who is barred.
      return row(`${ground}-${kind}`) ?? row(`${ground}-skirmish`);
    }
    default:
      return row(ground);
  }
}

/** Does the row bar the unit? It names arms, formations, or all in close order. */
export function isBarred(row: CellRow | null, unit: Marcher): boolean {
  const barred = row?.cells['barred'];
  if (!Array.isArray(barred)) return false;
  const formed = unit.arm !== 'artillery' && !isLoose(unit.formation);
  return barred.some((b) => b === unit.arm || b === unit.formation || (b === 'formed' && formed));
}

/** Hits that militia suffer besides those of others (ruling militiaTerrain): when any are suffered, or always. */
export function militiaExtra(book: Rulebook, unit: Marcher, suffered: number): number {
  if (unit.training !== 'militia' || !book.tables['terrain.notes']) return 0;
  const extra = Number(cell(book, 'terrain.notes', 'militia', 'hits') ?? 0);
  return suffered > 0 || ruled(book, 'militiaTerrain') === 'always' ? extra : 0;
}

/** Hits for each segment at half speed; null where the sheet does not spare slow units. */
export const hitsAtHalfSpeed = (book: Rulebook): number | null => {
  const hits = book.tables['terrain.notes'] ? cell(book, 'terrain.notes', 'half-speed', 'hits') : null;
  return typeof hits === 'number' ? hits : null;
};

/** Inches that a road adds to a whole segment; march columns and limbered guns only. */
export const roadInches = (book: Rulebook, formation: string): number =>
  formation === 'march-column' || formation === 'limbered'
    ? Number(cell(book, 'terrain.effects', 'road', 'inches') ?? 0)
    : 0;
