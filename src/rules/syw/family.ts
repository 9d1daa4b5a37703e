import type { Family } from '../encounter.ts';
import { charge, melee } from './contact.ts';
import { engagement } from './engagement.ts';
import { morale, rally } from './morale.ts';
import { fire } from './shooting.ts';
import { sywDuels, sywSuite } from './suite.ts';
import { sywTroops } from './troops.ts';
import { vocabulary } from './vocabulary.ts';

/** The procedures of the New Style Seven Years War rules. */
export const sywFamily: Family = {
  id: 'syw',
  encounters: { fire, charge, melee, morale, rally, engagement },
  vocabulary,
  suite: sywSuite,
  duels: sywDuels,
  troops: sywTroops,
};
