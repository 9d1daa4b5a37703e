import * as z from 'zod';
import { place, readingFields } from './parts.ts';

export const hangingReading = z.object({
  ...readingFields,
  figure: z.string().describe('The figure of the headline that moves most'),
  base: z.number().describe('That figure as printed'),
  value: z.number().describe('That figure under this reading'),
  unit: z
    .enum(['share', 'points', 'amount'])
    .describe('What base and value are: shares, differences of shares, or differences of averages'),
  turns: z.boolean().describe('It turns the winner, which cell is better, or the verdict of a comparison'),
  cell: place.optional().describe('The cell of a grid, or of the variant of a comparison, that it speaks of'),
});

/** What other readings of the rulings would make of the result. */
export const readings = z.object({
  consulted: z.array(z.string()).describe('Rulings asked for while the encounter was worked out'),
  tried: z.number().int().describe('Other readings tried'),
  of: z.number().int().describe('Other readings there are'),
  hanging: z
    .array(hangingReading)
    .describe('Readings that turn the winner or move the headline by more than 5 percentage points, worst first'),
});
