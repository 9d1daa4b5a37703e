import * as z from 'zod';
import { ends, outcomeOrMeasure, place, probability, readingFields } from './parts.ts';

/** An outcome or measure of a variant against the base, cell 0. */
export const difference = z.object({
  cell: place.describe('Which cell, against cell 0'),
  variant: z.string(),
  kind: outcomeOrMeasure,
  id: z.string(),
  label: z.string(),
  base: z.number(),
  value: z.number(),
  difference: z.number(),
  ...ends,
  pValue: probability.optional().describe('Holm-corrected; only when sampled'),
  rawPValue: probability.optional().describe('Before that correction'),
  effect: z
    .object({ kind: z.enum(['cohens-h', 'cohens-d']), value: z.number() })
    .optional()
    .describe("Cohen's h of two shares, or d of two means: 0.2 small, 0.5 middling, 0.8 large"),
  detectable: z.number().optional().describe('The smallest difference that this run would find 4 times in 5'),
  trialsNeeded: z
    .number()
    .optional()
    .describe('Trials that would find this difference 4 times in 5: paired as here when sampled, else each for itself'),
  verdict: z.enum(['more', 'less', 'same', 'no detectable difference']),
  size: z.string().describe("In a wargamer's words: a little more often (1 fight in 20)"),
  flips: z
    .object({ towards: z.number(), away: z.number() })
    .optional()
    .describe('Under the same dice, how often the result changed this way and the other'),
});

/** One sentence or two per variant. */
export const verdict = z.object({
  cell: place,
  variant: z.string(),
  text: z.string(),
  notes: z.array(z.string()),
  tests: z
    .array(z.object({ name: z.string(), statistic: z.number(), pValue: z.number() }))
    .optional()
    .describe('Whole-distribution tests; only when sampled'),
  pairingGain: z.number().optional().describe('How many times less variance the pairing gave'),
});

/** Two variants laid on together, against the sum of what each does alone. */
export const interaction = z.object({
  first: z.string(),
  second: z.string(),
  kind: outcomeOrMeasure,
  id: z.string(),
  label: z.string(),
  added: z.number().describe('Both differences from the base, added up'),
  together: z.number().describe('The difference of both together'),
  interaction: z.number(),
  ...ends,
});

/** compare --rulings: a difference under another reading. */
export const rulingCheck = z.object({
  ...readingFields,
  variant: z.string(),
  measure: z.string(),
  difference: z.number(),
  survives: z.boolean(),
  text: z.string(),
});
