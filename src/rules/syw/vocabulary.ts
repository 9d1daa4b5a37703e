import * as z from 'zod';
import type { FactType, Vocabulary } from '../encounter.ts';
import { ARMS, ASPECTS, BANDS, TROOPS, UNIT_FIELDS } from './troops.ts';

const number: FactType = { type: 'number' };
const flag: FactType = { type: 'flag' };
const word = (values: readonly string[]): FactType => ({ type: 'word', values });
const all = (type: FactType, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** What a scenario says about a unit is a fact as well. */
const said = Object.fromEntries(
  Object.entries(UNIT_FIELDS).flatMap(([name, field]): [string, FactType][] => {
    const inner = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field;
    if (inner instanceof z.ZodEnum) return [[name, word(inner.options as string[])]];
    return inner instanceof z.ZodBoolean ? [[name, flag]] : [];
  }),
);

/** Facts that rows, tactics and variants of these rules may ask about. */
export const vocabulary: Vocabulary = {
  unit: {
    // No words here: the types are the rows of the unit table, and variants may add some.
    type: word([]),
    traits: { type: 'list' },
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
