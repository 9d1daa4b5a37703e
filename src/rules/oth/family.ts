import type { Family } from '../encounter.ts';
import { charge } from './encounters/charge.ts';
import { fire } from './encounters/fire.ts';
import { melee } from './encounters/melee.ts';
import { vocabulary } from './vocabulary.ts';

export const oth: Family = {
  id: 'oth',
  encounters: { fire, charge, melee },
  vocabulary,
};
