import { byId, byKey, type Rulebook } from '../../book.ts';
import { figureTables } from './figures.ts';
import { sheetTables } from './lines.ts';
import { rulingList } from './rulings.ts';
import { unplayed } from './unplayed.ts';

/** The Renaissance sheet: procedures with regiment cards and Waver tests. Its tables come from a card set. */
export const sheet: Omit<Rulebook, 'family'> = {
  id: 'pike-shot',
  title: 'Pike and shot: the Renaissance sheet with regiment cards and Waver tests',
  label: 'Pike and shot',
  sheets: {
    'pike-shot': 'Renaissance quick reference: movement, firing, cohesion, charging, melees, rout, Waver tests',
  },
  tables: byId([...sheetTables, ...figureTables]),
  rulings: byKey(rulingList),
  unplayed,
};
