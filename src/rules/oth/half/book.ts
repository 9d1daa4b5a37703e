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

export const othHalf = playedBy(oth, {
  id: 'oth-half',
  title: 'Over the Hills QRS v2, half distances (first edition)',
  label: '1st edition',
  sheets: {
    'oth-half': 'Over the Hills QRS v2, half distances',
    oth2: 'Over the Hills, 2nd edition quick reference (borrowed tables only)',
  },
  tables: byId([...command, ...movement, ...fire, ...contact, ...combat, ...results]),
  rulings: byKey(rulings),
  unplayed,
  borrowed: {
    reactions: 'oth2',
    'emergency.modifiers': 'oth2',
    'rally.rules': 'oth2',
    'rally.modifiers': 'oth2',
    'fire.skirmish-class': 'oth2',
    'fire.driven-back': 'oth2',
    'hits.oth2-row-9': 'oth2',
  },
});
