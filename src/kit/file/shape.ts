import * as z from 'zod';
import { whenSchema } from '../../rules/tactic.ts';
import { expression, id, step } from './step-shape.ts';

/**
 * What a rulebook file may say, for the first look at it and for the JSON Schema that editors use. What names stand for,
 * and whether expressions make sense, is checked when the book is put together.
 */
const rowId = z
  .string()
  .regex(/^([A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*|-?\d+)$/, 'A name is letters and digits, with dashes between words.');
const dottedId = z.string().regex(/^[A-Za-z][\w.-]*$/, 'A name is letters, digits, dashes and dots.');
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
  measures: z.record(dottedId, measure).optional().describe('Numbers read off the end'),
  sums: z.record(dottedId, sum).optional().describe('Numbers added up along the way, with their labels'),
  play: z.array(step).min(1).max(200),
});

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
    .record(dottedId, z.strictObject({ title: z.string().optional(), page, rows: z.record(rowId, figureRow) }))
    .optional()
    .describe('Tables of plain figures, read as table.row'),
  modifiers: z
    .record(
      dottedId,
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
      dottedId,
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
export type SideFile = z.infer<typeof side>;
