import * as z from 'zod';
import { axis } from '../../scenarios/axis-schema.ts';
import { RESULTS_SCHEMA } from '../types.ts';
import { best } from './best.ts';
import { cell } from './cell.ts';
import { difference, interaction, rulingCheck, verdict } from './comparison.ts';
import { game } from './game.ts';
import { impact } from './impact.ts';
import { evening, luck, luckLog } from './luck.ts';
import { points } from './points.ts';
import { readings } from './readings.ts';
import { sensitivity } from './sensitivity.ts';
import { targetTuning, tuning } from './tuning.ts';

/** The scenario with every default filled in, and the variants laid over its rulebook. */
const resolvedScenario = z.object({
  source: z.string(),
  encounter: z.string(),
  rules: z.string(),
  situation: z.unknown(),
  variants: z.array(z.unknown()),
});

export const convergence = z.object({
  outcome: z.string(),
  exact: z.number(),
  points: z.array(z.object({ trials: z.number(), p: z.number(), low: z.number(), high: z.number() })),
});

/**
 * The results contract: what every command gives and every report is a function of. The types of src/results/types.ts
 * are read off it, and schema/results.schema.json is written from it. Nothing that plays or draws loads it.
 */
export const results = z.object({
  schema: z.literal(RESULTS_SCHEMA),
  kind: z.enum(['run', 'compare', 'sweep', 'matrix', 'sensitivity', 'tune', 'best', 'impact', 'luck', 'points']),
  version: z.string(),
  command: z.string().describe('The line that reproduces this'),
  seed: z.number().int(),
  title: z.string(),
  labels: z.record(z.string(), z.string()).optional().describe('Names of the reader’s own, by id, path or label'),
  scenario: resolvedScenario,
  axes: z.array(axis).optional(),
  cells: z.array(cell),
  partial: z.boolean().optional().describe('It was stopped: the cells are the first of those asked for'),
  differences: z.array(difference).optional().describe('compare: every outcome and measure against the base, cell 0'),
  verdicts: z.array(verdict).optional(),
  robustness: z.array(rulingCheck).optional().describe('compare --rulings'),
  interactions: z.array(interaction).optional().describe('compare --full: two variants together'),
  game: game.optional(),
  sensitivity: sensitivity.optional(),
  tuning: tuning.optional(),
  readings: readings.optional(),
  best: best.optional(),
  luck: luck.optional().describe('run --observed, once'),
  evening: evening.optional().describe('run --observed, several times: one verdict on all of them'),
  impact: impact
    .optional()
    .describe('What variants do over a suite; the cells are those of the situation that moves most'),
  targetTuning: targetTuning.optional().describe('tune over the targets of a suite'),
  log: luckLog.optional().describe('luck: what was fought and what came out, and how lucky each player was'),
  points: points.optional().describe('What troops are worth against each other: a model, with its fit'),
  convergence: convergence.optional().describe('Sampled runs with an exact twin: how the estimate closed in'),
});

/** As JSON Schema. Open by default: a later minor version may add a field; `strict` is for our own tests. */
export function resultsJsonSchema(options: { readonly strict?: boolean } = {}): Record<string, unknown> {
  const schema = z.toJSONSchema(results, { io: options.strict === true ? 'output' : 'input' });
  return { $id: RESULTS_SCHEMA, title: 'The results of a grognard experiment', ...schema };
}
