import * as z from 'zod';
import { stated } from '../given.ts';
import { didYouMean } from '../nearest.ts';
import type { Problem } from '../problem.ts';
import { refusals } from '../refusal.ts';
import { illustrative } from './cards/illustrative.ts';
import { type Card, type CardSet, cardSetSchema } from './cards/schema.ts';
import { type Rules, says } from './rules.ts';
import { LEVELS, MOB, ORDERS, type Order, WAVER_TITLES, type WaverTest } from './words.ts';

/** What a scenario says of a regiment, and what is wrong with it. */

const { flag, word, whole, few, name } = stated;

/** The set behind `cards`: loaders put a file's content there; the word, or nothing, means the stand-in set. */
export const cardsField = z
  .preprocess((v) => (v === undefined || v === 'illustrative' ? structuredClone(illustrative) : v), cardSetSchema)
  .describe("Tables and regiment cards: a file of your own, or 'illustrative' for the invented stand-in set.");

/** The keys of a regiment in a scenario file. */
export const regimentShape = (order: Order) => ({
  name: name('What to call the regiment in reports.'),
  card: z.string().min(1).describe('Its card in the card set.'),
  formation: z.string().min(1).optional().describe('One of the formations of its card; the first unless said.'),
  cohesion: z
    .union([z.enum(LEVELS), z.int().min(0).max(MOB)])
    .default('sharp')
    .describe('Level of cohesion: sharp, trim, uneven, disarrayed, ragged, mob, or 0 to 5.'),
  lost: whole([0, 60], 0, 'Companies it has already lost.'),
  order: word(ORDERS, order, 'Order of its brigade: defend, march, double, rally, charge, harass.'),
  inCover: flag('In cover.'),
  uphill: flag('Uphill of the enemy.'),
  behindObstacle: flag('Behind an obstacle.'),
  supportedByShot: flag('Supported by shot in melee.'),
  skirmishing: flag('Skirmishing, whatever its formation.'),
  traits: z.array(z.string().min(1)).default([]).describe("Further words that a card set's own modifiers may ask for."),
});
export const regimentSchema = (order: Order) => z.strictObject(regimentShape(order));
export type RegimentGiven = z.output<ReturnType<typeof regimentSchema>> & {
  /** Engagements: another formation of its card that it may go into. */
  readonly otherFormation?: string | undefined;
};

/** A friend near a regiment that may rout. */
const friendSchema = z.strictObject({
  ...regimentShape('defend'),
  brigade: word(['same', 'other'], 'same', 'Is it of the same brigade? Then every rout shakes it.'),
  place: word(
    ['away', 'past', 'through'],
    'away',
    'Do routers go past it within its double move, through it, or elsewhere?',
  ),
});
export type FriendGiven = z.output<typeof friendSchema>;

/** A regiment in contact, with the friends near by. */
export const partySchema = (order: Order) =>
  z.strictObject({
    ...regimentShape(order),
    friends: few(friendSchema, 6, 'Friends near by, who may be shaken if it routs.'),
  });
export type PartyGiven = z.output<ReturnType<typeof partySchema>>;

export const levelOf = ({ cohesion }: Pick<RegimentGiven, 'cohesion'>): number =>
  typeof cohesion === 'number' ? cohesion : LEVELS.indexOf(cohesion);
export const cardOf = (rules: Rules, given: Pick<RegimentGiven, 'card'>): Card => rules.cards.cards[given.card];
export const calledBy = (given: RegimentGiven, card: Card): string => given.name ?? card.title ?? given.card;

/** Names that lead nowhere, and regiments that are no more. */
export function regimentProblems(given: RegimentGiven, cards: CardSet, path: Problem['path']): Problem[] {
  const ids = Object.keys(cards.cards);
  const card = Object.hasOwn(cards.cards, given.card) ? cards.cards[given.card] : undefined;
  if (!card) {
    const message = `The card set has no card '${given.card}'; it has ${ids.join(', ')}.${didYouMean(given.card, ids)}`;
    return [{ path: [...path, 'card'], message, found: given.card, allowed: ids }];
  }
  const formations = Object.keys(card.formations);
  const { formation = formations[0], lost } = given;
  const hasNone = `The card '${given.card}' has no formation '${formation}'; it has ${formations.join(', ')}.`;
  return refusals(given, path, [
    [!formations.includes(formation), 'formation', `${hasNone}${didYouMean(formation, formations)}`],
    [lost >= card.companies, 'lost', `A regiment of ${card.companies} companies that has lost ${lost} is no more.`],
  ]);
}

/** A regiment of a situation, and where the situation speaks of it. */
export type PlacedRegiment = readonly [given: RegimentGiven, path: Problem['path']];

/** With waverOverflow at error, a card whose row ends below the highest total that can come up is refused. */
export function overflowProblems(
  rules: Rules,
  regiments: readonly (readonly [given: Pick<RegimentGiven, 'card'>, path: Problem['path']])[],
): Problem[] {
  if (says(rules, 'waverOverflow') !== 'error') return [];
  const worst = (card: Card) =>
    12 +
    Math.max(...Object.values(card.cohesion ?? rules.cards.cohesion).map((r) => r.waver)) +
    Math.max(...(card.losses ?? rules.cards.losses).map((l) => l.waver)) +
    Math.max(0, ...Object.values(rules.cards.cards).map((c) => c.ferocity));
  return regiments.flatMap(([given, path]) => {
    const card = cardOf(rules, given);
    return Object.entries(card.waver).flatMap(([test, rows]) => {
      const last = rows[rows.length - 1][0];
      if (last >= worst(card)) return [];
      const title = WAVER_TITLES[test as WaverTest];
      const message = `Its Waver row '${title}' ends at ${last}, but a total of ${worst(card)} can come up, and the ruling waverOverflow forbids that.`;
      return [{ path: [...path, 'card'], message, found: last }];
    });
  });
}
