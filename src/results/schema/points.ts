import * as z from 'zod';
import { probability } from './parts.ts';

export const troopPoints = z.object({
  name: z.string(),
  strength: z.number().describe('In the ratio of these, two troops are expected to share the score'),
  points: z.number().describe('In proportion to the strength'),
  score: probability.describe('The mean score against all others'),
  given: z.number().optional().describe('What the list pays'),
  overpriced: z.number().optional().describe('How much more that is than the points of the model, as a share'),
});

export const troopPair = z.object({
  first: z.string(),
  second: z.string(),
  score: probability.describe("Of the first, each having begun: 0 its disaster, 1/2 even, 1 the second's disaster"),
  expected: probability,
  residual: z.number(),
});

/** What troops are worth against each other: a model, and how well it fits. */
export const points = z.object({
  model: z.literal('Bradley-Terry'),
  suite: z.string(),
  troops: z.array(troopPoints).describe('Strongest first'),
  pairs: z.array(troopPair).describe('Pairs that met, the worst fitted first'),
  fit: z.object({
    pairs: z.number().int(),
    encounters: z.number().int(),
    explained: z.number().describe('Of how far scores are from even, the share that the model explains'),
    residual: z.number().describe('The typical residual: the root of the mean of their squares'),
  }),
  scale: z.string().describe('What the points are measured by: the troop whose points are fixed, or all given points'),
  text: z.string(),
});
