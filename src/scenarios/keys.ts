import * as z from 'zod';
import { ENCOUNTER_KINDS } from '../rules/encounter.ts';
import { variantSchema } from '../rules/variant.ts';
import { parseLevel, parseTrials, percentOrFraction } from './amounts.ts';
import { MAX_AXES } from './axes.ts';
import { noSuchChart } from './chart-names.ts';
import { labelsSchema } from './labels.ts';
import { MOST_CHARACTERS, pixels, THEMES } from './look.ts';

const amount = (read: (text: string) => unknown) => (value: string | number) => {
  try {
    read(String(value));
    return true;
  } catch {
    return false;
  }
};
const axisList = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);
const axisValues = z.union([
  axisList,
  z.strictObject({
    values: axisList,
    label: z.string().min(1).max(80).optional().describe('What the axis is called in tables and charts'),
  }),
]);
/** Values by path, and variants, that one file may lay over its scenario; beyond, a variant file says it better. */
const MAX_SET = 300;
const MAX_VARIANTS = 20;
const atMost = (most: number) => (group: object) => Object.keys(group).length <= most;
const words = z.string().max(MOST_CHARACTERS).optional();
const variantRef = z.union([z.string(), variantSchema]);

/** What every scenario file may say, whatever the encounter. The rest describes the situation and belongs to the rules. */
export const scenarioKeys = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema that editors check the file against'),
  title: z.string().min(1).max(300).optional().describe('What the scenario is called in tables and charts'),
  description: z.string().optional().describe('Anything worth telling; shown by `grognard examples show`'),
  rules: z.string().describe('The rulebook: oth2, oth-half, syw or pike-shot'),
  encounter: z.enum(ENCOUNTER_KINDS).describe('What is played'),
  variant: z
    .union([variantRef, z.array(variantRef)])
    .refine(
      (names) => !Array.isArray(names) || names.length <= MAX_VARIANTS,
      `At most ${MAX_VARIANTS} variants can be laid over each other.`,
    )
    .optional()
    .describe('A variant file laid over the rulebook, several in order, or the edits themselves'),
  troops: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe('Troops of your own that units may be named by: a file, several, or the troops themselves by name'),
  rulings: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .refine(atMost(MAX_SET), `A file sets at most ${MAX_SET} rulings.`)
    .optional()
    .describe('Readings of unclear rules, by key: lowScore: literal'),
  set: z
    .record(z.string(), z.unknown())
    .refine(atMost(MAX_SET), `A file sets at most ${MAX_SET} values by path; a variant file may change more.`)
    .optional()
    .describe('Single values by path, as --set does: attacker.fs, rules.fire.small-arms.initial-volley'),
  vary: z
    .record(z.string(), axisValues)
    .refine(atMost(MAX_AXES), `A scenario varies at most ${MAX_AXES} things at once.`)
    .optional()
    .describe('Axes by path: a list, or A..B, or A..B..STEP. Axes multiply into cells'),
  engine: z
    .enum(['auto', 'exact', 'sample'])
    .optional()
    .describe('How it is worked out; auto takes exact where it fits'),
  trials: z
    .union([z.number(), z.string()])
    .refine(amount(parseTrials), 'Trials are a whole number from 1 to 1e12, such as 10000, 10_000, 5M or 1e9.')
    .optional()
    .describe('Encounters to sample'),
  precision: z
    .union([z.number(), z.string()])
    .refine(amount(percentOrFraction), 'Precision is a share such as 0.1% or 0.001, above 0 and at most 50%.')
    .optional()
    .describe('Sample until every interval is at most this wide on either side: 0.1%'),
  level: z
    .union([z.number(), z.string()])
    .refine(amount(parseLevel), 'A level is a share such as 95% or 0.99, from 50% up and below 100%.')
    .optional()
    .describe('How sure intervals and verdicts are to be: 95% unless told'),
  seed: z.number().int().min(0).max(4294967295).optional().describe('Where the random numbers start'),
  charts: z
    .strictObject({
      title: words.describe('The title of the charts, instead of the finding'),
      subtitle: words.describe('What stands under it'),
      credit: words.describe('Whose picture it is, in its last line'),
      size: z
        .string()
        .superRefine((size, context) => {
          const found = pixels(size);
          if (typeof found === 'string') context.addIssue({ code: 'custom', message: found });
        })
        .optional()
        .describe('card (1200x630), square, wide, tall, or WIDTHxHEIGHT in pixels'),
      theme: z.enum(THEMES).optional().describe('On light, on dark, or on nothing'),
      labels: z
        .union([z.string().min(1), labelsSchema])
        .optional()
        .describe('Names of your own for ids, paths and labels, or the file that holds them'),
      only: z
        .string()
        .min(1)
        .superRefine((name, context) => {
          const message = noSuchChart(name);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        })
        .optional()
        .describe('Draw one chart only, by the name of its files'),
    })
    .optional()
    .describe('How the pictures look'),
});
export type ScenarioKeys = z.infer<typeof scenarioKeys>;

export const COMMON_KEYS: readonly string[] = Object.keys(scenarioKeys.shape);
