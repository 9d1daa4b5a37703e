import * as z from 'zod';
import { int, oneOf } from '../../sim/state.ts';
import type { ModifierTable } from '../book.ts';
import { didYouMean } from '../nearest.ts';
import type { FactRecord } from '../pattern.ts';
import type { Problem } from '../problem.ts';
import { illustrative } from './cards/illustrative.ts';
import { type Card, type CardSet, cardSetSchema, type Formation } from './cards/schema.ts';
import { at, type Rules, says, withOwn } from './rules.ts';
import { STATUSES, type Status } from './vocabulary.ts';
import { LEVELS, MOB, ORDERS, type Order } from './words.ts';

const flag = (text: string) => z.boolean().default(false).describe(text);

/** The set behind `cards`: loaders put a file's content there; the word, or nothing, means the stand-in set. */
export const cardsField = z
  .preprocess((v) => (v === undefined || v === 'illustrative' ? structuredClone(illustrative) : v), cardSetSchema)
  .describe("Tables and regiment cards: a file of your own, or 'illustrative' for the invented stand-in set.");

/** The keys of a regiment in a scenario file. */
export const regimentShape = (order: Order) => ({
  name: z.string().min(1).max(60).optional().describe('What to call the regiment in reports.'),
  card: z.string().min(1).describe('Its card in the card set.'),
  formation: z.string().min(1).optional().describe('One of the formations of its card; the first unless said.'),
  cohesion: z
    .union([z.enum(LEVELS), z.int().min(0).max(MOB)])
    .default('sharp')
    .describe('Level of cohesion: sharp, trim, uneven, disarrayed, ragged, mob, or 0 to 5.'),
  lost: z.int().min(0).max(60).default(0).describe('Companies it has already lost.'),
  order: z.enum(ORDERS).default(order).describe('Order of its brigade: defend, march, double, rally, charge, harass.'),
  inCover: flag('In cover.'),
  uphill: flag('Uphill of the enemy.'),
  behindObstacle: flag('Behind an obstacle.'),
  supportedByShot: flag('Supported by shot in melee.'),
  skirmishing: flag('Skirmishing, whatever its formation.'),
  traits: z.array(z.string().min(1)).default([]).describe("Further words that a card set's own modifiers may ask for."),
});
export const regimentSchema = (order: Order) => z.strictObject(regimentShape(order));
export type RegimentGiven = z.output<ReturnType<typeof regimentSchema>>;

export const levelOf = (given: RegimentGiven): number =>
  typeof given.cohesion === 'number' ? given.cohesion : LEVELS.indexOf(given.cohesion);

/** Names that lead nowhere, and regiments that are no more. */
export function regimentProblems(given: RegimentGiven, cards: CardSet, path: Problem['path']): Problem[] {
  const ids = Object.keys(cards.cards);
  const card = Object.hasOwn(cards.cards, given.card) ? cards.cards[given.card] : undefined;
  if (!card) {
    const message = `The card set has no card '${given.card}'; it has ${ids.join(', ')}.${didYouMean(given.card, ids)}`;
    return [{ path: [...path, 'card'], message, found: given.card, allowed: ids }];
  }
  const problems: Problem[] = [];
  const formations = Object.keys(card.formations);
  if (given.formation !== undefined && !formations.includes(given.formation)) {
    const message = `The card '${given.card}' has no formation '${given.formation}'; it has ${formations.join(', ')}.${didYouMean(given.formation, formations)}`;
    problems.push({ path: [...path, 'formation'], message, found: given.formation, allowed: formations });
  }
  if (given.lost >= card.companies) {
    const message = `A regiment of ${card.companies} companies that has lost ${given.lost} is no more.`;
    problems.push({ path: [...path, 'lost'], message, found: given.lost });
  }
  return problems;
}

/** What of a regiment changes while an encounter is played. */
export interface LiveRegiment {
  cohesion: number;
  lost: number;
  status: Status;
}
export const liveSpec = (companies: number) => ({
  cohesion: int(0, MOB),
  lost: int(0, companies),
  status: oneOf(...STATUSES),
});

/** A regiment as procedures see it: what never changes, and the part of the state that does. */
export interface Regiment {
  /** "attacker", "defender", "firer". */
  readonly side: string;
  /** For people: "the attacker (gendarmes)". */
  readonly name: string;
  readonly given: RegimentGiven;
  readonly card: Card;
  readonly formation: Formation;
  readonly cohesionRows: readonly { readonly waver: number; readonly combat: number; readonly fire: number }[];
  /** The special modifiers of its card. */
  readonly specials: ModifierTable;
  readonly live: LiveRegiment;
  readonly facts: FactRecord;
}

export const cardOf = (rules: Rules, given: RegimentGiven): Card => rules.cards.cards[given.card];

export const calledBy = (given: RegimentGiven, card: Card): string => given.name ?? card.title ?? given.card;

const specialTable = (card: string): ModifierTable => ({
  kind: 'modifiers',
  id: 'melee.special',
  title: 'Special modifiers of the card',
  source: { sheet: 'card set', section: `cards.${card}.meleeSpecials`, line: 65 },
  rows: [],
});

/** Binds a regiment to its part of a machine's state. */
export function bind(
  rules: Rules,
  side: string,
  given: RegimentGiven,
  live: LiveRegiment & { readonly order?: Order },
  name?: string,
): Regiment {
  const card = cardOf(rules, given);
  const formationId = given.formation ?? Object.keys(card.formations)[0];
  const formation = card.formations[formationId];
  const rows = card.cohesion ?? rules.cards.cohesion;
  const cohesionRows = LEVELS.map((level) => rows[level]);
  const losses = card.losses ?? rules.cards.losses;
  const traits = [...new Set([...card.traits, ...given.traits, given.card, formationId])];
  const order = () => live.order ?? given.order;
  const regiment: Omit<Regiment, 'facts'> = {
    side,
    name: name ?? `the ${side} (${calledBy(given, card)})`,
    given,
    card,
    formation,
    cohesionRows,
    specials: withOwn(specialTable(given.card), card.meleeSpecials, `cards.${given.card}.meleeSpecials`),
    live,
  };
  const facts = {
    arm: card.arm,
    training: card.training,
    traits,
    deep: formation.deep,
    skirmishing: formation.skirmishing || given.skirmishing,
    companies: card.companies,
    ferocity: card.ferocity,
    marshalling: card.marshalling,
    inCover: given.inCover,
    uphill: given.uphill,
    behindObstacle: given.behindObstacle,
    supportedByShot: given.supportedByShot,
    formationMelee: formation.melee,
    formationFire: formation.fire,
    get cohesion() {
      return live.cohesion;
    },
    get level() {
      return LEVELS[live.cohesion];
    },
    get lost() {
      return live.lost;
    },
    get status() {
      return live.status;
    },
    get shotCompanies() {
      return shotCompaniesLeft(rules, regiment);
    },
    get order() {
      return order();
    },
    get moving() {
      return order() === 'march' || order() === 'double';
    },
    get cohesionWaver() {
      return cohesionRows[live.cohesion].waver;
    },
    get cohesionCombat() {
      return cohesionRows[live.cohesion].combat;
    },
    get cohesionFire() {
      return cohesionRows[live.cohesion].fire;
    },
    get lossesWaver() {
      const percent = (100 * live.lost) / card.companies;
      return losses.findLast((l) => percent >= l.atLeastPct)?.waver ?? 0;
    },
  };
  return { ...regiment, facts };
}

/** The order it is on now. */
export const orderOf = (r: Regiment): Order => r.facts['order'] as Order;

/** Sets the state a regiment starts from. */
export function muster(r: Regiment): void {
  r.live.cohesion = levelOf(r.given);
  r.live.lost = r.given.lost;
  r.live.status = 'steady';
}

/** Shot companies that can still fire; guns keep their weight of fire while they stand (ruling companyLosses). */
export function shotCompaniesLeft(rules: Rules, r: Pick<Regiment, 'card' | 'live'>): number {
  const { card, live } = r;
  if (card.arm === 'guns') return card.shotCompanies;
  return says(rules, 'companyLosses') === 'shot-first'
    ? Math.max(0, card.shotCompanies - live.lost)
    : Math.min(card.shotCompanies, card.companies - live.lost);
}

/** Drops levels of cohesion; below mob there is nothing, or rout (ruling beyondMob). */
export function loseCohesion(rules: Rules, r: Regiment, levels: number): void {
  const now = r.live.cohesion + levels;
  r.live.cohesion = Math.min(MOB, now);
  if (now > MOB && r.live.status === 'steady' && says(rules, 'beyondMob') === 'rout') r.live.status = 'routing';
}

/** Evaders and pursuers run at the rate that the sheet gives them; whether that costs cohesion is for a ruling. */
export function runAtRate(rules: Rules, r: Regiment, what: 'evader' | 'pursuer'): void {
  if (says(rules, 'runnersDisorder') === 'none') return;
  const rate = at(rules, 'rout.rates', what, 'rate') as keyof typeof rules.cards.moveDisorder;
  loseCohesion(rules, r, rules.cards.moveDisorder[rate]);
}

/** Takes companies away; a regiment without any is destroyed. */
export function loseCompanies(r: Regiment, companies: number): void {
  r.live.lost = Math.min(r.card.companies, r.live.lost + companies);
  if (r.live.lost === r.card.companies) r.live.status = 'destroyed';
}

export function rout(r: Regiment): void {
  if (r.live.status === 'steady') r.live.status = 'routing';
}

export const stands = (r: Regiment): boolean => r.live.status === 'steady';
