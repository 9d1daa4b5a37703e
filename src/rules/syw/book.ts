import { byId, byKey } from '../book.ts';
import { playedBy } from '../played.ts';
import { sywFamily } from './family.ts';
import { melee } from './sheet/melee.ts';
import { morale } from './sheet/morale.ts';
import { orders } from './sheet/orders.ts';
import { rulings } from './sheet/rulings.ts';
import { shooting } from './sheet/shooting.ts';
import { units } from './sheet/units.ts';
import { unplayed } from './sheet/unplayed.ts';

/** New Style Seven Years War, quick reference sheet, version 2.5:3. */
export const syw = playedBy(sywFamily, {
  id: 'syw',
  title: 'New Style Seven Years War, version 2.5:3',
  label: 'Seven Years War',
  sheets: { syw: 'Quick reference sheet for New Style 7-year war rules, version 2.5:3' },
  tables: byId([...orders, ...units, ...shooting, ...melee, ...morale]),
  rulings: byKey(rulings),
  unplayed,
});
