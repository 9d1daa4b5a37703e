import type { Rulebook } from '../book.ts';
import type { Troop, TroopLibrary } from '../troop.ts';
import { unitTypes } from './troops.ts';

/** The sheet leaves the number of stands to the players: four, as in the built-in suite. */
const USUAL_STANDS = 4;

/** Battalions and regiments as people call them, over the printed types. */
const NAMED: readonly Troop[] = [
  ['Grenadier battalion', 'heavy-infantry', 'high'],
  ['Musketeer battalion', 'medium-infantry', 'ordinary'],
  ['Garrison battalion', 'medium-infantry', 'poor'],
  ['Militia battalion', 'militia', 'poor'],
  ['Jäger battalion', 'riflemen', 'high'],
  ['Frei battalion', 'light-infantry', 'poor'],
  ['Cuirassier regiment', 'heavy-cavalry', 'high'],
  ['Dragoon regiment', 'medium-cavalry', 'ordinary'],
  ['Hussar regiment', 'light-cavalry', 'ordinary'],
].map(([name, type, morale]) => ({ name, values: { type, stands: USUAL_STANDS, morale }, suggested: true as const }));

/** Every row of the unit table under its printed name, then what people call some of them. */
const troopsOf = (book: Rulebook): Troop[] => [
  ...unitTypes(book).map(({ id, label }): Troop => ({ name: label, id, values: { type: id, stands: USUAL_STANDS } })),
  ...NAMED.filter((t) => unitTypes(book).some((r) => r.id === t.values['type'])),
];

export const sywTroops: TroopLibrary = { unitKey: 'traits', of: troopsOf };
