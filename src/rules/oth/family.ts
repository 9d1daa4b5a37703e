import type { Family } from '../encounter.ts';
import { fire } from './encounters/fire.ts';
import { vocabulary } from './vocabulary.ts';

export const oth: Family = {
  id: 'oth',
  encounters: { fire },
  vocabulary,
};
