import * as z from 'zod';
import { interval, objective } from './parts.ts';

export const bestDecision = z.object({
  side: z.string(),
  step: z.string(),
  title: z.string(),
  chance: z.number().describe('That best play comes to it'),
  value: z.number().describe('What the right choice each time is worth, where the decision comes up'),
  lost: z.number().describe('What keeping to the scenario costs its side there; 0 where nothing is better'),
  rule: z
    .object({ text: z.string(), value: z.number() })
    .optional()
    .describe('Where the right choice varies: a rule of thumb, and what the encounter is worth under it'),
  options: z
    .array(z.object({ option: z.string(), value: z.number(), taken: z.number() }))
    .describe('What each is worth if taken every time, with best play afterwards, and how often it is right'),
});

export const triedTactic = z.object({
  side: z.string(),
  label: z.string().describe('"charge whenever possible", or the name of a tactic'),
  value: z.number(),
  interval,
  trials: z.number(),
  chosen: z.boolean(),
});

/** Best play. Cell 0 is the scenario as written, cell 1 best play. */
export const best = z.object({
  objective,
  goodFor: z.string().describe('The side that wants the objective high'),
  method: z.enum(['solved', 'searched']).describe('searched: the best of what was tried, not proved best'),
  text: z.string().describe('A sentence that a player can use'),
  choosers: z.array(z.string()).describe('Sides that choose'),
  asWritten: z.array(z.string()).describe('Sides that keep to the scenario'),
  written: z.number().describe('The objective as the scenario is written'),
  writtenInterval: interval.optional(),
  value: z.number().describe('The objective under best play'),
  interval: interval.optional(),
  keeping: z
    .array(z.object({ side: z.string(), value: z.number() }))
    .optional()
    .describe('What it is worth if one chooser keeps to the scenario and the other plays its best'),
  decisions: z.array(bestDecision).describe('Every decision of those who choose'),
  tactics: z.array(triedTactic).optional().describe('searched: what was tried, the best first'),
});
