import * as z from 'zod';
import { RESULTS_SCHEMA, type Results } from '../src/results/types.ts';

/**
 * The results contract as a schema that other programs can check against: schema/results.schema.json is written from
 * this. The compiler holds it to src/results/types.ts in both directions, at the foot of this file.
 */
const probability = z.number().min(0).max(1);
const estimate = {
  p: probability,
  low: probability.optional().describe('95 % interval, Wilson; only when sampled'),
  high: probability.optional(),
  count: z.number().int().min(0).optional().describe('Only when sampled'),
};
const interval = z.object({ low: z.number(), high: z.number() });
const value = z.union([z.string(), z.number(), z.boolean()]);
const objective = z.object({ id: z.string(), label: z.string() });

const axis = z.object({
  path: z.string(),
  label: z.string(),
  values: z.array(value),
  kind: z.enum(['number', 'list']),
});

const outcome = z.object({
  id: z.string(),
  label: z.string(),
  winner: z.enum(['a', 'b', 'none']),
  severity: z.number().describe("From one side's disaster, -5, to the other's, 5"),
  ...estimate,
});

/** Not a number is written as null. */
const maybeUnknown = z.union([z.number(), z.null() as unknown as z.ZodNever]);

const measure = z.object({
  id: z.string(),
  label: z.string(),
  mean: z.number(),
  sd: maybeUnknown.describe('Spread from encounter to encounter; null where a sampled run cannot know it'),
  low: z.number().optional().describe('95 % interval of the mean; only when sampled'),
  high: z.number().optional(),
  distribution: z
    .array(z.object({ value: z.number(), ...estimate, byOutcome: z.record(z.string(), z.number()).optional() }))
    .describe('Ascending by value; empty for measures that are summed along the way'),
});

const winner = z.enum(['a', 'b', 'none']);
const byWinner = z.object({ a: z.object(estimate), b: z.object(estimate), none: z.object(estimate) });
const contact = z.object({
  met: z.object(estimate).describe('The share of charges that come to contact'),
  won: byWinner.describe('Fights by their winner, as shares of all charges'),
  whenMet: byWinner.optional().describe('The same as shares of the fights that took place'),
  without: z
    .array(z.object({ id: z.string(), winner, ...estimate }))
    .describe('Charges that never came to contact, as shares of all charges, by outcome'),
});

const cell = z.object({
  labels: z.record(z.string(), value).describe("The axis values, or the variant's name"),
  rulebook: z.object({ id: z.string(), title: z.string(), hash: z.string(), variant: z.string().nullable() }),
  rulings: z.record(z.string(), z.union([z.string(), z.number()])),
  notes: z.array(z.object({ kind: z.string(), text: z.string() })),
  sides: z.tuple([z.string(), z.string()]),
  engine: z.enum(['exact', 'sample']),
  method: z.string(),
  trials: z.number().int().nullable().describe('null when exact'),
  partial: z.boolean(),
  states: z.number().nullable(),
  outcomes: z.array(outcome),
  measures: z.array(measure),
  contact: contact.optional().describe('Charges only: those that came to contact, and those that never did'),
});

const difference = z.object({
  cell: z.number().int(),
  variant: z.string(),
  kind: z.enum(['outcome', 'measure']),
  id: z.string(),
  label: z.string(),
  base: z.number(),
  value: z.number(),
  difference: z.number(),
  low: z.number().optional(),
  high: z.number().optional(),
  pValue: probability.optional().describe('Holm-corrected; only when sampled'),
  verdict: z.enum(['more', 'less', 'same', 'no detectable difference']),
  size: z.string(),
  flips: z.object({ towards: z.number(), away: z.number() }).optional(),
});

const verdict = z.object({
  cell: z.number().int(),
  variant: z.string(),
  text: z.string(),
  notes: z.array(z.string()),
  tests: z.array(z.object({ name: z.string(), statistic: z.number(), pValue: z.number() })).optional(),
  pairingGain: z.number().optional(),
});

const rulingCheck = z.object({
  ruling: z.string(),
  key: z.string(),
  from: z.union([z.string(), z.number()]),
  to: z.union([z.string(), z.number()]),
  variant: z.string(),
  measure: z.string(),
  difference: z.number(),
  survives: z.boolean(),
  text: z.string(),
});

const readings = z.object({
  consulted: z.array(z.string()).describe('Rulings asked for while the encounter was worked out'),
  tried: z.number().int().describe('Other readings tried'),
  of: z.number().int(),
  hanging: z
    .array(
      z.object({
        ruling: z.string(),
        key: z.string(),
        from: z.union([z.string(), z.number()]),
        to: z.union([z.string(), z.number()]),
        figure: z.string(),
        base: z.number(),
        value: z.number(),
        turns: z.boolean(),
      }),
    )
    .describe('Readings that turn the winner or move the headline by more than 5 points'),
});

const player = z.object({ side: z.string(), options: z.array(z.string()) });
const dominated = z.object({ option: z.string(), by: z.string(), strictly: z.boolean() });
const game = z.object({
  objective: z.string(),
  rowPlayer: player,
  columnPlayer: player,
  values: z.array(z.array(z.number())),
  intervals: z.array(z.array(interval)).optional(),
  dominatedRows: z.array(dominated),
  dominatedColumns: z.array(dominated),
  equilibrium: z.object({ rows: z.array(z.number()), columns: z.array(z.number()), value: z.number() }),
});

const sensitivity = z.object({
  objective,
  base: z.number(),
  baseInterval: interval.optional(),
  rows: z.array(
    z.object({
      path: z.string(),
      label: z.string(),
      source: z.string(),
      value: z.number(),
      minus: z.number(),
      plus: z.number(),
      minusChange: z.number(),
      plusChange: z.number(),
      minusInterval: interval.optional(),
      plusInterval: interval.optional(),
      note: z.string().optional(),
    }),
  ),
  unmoved: z.array(z.object({ path: z.string(), label: z.string(), reason: z.string() })),
});

const tuning = z.object({
  objective,
  target: z.number(),
  reached: z.boolean(),
  best: z.array(z.object({ path: z.string(), from: z.number(), to: z.number() })),
  value: z.number(),
  interval: interval.optional(),
  tried: z.array(
    z.object({
      values: z.array(z.number()),
      value: z.number(),
      low: z.number().optional(),
      high: z.number().optional(),
    }),
  ),
  text: z.string(),
  variantFile: z.string().nullable(),
});

const luck = z.object({
  measure: z.string(),
  label: z.string(),
  shown: z.string().optional().describe('The observed value as it is told'),
  observed: z.number(),
  given: z.string().optional().describe('What the shares are shares of, where that is not everything'),
  side: z.string().optional().describe('Who asks: good luck is good for this side'),
  possible: z.boolean().optional(),
  distribution: z
    .array(z.object({ value: z.number(), ...estimate }))
    .optional()
    .describe('All that could have come up under the same condition'),
  atLeast: z.object(estimate),
  atMost: z.object(estimate),
  exactly: z.object(estimate),
  percentile: z.number().min(0).max(100),
  text: z.string(),
});

const evening = z.object({
  results: z.array(luck.extend({ encounter: z.string() })),
  counted: z.number().int().describe('How many of them are good or bad for the side that asks'),
  asGood: probability.describe('How often as many encounters go as well or better for that side'),
  asBad: probability.describe('How often as many encounters go as badly or worse for that side'),
  text: z.string(),
});

const convergence = z.object({
  outcome: z.string(),
  exact: z.number(),
  points: z.array(z.object({ trials: z.number(), p: z.number(), low: z.number(), high: z.number() })),
});

export const resultsSchema = z.object({
  schema: z.literal(RESULTS_SCHEMA),
  kind: z.enum(['run', 'compare', 'sweep', 'matrix', 'sensitivity', 'tune']),
  version: z.string(),
  command: z.string().describe('The line that reproduces this'),
  seed: z.number().int(),
  title: z.string(),
  scenario: z.object({
    source: z.string(),
    encounter: z.string(),
    rules: z.string(),
    situation: z.unknown(),
    variants: z.array(z.unknown()),
  }),
  axes: z.array(axis).optional(),
  cells: z.array(cell),
  partial: z.boolean().optional(),
  differences: z.array(difference).optional(),
  verdicts: z.array(verdict).optional(),
  robustness: z.array(rulingCheck).optional(),
  game: game.optional(),
  sensitivity: sensitivity.optional(),
  tuning: tuning.optional(),
  readings: readings.optional(),
  luck: luck.optional(),
  evening: evening.optional(),
  convergence: convergence.optional(),
});

/** As JSON Schema. Open by default: a later minor version may add a field; `strict` is for our own tests. */
export function resultsJsonSchema(options: { readonly strict?: boolean } = {}): Record<string, unknown> {
  const schema = z.toJSONSchema(resultsSchema, { io: options.strict === true ? 'output' : 'input' });
  return { $id: RESULTS_SCHEMA, title: 'The results of a grognard experiment', ...schema };
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type Described = DeepReadonly<z.infer<typeof resultsSchema>>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Every path to a key; a field that is optional on one side and missing on the other shows only here. */
type Paths<T, At extends string = ''> = T extends readonly (infer E)[]
  ? Paths<E, `${At}[]`>
  : T extends object
    ? { [K in keyof T & string]-?: `${At}.${K}` | Paths<NonNullable<T[K]>, `${At}.${K}`> }[keyof T & string]
    : never;

/** Does not compile when the types and the schema part. */
export const agrees: [Same<Described, Results>, Same<Paths<Described>, Paths<Results>>] = [true, true];
