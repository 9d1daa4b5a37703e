import * as z from 'zod';
import { RESULTS_SCHEMA, type Results } from '../src/results/types.ts';

/**
 * The results contract as a schema that other programs can check against: schema/results.schema.json is written from
 * this. The compiler holds it to src/results/types.ts in both directions, at the foot of this file.
 */
const probability = z.number().min(0).max(1);
const estimate = {
  p: probability,
  low: probability.optional().describe("Wilson's interval at the cell's level; only when sampled"),
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
  low: z.number().optional().describe("Interval of the mean at the cell's level; only when sampled"),
  high: z.number().optional(),
  quantiles: z
    .array(z.object({ share: probability, value: z.number() }))
    .optional()
    .describe('The smallest value that this share does not exceed; 0.5 is the median'),
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
const ends = { low: z.number().optional(), high: z.number().optional() };
const details = z
  .object({
    conditionals: z.array(
      z.object({
        measure: z.string(),
        given: z.string(),
        p: probability,
        mean: z.number(),
        sd: z.number(),
        ...ends,
      }),
    ),
    correlations: z.array(z.object({ first: z.string(), second: z.string(), r: z.number(), ...ends })),
    joint: z
      .object({
        first: z.string(),
        second: z.string(),
        rows: z.array(z.object({ first: z.number(), second: z.number(), ...estimate })),
      })
      .optional(),
    survival: z
      .object({ measure: z.string(), rows: z.array(z.object({ value: z.number(), ...estimate })) })
      .optional()
      .describe('The share that still goes on after each round or turn'),
  })
  .describe('Means given how it ends, correlations of measures, survival by round');

const cell = z.object({
  labels: z.record(z.string(), value).describe("The axis values, or the variant's name"),
  rulebook: z.object({
    id: z.string(),
    title: z.string(),
    label: z.string().optional(),
    hash: z.string(),
    variant: z.string().nullable(),
    rows: z.record(z.string(), z.string()).optional().describe('Names of the rows that single edits change, by path'),
  }),
  rulings: z.record(z.string(), z.union([z.string(), z.number()])),
  notes: z.array(z.object({ kind: z.string(), text: z.string() })),
  sides: z.tuple([z.string(), z.string()]),
  sideIds: z.tuple([z.string(), z.string()]).optional().describe('What paths call the sides, where they have names'),
  engine: z.enum(['exact', 'sample']),
  method: z.string(),
  trials: z.number().int().nullable().describe('null when exact'),
  level: z.number().optional().describe('How sure the intervals are; only when sampled'),
  partial: z.boolean(),
  states: z.number().nullable(),
  outcomes: z.array(outcome),
  measures: z.array(measure),
  contact: contact.optional().describe('Charges only: those that came to contact, and those that never did'),
  details: details.optional(),
});

const pair = z.tuple([z.number(), z.number()]);
const names = z.tuple([z.string(), z.string()]);
const count = z.number().int().min(0);
const impact = z.object({
  suite: z.object({
    source: z.string(),
    title: z.string(),
    rules: z.string(),
    situations: count,
    played: count.describe('Fewer than situations when it was stopped'),
  }),
  base: z.string(),
  variants: z.array(
    z.object({
      variant: z.string(),
      text: z.string(),
      compared: count,
      notCompared: count.describe('Situations that only one of the two rules allows'),
      moved: count,
      endOtherwise: probability.describe('By weight: the least share of encounters whose outcome must differ'),
      turned: count.describe('Situations whose likelier winner is now the other side'),
      groups: z.array(
        z.object({
          group: z.string(),
          encounter: z.string(),
          sides: names,
          situations: count,
          moved: count,
          turned: count,
          endOtherwise: probability,
          gains: pair.describe('How much oftener each side wins'),
        }),
      ),
      absorbed: z.array(z.string()),
      situations: z.array(
        z.object({
          name: z.string(),
          group: z.string(),
          encounter: z.string(),
          sides: names,
          tags: z.record(z.string(), z.string()),
          weight: probability,
          base: pair.describe('How often each side wins under the base'),
          value: pair.describe('The same under the variant'),
          endOtherwise: probability,
          moved: z.boolean(),
          turned: z.boolean(),
        }),
      ),
    }),
  ),
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
  rawPValue: probability.optional().describe('Before that correction'),
  effect: z.object({ kind: z.enum(['cohens-h', 'cohens-d']), value: z.number() }).optional(),
  detectable: z.number().optional().describe('The smallest difference that this run would find 4 times in 5'),
  trialsNeeded: z.number().optional().describe('Trials that would find this difference 4 times in 5'),
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

const interaction = z.object({
  first: z.string(),
  second: z.string(),
  kind: z.enum(['outcome', 'measure']),
  id: z.string(),
  label: z.string(),
  added: z.number(),
  together: z.number(),
  interaction: z.number(),
  ...ends,
});

const rulingCheck = z.object({
  ruling: z.string(),
  key: z.string(),
  question: z.string().describe('What the sheet leaves open'),
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
        question: z.string().describe('What the sheet leaves open'),
        from: z.union([z.string(), z.number()]),
        to: z.union([z.string(), z.number()]),
        figure: z.string(),
        base: z.number(),
        value: z.number(),
        unit: z.enum(['share', 'points', 'amount']),
        turns: z.boolean(),
        cell: z.number().int().optional(),
      }),
    )
    .describe('Readings that turn the winner or move the headline by more than 5 percentage points'),
});

const player = z.object({
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
const game = z.object({
  objective: z.string(),
  goodFor: z.string().describe('The side that wants the objective high'),
  rowPlayer: player,
  columnPlayer: player,
  onePlayer: z.boolean().optional().describe('Both axes are choices of one side'),
  values: z.array(z.array(z.number())),
  intervals: z.array(z.array(interval)).optional(),
  dominatedRows: z.array(dominated),
  dominatedColumns: z.array(dominated),
  equilibrium: z.object({
    rows: z.array(z.number()),
    columns: z.array(z.number()),
    value: z.number(),
    interval: interval.optional(),
  }),
  told: z.boolean().optional().describe('Only when sampled: whether the cells tell the advice from its rivals'),
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
      without: z.number().describe('The objective without the row'),
      minusChange: z.number(),
      plusChange: z.number(),
      withoutChange: z.number(),
      minusInterval: interval.optional(),
      plusInterval: interval.optional(),
      withoutInterval: interval.optional(),
      note: z.string().optional(),
    }),
  ),
  pairs: z
    .array(
      z.object({
        paths: z.tuple([z.string(), z.string()]),
        labels: z.tuple([z.string(), z.string()]),
        value: z.number(),
        change: z.number(),
        alone: z.number().describe('The change without the second alone'),
        interval: interval.optional(),
      }),
    )
    .optional()
    .describe('Rows whose loss changes nothing as long as the other stays, and something together'),
  unmoved: z.array(z.object({ path: z.string(), label: z.string(), reason: z.string() })),
});

const tuning = z.object({
  objective,
  target: z.number(),
  within: z.number().describe('How near counts as reached'),
  reached: z.boolean(),
  evidence: z.enum(['reached', 'missed', 'open']).describe('Of samples: only what the whole interval says'),
  looked: z.number().int().describe('How many of the allowed values were looked at'),
  values: z.number().int(),
  best: z.array(z.object({ path: z.string(), label: z.string(), from: z.number(), to: z.number() })),
  value: z.number(),
  interval: interval.optional(),
  tried: z.array(
    z.object({
      values: z.array(z.number()),
      value: z.number(),
      low: z.number().optional(),
      high: z.number().optional(),
      trials: z.number().int().optional().describe('How long it was looked at, where it was sampled'),
    }),
  ),
  text: z.string(),
  caps: z.array(z.string()).describe('Which part of the way the ends of a table swallow'),
  variantFile: z.string().nullable(),
});

const best = z.object({
  objective,
  goodFor: z.string().describe('The side that wants the objective high'),
  method: z.enum(['solved', 'searched']).describe('searched: the best of what was tried, not proved best'),
  text: z.string(),
  choosers: z.array(z.string()),
  asWritten: z.array(z.string()).describe('Sides that keep to the scenario'),
  written: z.number(),
  writtenInterval: interval.optional(),
  value: z.number(),
  interval: interval.optional(),
  keeping: z
    .array(z.object({ side: z.string(), value: z.number() }))
    .optional()
    .describe('What it is worth if one chooser keeps to the scenario and the other plays its best'),
  decisions: z.array(
    z.object({
      side: z.string(),
      step: z.string(),
      title: z.string(),
      chance: z.number(),
      value: z.number().describe('What the right choice each time is worth'),
      lost: z.number().describe('What keeping to the scenario costs its side there'),
      rule: z
        .object({ text: z.string(), value: z.number() })
        .optional()
        .describe('Where the right choice varies: a rule of thumb, and what the encounter is worth under it'),
      options: z.array(z.object({ option: z.string(), value: z.number(), taken: z.number() })),
    }),
  ),
  tactics: z
    .array(
      z.object({
        side: z.string(),
        label: z.string(),
        value: z.number(),
        interval,
        trials: z.number(),
        chosen: z.boolean(),
      }),
    )
    .optional(),
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

const luckLog = z.object({
  results: z.array(
    luck.extend({
      encounter: z.string(),
      line: z.number().int().optional().describe('Where the log says it'),
      players: z.tuple([z.string(), z.string()]).describe('Whose the two sides were'),
      favours: z.string().nullable().describe('Whom it is lucky for; null where that cannot be said'),
      tail: probability.nullable().describe('How often it goes as well or better for that player'),
      surprise: z.number().nullable().describe('From -1/2 to 1/2, 0 on average, to the good of the first side'),
    }),
  ),
  players: z.array(
    z.object({
      name: z.string(),
      counted: z.number().int(),
      sum: z.number().describe('The sum of the surprises'),
      asGood: probability,
      asBad: probability,
      percentile: z.number().min(0).max(100),
      distribution: z.array(z.object({ value: z.number(), p: probability })).describe('What the sum could have been'),
      text: z.string(),
    }),
  ),
  moments: z.array(z.number().int()).describe('The luckiest results, by their place'),
  text: z.string(),
});

const points = z.object({
  model: z.literal('Bradley-Terry'),
  suite: z.string(),
  troops: z.array(
    z.object({
      name: z.string(),
      strength: z.number().describe('In the ratio of these, two troops are expected to share the score'),
      points: z.number(),
      score: probability.describe('The mean score against all others'),
      given: z.number().optional().describe('What the list pays'),
      overpriced: z.number().optional().describe('How much more that is than the points of the model, as a share'),
    }),
  ),
  pairs: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      score: probability.describe("0 the first's disaster, 1/2 even, 1 the second's disaster"),
      expected: probability,
      residual: z.number(),
    }),
  ),
  fit: z.object({ pairs: z.number().int(), encounters: z.number().int(), explained: z.number(), residual: z.number() }),
  scale: z.string(),
  text: z.string(),
});

const targetTuning = z.object({
  parameters: z.array(z.object({ path: z.string(), label: z.string(), from: z.number(), to: z.number() })),
  targets: z.array(
    z.object({
      about: z.string(),
      text: z.string(),
      kind: z.enum(['probability', 'advantage', 'mean']),
      now: z.number(),
      value: z.number(),
      met: z.boolean(),
    }),
  ),
  reached: z.boolean(),
  impossible: z.array(z.number().int()).describe('Targets that nothing in these ranges meets, each by itself'),
  conflict: z.array(z.number().int()).describe('Targets that nothing in these ranges meets together, by their place'),
  looked: z.number().int(),
  points: z.number().int(),
  text: z.string(),
  variantFile: z.string().nullable(),
});

const convergence = z.object({
  outcome: z.string(),
  exact: z.number(),
  points: z.array(z.object({ trials: z.number(), p: z.number(), low: z.number(), high: z.number() })),
});

export const resultsSchema = z.object({
  schema: z.literal(RESULTS_SCHEMA),
  kind: z.enum(['run', 'compare', 'sweep', 'matrix', 'sensitivity', 'tune', 'best', 'impact', 'luck', 'points']),
  version: z.string(),
  command: z.string().describe('The line that reproduces this'),
  seed: z.number().int(),
  title: z.string(),
  labels: z.record(z.string(), z.string()).optional().describe('Names of the reader’s own, by id, path or label'),
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
  interactions: z.array(interaction).optional(),
  game: game.optional(),
  sensitivity: sensitivity.optional(),
  tuning: tuning.optional(),
  readings: readings.optional(),
  best: best.optional(),
  luck: luck.optional(),
  evening: evening.optional(),
  impact: impact
    .optional()
    .describe('What variants do over a suite; the cells are those of the situation that moves most'),
  targetTuning: targetTuning.optional(),
  log: luckLog.optional(),
  points: points.optional().describe('What troops are worth against each other: a model, with its fit'),
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
