import type { Family } from '../encounter.ts';
import { charge } from './charge.ts';
import { engagement } from './engagement.ts';
import { fire } from './fire.ts';
import { melee } from './melee.ts';
import { morale } from './morale.ts';
import { sywTroops } from './named-troops.ts';
import { rally } from './rally.ts';
import { sywDuels, sywSuite } from './suite.ts';
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
