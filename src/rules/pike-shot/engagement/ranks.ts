import { live } from '../../../kit/live.ts';
import { declareState, type StateOptions } from '../../../kit/machine.ts';
import { fact } from '../../../sim/facts.ts';
import { clock, type Fields, int } from '../../../sim/state.ts';
import { positionsOf } from '../../engagement-positions.ts';
import { distanceIn, MOST_BODIES, nameIn, neighboursOf, type Standing, startOf } from '../../engagement-shape.ts';
import { sightOver } from '../../engagement-sight.ts';
import type { RegimentGiven } from '../given.ts';
import { isSteady, muster, type Regiment, regimentOf } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { bandAt, bandsOf } from '../shooting.ts';
import { type Among, contactSpec, type Lane, type LaneState, laneSpec, other, unitSpec } from './lane.ts';
import { type Engagement, SIDE_NAMES, SIDES, type SideKey } from './situation.ts';

/** No friend comes nearer to another than this. */
const ROOM = 1;

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
export interface Ranks {
  /** In the order in which they stand in the file. */
  readonly of: (side: SideKey) => readonly Body[];
  readonly records: readonly { fought: boolean }[];
  /** Places among its pairs, -1 for none: whom it is up against, and may shoot at. */
  readonly opponent: (x: Body) => number;
  readonly target: (x: Body) => number;
  /** All contacts that it may be in. */
  readonly contacts: (x: Body) => readonly Lane[];
  readonly isFree: (x: Body) => boolean;
  /** Friends beside it, or behind it where it runs through them. */
  readonly beside: (x: Body) => readonly { readonly body: Body; readonly isRunThrough: boolean }[];
  readonly start: () => void;
}
export type Sides = Readonly<Record<SideKey, readonly Standing<RegimentGiven>[]>>;
type NameOf = (side: SideKey, number: number) => string;

/** Regiments that face each other one by one and act on nobody else. */
export function facingRanks(situation: Engagement, rules: Rules, sides: Sides, nameOf: NameOf, options: StateOptions) {
  const { turns, edge, distance, obstacle } = situation;
  const given = { a: inFile(sides.a), b: inFile(sides.b) };
  const specs = given.a.map((a, i) => [`lane${i + 1}`, laneSpec(rules, { a, b: given.b[i] }, edge)] as const);
  const { view, machine } = declareState({ turn: clock(1, turns), lanes: Object.fromEntries(specs) }, options);
  const lanes = specs.map(([name], i): Lane => {
    const state = view.lanes[name];
    const of = (side: SideKey) => regimentOf(rules, SIDE_NAMES[side], given[side][i], state[side], nameOf(side, i));
    return { record: `lanes.${name}`, state, a: of('a'), b: of('b'), edge, obstacle };
  });
  const bodies = (side: SideKey) =>
    lanes.map(
      (lane, i): Body => ({ side, lane: i, record: lane.record, regiment: lane[side], own: lane.state[side], pairs: [lane] }), // biome-ignore format: one line
    );
  const all = { a: bodies('a'), b: bodies('b') };
  const ranks: Ranks = {
    ...{ of: (side) => all[side], records: lanes.map((lane) => lane.state) },
    ...{ opponent: () => 0, target: () => 0, contacts: (x) => x.pairs, isFree: () => true },
    beside: (x) =>
      all[x.side].filter((y) => Math.abs(y.lane - x.lane) === 1).map((body) => ({ body, isRunThrough: false })),
    start: () => {
      for (const lane of lanes) {
        muster(lane.a);
        muster(lane.b);
        lane.state.distance = distance;
        lane.state.open = obstacle === undefined;
      }
    },
  };
  return { ranks, view: view as { readonly turn: number }, machine };
}

/** As they stand in the file: by brigade, and by place in it. */
const byFile = (all: readonly Standing<RegimentGiven>[]) =>
  [...all].sort((x, y) => Number(x.path[2]) - Number(y.path[2]) || Number(x.path[4]) - Number(y.path[4]));
export const inFile = (all: readonly Standing<RegimentGiven>[]) => byFile(all).map((x) => x.body);

type Post = Body['own'] & { at: number; fights: number };
interface LaneBody extends Body {
  readonly state: Post;
  readonly start: number;
  readonly foes: readonly LaneBody[];
}
type Ground = Fields<ReturnType<typeof contactSpec>> & Record<string, unknown>;

/** Regiments in lanes, who act together. One record for each lane, with the contact that is fought there. */
export function laneRanks(situation: Engagement, rules: Rules, sides: Sides, nameOf: NameOf, options: StateOptions) {
  const { turns, edge, distance, obstacle, lanes: inputs } = situation;
  const lanes = [...new Set([...sides.a, ...sides.b].map((x) => x.lane))].sort((x, y) => x - y);
  const positions = positionsOf({ ...situation, behind: edge - distance, grid: 1 });
  const laneOf = (lane: number) => {
    const place = { at: int(...positions.bounds), fights: int(0, MOST_BODIES) };
    const units = SIDES.flatMap((side) =>
      sides[side]
        .filter((x) => x.lane === lane)
        .map((x) => [nameIn(side, x), { ...unitSpec(rules, x.body), ...place }]),
    );
    return { ...Object.fromEntries(units), ...contactSpec(rules) };
  };
  const specs = Object.fromEntries(lanes.map((lane) => [`l${lane}`, laneOf(lane)]));
  const { view, machine } = declareState({ turn: clock(1, turns), lanes: specs }, options);
  const groundOf = (lane: number) => (view.lanes as unknown as Record<string, Ground>)[`l${lane}`];
  const factsIn = groundFacts(situation);
  const bodyOf = (side: SideKey, standing: Standing<RegimentGiven>, number: number): LaneBody => {
    const { lane, body: given } = standing;
    const state = groundOf(lane)[nameIn(side, standing)] as Post;
    const plain = regimentOf(rules, SIDE_NAMES[side], given, state, nameOf(side, number));
    const regiment = { ...plain, facts: factsIn(plain, side, lane, state) };
    const own = { side, lane, record: `lanes.l${lane}`, regiment, own: state, state };
    return { ...own, start: startOf(standing, situation.depth), pairs: [], foes: [] };
  };
  const all = { a: byFile(sides.a).map((x, i) => bodyOf('a', x, i)), b: byFile(sides.b).map((x, i) => bodyOf('b', x, i)) }; // biome-ignore format: one line
  const bodies = [...all.a, ...all.b].sort((x, y) => x.lane - y.lane || y.start - x.start);
  const ranks = ranksOver(situation, rules, { all, bodies, lanes, groundOf, positions });
  const start = (): void => {
    for (const x of bodies) {
      muster(x.regiment);
      x.state.at = x.start;
    }
    for (const lane of lanes) groundOf(lane).open = obstacle === undefined;
  };
  return { ranks: { ...ranks, start, records: lanes.map(groundOf) }, view: view as { readonly turn: number }, machine };

  /** What follows for a regiment from the strip of ground that it stands in. */
  function groundFacts(input: Engagement) {
    return ({ facts, given }: Regiment, side: SideKey, lane: number, state: Post): Regiment['facts'] => {
      const strips = inputs.find((l) => l.lane === lane)?.ground ?? [];
      if (strips.length === 0) return facts;
      const on = (key: 'inCover' | 'uphill' | 'behindObstacle') => () => {
        const place = side === 'a' ? state.at : distanceIn(input, lane) - state.at;
        return strips.find(({ from, to }) => from <= place && place <= to)?.[key] ?? given[key];
      };
      const own = { inCover: on('inCover'), uphill: on('uphill'), behindObstacle: on('behindObstacle') };
      return live(facts, own) as Regiment['facts'];
    };
  }
}

interface Field {
  readonly all: Readonly<Record<SideKey, readonly LaneBody[]>>;
  readonly bodies: readonly LaneBody[];
  readonly lanes: readonly number[];
  readonly groundOf: (lane: number) => Ground;
  readonly positions: ReturnType<typeof positionsOf>;
}

/** Who stands against whom in the lanes. */
function ranksOver(situation: Engagement, rules: Rules, field: Field): Omit<Ranks, 'start' | 'records'> {
  const { all, bodies, lanes, positions } = field;
  const neighbours = neighboursOf(lanes, situation.lanes);
  const near = (x: Body, y: Body) => x.lane === y.lane || neighbours.get(x.lane)!.includes(y.lane);
  const steady = new Map(bodies.map((x) => [x, fact(x.state, () => isSteady(x.regiment))]));
  const free = new Map<Body, () => boolean>(bodies.map((x) => [x, fact(x.state, () => x.state.fights === 0)]));
  const isFree = (x: Body) => free.get(x)!();
  const sight = sightOver<LaneBody>({
    ...{ bodies, near, spacing: situation.spacing, gap: positions.gap },
    at: ({ state }) => state.at,
    isIn: (x) => steady.get(x)!(),
    inContact: (x, y) => x.state.fights > 0 && x.state.fights === y.state.fights,
    changesOpponent: says(rules, 'changeOpponent') === 'yes',
  });
  pairUp(situation, rules, field, sight, isFree);
  const asLane = (x: Body) => x as LaneBody;
  const mayShoot = (x: LaneBody, y: LaneBody) =>
    sight.front(y.side, y.lane) === y &&
    isFree(y) &&
    positions.gap(x, y) > 0 &&
    bandAt(bandsOf(x.regiment), sight.straight(x, y)) !== undefined;
  return {
    ...{ of: (side) => all[side], isFree },
    opponent: (x) => asLane(x).foes.indexOf(sight.opponent(asLane(x)) as LaneBody),
    target: (body) => {
      const x = asLane(body);
      let found = -1;
      if (sight.front(x.side, x.lane) !== x) return found;
      for (const [i, y] of x.foes.entries()) {
        if (!mayShoot(x, y)) continue;
        if (y.lane === x.lane) return i;
        if (says(rules, 'fireAcross') === 'no') continue;
        if (found < 0 || sight.straight(x, y) < sight.straight(x, x.foes[found])) found = i;
      }
      return found;
    },
    contacts: (body) => {
      const x = asLane(body);
      return [...new Set([...x.pairs, ...x.foes.map((y) => y.pairs[y.foes.indexOf(x)])])];
    },
    beside: (x) =>
      sight
        .friends(asLane(x))
        .map((body) => ({ body, isRunThrough: body.lane === x.lane && body.start < asLane(x).start })),
  };
}

/** Every regiment with each enemy that it may come upon. Two of one lane are one pair, whoever charges. */
function pairUp(
  { edge, obstacle }: Engagement,
  rules: Rules,
  { bodies, groundOf, positions }: Field,
  sight: ReturnType<typeof sightOver<LaneBody>>,
  isFree: (x: Body) => boolean,
): void {
  /** Ends the contact that a regiment is in. */
  const part = ({ state: { fights } }: LaneBody): void => {
    if (fights === 0) return;
    Object.assign(groundOf(fights), { contact: 'none', fresh: false });
    for (const z of bodies) if (z.state.fights === fights) z.state.fights = 0;
  };
  const amongOf = (a: LaneBody, b: LaneBody): Among => {
    const of = { a, b };
    return {
      set: (to, mover) => positions.comeWithin(of[mover], of[other(mover)], to),
      back: (side, by) => positions.back(of[side], by),
      straight: () => sight.straight(a, b),
      isAtEdge: (side) => positions.isAtEdge(of[side]),
      roomAhead: (side) => {
        const friend = sight.ahead(of[side]);
        return friend ? Math.max(0, friend.state.at - of[side].state.at - ROOM) : Number.POSITIVE_INFINITY;
      },
      mayMeet: (by) => {
        const [x, y] = [of[by], of[other(by)]];
        if (x.lane !== y.lane && says(rules, 'flankCharge') === 'no') return false;
        return sight.front(by, x.lane) === x && isFree(y) && groundOf(y.lane).contact === 'none';
      },
      strikesFlank: (by) => sight.strikesFlank(of[by], of[other(by)]),
      part: (side) => part(of[side]),
    };
  };
  const pairOf = (x: LaneBody, y: LaneBody): Lane => {
    const [a, b] = x.side === 'a' ? [x, y] : [y, x];
    const there = groundOf(y.lane);
    const state = {
      ...{ a: a.own, b: b.own, fight: there.fight },
      get distance() {
        return sight.apart(a, b);
      },
      get contact() {
        return [a, b].every((z) => z.state.fights === y.lane) ? there.contact : 'none';
      },
      set contact(by) {
        there.contact = by;
        for (const z of [a, b]) z.state.fights = by === 'none' ? 0 : y.lane;
      },
    };
    for (const key of ['open', 'fresh', 'fought'] as const)
      Object.defineProperty(state, key, {
        get: () => there[key],
        set: (to: boolean) => {
          there[key] = to;
        },
      });
    const units = { a: a.regiment, b: b.regiment };
    return { record: x.record, state: state as unknown as LaneState, ...units, edge, obstacle, among: amongOf(a, b) };
  };
  for (const x of bodies) {
    const foes = sight.foes(x);
    const pairs = foes.map((y) => (x.lane === y.lane ? y.pairs[y.foes.indexOf(x)] : undefined) ?? pairOf(x, y));
    Object.assign(x, { foes, pairs });
  }
}
