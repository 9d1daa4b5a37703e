import * as z from 'zod';
import type { Rulebook } from '../../book.ts';
import type { Problem } from '../../problem.ts';
import { choiceProblems, namedTacticsSchema, type Tactic, tacticChoiceSchema } from '../../tactic.ts';
import { cardsField, overflowProblems, type RegimentGiven, regimentProblems, regimentShape } from '../given.ts';
import type { Rules } from '../rules.ts';
import { vocabulary } from '../vocabulary.ts';
import { COMMANDS, OBSTACLES } from '../words.ts';

export const PHASES = ['move', 'shoot', 'melee', 'rally'] as const;
export type Phase = (typeof PHASES)[number];
export const SIDES = ['a', 'b'] as const;
export type SideKey = (typeof SIDES)[number];
export const SIDE_NAMES: Readonly<Record<SideKey, string>> = { a: 'side A', b: 'side B' };

/** Orders to choose by name. */
export const TACTICS: Readonly<Record<string, Tactic<(typeof COMMANDS)[number]>>> = {
  hold: [{ do: 'defend' }],
  charge: [{ when: { now: { inReach: true } }, do: 'charge' }, { do: 'march' }],
};

const MOST_REGIMENTS = 8;
const { order: _brigadesHaveOrders, ...shape } = regimentShape('defend');

const brigade = z.strictObject({
  name: z.string().min(1).max(60).optional().describe('What to call the brigade in reports.'),
  strategy: z.int().min(0).max(20).default(3).describe('Strategy of its officer; the highest acts first.'),
  orders: tacticChoiceSchema(COMMANDS)
    .default([{ do: 'defend' }])
    .describe(
      `Its order each turn: lines of { when, do }, or the name of a tactic (${Object.keys(TACTICS).join(', ')}, or one of yours). self is its first steady regiment.`,
    ),
  regiments: z.array(z.strictObject(shape)).min(1).max(MOST_REGIMENTS).describe('Its regiments, along the line.'),
});
const side = z
  .strictObject({ brigades: z.array(brigade).min(1).max(MOST_REGIMENTS).describe('Brigades, along the line.') })
  .describe('The regiments of a side face those of the other one by one, in the order in which they stand here.');

export const engagementSchema = z.strictObject({
  cards: cardsField,
  a: side,
  b: side,
  tactics: namedTacticsSchema(COMMANDS).default({}),
  distance: z.int().min(1).max(60).default(12).describe('Distance between the lines at the start.'),
  obstacle: z
    .strictObject({
      kind: z.enum(OBSTACLES).describe('Minor: crossed at march rate; major: at half of it.'),
      at: z.int().min(1).max(60).describe('Whoever brings the lines nearer than this to each other crosses it.'),
    })
    .optional()
    .describe(
      'An obstacle between the lines. It is crossed on March alone, costs cohesion, and nobody charges over it.',
    ),
  edge: z.int().min(1).max(120).default(30).describe('A router that far from its enemy has left the table.'),
  turns: z.int().min(1).max(20).default(6).describe('Turns that are played at most.'),
  sequence: z
    .array(z.enum(PHASES))
    .default([...PHASES])
    .describe("What a brigade's regiments do in its turn, in order: move, shoot, melee, rally."),
});
export type Engagement = z.output<typeof engagementSchema>;
export type BrigadeGiven = Engagement['a']['brigades'][number];

/** A regiment's part of the file; brigades carry the orders. */
export const asRegiment = (given: BrigadeGiven['regiments'][number]): RegimentGiven => ({ ...given, order: 'defend' });
export const regimentsOf = (s: Engagement, key: SideKey): RegimentGiven[] =>
  s[key].brigades.flatMap((b) => b.regiments.map(asRegiment));

export function engagementProblems(situation: Engagement, rules: Rules, book: Rulebook): Problem[] {
  const { cards, sequence } = situation;
  const tactics = { ...TACTICS, ...situation.tactics };
  const problems: Problem[] = [];
  if (!cards.moves) {
    problems.push({ path: ['cards'], message: 'An engagement needs move rates: the card set has no part moves.' });
  }
  if (sequence.length !== PHASES.length || new Set(sequence).size !== PHASES.length) {
    const message = `The sequence names each of ${PHASES.join(', ')} once, in any order.`;
    problems.push({ path: ['sequence'], message, found: sequence, allowed: PHASES });
  }
  if (situation.edge <= situation.distance) {
    const message = `The edge (${situation.edge}) must be further off than the lines are at the start (${situation.distance}).`;
    problems.push({ path: ['edge'], message, found: situation.edge });
  }
  const { obstacle } = situation;
  if (obstacle && obstacle.at > situation.distance) {
    const message = `The obstacle (at ${obstacle.at}) must lie between the lines, which are ${situation.distance} apart at the start.`;
    problems.push({ path: ['obstacle', 'at'], message, found: obstacle.at });
  }
  const [a, b] = SIDES.map((key) => regimentsOf(situation, key).length);
  if (a !== b) {
    const message = `Regiments face each other one by one: side a has ${a}, side b has ${b}.`;
    problems.push({ path: ['b', 'brigades'], message, found: b });
  }
  if (a > MOST_REGIMENTS) {
    problems.push({ path: ['a', 'brigades'], message: `A side has at most ${MOST_REGIMENTS} regiments.`, found: a });
  }
  for (const key of SIDES) {
    situation[key].brigades.forEach((brigade, i) => {
      const path = [key, 'brigades', i];
      problems.push(...choiceProblems(brigade.orders, tactics, vocabulary, book, [...path, 'orders']));
      brigade.regiments.forEach((r, j) => {
        const at = [...path, 'regiments', j];
        const wrong = regimentProblems(asRegiment(r), cards, at);
        problems.push(...(wrong.length > 0 ? wrong : overflowProblems(rules, [[r, at]])));
      });
    });
  }
  for (const [name, lines] of Object.entries(situation.tactics)) {
    problems.push(...choiceProblems(lines, tactics, vocabulary, book, ['tactics', name]));
  }
  return problems;
}
