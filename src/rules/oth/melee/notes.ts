import type { Rulebook } from '../../book.ts';
import type { Note } from '../../encounter.ts';
import { statusOf } from '../live.ts';
import { startingFs, type UnitGiven } from '../unit.ts';

/** Wavering and routing rest on figures that no sheet prints: said wherever they decide something. */
export function statusNotes(book: Rulebook, defender: UnitGiven): Note[] {
  const status = statusOf(book, defender.fs, startingFs(defender));
  if (status === 'steady') return [];
  const text = `The defender counts as ${status} by ruling thresholds; the sheet prints no figure.`;
  return [{ kind: 'ruling', text }];
}
