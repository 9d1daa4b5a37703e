import { live } from '../../kit/live.ts';
import { declareState } from '../../kit/machine.ts';
import { flag, int, oneOf, type StateSpec } from '../../sim/state.ts';
import { cell, cellTable, type Rulebook } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import { rulingFacts } from '../ruling-reads.ts';
import { type Nearness, nearness } from './general.ts';
import { type GroupInput, type MusteredUnit, ORDERS, type Orders, type SideKey, unitOf } from './troops.ts';

/** Melees of one phase; more than any group fights. */
export const MOST_FIGHTS = 12;
/** What a test, or a player, has made of a group. */
export const FATES = ['holds', 'refuses', 'falls-back', 'retreats', 'routs'] as const;
export const SIDES = ['a', 'b'] as const;
export const otherSide = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');

/** What changes of a unit; `hits` and `shaken` count when the melee phase is over, for melee is simultaneous. */
const unitSpec = ({ stands }: MusteredUnit) => ({
  stands: int(0, stands),
  disorganised: flag(),
  fired: flag(),
  hits: int(0, stands),
  shaken: flag(),
});
/**
 * What changes of a group; `won`, `lost` and `causedMore` are of the melees of this phase, until the tests have read
 * them, and `caused` counts stands until the phase is over.
 */
const groupSpec = (units: readonly MusteredUnit[], mostKills: number) => ({
  orders: oneOf(...ORDERS),
  fate: oneOf(...FATES),
  won: int(0, MOST_FIGHTS),
  lost: int(0, MOST_FIGHTS),
  caused: int(0, MOST_FIGHTS * mostKills),
  causedMore: flag(),
  moved: flag(),
  mustTest: flag(),
  units: Object.fromEntries(units.map((u, i) => [`u${i + 1}`, unitSpec(u)])) as Record<
    string,
    ReturnType<typeof unitSpec>
  >,
});
const mostKillsOf = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'melee.results').rows.map((r) => Number(r.cells['stands'] ?? 0)));

/** The fields of groups by name, and what is in hand between two dice. */
export function groundSpec<Name extends string>(
  book: Rulebook,
  groups: Readonly<Record<Name, readonly MusteredUnit[]>>,
) {
  const most = mostKillsOf(book);
  const specs = Object.entries<readonly MusteredUnit[]>(groups).map(([name, units]) => [name, groupSpec(units, most)]);
  return {
    ...(Object.fromEntries(specs) as Record<Name, ReturnType<typeof groupSpec>>),
    /** The die has brought the general of the group that tests near enough. */
    generalReaches: flag(),
    /** What side a has done in the fight in hand. */
    strike: { kills: int(0, most), score: int(-FURTHEST, FURTHEST) },
  };
}
/** What the contact of two groups has come to. */
const contactSpec = {
  /** Who won more fights of the last melee. */
  winner: oneOf('none', ...SIDES),
  /** A charge has come to contact. */
  met: flag(),
};
/** A score further out changes nothing on any table; scores are held within it. */
const FURTHEST = 60;
export const within = (score: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, score));

/** Two groups under one book: what they are called in results, and what the scenario says of them. */
export interface BattleInput {
  readonly a: GroupInput;
  readonly b: GroupInput;
  readonly names: readonly [string, string];
  readonly titles?: readonly [string, string];
  /** Whether losses are told apart by phase; pointless where there is only one. */
  readonly lossesByPhase?: boolean;
}

/** The groups as rules see them, over the state of one encounter, which has fields `more` of its own. */
export function battleOf<More extends StateSpec>(book: Rulebook, input: BattleInput, more: More) {
  const { names, titles = names, lossesByPhase = false } = input;
  const mustered = { a: musteredIn(book, input.a), b: musteredIn(book, input.b) };
  const { view, machine } = declareState({ ...groundSpec(book, mustered), ...contactSpec, ...more });
  const ruling = rulingFacts(book);
  const ground = view as unknown as Ground & Record<SideKey, GroupView>;
  const groupAt = (side: SideKey, place: 0 | 1) =>
    groupOver(book, ruling, {
      ...{ side, ground, state: ground[side], units: mustered[side], input: input[side] },
      ...{ name: names[place], title: titles[place] },
    });
  const [a, b] = [groupAt('a', 0), groupAt('b', 1)];
  const muster = (): void => {
    for (const group of [a, b]) group.muster();
  };
  return { book, ruling, a, b, state: view, lossesByPhase, muster, machine };
}
type ViewOf<Spec extends StateSpec> = ReturnType<typeof declareState<Spec>>['view'];
/** What is in hand between two dice where groups fight and test. */
export type Ground = Pick<ViewOf<ReturnType<typeof groundSpec<never>>>, 'generalReaches' | 'strike'>;
export type GroupView = ViewOf<{ group: ReturnType<typeof groupSpec> }>['group'];
type Built = ReturnType<typeof battleOf<Record<never, never>>>;
/** Two groups that shoot at each other, fight and test. */
export interface Battle extends Pick<Built, 'book' | 'ruling' | 'a' | 'b' | 'lossesByPhase'> {
  readonly state: Ground;
}
/** Two groups whose contact is the whole of the encounter. */
export interface Contact extends Battle {
  readonly state: Built['state'];
}

export function musteredIn(book: Rulebook, input: GroupInput): MusteredUnit[] {
  // The first unit is on the group's orders.
  const { others = [], general: _, underArtilleryFire: __, orders: ___, ...first } = input;
  return [first, ...others].map((u) => unitOf(book, u, input.morale));
}

/** Where a group stands in the state, and what the scenario says of it. */
export interface GroupPlace {
  readonly side: SideKey;
  readonly ground: Ground;
  readonly state: GroupView;
  readonly units: readonly MusteredUnit[];
  readonly input: GroupInput;
  /** Its name in measures, "attacker" or "a", and what people call it. */
  readonly name: string;
  readonly title: string;
  /** What follows the state of a longer encounter: the ground under its feet, its formation, a general who moves. */
  readonly follows?: Readonly<Partial<Record<(typeof FOLLOWING)[number], () => unknown>>>;
  readonly general?: () => Nearness;
}
const FOLLOWING = ['formation', 'terrain', 'cover', 'place', 'disorderingTerrain'] as const;

/** A unit as rules and rows see it: what it was when the encounter opened, and what of it changes. */
function liveUnit(
  before: MusteredUnit,
  { side, state: group, follows = {} }: GroupPlace,
  place: number,
  sameDisorder: boolean,
) {
  const state = group.units[`u${place + 1}`];
  const unit = live(
    { ...before, before, side, state },
    {
      stands: () => state.stands,
      fired: () => state.fired,
      moved: () => before.moved || group.moved,
      orders: (): Orders => before.ownOrders ?? group.orders,
      disordered: () => before.disordered || (sameDisorder && state.disorganised),
    },
  );
  const asks = Object.entries(follows).map(([key, ask]) => [key, () => ask() ?? before[key as keyof MusteredUnit]]);
  return asks.length === 0 ? unit : (live(unit, Object.fromEntries(asks)) as typeof unit);
}
export type Unit = ReturnType<typeof liveUnit>;

/** A group as rules and rows see it: shares, sums and "any of its units" are derived here. */
export function groupOver(book: Rulebook, ruling: FactRecord, place: GroupPlace) {
  const { side, ground, state, input, name, title } = place;
  const sameDisorder = ruling['disorder'] === 'same';
  const members = place.units.map((unit, i) => liveUnit(unit, place, i, sameDisorder));
  const living = () => members.filter((u) => u.stands > 0);
  const startingStands = members.reduce((sum, u) => sum + u.startingStands, 0);
  const lossStep = Number(cell(book, 'morale.figures', 'loss-step', 'value'));
  const given = nearness(book, ruling, input.general);
  const general = place.general ?? (() => given);
  const stands = (): number => members.reduce((sum, u) => sum + u.state.stands, 0);
  const lossPercent = () => (100 * (startingStands - stands())) / startingStands;
  const disordered = () => living().filter((u) => u.disordered).length;
  const firstOrders = input.orders ?? ('stand' as const);
  const base = {
    side,
    name,
    title: input.name ?? title,
    members,
    living,
    state,
    ground,
    firstOrders,
    type: members[0].type,
    traits: [...new Set(members.flatMap((u) => u.traits))],
    arm: members.every((u) => u.arm === members[0].arm) ? members[0].arm : 'mixed',
    // Mixed groups are refused where a test reads this.
    troops: members[0].troops,
    morale: input.morale ?? 'ordinary',
    underArtilleryFire: input.underArtilleryFire ?? false,
    /** The die for its general's reach, and what a point of it is worth; the same wherever he is. */
    reach: { die: given.die, each: given.each },
    /** Puts it where the encounter opens. */
    muster: (): void => {
      state.orders = firstOrders;
      for (const unit of members) {
        unit.state.stands = unit.before.stands;
        unit.state.fired = unit.before.fired;
      }
      ground.strike.score = 0;
    },
  };
  return live(base, {
    orders: () => state.orders,
    stands,
    units: () => living().length,
    general,
    generalNear: () => {
      const { near } = general();
      return near === 'rolled' ? ground.generalReaches : near;
    },
    moved: () => state.moved,
    fired: () => living().every((u) => u.fired),
    uphill: () => living().every((u) => u.uphill),
    infantryInCover: () => living().every((u) => u.arm === 'infantry' && u.cover !== 'none'),
    militiaInOpen: () => living().some((u) => u.type === 'militia' && u.terrain === 'open'),
    meleesWon: () => state.won,
    meleesLost: () => state.lost,
    causedMore: () => state.causedMore,
    disordered: () => disordered() > 0,
    disorderedUnits: disordered,
    disorderedPercent: () => (disordered() === 0 ? 0 : (100 * disordered()) / living().length),
    lossPercent,
    strengthPercent: () => (100 * stands()) / startingStands,
    /** Of the units that still have stands. */
    weakestUnitPercent: () => Math.min(100, ...living().map((u) => (100 * u.stands) / u.startingStands)),
    lossSteps: () => {
      // Whole numbers first: 60% of five stands are three steps of 20%, not 2.999….
      const steps = (100 * (startingStands - stands())) / (lossStep * startingStands);
      return ruling['per20'] === 'round-up' ? Math.ceil(steps) : Math.floor(steps);
    },
  });
}
export type Group = ReturnType<typeof groupOver>;

/** Takes stands off a unit and disorganises it; tells how many. */
export function suffer({ state }: Unit, kills: number, disorganises: boolean): number {
  const lost = Math.min(kills, state.stands);
  state.stands -= lost;
  if (disorganises) state.disorganised = true;
  if (state.stands === 0) destroy(state);
  return lost;
}
/** A unit without stands has no state worth telling apart. */
export function destroy(state: Unit['state']): void {
  state.stands = 0;
  state.disorganised = false;
  state.fired = false;
  state.hits = 0;
  state.shaken = false;
}
