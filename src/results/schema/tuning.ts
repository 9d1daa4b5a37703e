import * as z from 'zod';
import { ends, interval, objective, place } from './parts.ts';

const moved = z.object({
  path: z.string(),
  label: z.string().describe('What it is called, no two alike'),
  from: z.number(),
  to: z.number(),
});

/** The modifier value that comes nearest to a wanted figure. */
export const tuning = z.object({
  objective,
  target: z.number(),
  within: z.number().describe('How near counts as reached'),
  reached: z.boolean(),
  evidence: z.enum(['reached', 'missed', 'open']).describe('Of samples: only what the whole interval says'),
  looked: z.number().int().describe('How many of the allowed values were looked at'),
  values: z.number().int(),
  best: z.array(moved),
  value: z.number(),
  interval: interval.optional(),
  tried: z
    .array(
      z.object({
        values: z.array(z.number()),
        value: z.number(),
        ...ends,
        trials: z
          .number()
          .int()
          .optional()
          .describe('How long it was looked at, where it was sampled: what cannot be nearest drops out early'),
      }),
    )
    .describe('Every value tried'),
  text: z.string(),
  caps: z.array(z.string()).describe('Which part of the way the ends of a table swallow'),
  variantFile: z
    .string()
    .nullable()
    .describe('The variant that does it, as YAML; null where the rules stay as they are or nothing would be gained'),
});

export const tunedTarget = z.object({
  about: z.string(),
  text: z.string(),
  label: z.string().describe('The same as people read it, by names'),
  kind: z.enum(['probability', 'advantage', 'mean']),
  now: z.number().describe('The figure nearest to a bound or farthest beyond it'),
  value: z.number().describe('The same after the change'),
  met: z.boolean(),
});

/** tune over the targets of a suite: the smallest change that meets them, or the best compromise. */
export const targetTuning = z.object({
  parameters: z.array(moved).describe('What may move: from what it is now to what it should be'),
  targets: z.array(tunedTarget),
  reached: z.boolean().describe('Every target is met'),
  impossible: z.array(place).describe('Targets that nothing in these ranges meets, each by itself'),
  conflict: z.array(place).describe('Targets that nothing in these ranges meets together, by their place'),
  looked: z.number().int().describe('Points of the grid that were looked at'),
  points: z.number().int().describe('All points of the grid'),
  text: z.string(),
  variantFile: z.string().nullable().describe('The variant that does it, as YAML; null where nothing changes'),
});
