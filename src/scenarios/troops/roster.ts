import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { plainName, type Troop } from '../../rules/troop.ts';
import type { Roster } from './expand.ts';
import type { OwnTroops } from './file.ts';

/** The troops that a book itself names, as a situation sees them. */
export const bookTroops = (book: PlayedBook, situation: Readonly<Record<string, unknown>>): readonly Troop[] =>
  familyOf(book).troops?.of(book, situation) ?? [];

/** The user's own troops before those of the book; a troop answers to its name and to its row of the book. */
export function rosterOf(
  book: PlayedBook,
  situation: Readonly<Record<string, unknown>>,
  own: OwnTroops | undefined,
): Roster {
  const troops = new Map<string, Troop>();
  for (const troop of bookTroops(book, situation)) {
    if (troop.id !== undefined) troops.set(plainName(troop.id), troop);
    troops.set(plainName(troop.name), troop);
  }
  for (const troop of own?.troops ?? []) troops.set(plainName(troop.name), troop);
  const armies = new Map(Object.entries(own?.armies ?? {}).map(([name, list]) => [plainName(name), list]));
  return { book: book.id, troops, armies };
}

/** Every troop once. */
export const troopsOf = (roster: Roster): Troop[] => [...new Set(roster.troops.values())];
