import { capital } from '../../words/names.ts';
import { type CellRow, cell, cellTable, numberAt, type Rulebook, ruled } from '../book.ts';
import { isLoose, spoken } from './words.ts';

export const GROUNDS = ['clear', 'road', 'rough', 'open-woods', 'woods', 'dense'] as const;
export const CROSSINGS = ['obstacle', 'stream', 'river', 'bua', 'earthworks'] as const;
export type Ground = (typeof GROUNDS)[number] | (typeof CROSSINGS)[number];

interface Marcher {
  readonly arm: string;
  readonly formation: string;
  readonly training: string;
}

/** The row of the terrain table that concerns a unit, or null where none does. Close order of any kind counts as line. */
export function terrainRow(book: Rulebook, ground: Ground, { arm, formation }: Marcher): CellRow | null {
  const order = isLoose(formation) ? 'loose' : 'formed';
  const ids: Partial<Record<Ground, readonly string[]>> = {
    clear: [],
    road: [],
    rough: [`rough-${arm === 'artillery' ? arm : order}`],
    'open-woods': [`rough-${arm === 'artillery' ? arm : order}`],
    // Where the sheet has no row for the formation, the skirmishers' row says who is barred.
    woods: [`woods-${order === 'loose' ? formation : 'line'}`, 'woods-skirmish'],
    dense: [`dense-${order === 'loose' ? formation : 'line'}`, 'dense-skirmish'],
  };
  const { rows } = cellTable(book, 'terrain.effects');
  return (ids[ground] ?? [ground]).flatMap((id) => rows.find((r) => r.id === id) ?? [])[0] ?? null;
}

/** Why a unit may not go there, if its row bars it: rows name arms, formations, or all in close order. */
export function barredFrom(book: Rulebook, ground: Ground, unit: Marcher): string | null {
  const barred = terrainRow(book, ground, unit)?.cells['barred'];
  const formed = unit.arm !== 'artillery' && !isLoose(unit.formation) ? 'formed' : '';
  if (!Array.isArray(barred) || ![unit.arm, unit.formation, formed].some((word) => barred.includes(word))) return null;
  const who = unit.arm === 'artillery' ? 'artillery' : `${unit.arm} in ${spoken(unit.formation)}`;
  return `${capital(who)} may not ${NOT_ALLOWED[ground] ?? `enter ${ground}`}.`;
}
const NOT_ALLOWED: Partial<Record<Ground, string>> = {
  woods: 'enter normal woods',
  dense: 'enter dense woods',
  obstacle: 'cross an obstacle',
  bua: 'enter a built-up area',
};

const notedHits = (book: Rulebook, row: string): number | null =>
  book.tables['terrain.notes'] ? (cell(book, 'terrain.notes', row, 'hits') as number | null) : null;

/** Hits with those that militia suffer besides others (ruling militiaTerrain): when any are suffered, or always. */
export const withMilitiaHits = (book: Rulebook, { training }: Pick<Marcher, 'training'>, hits: number): number =>
  training === 'militia' && (hits > 0 || ruled(book, 'militiaTerrain') === 'always')
    ? hits + (notedHits(book, 'militia') ?? 0)
    : hits;

/** Hits for each segment at half speed; null where the sheet does not spare slow units. */
export const hitsAtHalfSpeed = (book: Rulebook): number | null => notedHits(book, 'half-speed');

/** Inches that a road adds to a whole segment; march columns and limbered guns only. */
export const roadInches = (book: Rulebook, formation: string): number =>
  formation === 'march-column' || formation === 'limbered' ? numberAt(book, 'terrain.effects', 'road', 'inches') : 0;
