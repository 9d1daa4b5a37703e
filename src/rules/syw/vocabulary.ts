import type { Vocabulary } from '../encounter.ts';
import { all, flag, list, number, word } from '../fact-types.ts';
import { factTypes } from '../given.ts';
import { ARMS, ASPECTS, BANDS, TROOPS, UNIT_FIELDS } from './troops.ts';

// Figures of stands are facts where a row of the sheet asks for them.
const { stands: _s, startingStands: _b, shooters: _f, ...said } = factTypes(UNIT_FIELDS);

/** Facts that rows, tactics and variants of these rules may ask about. */
export const vocabulary: Vocabulary = {
  unit: {
    // No words here: the types are the rows of the unit table, and variants may add some.
    type: word([]),
    traits: list,
    arm: word([...ARMS, 'mixed']),
    troops: word(TROOPS),
    ...said,
    struckIn: word(ASPECTS),
    ...all(flag, 'overlap charged inRange generalNear infantryInCover militiaInOpen causedMore underArtilleryFire'),
    ...all(flag, 'facesHigherFactor footCaughtInOpen'),
    ...all(number, 'stands units extraStands extraContact factorDeficit disorderedUnits disorderedPercent'),
    ...all(number, 'lossPercent lossSteps strengthPercent weakestUnitPercent meleesWon meleesLost'),
  },
  now: {
    test: word(['fire', 'melee', 'charge', 'charged', 'other', 'rally', 'orders']),
    range: word(BANDS),
    distance: number,
    turn: number,
    hardCoverSmallArms: number,
  },
};
