import { branch } from '../../kit/flow.ts';
import { type Rulebook, type RulingValue, ruled } from '../book.ts';
import { readingsOf } from '../ruling-reads.ts';
import type { Flows } from './combatant.ts';

/** How it goes on by what a ruling says; of a book that is watched every way is there, and the ruling asked at the parting. */
export function byRuling(book: Rulebook, key: string, goesOn: (reading: RulingValue) => Flows): Flows {
  const readings = readingsOf(book, key);
  if (readings.length === 1) return goesOn(readings[0]);
  return [branch(() => readings.indexOf(ruled(book, key)), readings.map(goesOn))];
}
