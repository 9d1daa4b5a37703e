import * as z from 'zod';
import { ends, estimate, estimateFields, likelihood, probability, twoNames, winner } from './parts.ts';

/** Not a number is written as null. */
const maybeUnknown = z.union([z.number(), z.null() as unknown as z.ZodNever]);

export const outcome = z.object({
  id: z.string(),
  label: z.string(),
  winner,
  severity: z.number().describe("From one side's disaster, -5, to the other's, 5"),
  ...estimateFields,
});

export const measure = z.object({
  id: z.string(),
  label: z.string(),
  mean: z.number(),
  sd: maybeUnknown.describe('Spread from encounter to encounter; null where a sampled run cannot know it'),
  low: z.number().optional().describe("Interval of the mean at the cell's level; only when sampled"),
  high: z.number().optional(),
  quantiles: z
    .array(z.object({ share: probability, value: z.number() }))
    .optional()
    .describe('The smallest value that this share does not exceed; 0.5 is the median. Not of sums'),
  distribution: z
    .array(
      likelihood.extend({
        byOutcome: z
          .record(z.string(), z.number())
          .optional()
          .describe('Probabilities of this value and an outcome together, by outcome'),
      }),
    )
    .describe('Ascending by value; empty for measures that are summed along the way'),
});

const byWinner = z.object({ a: estimate, b: estimate, none: estimate });

/** A charge that is never made, evaded or driven off is not a fight won: fights that took place are counted apart. */
export const contact = z.object({
  met: estimate.describe('The share of charges that come to contact'),
  won: byWinner.describe('Fights by their winner, as shares of all charges'),
  whenMet: byWinner.optional().describe('The same as shares of the fights that took place; left out where none does'),
  without: z
    .array(z.object({ id: z.string(), winner, ...estimateFields }))
    .describe('Charges that never came to contact, as shares of all charges, by outcome'),
});

/** Of measures that vary. */
export const details = z
  .object({
    conditionals: z
      .array(
        z.object({
          measure: z.string(),
          given: z.string(),
          p: probability,
          mean: z.number(),
          sd: z.number(),
          ...ends,
        }),
      )
      .describe('Means over the encounters that end one way: given is "winner=a", and p how often that is'),
    correlations: z
      .array(z.object({ first: z.string(), second: z.string(), r: z.number(), ...ends }))
      .describe("Pearson's, of every two measures"),
    joint: z
      .object({
        first: z.string(),
        second: z.string(),
        rows: z.array(z.object({ first: z.number(), second: z.number(), ...estimateFields })),
      })
      .optional()
      .describe('What both sides lose together: the chance of every pair of figures'),
    survival: z
      .object({ measure: z.string(), rows: z.array(likelihood) })
      .optional()
      .describe('The share that still goes on after each round or turn'),
  })
  .describe('Means given how it ends, correlations of measures, survival by round');

export const rulebook = z.object({
  id: z.string(),
  title: z.string(),
  label: z.string().optional().describe('Its short name, "2nd edition", where it has one'),
  hash: z.string(),
  variant: z.string().nullable(),
  rows: z.record(z.string(), z.string()).optional().describe('Names of the rows that single edits change, by path'),
});

export const cell = z.object({
  labels: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe("The axis values, or the variant's name"),
  rulebook,
  rulings: z.record(z.string(), z.union([z.string(), z.number()])).describe('Every ruling in force'),
  notes: z.array(z.object({ kind: z.string(), text: z.string() })),
  sides: twoNames,
  sideIds: twoNames.optional().describe('What paths call the sides, where they have names'),
  engine: z.enum(['exact', 'sample']),
  method: z.string().describe('How it was worked out: "compiled whole", "pair by pair", "walk", "phase kernels"'),
  trials: z.number().int().nullable().describe('null when exact'),
  level: z.number().optional().describe('How sure the intervals are; only when sampled'),
  partial: z.boolean(),
  states: z.number().nullable().describe('null where tables were filled as they were walked'),
  outcomes: z.array(outcome),
  measures: z.array(measure),
  contact: contact.optional().describe('Charges only: those that came to contact, and those that never did'),
  details: details.optional(),
});
