import { live } from '../../kit/live.ts';
import { int, oneOf } from '../../sim/state.ts';
import type { ModifierTable } from '../book.ts';
import type { FactRecord, Facts, FactValue } from '../pattern.ts';
import type { Card, Formation, Rates } from './cards/schema.ts';
import { calledBy, cardOf, levelOf, type RegimentGiven } from './given.ts';
import { at, type Rules, says, withOwn } from './rules.ts';
import { STATUSES, type Status } from './vocabulary.ts';
import { LEVELS, type Level, MOB, type Order } from './words.ts';

/** What of a regiment changes while an encounter is played. */
export interface RegimentState {
  cohesion: number;
  lost: number;
  status: Status;
}
export const regimentSpec = (rules: Rules, given: Pick<RegimentGiven, 'card'>) => ({
  cohesion: int(0, MOB),
  lost: int(0, cardOf(rules, given).companies),
  status: oneOf(...STATUSES),
});

/** A regiment as procedures see it: what never changes, and the part of the state that does. */
export interface Regiment {
  readonly rules: Rules;
  /** "attacker", "defender", "firer". */
  readonly side: string;
  /** For people: "the attacker (gendarmes)". */
  readonly name: string;
  readonly given: RegimentGiven;
  readonly card: Card;
  readonly formation: () => Formation;
  readonly traits: readonly string[];
  /** The special modifiers of its card. */
  readonly specials: ModifierTable;
  /** The order of its brigade, now. */
  readonly order: () => Order;
  readonly state: RegimentState;
  readonly facts: FactRecord;
}

/** Binds a regiment to its part of the state of an encounter; where its order changes, that is part of it too. */
export function regimentOf(
  rules: Rules,
  side: string,
  given: RegimentGiven,
  state: RegimentState & { readonly order?: Order; readonly changed?: number },
  name?: string,
): Regiment {
  const card = cardOf(rules, given);
  const { formation: first = Object.keys(card.formations)[0], otherFormation: other } = given;
  const formation = () => (other !== undefined && state.changed === 1 ? other : first);
  const words = [...card.traits, ...given.traits, given.card];
  const traitsIn = (id: string) => [...new Set([...words, id])];
  const regiment = {
    ...{ rules, side, given, card, state },
    name: name ?? `the ${side} (${calledBy(given, card)})`,
    formation: () => card.formations[formation()],
    // Where the formation never changes its name counts, too.
    traits: other === undefined ? traitsIn(first) : words,
    specials: specialsOf(given.card, card),
    order: () => state.order ?? given.order,
  };
  /** What rows may ask of its formation. */
  const formed = (id: string): FactRecord => {
    const { deep, skirmishing, melee, fire } = card.formations[id];
    const isLoose = skirmishing || given.skirmishing;
    return { traits: traitsIn(id), deep, skirmishing: isLoose, formationMelee: melee, formationFire: fire };
  };
  if (other === undefined) return { ...regiment, facts: factsOf(regiment, formed(first), {}) };
  const both: Readonly<Record<string, FactRecord>> = { [first]: formed(first), [other]: formed(other) };
  const asks = Object.keys(both[first]).map((fact) => [fact, () => both[formation()][fact]]);
  return { ...regiment, facts: factsOf(regiment, {}, Object.fromEntries(asks)) };
}

/** A regiment that never changes before it tests: it needs no field of the state. */
export const steadyRegiment = (rules: Rules, side: string, given: RegimentGiven): Regiment =>
  regimentOf(rules, side, given, { cohesion: levelOf(given), lost: given.lost, status: 'steady' });

const specialsOf = (id: string, { meleeSpecials }: Card): ModifierTable => {
  const where = `cards.${id}.meleeSpecials`;
  const none = { kind: 'modifiers', id: 'melee.special', title: 'Special modifiers of the card' } as const;
  return withOwn({ ...none, source: { sheet: 'card set', section: where, line: 65 }, rows: [] }, meleeSpecials, where);
};

/** What rows may ask of a regiment, besides what its formation makes of it. */
function factsOf(
  regiment: Omit<Regiment, 'facts'>,
  formed: FactRecord,
  asks: Readonly<Record<string, () => FactValue>>,
): FactRecord {
  const { rules, card, given, order, state } = regiment;
  const { arm, training, companies, ferocity, marshalling } = card;
  const { inCover, uphill, behindObstacle, supportedByShot } = given;
  const byLevel = card.cohesion ?? rules.cards.cohesion;
  const losses = card.losses ?? rules.cards.losses;
  const level = (): Level => LEVELS[state.cohesion];
  const still = { arm, training, companies, ferocity, marshalling, inCover, uphill, behindObstacle, supportedByShot };
  return live(
    { ...formed, ...still },
    {
      ...asks,
      order,
      level,
      moving: () => order() === 'march' || order() === 'double',
      cohesion: () => state.cohesion,
      lost: () => state.lost,
      status: () => state.status,
      shotCompanies: () => shotCompaniesLeft(regiment),
      cohesionWaver: () => byLevel[level()].waver,
      cohesionCombat: () => byLevel[level()].combat,
      cohesionFire: () => byLevel[level()].fire,
      lossesWaver: () => losses.findLast((l) => (100 * state.lost) / companies >= l.atLeastPct)?.waver ?? 0,
    },
  );
}

/** What a row sees: a regiment, its enemy if there is one, and the moment. */
export const factsFor = (self: Regiment, enemy: Regiment | null, now: FactRecord): Facts => ({
  self: self.facts,
  enemy: enemy?.facts ?? {},
  now,
  ruling: self.rules.ruling,
});

/** Sets the state a regiment starts from. */
export function muster({ state, given }: Regiment): void {
  state.cohesion = levelOf(given);
  state.lost = given.lost;
  state.status = 'steady';
}

export const isSteady = ({ state }: Regiment): boolean => state.status === 'steady';
export const isRouting = ({ state }: Regiment): boolean => state.status === 'routing';

/** Shot companies that can still fire; guns keep their weight of fire while they stand (ruling companyLosses). */
export function shotCompaniesLeft({ rules, card, state }: Pick<Regiment, 'rules' | 'card' | 'state'>): number {
  if (card.arm === 'guns') return card.shotCompanies;
  return says(rules, 'companyLosses') === 'shot-first'
    ? Math.max(0, card.shotCompanies - state.lost)
    : Math.min(card.shotCompanies, card.companies - state.lost);
}

/** Drops levels of cohesion; below mob there is nothing, or rout (ruling beyondMob). */
export function loseCohesion(r: Regiment, levels: number): void {
  const now = r.state.cohesion + levels;
  r.state.cohesion = Math.min(MOB, now);
  if (now > MOB && isSteady(r) && says(r.rules, 'beyondMob') === 'rout') r.state.status = 'routing';
}

/** Moving costs cohesion, as the movement measures show (line 39). */
export const disorderBy = (r: Regiment, rate: 'march' | 'double' | 'charge'): void =>
  loseCohesion(r, r.rules.cards.moveDisorder[rate]);

/** The rate at which the sheet has routers, evaders and others run. */
export const runningRate = (rules: Rules, what: string): keyof Rates =>
  at(rules, 'rout.rates', what, 'rate') as keyof Rates;

/** Evaders and pursuers run at the rate that the sheet gives them; whether that costs cohesion is for a ruling. */
export function runAtRate(r: Regiment, what: 'evader' | 'pursuer'): void {
  if (says(r.rules, 'runnersDisorder') === 'none') return;
  disorderBy(r, runningRate(r.rules, what));
}

/** Takes companies away; a regiment without any is destroyed. */
export function loseCompanies({ state, card }: Regiment, companies: number): void {
  state.lost = Math.min(card.companies, state.lost + companies);
  if (state.lost === card.companies) state.status = 'destroyed';
}

export function rout(r: Regiment): void {
  if (isSteady(r)) r.state.status = 'routing';
}
