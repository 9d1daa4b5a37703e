import { type Die, d4, d6, d10 } from '../../sim/die.ts';
import { cell, type Rulebook } from '../book.ts';
import type { FactRecord } from '../pattern.ts';

const DICE: Readonly<Record<string, Die>> = { D4: d4, D6: d6, D10: d10 };

/** Whether the general reaches a group: yes, no, or for the D4 to say (SYW-R19). */
export interface Nearness {
  readonly near: boolean | 'rolled';
  readonly distance: number;
  readonly die: Die;
  /** What each point of the die reaches, in cm. */
  readonly each: number;
}

export function nearness(book: Rulebook, ruling: FactRecord, distance: number | undefined): Nearness {
  const die = DICE[String(cell(book, 'morale.figures', 'general-die', 'value'))] ?? d4;
  const each = Number(cell(book, 'morale.figures', 'general-reach', 'value'));
  if (distance === undefined) return { near: false, distance: 0, die, each };
  const reach = ruling['generalRange'];
  const least = typeof reach === 'number' ? reach : Math.min(...die.faces) * each;
  const most = typeof reach === 'number' ? reach : Math.max(...die.faces) * each;
  return { near: distance <= least ? true : distance <= most ? 'rolled' : false, distance, die, each };
}
