import type { Rulebook } from '../book.ts';
import type { Troop, TroopLibrary } from '../troop.ts';
import { isPrintedPiece } from './shot.ts';

/*
 * The sheets rate no units: players do, before the game. These are suggestions, so that a scenario can name a unit and
 * points can be reckoned; every value may be changed in a scenario, and a file of one's own may say all of it anew.
 */
const troop = (name: string, values: Troop['values'], about?: string): Troop => ({
  name,
  values,
  suggested: true,
  ...(about === undefined ? {} : { about }),
});
const foot = (name: string, fs: number, more: Troop['values'] = {}, about?: string): Troop =>
  troop(name, { arm: 'infantry', fs, ...more }, about);
const horse = (name: string, fs: number, more: Troop['values'] = {}, about?: string): Troop =>
  troop(name, { arm: 'cavalry', fs, ...more }, about);
const guns = (name: string, fs: number, more: Troop['values']): Troop => troop(name, { arm: 'artillery', fs, ...more });

const TROOPS: readonly Troop[] = [
  foot('Old Guard battalion', 10, { elite: true, french: true, skirmishClass: 'B' }),
  foot('Young Guard battalion', 8, { elite: true, french: true, skirmishClass: 'A' }),
  foot('French line battalion', 8, { french: true, skirmishClass: 'B' }),
  foot('French light battalion', 8, { french: true, skirmishClass: 'A' }),
  foot('Line battalion', 8, { skirmishClass: 'C' }, 'regulars of no particular nation'),
  foot('British line battalion', 8, { goodShot: true, skirmishClass: 'C' }),
  foot('British Guards battalion', 9, { elite: true, goodShot: true, overStrength: true, skirmishClass: 'B' }),
  foot('Rifle battalion', 7, {
    elite: true,
    goodShot: true,
    skirmishClass: 'A',
    skirmishUnit: true,
    rifleScreen: true,
  }),
  foot('Grenadier battalion', 9, { elite: true, skirmishClass: 'D' }),
  foot('Weak battalion', 7, { underStrength: true, skirmishClass: 'C' }, 'regulars after a hard campaign'),
  foot('Conscript battalion', 6, { poorShot: true, skirmishClass: 'D' }),
  foot('Militia battalion', 6, { training: 'militia', poorShot: true, skirmishClass: 'none' }),
  foot('Irregular band', 5, { training: 'irregular', skirmishClass: 'B', formation: 'skirmish' }),
  horse('Guard cuirassiers', 9, { cavalryType: 'cuirassier', elite: true }),
  horse('Cuirassiers', 8, { cavalryType: 'cuirassier' }),
  horse('Heavy dragoons', 8, { cavalryType: 'heavy' }),
  horse('Hussars', 7, { cavalryType: 'light' }),
  horse('Lancers', 7, { cavalryType: 'light', lancer: true }),
  horse('Impetuous light dragoons', 7, { cavalryType: 'light', impetuous: true }),
  horse('Cossacks', 5, { cavalryType: 'light', training: 'irregular', lancer: true, formation: 'open-order' }),
  guns('Foot battery', 5, { gun: 'medium' }),
  guns('Heavy battery', 5, { gun: 'heavy' }),
  guns('Horse battery', 5, { gun: 'light', horseArtillery: true }),
  guns('Howitzer battery', 5, { gun: 'light', piece: 'howitzer' }),
];

const has = (book: Rulebook, { values: { piece } }: Troop): boolean =>
  typeof piece !== 'string' || isPrintedPiece(book, piece);

export const othTroops: TroopLibrary = { unitKey: 'traits', of: (book) => TROOPS.filter((t) => has(book, t)) };
