import { byId, byKey } from '../../book.ts';
import { playedBy } from '../../played.ts';
import { oth } from '../family.ts';
import { combat } from './combat.ts';
import { command } from './command.ts';
import { contact } from './contact.ts';
import { fire } from './fire.ts';
import { movement } from './movement.ts';
import { results } from './results.ts';
import { rulings } from './rulings.ts';
import { unplayed } from './unplayed.ts';

export const oth2 = playedBy(oth, {
  id: 'oth2',
  title: 'Over the Hills, 2nd edition quick reference',
  label: '2nd edition',
  sheets: { oth2: 'Over the Hills, 2nd edition quick reference' },
  tables: byId([...command, ...movement, ...fire, ...contact, ...combat, ...results]),
  rulings: byKey(rulings),
  unplayed,
});
