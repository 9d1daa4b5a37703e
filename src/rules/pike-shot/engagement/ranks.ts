import { live } from '../../../kit/live.ts';
import { declareState, type StateOptions } from '../../../kit/machine.ts';
import { clock, type Fields, int } from '../../../sim/state.ts';
import { type InLane, laneName, laneRecords, linesOver } from '../../engagement-lanes.ts';
import { positionsOf } from '../../engagement-positions.ts';
import { MOST_BODIES, nameIn, type Standing, startOf, stripUnder } from '../../engagement-shape.ts';
import { calledBy, cardOf, type RegimentGiven } from '../given.ts';
import { isSteady, muster, type Regiment, regimentOf } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { bandAt, bandsOf } from '../shooting.ts';
import { contactSpec, type Lane, type LaneState, laneSpec, other, unitSpec } from './lane.ts';
import { type Engagement, SIDE_NAMES, SIDES, type SideKey, standingOf } from './situation.ts';

/** A regiment of an engagement, and the enemies that it may come upon. */
export interface Body {
  readonly side: SideKey;
  readonly lane: number;
  /** Where its state is. */
  readonly record: string;
  readonly regiment: Regiment;
  readonly own: LaneState['a'];
  /** It and each of those enemies, as it would come upon them. */
  readonly pairs: readonly Lane[];
}
/** The regiments of an engagement, and who stands against whom. */
export interface Ranks<B extends Body = Body> {
  /** In the order in which they stand in the file. */
  readonly of: (side: SideKey) => readonly B[];
  readonly records: readonly { fought: boolean }[];
  /** Places among its pairs, -1 for none: whom it is up against, and may shoot at. */
  opponent(x: B): number;
  target(x: B): number;
  /** All contacts that it may be in. */
  contacts(x: B): readonly Lane[];
  isFree(x: B): boolean;
  /** Friends beside it, or behind it where it runs through them. */
  beside(x: B): readonly { readonly body: B; readonly isRunThrough: boolean }[];
  readonly start: () => void;
}
/** The regiments of a side in the order of the file, with what they are called: "the gendarmes of side A". */
function rosterOf(situation: Engagement, rules: Rules, side: SideKey) {
  const placeOf = ({ path }: Standing<RegimentGiven>) => 100 * Number(path[2]) + Number(path[4]);
  const all = standingOf(situation, side).sort((x, y) => placeOf(x) - placeOf(y));
  const called = ({ body }: Standing<RegimentGiven>) => calledBy(body, cardOf(rules, body));
  return all.map((standing, i) => {
    const several = all.filter((x) => called(x) === called(standing)).length > 1;
    const name = `the ${called(standing)}${several ? ` (${i + 1} in line)` : ''} of ${SIDE_NAMES[side]}`;
    return { standing, given: standing.body as RegimentGiven, name };
  });
}

/** Regiments that face each other one by one and act on nobody else. */
export function facingRanks(situation: Engagement, rules: Rules, options: StateOptions) {
  const { turns, edge, distance, obstacle } = situation;
  const roster = { a: rosterOf(situation, rules, 'a'), b: rosterOf(situation, rules, 'b') };
  const specs = roster.a.map((a, i) => {
    const given = { a: a.given, b: roster.b[i].given };
    return [`lane${i + 1}`, laneSpec(rules, given, edge)] as const;
  });
  const { view, machine } = declareState({ turn: clock(1, turns), lanes: Object.fromEntries(specs) }, options);
  const lanes = specs.map(([lane], i): Lane => {
    const state = view.lanes[lane];
    const [a, b] = SIDES.map((side) => {
      const { given, name } = roster[side][i];
      return regimentOf(rules, SIDE_NAMES[side], given, state[side], name);
    });
    return { record: `lanes.${lane}`, state, ground: state, a, b, edge, obstacle };
  });
  const bodies = (side: SideKey) =>
    lanes.map(
      (lane, i): Body => ({ side, lane: i, record: lane.record, regiment: lane[side], own: lane.state[side], pairs: [lane] }), // biome-ignore format: one line
    );
  const all = { a: bodies('a'), b: bodies('b') };
  const ranks: Ranks = {
    ...{ of: (side) => all[side], records: lanes.map((lane) => lane.ground) },
    ...{ opponent: () => 0, target: () => 0, contacts: (x) => x.pairs, isFree: () => true },
    beside: (x) =>
      all[x.side].filter((y) => Math.abs(y.lane - x.lane) === 1).map((body) => ({ body, isRunThrough: false })),
    start: () => {
      for (const { a, b, state, ground } of lanes) {
        for (const regiment of [a, b]) muster(regiment);
        state.distance = distance;
        ground.open = obstacle === undefined;
      }
    },
  };
  return { ranks, view: view as { readonly turn: number }, machine };
}

type Post = Body['own'] & { at: number; fights: number };
interface LaneBody extends Body, InLane<Lane> {
  readonly state: Post;
  readonly start: number;
  readonly pairs: Lane[];
}
type Lines = ReturnType<typeof linesOver<LaneBody>> & {
  readonly groundOf: (lane: number) => Fields<ReturnType<typeof contactSpec>>;
};

/** Regiments in lanes, who act together. One record for each lane, with the contact that is fought there. */
export function laneRanks(situation: Engagement, rules: Rules, options: StateOptions) {
  const { turns, edge, distance, obstacle } = situation;
  const positions = positionsOf({ ...situation, behind: edge - distance, grid: 1 });
  const place = () => ({ at: int(...positions.bounds), fights: int(0, MOST_BODIES) });
  const unitFields = (given: RegimentGiven) => ({ ...unitSpec(rules, given), ...place() });
  const sides = { a: standingOf(situation, 'a'), b: standingOf(situation, 'b') };
  const { lanes, specs } = laneRecords(sides, unitFields, () => contactSpec(rules));
  const { view, machine } = declareState({ turn: clock(1, turns), lanes: specs }, options);
  const groundOf = (lane: number) => view.lanes[laneName(lane)];
  const bodiesOf = (side: SideKey) =>
    rosterOf(situation, rules, side).map(({ standing, given, name }): LaneBody => {
      const { lane } = standing;
      const state = groundOf(lane).units[nameIn(side, standing)];
      const plain = regimentOf(rules, SIDE_NAMES[side], given, state, name);
      const regiment = { ...plain, facts: groundFacts(situation, plain, side, lane, state) };
      const own = { side, lane, record: `lanes.${laneName(lane)}`, regiment, own: state, state };
      return { ...own, start: startOf(standing, situation.depth), pairs: [] };
    });
  const all = { a: bodiesOf('a'), b: bodiesOf('b') };
  const bodies = [...all.a, ...all.b].sort((x, y) => x.lane - y.lane || y.start - x.start);
  const lines: Lines = {
    groundOf,
    ...linesOver({
      ...{ bodies, input: situation, positions, may: (what) => says(rules, what) === 'yes' },
      isIn: ({ regiment }) => isSteady(regiment),
      isFree: ({ state }) => state.fights === 0,
      inContact: (x, y) => x.state.fights > 0 && x.state.fights === y.state.fights,
    }),
  };
  lines.pairUp(bodies, (x, y) => pairAmong(situation, lines, x, y));
  const start = (): void => {
    for (const x of bodies) {
      muster(x.regiment);
      x.state.at = x.start;
    }
    for (const lane of lanes) groundOf(lane).open = obstacle === undefined;
  };
  const ranks = { ...ranksOver(lines, all), start, records: lanes.map(groundOf) };
  return { ranks, view: view as { readonly turn: number }, machine };
}

/** What follows for a regiment from the strip of ground that it stands in. */
function groundFacts(situation: Engagement, { facts, given }: Regiment, side: SideKey, lane: number, state: Post) {
  if (!situation.lanes.some((l) => l.lane === lane && l.ground.length > 0)) return facts;
  const on = (key: 'inCover' | 'uphill' | 'behindObstacle') => () =>
    stripUnder(situation, { side, lane }, () => state.at)?.[key] ?? given[key];
  const own = { inCover: on('inCover'), uphill: on('uphill'), behindObstacle: on('behindObstacle') };
  return live(facts, own) as Regiment['facts'];
}

/** Who stands against whom in the lanes. */
function ranksOver(
  lines: Lines,
  all: Readonly<Record<SideKey, readonly LaneBody[]>>,
): Omit<Ranks<LaneBody>, 'start' | 'records'> {
  const { foes, straight } = lines;
  const inRange = (x: LaneBody, place: number) =>
    bandAt(bandsOf(x.regiment), straight(x, foes(x)[place])) !== undefined;
  return {
    ...{ of: (side) => all[side], isFree: lines.isFree, opponent: lines.opponentPlace },
    target: (x) => lines.targetPlace(x, (place) => inRange(x, place)),
    contacts: (x) => [...new Set([...x.pairs, ...foes(x).map((y) => y.pairs[foes(y).indexOf(x)])])],
    beside: (x) =>
      lines.friends(x).map((body) => ({ body, isRunThrough: body.lane === x.lane && body.start < x.start })),
  };
}

/** What two regiments that stand among others must know of them. */
function amongOf(lines: Lines, a: LaneBody, b: LaneBody) {
  const of = { a, b };
  return {
    /** Moves one of the two until they are so far apart. */
    set: (to: number, mover: SideKey): void => lines.comeWithin(of[mover], of[other(mover)], to),
    back: (side: SideKey, by: number): void => lines.back(of[side], by),
    straight: (): number => lines.straight(a, b),
    isAtEdge: (side: SideKey): boolean => lines.isAtEdge(of[side]),
    /** They stand in one lane. */
    isAhead: a.lane === b.lane,
    isFree: (side: SideKey): boolean => lines.isFree(of[side]),
    /** How far it may come before it is upon a friend. */
    roomAhead: (side: SideKey): number => lines.roomAhead(of[side]),
    mayMeet: (by: SideKey): boolean => {
      const [x, y] = [of[by], of[other(by)]];
      return lines.mayCharge(x, y) && lines.isFree(y) && lines.groundOf(y.lane).contact === 'none';
    },
    strikesFlank: (by: SideKey): boolean => lines.strikesFlank(of[by], of[other(by)]),
    /** The contact of one that runs is over. */
    part: (side: SideKey): void => {
      const { fights } = of[side].state;
      if (fights === 0) return;
      Object.assign(lines.groundOf(fights), { contact: 'none', fresh: false });
      for (const z of lines.bodies) if (z.state.fights === fights) z.state.fights = 0;
    },
  };
}
export type Among = ReturnType<typeof amongOf>;

/** A regiment and an enemy that it may come upon; the contact is kept in his lane. */
function pairAmong({ edge, obstacle }: Engagement, lines: Lines, x: LaneBody, y: LaneBody): Lane {
  const [a, b] = x.side === 'a' ? [x, y] : [y, x];
  const there = lines.groundOf(y.lane);
  const state = {
    ...{ a: a.own, b: b.own, fight: there.fight },
    get distance() {
      return lines.wayTo(a, b);
    },
    get contact(): LaneState['contact'] {
      return [a, b].every((z) => z.state.fights === y.lane) ? there.contact : 'none';
    },
    set contact(by) {
      there.contact = by;
      for (const z of [a, b]) z.state.fights = by === 'none' ? 0 : y.lane;
    },
  };
  const units = { a: a.regiment, b: b.regiment };
  return { record: x.record, state, ground: there, ...units, edge, obstacle, among: amongOf(lines, a, b) };
}
