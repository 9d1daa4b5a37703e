import * as z from 'zod';
import { whenSchema } from '../../rules/tactic.ts';

/**
 * What a rulebook file may say, for the first look at it and for the JSON Schema that editors use. What names stand for,
 * and whether expressions make sense, is checked when the book is put together.
 */
const id = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z][A-Za-z0-9]*)*$/,
    'A name is letters and digits, with dashes between words that each begin with a letter.',
  );
const rowId = z
  .string()
  .regex(/^([A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*|-?\d+)$/, 'A name is letters and digits, with dashes between words.');
const expression = z
  .union([z.string(), z.int(), z.boolean()])
  .describe('A whole number, true or false, or an expression: max(0, target.left - 1)');
const about = z.string().max(500).optional().describe('What it means, for people');
const page = z.union([z.string(), z.int()]).optional().describe('Where it is printed: "page 4"');

const field = z
  .strictObject({
    number: z.tuple([expression, expression]).optional().describe('A whole number, from the first to the second'),
    words: z.array(id).min(1).max(64).optional().describe('One of these words'),
    flag: z.literal(true).optional().describe('True or false'),
    default: z
      .union([z.string(), z.int(), z.boolean()])
      .optional()
      .describe('What is taken when a scenario does not say; without it, it must be said'),
    start: expression.optional().describe('What it starts at; the first word, the lowest number or false if left out'),
    about,
  })
  .describe('One of number, words or flag');
const fields = z.record(id, field);
const fact = z
  .union([expression, z.strictObject({ is: expression, about })])
  .describe('An expression over what stands above it');
/** Each is put together and typed before anything is played; a game of its own has a few dozen. */
const MOST_FACTS = 500;
const facts = z
  .record(id, fact)
  .refine((all) => Object.keys(all).length <= MOST_FACTS, `A group of facts holds at most ${MOST_FACTS}.`);

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
    .union([id_or_path(), z.array(id_or_path())])
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
function id_or_path() {
  return z.string();
}
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

const step = z.strictObject({
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

const figureRow = z.union([
  z.int(),
  z.tuple([z.int(), z.string()]),
  z.strictObject({ value: z.int(), label: z.string().optional(), page }),
]);
const modifierValue = z.union([
  z.int().min(-1000).max(1000),
  z.strictObject({ fact: z.string(), plus: z.int().optional() }),
  z.strictObject({ per: z.string(), each: z.int(), min: z.int().optional(), max: z.int().optional() }),
  z.strictObject({ pair: z.tuple([z.int(), z.int()]) }),
]);
const modifierRow = z.union([
  z.int(),
  z.tuple([modifierValue, z.string()]),
  z.tuple([modifierValue, z.string(), whenSchema]),
  z.strictObject({
    value: modifierValue,
    label: z.string().optional(),
    when: whenSchema.optional(),
    replaces: z.array(z.string()).optional(),
    page,
  }),
]);
const cell = z.union([z.int(), z.null()]);

const side = z.strictObject({
  units: z
    .tuple([z.int().min(1).max(8), z.int().min(1).max(8)])
    .optional()
    .describe('Several units: from, to'),
  facts: facts.optional().describe('Facts of the units of this side in this encounter'),
  about,
});
const outcome = z.union([
  z.int().min(-5).max(5),
  z.strictObject({ worth: z.int().min(-5).max(5), label: z.string().min(1).max(80) }),
]);
const goodFor = id.optional().describe("The side that much of it is good for, or 'nobody'; otherwise its name is read");
const measure = z.union([
  expression,
  z.strictObject({ label: z.string().min(1).max(80).optional(), of: expression, goodFor }),
]);
const sum = z.union([z.string(), z.strictObject({ label: z.string().min(1).max(80), goodFor })]);

const encounter = z.strictObject({
  title: z.string().min(1).max(80),
  about,
  sides: z
    .union([z.array(id).min(1).max(2), z.record(id, z.union([side, z.null()]))])
    .describe('One or two sides, the first is the one whose disaster comes first among the outcomes'),
  given: fields.optional().describe('What a scenario may say about the moment: distance, turns'),
  state: fields.optional().describe('What changes in play and belongs to no unit'),
  facts: facts.optional().describe('What follows; conditions ask for it as now.name'),
  refuse: z
    .array(z.strictObject({ if: expression, at: z.string().optional(), say: z.string() }))
    .optional()
    .describe('Situations that the rules do not allow'),
  outcomes: z
    .record(id, outcome)
    .describe("How it can end, each with a figure from -5 (the first side's disaster) to 5 (the second's)"),
  measures: z.record(rowIdPath(), measure).optional().describe('Numbers read off the end'),
  sums: z.record(rowIdPath(), sum).optional().describe('Numbers added up along the way, with their labels'),
  play: z.array(step).min(1).max(200),
});
function rowIdPath() {
  return z.string().regex(/^[A-Za-z][\w.-]*$/, 'A name is letters, digits, dashes and dots.');
}

export const bookSchema = z.strictObject({
  $schema: z.string().optional(),
  id: id.describe('What the rulebook is called on command lines and in results'),
  title: z.string().min(1).max(120),
  label: z.string().min(1).max(80).optional().describe('A short name for tables and charts, instead of the title'),
  about,
  unit: z
    .strictObject({
      given: fields.optional().describe('What a scenario may say about a unit'),
      state: fields.optional().describe('What changes in play'),
      facts: facts.optional().describe('What follows from both; conditions ask for it as self.name or enemy.name'),
    })
    .optional(),
  types: z
    .record(id, z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])))
    .optional()
    .describe('Named kinds of unit, with what a scenario would say about them'),
  figures: z
    .record(rowIdPath(), z.strictObject({ title: z.string().optional(), page, rows: z.record(rowId, figureRow) }))
    .optional()
    .describe('Tables of plain figures, read as table.row'),
  modifiers: z
    .record(
      rowIdPath(),
      z.strictObject({
        title: z.string().optional(),
        page,
        unless: whenSchema.optional(),
        rows: z.record(rowId, modifierRow),
      }),
    )
    .optional()
    .describe('Tables of modifiers: what is added when a condition holds'),
  grids: z
    .record(
      rowIdPath(),
      z.strictObject({
        title: z.string().optional(),
        page,
        columns: z
          .array(z.union([rowId, z.int()]))
          .min(1)
          .max(100),
        rows: z.record(rowId, z.array(cell)),
      }),
    )
    .optional()
    .describe('Printed grids, read as grid(row, column)'),
  rulings: z
    .record(
      id,
      z.strictObject({
        ask: z.string(),
        read: z
          .array(z.union([z.string(), z.boolean()]))
          .min(1)
          .optional(),
        between: z.tuple([z.int(), z.int()]).optional(),
        default: z.union([z.string(), z.int(), z.boolean()]).optional(),
        because: z.string().optional(),
      }),
    )
    .optional()
    .describe('What the rules leave open: a question and the readings, the first of which is taken'),
  procedures: z
    .record(
      id,
      z.union([
        z.array(step).max(200),
        z.strictObject({
          with: z.array(id).max(12).optional(),
          locals: fields.optional(),
          steps: z.array(step).max(200),
        }),
      ]),
    )
    .optional()
    .describe('Steps that encounters call by name'),
  encounters: z.record(id, encounter),
});

export type BookFile = z.infer<typeof bookSchema>;
export type EncounterFile = z.infer<typeof encounter>;
export type FieldFile = z.infer<typeof field>;
export type FactFile = z.infer<typeof fact>;
export type ThrowFile = z.infer<typeof throwOf>;
export type ExpressionFile = z.infer<typeof expression>;
export type StageFile = z.infer<typeof stage>;
export type SideFile = z.infer<typeof side>;
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
