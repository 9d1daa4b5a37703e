import * as z from 'zod';

/** What the steps of a rulebook file may say; what they mean is checked when they are put together. */
export const id = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z][A-Za-z0-9]*)*$/,
    'A name is letters and digits, with dashes between words that each begin with a letter.',
  );
export const expression = z
  .union([z.string(), z.int(), z.boolean()])
  .describe('A whole number, true or false, or an expression: max(0, target.left - 1)');
const throwOf = z
  .union([
    z.string(),
    z.strictObject({
      on: expression.describe('What decides which dice are thrown: from.quality'),
      dice: z.record(z.string(), z.string()).describe('Dice by word: { raw: D6, veteran: D8 }'),
    }),
  ])
  .describe('Dice: D6, 2D6, D6+D8, D66, 3D6 keep highest 2, D[0,0,1,1,2,3], or dice that depend on a word');

const poolRules = {
  add: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Tables of modifiers that are added to every die'),
  natural: z
    .strictObject({ hit: expression.optional(), miss: expression.optional() })
    .optional()
    .describe('Natural faces that always hit or miss, whatever is added; 0 for none'),
  twice: expression.optional().describe('A natural face of at least this counts twice; 0 for none'),
  reroll: z
    .union([z.enum(['ones', 'failures', 'none']), z.string()])
    .optional()
    .describe('Dice thrown once more: ones, failures or none, or an expression that says which'),
  explode: expression.optional().describe('A natural face of at least this brings another die; 0 for none'),
  'explode-most': z.int().min(1).max(10).optional().describe('So many more dice in a row at most; 1 if left out'),
};
const stage = z
  .strictObject({
    'go-on': expression.optional().describe('Each success goes on at this or more (to wound)'),
    save: expression.optional().describe('Each success is lost at this or more'),
    die: throwOf.optional(),
    ...poolRules,
  })
  .describe('What becomes of each success');

const result = z.strictObject({
  if: expression
    .optional()
    .describe('When this holds (face, sum and total = face + sum may be asked); the first that holds counts'),
  say: z.string().max(200).optional().describe('What it is called in stories'),
  set: z.record(z.string(), expression).optional(),
  count: z.record(z.string(), expression).optional(),
  get do() {
    return steps.optional();
  },
});

export const step = z.strictObject({
  set: z.record(z.string(), expression).optional().describe('New values, all worked out before any is set'),
  count: z.record(z.string(), expression).optional().describe('Adds to sums'),
  if: expression.optional(),
  get then() {
    return steps.optional();
  },
  get else() {
    return steps.optional();
  },
  while: expression.optional().describe('Goes round as long as this holds'),
  repeat: expression.optional().describe('Goes round so many times'),
  as: id.optional().describe('The name of the round, 1, 2, 3 …'),
  each: id.optional().describe('A name that stands for each unit of a side in turn'),
  first: id.optional().describe('A name that stands for the first unit of a side that will do'),
  of: z.string().optional().describe('The side'),
  where: expression.optional().describe('Only units for which this holds'),
  get do() {
    return steps.optional();
  },
  roll: throwOf.optional(),
  pool: expression.optional().describe('So many dice, thrown together; successes are counted'),
  compare: z
    .tuple([expression, expression])
    .optional()
    .describe('Dice of either side, sorted and compared pair by pair; counts the pairs that the first side loses'),
  die: throwOf.optional().describe('The kind of die; D6 if left out'),
  hits: expression.optional().describe('A die of the pool hits at this or more'),
  stages: z.array(stage).max(6).optional().describe('What becomes of each hit: to wound, to save'),
  damage: z
    .union([z.string(), z.int()])
    .optional()
    .describe('What each success is worth: a number, an expression, or dice'),
  ties: z.enum(['first', 'second']).optional().describe('Who wins an even pair; second if left out'),
  into: z.string().optional().describe('The variable that takes what was counted or thrown'),
  most: expression.optional().describe('No more than this is counted'),
  by: z.string().optional().describe('Whose dice: a side or unit'),
  against: z.string().optional().describe('The opponent, for conditions on enemy'),
  title: z.string().max(200).optional().describe('What is thrown or decided; {name} puts a value in'),
  base: expression.optional().describe('A score that the modifiers are added to; part of sum'),
  ...poolRules,
  results: z.array(result).max(40).optional().describe('What faces do; the first whose condition holds'),
  choose: z.string().optional().describe('The side that decides'),
  options: z
    .record(
      id,
      z.strictObject({
        if: expression.optional().describe('Only when this holds'),
        get do() {
          return steps.optional();
        },
      }),
    )
    .optional()
    .describe('What may be done; the first is done when no tactic says otherwise'),
  call: id.optional().describe('A procedure'),
  with: z
    .record(id, z.union([z.string(), z.int(), z.boolean()]))
    .optional()
    .describe('What its parameters stand for'),
  end: z.string().optional().describe('The encounter ends with this outcome'),
  note: z.string().max(300).optional().describe('Told in stories; {name} puts a value in'),
});
const steps: z.ZodType<readonly Step[]> = z.lazy(() => z.array(step).max(200)) as z.ZodType<readonly Step[]>;

export type ThrowFile = z.infer<typeof throwOf>;
export type ExpressionFile = z.infer<typeof expression>;
export type StageFile = z.infer<typeof stage>;
type Own = z.infer<typeof step>;
export interface Step extends Omit<Own, 'then' | 'else' | 'do' | 'results' | 'options'> {
  readonly then?: readonly Step[];
  readonly else?: readonly Step[];
  readonly do?: readonly Step[];
  readonly results?: readonly ResultFile[];
  readonly options?: Readonly<Record<string, { readonly if?: ExpressionFile; readonly do?: readonly Step[] }>>;
}
export interface ResultFile {
  readonly if?: ExpressionFile;
  readonly say?: string;
  readonly set?: Readonly<Record<string, ExpressionFile>>;
  readonly count?: Readonly<Record<string, ExpressionFile>>;
  readonly do?: readonly Step[];
}
