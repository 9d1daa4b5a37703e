import * as z from 'zod';
import { estimate, likelihood, place, probability, twoNames } from './parts.ts';

const percentile = z.number().min(0).max(100);

/** A result at the table against all that could have come up; of outcomes, more is better for side A. */
export const luck = z.object({
  measure: z.string(),
  label: z.string(),
  shown: z.string().optional().describe('The observed value as it is told: "5", "defender destroyed"'),
  observed: z.number(),
  given: z.string().optional().describe('What the shares are shares of, where that is not everything'),
  side: z.string().optional().describe('Who asks: good luck is good for this side'),
  possible: z.boolean().optional(),
  distribution: z.array(likelihood).optional().describe('All that could have come up under the same condition'),
  atLeast: estimate.describe('A one-sided tail, the result itself included'),
  atMost: estimate,
  exactly: estimate,
  percentile: percentile.describe('Mid-percentile'),
  text: z.string(),
});

/** Several results of independent encounters, and how good or bad they were together for the side that asks. */
export const evening = z.object({
  results: z.array(luck.extend({ encounter: z.string() })),
  counted: z.number().int().describe('How many of them are good or bad for the side that asks'),
  asGood: probability.describe('How often as many encounters go as well or better for that side'),
  asBad: probability.describe('How often as many encounters go as badly or worse for that side'),
  text: z.string(),
});

export const loggedResult = luck.extend({
  encounter: z.string(),
  line: z.number().int().optional().describe('Where the log says it'),
  players: twoNames.describe('Whose the two sides were'),
  favours: z.string().nullable().describe('Whom it is lucky for; null where that cannot be said'),
  tail: probability.nullable().describe('How often it goes as well or better for that player'),
  surprise: z.number().nullable().describe('From -1/2 to 1/2, 0 on average, to the good of the first side'),
});

export const playerLuck = z.object({
  name: z.string(),
  counted: z.number().int().describe('Results that are good or bad for the player'),
  sum: z.number().describe("The sum of the surprises, to the player's good"),
  asGood: probability,
  asBad: probability,
  percentile,
  distribution: z.array(z.object({ value: z.number(), p: probability })).describe('What the sum could have been'),
  text: z.string(),
});

/** The luck of an evening, from a log. */
export const luckLog = z.object({
  results: z.array(loggedResult),
  players: z.array(playerLuck),
  moments: z.array(place).describe('The luckiest results, by their place, the luckiest first'),
  text: z.string(),
});
