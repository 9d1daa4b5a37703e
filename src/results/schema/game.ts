import * as z from 'zod';
import { interval } from './parts.ts';

export const player = z.object({
  side: z.string(),
  options: z.array(z.string()),
  wants: z.enum(['high', 'low']),
  free: z
    .array(z.object({ option: z.string(), least: z.number(), most: z.number() }))
    .optional()
    .describe('Options whose share is free within these bounds: there are several best mixes'),
});

const dominated = z.object({
  option: z.string(),
  by: z.string().describe('Another option, or a mix of others in words'),
  strictly: z.boolean(),
  mix: z.array(z.object({ option: z.string(), share: z.number() })).optional(),
});

/** Tactics of one side against tactics of the other. */
export const game = z.object({
  objective: z.string(),
  goodFor: z.string().describe('The side that wants the objective high; the other wants it low'),
  rowPlayer: player,
  columnPlayer: player,
  onePlayer: z.boolean().optional().describe('Both axes are choices of one side: nobody plays against it'),
  values: z.array(z.array(z.number())).describe('values[row][column]: the objective, whoever wants it'),
  intervals: z.array(z.array(interval)).optional(),
  dominatedRows: z.array(dominated),
  dominatedColumns: z.array(dominated),
  equilibrium: z.object({
    rows: z.array(z.number()),
    columns: z.array(z.number()),
    value: z.number(),
    interval: interval.optional().describe('Only when sampled: holds the value of the game, all cells taken together'),
  }),
  told: z.boolean().optional().describe('Only when sampled: whether the cells tell the advice from its rivals'),
});
