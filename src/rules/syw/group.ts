import { live } from '../../kit/live.ts';
import { clear } from '../../kit/scratch.ts';
import { type Die, d4, d6, d10 } from '../../sim/die.ts';
import { cell, type Rulebook } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import type { Ground, GroupView } from './battle.ts';
import { type GroupInput, type MusteredUnit, type Orders, type SideKey, unitOf } from './troops.ts';

const DICE: Readonly<Record<string, Die>> = { D4: d4, D6: d6, D10: d10 };

/** Whether the general reaches a group: yes, no, or for the D4 to say (SYW-R19), each point of which reaches so far. */
export function nearness(book: Rulebook, ruling: FactRecord, distance: number | undefined) {
  const die = DICE[String(cell(book, 'morale.figures', 'general-die', 'value'))] ?? d4;
  const each = Number(cell(book, 'morale.figures', 'general-reach', 'value'));
  if (distance === undefined) return { near: false as const, distance: 0, die, each };
  const reach = ruling['generalRange'];
  const least = typeof reach === 'number' ? reach : Math.min(...die.faces) * each;
  const most = typeof reach === 'number' ? reach : Math.max(...die.faces) * each;
  const near = distance <= least || (distance <= most && ('rolled' as const));
  return { near, distance, die, each };
}
export type Nearness = ReturnType<typeof nearness>;

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
function liveUnit({ side, units, state: group, follows = {} }: GroupPlace, i: number, sameDisorder: boolean) {
  const [before, state] = [units[i], group.units[`u${i + 1}`]];
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

/** A group as rules and rows see it: what it was when the encounter opened, and what follows the state. */
export function groupOver(book: Rulebook, ruling: FactRecord, place: GroupPlace) {
  const { side, ground, state, input, name, title } = place;
  const members = place.units.map((_, i) => liveUnit(place, i, ruling['disorder'] === 'same'));
  const ownGeneral = nearness(book, ruling, input.general);
  const general = place.general ?? (() => ownGeneral);
  const firstOrders = input.orders ?? ('stand' as const);
  const base = {
    ...{ side, name, title: input.name ?? title, members, state, ground, firstOrders },
    type: members[0].type,
    traits: [...new Set(members.flatMap((u) => u.traits))],
    arm: members.every((u) => u.arm === members[0].arm) ? members[0].arm : 'mixed',
    // Mixed groups are refused where a test reads this.
    troops: members[0].troops,
    morale: input.morale ?? 'ordinary',
    underArtilleryFire: input.underArtilleryFire ?? false,
    /** The die for its general's reach, and what a point of it is worth; the same wherever he is. */
    reach: { die: ownGeneral.die, each: ownGeneral.each },
    living: () => members.filter((u) => u.stands > 0),
    /** Puts it where the encounter opens. */
    muster: (): void => {
      state.orders = firstOrders;
      for (const u of members) Object.assign(u.state, { stands: u.before.stands, fired: u.before.fired });
      ground.strike.score = 0;
    },
  };
  return live(base, {
    orders: () => state.orders,
    general,
    generalNear: () => {
      const { near } = general();
      return near === 'rolled' ? ground.generalReaches : near;
    },
    moved: () => state.moved,
    meleesWon: () => state.won,
    meleesLost: () => state.lost,
    causedMore: () => state.causedMore,
    ...sharesOf(members, base.living),
    ...lossesOf(book, ruling, members, base.living),
  });
}

/** "Any of its units", "all of them": what follows from the units that still have stands. */
function sharesOf(members: readonly Unit[], living: () => readonly Unit[]) {
  const disordered = () => living().filter((u) => u.disordered).length;
  return {
    stands: (): number => members.reduce((sum, u) => sum + u.state.stands, 0),
    units: () => living().length,
    fired: () => living().every((u) => u.fired),
    uphill: () => living().every((u) => u.uphill),
    infantryInCover: () => living().every((u) => u.arm === 'infantry' && u.cover !== 'none'),
    militiaInOpen: () => living().some((u) => u.type === 'militia' && u.terrain === 'open'),
    disordered: () => disordered() > 0,
    disorderedUnits: disordered,
    disorderedPercent: () => (disordered() === 0 ? 0 : (100 * disordered()) / living().length),
  };
}

/** What is left of the stands that it began the battle with. */
function lossesOf(book: Rulebook, ruling: FactRecord, members: readonly Unit[], living: () => readonly Unit[]) {
  const starting = members.reduce((sum, u) => sum + u.startingStands, 0);
  const step = Number(cell(book, 'morale.figures', 'loss-step', 'value'));
  const left = (): number => members.reduce((sum, u) => sum + u.state.stands, 0);
  return {
    lossPercent: () => (100 * (starting - left())) / starting,
    strengthPercent: () => (100 * left()) / starting,
    /** Of the units that still have stands. */
    weakestUnitPercent: () => Math.min(100, ...living().map((u) => (100 * u.stands) / u.startingStands)),
    lossSteps: () => {
      // Whole numbers first: 60% of five stands are three steps of 20%, not 2.999….
      const steps = (100 * (starting - left())) / (step * starting);
      return ruling['per20'] === 'round-up' ? Math.ceil(steps) : Math.floor(steps);
    },
  };
}

export type Group = ReturnType<typeof groupOver>;

/** Takes stands off a unit and disorganises it; tells how many. */
export function suffer({ state }: Unit, kills: number, disorganises: boolean): number {
  const lost = Math.min(kills, state.stands);
  state.stands -= lost;
  if (disorganises) state.disorganised = true;
  // A unit without stands has no state worth telling apart.
  if (state.stands === 0) clear(state);
  return lost;
}
