import * as z from 'zod';
import type { Rulebook } from './book.ts';
import { checkWhen } from './check.ts';
import type { Vocabulary } from './encounter.ts';
import { didYouMean, nearest } from './nearest.ts';
import { type Facts, matcher, type Test, type When } from './pattern.ts';
import type { Problem } from './problem.ts';

/**
 * A tactic is an ordered list of lines; the first that matches and whose action is possible acts:
 *
 *   - { when: { now: { distance: { lte: 10 } }, self: { disordered: false } }, do: charge }
 *   - { when: { now: { turn: { lt: 4 } } }, do: { stand: 70, advance: 30 } }      # hundredths
 *   - { do: advance }
 */
interface TacticLine<Action extends string = string> {
  readonly when?: When;
  readonly do: Action | { readonly [A in Action]?: number };
}
export type Tactic<Action extends string = string> = readonly TacticLine<Action>[];

/** What a compiled tactic says about a decision: one option, or hundredths in the order of the options. */
export type Decision = string | readonly number[];

const word = z.union([z.string(), z.number()]);
const testSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(word).readonly(),
  z.strictObject({
    oneOf: z.array(word).optional(),
    not: z.union([z.string(), z.number(), z.boolean(), z.array(word)]).optional(),
    gt: z.number().optional(),
    gte: z.number().optional(),
    lt: z.number().optional(),
    lte: z.number().optional(),
    has: z.string().optional(),
  }),
]) satisfies z.ZodType<Test>;
const record = z.record(z.string(), testSchema).optional();
const patternSchema = z.strictObject({
  self: record.describe('Facts of the side or unit that decides.'),
  enemy: record.describe('Facts of its opponent.'),
  now: record.describe('Facts of the moment: the turn, the distance.'),
  ruling: record.describe('Rulings in force.'),
});

/** A `when` as a scenario or variant writes it: one pattern, or a list of which any will do. */
export const whenSchema: z.ZodType<When> = z
  .union([patternSchema, z.array(patternSchema).readonly()])
  .describe('Conditions over the facts; a list of patterns means any of them.');

/** The lines of a tactic over the actions that an encounter knows. */
export function tacticSchema<const Action extends string>(actions: readonly Action[]): z.ZodType<Tactic<Action>> {
  const action = z.enum(actions as readonly [Action, ...Action[]]);
  const hundredths = z
    .partialRecord(action, z.int().min(0).max(100))
    .refine((mix) => Object.values<number | undefined>(mix).reduce<number>((a, b) => a + (b ?? 0), 0) === 100, {
      message: 'The hundredths of a mix must add up to 100.',
    });
  const line = z.strictObject({
    when: whenSchema.optional(),
    do: z.union([action, hundredths]).describe('The action, or a mix of actions in hundredths.'),
  });
  const lines: z.ZodType = z.array(line).min(1).readonly();
  // A record over a list of actions loses which they are.
  return lines as z.ZodType<Tactic<Action>>;
}

/** Tactics that a scenario names once (`tactics: { hold: [...] }`), so that `vary` and `matrix` can choose by name. */
export const namedTacticsSchema = <const Action extends string>(actions: readonly Action[]) =>
  z.record(z.string(), tacticSchema(actions)).describe('Tactics by name, for the sides to choose from.');
/** A side's tactic: its lines, or the name of one. */
export const tacticChoiceSchema = <const Action extends string>(actions: readonly Action[]) =>
  z.union([z.string(), tacticSchema(actions)]).describe('Lines of { when, do }, or the name of a tactic.');

/** The lines behind a choice; undefined when nobody named such a tactic. */
export const chosenTactic = <Action extends string>(
  choice: string | Tactic<Action>,
  named: Readonly<Record<string, Tactic<Action>>>,
): Tactic<Action> | undefined => (typeof choice === 'string' ? named[choice] : choice);

/** Every action that a tactic speaks of, in the order of its lines. */
export const actionsIn = <Action extends string>(tactic: Tactic<Action>): Action[] =>
  tactic.flatMap((line) => (typeof line.do === 'string' ? [line.do] : (Object.keys(line.do) as Action[])));

/** What is wrong with a choice: a name nobody gave, a fact nobody knows. */
export function choiceProblems(
  choice: string | Tactic,
  named: Readonly<Record<string, Tactic>>,
  vocabulary: Vocabulary,
  book: Rulebook,
  path: Problem['path'],
): Problem[] {
  if (typeof choice !== 'string') return tacticProblems(choice, vocabulary, book, path);
  const names = Object.keys(named);
  if (names.includes(choice)) return [];
  const near = nearest(choice, names);
  const message = `There is no tactic called '${choice}'.${didYouMean(choice, names)}`;
  return [{ path, message, found: choice, allowed: names, ...(near ? { nearest: near } : {}) }];
}

/**
 * Compiles a tactic once; call the result at every decision. A line is passed over when its action (or any part of its
 * mix) is not among the options; when no line is left, `otherwise` acts, or the first option.
 */
export function compileTactic(
  tactic: Tactic,
  otherwise?: string,
): (facts: Facts, options: readonly string[]) => Decision {
  const lines = tactic.map((line) => ({
    holds: matcher(line.when),
    action: typeof line.do === 'string' ? line.do : undefined,
    mix: typeof line.do === 'string' ? [] : Object.entries<number>(line.do as Record<string, number>),
  }));
  return (facts, options) => {
    for (const { holds, action, mix } of lines) {
      if (!holds(facts)) continue;
      if (action !== undefined) {
        if (options.includes(action)) return action;
      } else if (mix.every(([name, share]) => share === 0 || options.includes(name))) {
        return options.map((option) => mix.find(([name]) => name === option)?.[1] ?? 0);
      }
    }
    return otherwise !== undefined && options.includes(otherwise) ? otherwise : options[0];
  };
}

const NO_BOOK: Rulebook = { id: '', title: '', family: '', sheets: {}, tables: {}, rulings: {} };

/** Facts that a `when` names but the family does not know; without a book, words that only its grids know are unknown. */
export const whenProblems = (
  when: When | undefined,
  vocabulary: Vocabulary,
  path: Problem['path'],
  book = NO_BOOK,
): Problem[] => (when ? checkWhen(when, vocabulary, book, path) : []);

export const tacticProblems = (
  tactic: Tactic,
  vocabulary: Vocabulary,
  book: Rulebook,
  path: Problem['path'],
): Problem[] => tactic.flatMap(({ when }, place) => whenProblems(when, vocabulary, [...path, place, 'when'], book));
