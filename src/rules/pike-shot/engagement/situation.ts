import * as z from 'zod';
import {
  lanesField,
  MOST_BODIES,
  type Placed,
  placementFields,
  type Standing,
  shapeProblems,
  standing,
  startOf,
} from '../../engagement-shape.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import {
  actionsIn,
  choiceProblems,
  chosenTactic,
  namedTacticsSchema,
  type Tactic,
  tacticChoiceSchema,
} from '../../tactic.ts';
import { mayCharge } from '../charging.ts';
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

/** More than may stand there, so that a sentence of the rules tells how many may. */
const MOST_LISTED = 4 * MOST_BODIES;
const FURTHEST = 60;
const { maybeFlag, whole, counted, inOrder, name } = stated;
const { order: _brigadesHaveOrders, ...shape } = regimentShape('defend');

const otherFormation = z
  .string()
  .min(1)
  .optional()
  .describe(
    'Another formation of its card, into which it goes, and back, when told to change-formation or change-frontage.',
  );
const brigade = z.strictObject({
  name: name('What to call the brigade in reports.'),
  strategy: whole([0, 20], 3, 'Strategy of its officer; the highest acts first.'),
  orders: tacticChoiceSchema(COMMANDS)
    .default([{ do: 'defend' }])
    .describe(
      `Its order each turn: lines of { when, do }, or the name of a tactic (${Object.keys(TACTICS).join(', ')}, or one of yours). self is its first steady regiment.`,
    ),
  regiments: z
    .array(z.strictObject({ ...shape, otherFormation, ...placementFields('the unit of the sheet', FURTHEST) }))
    .min(1)
    .max(MOST_LISTED)
    .describe('Its regiments, along the line.'),
});
const side = z
  .strictObject({ brigades: z.array(brigade).min(1).max(MOST_BODIES).describe('Brigades, along the line.') })
  .describe('The regiments of a side, in the order in which they stand in the line.');
const strip = {
  inCover: maybeFlag('Whether a regiment in it is in cover.'),
  uphill: maybeFlag('Whether it is uphill of the enemy.'),
  behindObstacle: maybeFlag('Whether it is behind an obstacle.'),
};

export const engagementSchema = z.strictObject({
  cards: cardsField,
  a: side,
  b: side,
  tactics: namedTacticsSchema(COMMANDS).default({}),
  distance: whole([1, FURTHEST], 12, 'Distance between the lines at the start.'),
  together: maybeFlag(
    'Whether regiments act on others than the one in the same place: they change their opponent, fire and charge into the ' +
      'next lanes. Yes where the file says lane, line, forward or lanes, or where the sides differ in number; else they ' +
      'face each other one by one.',
  ),
  lanes: lanesField('the unit of the sheet', FURTHEST, strip),
  spacing: whole([0, FURTHEST], 3, 'Distance from one lane to the next.'),
  depth: whole([1, FURTHEST], 6, 'How far a second line starts behind the first.'),
  obstacle: z
    .strictObject({
      kind: z.enum(OBSTACLES).describe('Minor: crossed at march rate; major: at half of it.'),
      at: counted([1, 60], 'Whoever brings the lines nearer than this to each other crosses it.'),
    })
    .optional()
    .describe(
      'An obstacle between the lines. It is crossed on March alone, costs cohesion, and nobody charges over it.',
    ),
  edge: whole([1, 120], 30, 'A router that far from its enemy has left the table.'),
  turns: whole([1, 20], 6, 'Turns that are played at most.'),
  sequence: inOrder(PHASES, "What a brigade's regiments do in its turn, in order: move, shoot, melee, rally."),
});
export type Engagement = z.output<typeof engagementSchema>;
export type BrigadeGiven = Engagement['a']['brigades'][number];

/** A regiment's part of the file; brigades carry the orders. */
const asRegiment = (placed: BrigadeGiven['regiments'][number]): RegimentGiven & Placed => ({
  ...placed,
  order: 'defend',
});
/** The regiments of a side where they stand, in the order in which they act. */
export const standingOf = (s: Engagement, key: SideKey): Standing<RegimentGiven & Placed>[] =>
  standing(
    s[key].brigades.flatMap((b, i) =>
      b.regiments.map((r, j) => ({ body: asRegiment(r), path: [key, 'brigades', i, 'regiments', j] })),
    ),
  );

/** Whether regiments act together, in lanes. */
export function actTogether(s: Engagement): boolean {
  const sides = SIDES.map((key) => s[key].brigades.flatMap((b) => b.regiments));
  const isPlaced = (r: Placed) => r.lane !== undefined || r.line !== 'first' || r.forward !== 0;
  return s.together ?? (s.lanes.length > 0 || sides[0].length !== sides[1].length || sides.flat().some(isPlaced));
}

/** Orders of which no regiment could ever do anything: to charge, where none may charge any of the enemies. */
function impossibleProblems(s: Engagement, rules: Rules, key: SideKey, i: number): Problem[] {
  const { orders, regiments } = s[key].brigades[i];
  const words = new Set(actionsIn(chosenTactic(orders, { ...TACTICS, ...s.tactics }) ?? []));
  const path = [key, 'brigades', i, 'orders'];
  const change = [...words].find((word) => word.startsWith('change-'));
  if (change !== undefined && !regiments.some((r) => r.otherFormation !== undefined)) {
    const message = `The brigade can never do '${change}': none of its regiments has another formation (otherFormation).`;
    return [{ path, message, found: change, allowed: COMMANDS.filter((c) => !c.startsWith('change-')) }];
  }
  if (words.size !== 1 || !words.has('charge')) return [];
  const armOf = ({ card }: { readonly card: string }) => s.cards.cards[card]?.arm;
  const enemies = s[key === 'a' ? 'b' : 'a'].brigades.flatMap((b) => b.regiments.map(armOf));
  const mayMeet = (arm: string | undefined) => enemies.some((foe) => !arm || !foe || mayCharge(rules, arm, foe));
  if (regiments.map(armOf).some(mayMeet)) return [];
  const message = `The brigade can never do 'charge': none of its regiments may charge any of the enemy's (line 53).`;
  return [{ path, message, found: 'charge', allowed: COMMANDS.filter((c) => c !== 'charge') }];
}

/** The other formation of a regiment is one of its card, and another. */
function otherFormationProblems(
  { card, formation, otherFormation: other }: BrigadeGiven['regiments'][number],
  { cards }: Engagement['cards'],
  at: Problem['path'],
): Problem[] {
  if (other === undefined) return [];
  const allowed = Object.keys(cards[card].formations).filter((id) => id !== (formation ?? first(cards[card])));
  if (allowed.includes(other)) return [];
  const has = allowed.length === 0 ? 'has no other' : `may change into ${allowed.join(', ')}`;
  const message = `'${other}' is no other formation of the card '${card}'; it ${has}.`;
  return [{ path: [...at, 'otherFormation'], message, found: other, allowed }];
}
const first = ({ formations }: Engagement['cards']['cards'][string]): string => Object.keys(formations)[0];

export function engagementProblems(situation: Engagement, rules: Rules): Problem[] {
  const { cards, tactics } = situation;
  const known = { ...TACTICS, ...tactics };
  return [
    ...frameProblems(situation),
    ...SIDES.flatMap((key) =>
      situation[key].brigades.flatMap(({ orders, regiments }, i) => [
        ...choiceProblems(orders, known, vocabulary, rules.book, [key, 'brigades', i, 'orders']),
        ...impossibleProblems(situation, rules, key, i),
        ...regiments.flatMap((r, j): Problem[] => {
          const at = [key, 'brigades', i, 'regiments', j];
          const wrong = regimentProblems(asRegiment(r), cards, at);
          return wrong.length > 0
            ? wrong
            : [...overflowProblems(rules, [[r, at]]), ...otherFormationProblems(r, cards, at)];
        }),
      ]),
    ),
    ...Object.entries(tactics).flatMap(([name, lines]) =>
      choiceProblems(lines, known, vocabulary, rules.book, ['tactics', name]),
    ),
  ];
}

/** What is wrong with the frame of it: card set, sequence, distances, who stands where. */
function frameProblems(situation: Engagement): Problem[] {
  const { cards, sequence, distance, edge, obstacle, together, depth } = situation;
  const sides = { a: standingOf(situation, 'a'), b: standingOf(situation, 'b') };
  const isWhole = sequence.length === PHASES.length && new Set(sequence).size === PHASES.length;
  const inLanes = together === false && actTogether({ ...situation, together: undefined });
  const behind = edge - distance;
  const noRates = 'An engagement needs move rates: the card set has no part moves.';
  const notWhole = `The sequence names each of ${PHASES.join(', ')} once, in any order.`;
  const tooNear = `The edge (${edge}) must be further off than the lines are at the start (${distance}).`;
  const tooFar = `The obstacle (at ${obstacle?.at}) must lie between the lines, which are ${distance} apart at the start.`;
  const oneByOne = 'Regiments that face each other one by one have no lanes and lines, and are as many on each side.';
  return [
    ...refusals(situation, ROOT, [[!cards.moves, 'cards', noRates]]),
    ...(isWhole ? [] : [{ path: ['sequence'], message: notWhole, found: sequence, allowed: PHASES }]),
    ...refusals(situation, ROOT, [
      [edge <= distance, 'edge', tooNear],
      [obstacle !== undefined && obstacle.at > distance, ['obstacle', 'at'], tooFar],
    ]),
    ...shapeProblems({ ...situation, ...sides, bodies: 'regiments' }),
    ...refusals(situation, ROOT, [[inLanes, 'together', oneByOne]]),
    ...[...sides.a, ...sides.b].flatMap(({ path, ...place }) => {
      const start = startOf(place, depth);
      const message = `It would start ${-start} behind its first line, where the edge of the table is ${behind} behind.`;
      return behind > 0 && start <= -behind ? [{ path, message, found: -start }] : [];
    }),
  ];
}
