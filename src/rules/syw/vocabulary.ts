import type { FactType, Vocabulary } from '../encounter.ts';
import {
  ARMS,
  ASPECTS,
  BANDS,
  COVERS,
  FORMATIONS,
  MORALES,
  ORDERS,
  PLACES,
  TERRAINS,
  TROOPS,
  WEAPONS,
} from './troops.ts';

const number: FactType = { type: 'number' };
const flag: FactType = { type: 'flag' };
const word = (values: readonly string[]): FactType => ({ type: 'word', values });

/** Facts that rows, tactics and variants of these rules may ask about. */
export const vocabulary: Vocabulary = {
  unit: {
    // No words here: the types are the rows of the unit table, and variants may add some.
    type: word([]),
    traits: { type: 'list' },
    arm: word([...ARMS, 'mixed']),
    troops: word(TROOPS),
    weapon: word(WEAPONS),
    formation: word(FORMATIONS),
    orders: word(ORDERS),
    morale: word(MORALES),
    cover: word(COVERS),
    place: word(PLACES),
    terrain: word(TERRAINS),
    struckIn: word(ASPECTS),
    disordered: flag,
    poorShots: flag,
    moved: flag,
    fired: flag,
    uphill: flag,
    disorderingTerrain: flag,
    overlap: flag,
    charged: flag,
    inRange: flag,
    generalNear: flag,
    infantryInCover: flag,
    militiaInOpen: flag,
    causedMore: flag,
    underArtilleryFire: flag,
    facesHigherFactor: flag,
    footCaughtInOpen: flag,
    stands: number,
    units: number,
    extraStands: number,
    extraContact: number,
    factorDeficit: number,
    disorderedUnits: number,
    disorderedPercent: number,
    lossPercent: number,
    lossSteps: number,
    strengthPercent: number,
    weakestUnitPercent: number,
    meleesWon: number,
    meleesLost: number,
  },
  now: {
    test: word(['fire', 'melee', 'charge', 'charged', 'other', 'rally', 'orders']),
    range: word(BANDS),
    distance: number,
    turn: number,
    hardCoverSmallArms: number,
  },
};
