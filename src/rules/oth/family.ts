import type { Family } from '../encounter.ts';
import { vocabulary } from './vocabulary.ts';

export const oth: Family = {
  id: 'oth',
  encounters: {},
  vocabulary,
};
