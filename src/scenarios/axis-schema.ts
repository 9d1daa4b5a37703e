import * as z from 'zod';

/** As results hold an axis. */
export const axis = z.object({
  path: z.string(),
  label: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean()])).readonly(),
  kind: z.enum(['number', 'list']),
});
