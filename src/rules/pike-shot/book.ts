import { playedBy } from '../played.ts';
import { pikeShotFamily } from './family.ts';
import { sheet } from './sheet/sheet.ts';

export const pikeShot = playedBy(pikeShotFamily, sheet);
