import * as z from 'zod';

/** What several parts of the results are made of. Exact figures carry no interval and no count; sampled ones both. */
export const probability = z.number().min(0).max(1);
export const count = z.number().int().min(0);
export const place = z.number().int();
export const twoNames = z.tuple([z.string(), z.string()]);
export const interval = z.object({ low: z.number(), high: z.number() });
/** The ends of an interval, where there is one. */
export const ends = { low: z.number().optional(), high: z.number().optional() };

export const estimateFields = {
  p: probability,
  low: probability.optional().describe("Wilson's interval at the cell's level; only when sampled"),
  high: probability.optional(),
  count: count.optional().describe('Only when sampled'),
};
export const estimate = z.object(estimateFields);

/** A value of a measure and how likely it is. */
export const likelihood = z.object({ value: z.number(), ...estimateFields });
export const objective = z.object({ id: z.string(), label: z.string() });
export const winner = z.enum(['a', 'b', 'none']);
export const outcomeOrMeasure = z.enum(['outcome', 'measure']);

/** One question that a sheet leaves open, and another reading of it. */
export const readingFields = {
  ruling: z.string(),
  key: z.string(),
  question: z.string().describe('What the sheet leaves open'),
  from: z.union([z.string(), z.number()]),
  to: z.union([z.string(), z.number()]),
};

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The type of what a schema describes; nobody changes results. */
export type Shape<S extends z.ZodType> = DeepReadonly<z.infer<S>>;
