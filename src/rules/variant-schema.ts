import * as z from 'zod';
import { whenSchema } from './tactic.ts';

/**
 * A variant is a small file of edits to a rulebook:
 *
 *   title: Weak volleys, elite shots
 *   base: oth2
 *   change:
 *     fire.small-arms.initial-volley: { was: 2, to: 1 }
 *   add:
 *     fire.small-arms:
 *       - { id: elite-shots, label: elite firers, value: 1, when: { self: { traits: { has: elite } } } }
 *
 * Edits are made in the order change, when, unless, remove, add, rulings.
 */
const when = z.union([z.literal('always'), whenSchema]).describe('The condition; several patterns mean any of them');
const figure = z.number().min(-1000).max(1000);
const value = z
  .union([
    figure,
    z.tuple([figure, figure]),
    z.strictObject({ pair: z.tuple([figure, figure]) }),
    z.strictObject({ fact: z.string(), plus: figure.optional() }),
    z.strictObject({ per: z.string(), each: figure, min: figure.optional(), max: figure.optional() }),
  ])
  .describe('A number; [for the troops named, for their opponents]; a fact; or so much per count');
const cell = z.union([z.number(), z.string(), z.boolean(), z.null(), z.array(z.union([z.number(), z.string()]))]);
const edit = z
  .union([
    z.strictObject({
      was: z.union([value, cell]).optional().describe('What the base says'),
      to: z.union([value, cell]),
    }),
    value,
    cell,
  ])
  .describe('The new value, or { was: the old one, to: the new one }');
const addedRow = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/i, 'An id is letters, digits and dashes.')
    .describe('Letters, digits and dashes'),
  label: z.string().min(1).optional().describe('In your own words; the id if left out'),
  value: value.optional().describe('What the row adds, for a table of modifiers'),
  when: when.optional().describe('When the row counts; always if left out'),
  replaces: z.array(z.string()).optional().describe('Rows of the same table that this one stands in for'),
  like: z.string().optional().describe('A row of the same grid whose cells are taken where none is given'),
  cells: z.record(z.string(), cell).optional().describe('Cells by column, for a printed grid'),
});

export const variantSchema = z.strictObject({
  $schema: z.string().optional(),
  title: z.string().min(1).max(200).describe('What the variant is called in tables and charts'),
  label: z.string().min(1).max(80).optional().describe('A shorter name for tables and charts, instead of the title'),
  description: z.string().optional(),
  base: z
    .union([z.string(), z.array(z.string()).min(1)])
    .describe('The rulebook it changes, or a list of rulebooks it fits'),
  change: z.record(z.string(), edit).optional().describe('Values and cells by path: fire.small-arms.initial-volley'),
  when: z
    .record(z.string(), z.union([z.strictObject({ was: when.optional(), to: when }), when]))
    .optional()
    .describe('New conditions of rows, by path'),
  unless: z.record(z.string(), when).optional().describe('New exceptions of whole modifier tables, by table'),
  remove: z.array(z.string()).optional().describe('Rows that no longer exist, by path'),
  add: z.record(z.string(), z.array(addedRow)).optional().describe('New rows by table'),
  rulings: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('Rulings by key'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What people call a variant: its short label, or its title. */
export const variantName = ({ label, title }: Pick<Variant, 'label' | 'title'>): string => label ?? title;

export type AddedRow = z.infer<typeof addedRow>;
