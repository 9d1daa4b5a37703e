import type { Family } from '../encounter.ts';
import { charge } from './encounters/charge.ts';
import { commander } from './encounters/commander.ts';
import { engagement } from './encounters/engagement.ts';
import { fire } from './encounters/fire.ts';
import { march } from './encounters/march.ts';
import { melee } from './encounters/melee.ts';
import { morale } from './encounters/morale.ts';
import { rally } from './encounters/rally.ts';
import { othDuels, othSuite } from './suite.ts';
import { othTroops } from './troops.ts';
import { vocabulary } from './vocabulary.ts';

export const oth: Family = {
  id: 'oth',
  encounters: { fire, charge, melee, morale, rally, commander, march, engagement },
  vocabulary,
  suite: othSuite,
  duels: othDuels,
  troops: othTroops,
};
