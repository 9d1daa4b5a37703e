import { cellTable } from '../book.ts';
import { type TableReads, unknown } from '../table-reads.ts';
import { WEAPONS } from './troops.ts';

const BRIGADE = `inRange generalNear infantryInCover militiaInOpen causedMore underArtilleryFire facesHigherFactor
  footCaughtInOpen units disorderedUnits lossPercent lossSteps strengthPercent weakestUnitPercent meleesWon meleesLost`;
const whileFiring = unknown(`${BRIGADE} struckIn overlap charged extraContact factorDeficit disorderedPercent`);
const whileFighting = unknown(`${BRIGADE} extraStands`);
const ofGroups = unknown(
  'weapon formation poorShots cover place terrain disorderingTerrain overlap charged inRange extraStands extraContact factorDeficit',
);
const noShot = unknown('range distance turn hardCoverSmallArms');

export const sywReads: TableReads = {
  rows: (book) => ({
    units: 'every',
    'units.kinds': cellTable(book, 'units').rows.map((r) => r.id),
    weapons: WEAPONS,
    'fire.results': 'every',
    'melee.results': 'every',
    rally: 'every',
    'charge.raw': 'every',
    'charge.others': 'every',
    'morale.other': 'every',
  }),
  facts: {
    'fire.modifiers': { self: whileFiring, enemy: whileFiring, now: { ...unknown('turn'), test: ['fire'] } },
    'melee.modifiers': { self: whileFighting, enemy: whileFighting, now: { ...noShot, test: ['melee'] } },
    'morale.modifiers': {
      self: ofGroups,
      enemy: ofGroups,
      now: { ...noShot, test: ['charge', 'charged', 'other', 'rally'] },
    },
  },
};
