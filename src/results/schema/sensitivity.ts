import * as z from 'zod';
import { interval, objective, twoNames } from './parts.ts';

export const sensitivityRow = z.object({
  path: z.string(),
  label: z.string(),
  source: z.string(),
  value: z.number(),
  minus: z.number().describe('The objective with the row a point lower'),
  plus: z.number().describe('The objective with the row a point higher'),
  without: z.number().describe('The objective without the row; of one figure of a pair, with that figure at 0'),
  minusChange: z.number(),
  plusChange: z.number(),
  withoutChange: z.number(),
  minusInterval: interval.optional(),
  plusInterval: interval.optional(),
  withoutInterval: interval.optional(),
  note: z.string().optional(),
});

/** What one point of every modifier is worth. */
export const sensitivity = z.object({
  objective,
  base: z.number(),
  baseInterval: interval.optional(),
  rows: z.array(sensitivityRow).describe('By the largest of the three effects'),
  pairs: z
    .array(
      z.object({
        paths: twoNames,
        labels: twoNames,
        value: z.number().describe('The objective without both'),
        change: z.number(),
        alone: z.number().describe('The change without the second alone'),
        interval: interval.optional(),
      }),
    )
    .optional()
    .describe('Rows whose loss changes nothing as long as the other stays, and something together'),
  unmoved: z
    .array(z.object({ path: z.string(), label: z.string(), reason: z.string() }))
    .describe('Rows that change nothing here, with the reason where it is known (a cap)'),
});
