import { declareState, type StateOptions } from '../../kit/machine.ts';
import { clock, flag, int, oneOf } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { distanceIn, type LaneInput, MOST_BODIES, neighboursOf, type Standing, startOf } from '../engagement-shape.ts';
import type { FactRecord } from '../pattern.ts';
import { rulingFacts } from '../ruling-reads.ts';
import {
  type Battle,
  type Ground,
  type Group,
  type GroupView,
  groundSpec,
  groupOver,
  musteredIn,
  SIDES,
} from './battle.ts';
import { type CommanderInput, hasCommander } from './commander.ts';
import type { Drill } from './drill.ts';
import { nearness } from './general.ts';
import { PLANS } from './plans.ts';
import { type COVERS, FORMATIONS, type GroupInput, type PLACES, type SideKey, type TERRAINS } from './troops.ts';

/** Groups further apart than this are out of the fight; retreats stop counting there. */
const FURTHEST_CM = 400;

/** What a strip of ground says of the units in it. */
export interface Strip {
  readonly terrain?: (typeof TERRAINS)[number];
  readonly cover?: (typeof COVERS)[number];
  readonly place?: (typeof PLACES)[number];
  readonly disorderingTerrain?: boolean;
  /** In % of full speed. */
  readonly speed?: number;
}
export interface FieldGroup extends GroupInput {
  readonly drill?: Drill;
}
export interface FieldInput {
  readonly a: readonly Standing<FieldGroup>[];
  readonly b: readonly Standing<FieldGroup>[];
  readonly distance: number;
  readonly depth: number;
  readonly spacing: number;
  readonly edge: number;
  readonly turns: number;
  readonly lanes: readonly LaneInput<Strip>[];
  readonly commanders: Readonly<Record<SideKey, CommanderInput | undefined>>;
}

/** What changes of a group in an engagement besides what changes in every encounter. */
const postSpec = {
  /** What its player has in mind, from the orders to the move. */
  plan: oneOf('none', ...PLANS),
  /** It has charged into a contact that has not been fought yet. */
  fresh: flag(),
};
/** What changes only of groups whose drill lets them change their formation. */
const drilledSpec = { formed: oneOf('as-given', ...FORMATIONS) };
const postOf = ({ drill }: FieldGroup) => ({ ...postSpec, ...(drill ? drilledSpec : {}) });
interface Post extends GroupView {
  plan: (typeof PLANS)[number] | 'none';
  fresh: boolean;
  /** How far it has come forward from its side's first line; only where there are several groups, or ground. */
  at: number;
  formed?: (typeof FORMATIONS)[number] | 'as-given';
}

/** A group of an engagement in its lane. */
export interface Body {
  readonly side: SideKey;
  /** What its fields are called in the record of its lane. */
  readonly name: string;
  readonly group: Group;
  readonly post: Post;
  readonly lane: number;
  readonly start: number;
  readonly drill?: Drill | undefined;
}
export type Aspects = 'front' | 'flank-a' | 'flank-b';
/** Who is in contact with whom, and how: `flank-b` when side b's group is struck in its flank. */
type Touch = 'none' | Aspects;
const TOUCHES = ['none', 'front', 'flank-a', 'flank-b'] as const;

/** Where groups are: how far apart, and who is in contact with whom. */
interface Positions {
  /** Forward distance of two enemies, whatever their lanes; 0 is level. */
  readonly gap: (x: Body, y: Body) => number;
  /** Moves a group straight ahead, or back, until the gap to an enemy is this. */
  readonly setGap: (x: Body, y: Body, gap: number) => void;
  readonly fallBack: (x: Body, by: number) => void;
  readonly touch: (x: Body, y: Body) => Touch;
  readonly meet: (by: Body, foe: Body, touch: Aspects) => void;
  /** Ends all contacts of a group. */
  readonly part: (x: Body) => void;
  /** A routing group runs; true when it has left the table. */
  readonly run: (x: Body, by: number) => void;
  readonly isOff: (x: Body) => boolean;
}

type Root = Record<string, unknown> & { turn: number; distance: number; chief: Record<SideKey, number> };
type LaneView = Ground & Record<string, Post> & { touch: Record<string, Touch> };

/** The groups of an engagement over one state, and where they are. */
export function fieldOf(book: Rulebook, input: FieldInput, options: StateOptions = {}) {
  const ruling = rulingFacts(book);
  const several = isSeveral(input);
  const commanded = several && hasCommander(input.commanders);
  const lanes = [...new Set([...input.a, ...input.b].map((x) => x.lane))].sort((x, y) => x - y);
  const neighbours = neighboursOf(lanes, input.lanes);
  const near = (x: number, y: number): boolean => x === y || neighbours.get(x)!.includes(y);
  const spec = {
    turn: clock(1, input.turns),
    ...(several ? lanesSpec(book, input, lanes, near) : pairSpec(book, input)),
    ...(commanded ? { chief: { a: int(0, MOST_BODIES - 1), b: int(0, MOST_BODIES - 1) } } : {}),
  };
  const { view, machine } = declareState(spec, options);
  const root = view as unknown as Root;
  const stripAt = strips(input);
  const bodies = SIDES.flatMap((side) =>
    input[side].map((x) => bodyOver(book, ruling, root, input, several, side, x, stripAt)),
  );
  const positions = several ? inLanes(root, bodies, input) : facingEachOther(root, furthestApart(input));
  const bySide = { a: bodies.filter((x) => x.side === 'a'), b: bodies.filter((x) => x.side === 'b') };
  return {
    ...{ book, ruling, state: root, machine, bodies, several, spacing: input.spacing, stripAt, ...positions },
    of: (side: SideKey): readonly Body[] => bySide[side],
    near: (x: Body, y: Body): boolean => near(x.lane, y.lane),
    muster: (): void => {
      root.turn = 1;
      if (!several) root.distance = startingGap(input);
      if (commanded) for (const side of SIDES) root.chief[side] = startingPlace(input, side);
      for (const { group, post, start } of bodies) {
        group.muster();
        if (several) post.at = start;
      }
    },
  };
}
export type Field = ReturnType<typeof fieldOf>;

/** The place, in the order in which they act, of the group that a commander starts with. */
const startingPlace = ({ commanders, ...input }: FieldInput, side: SideKey): number =>
  Math.max(
    0,
    input[side].findIndex((x) => numberOf(x) === commanders[side]?.with),
  );
/** Its number in the file: 1 is the first group of the side. */
const numberOf = ({ path }: Pick<Standing<unknown>, 'path'>): number =>
  path.length === 1 ? 1 : Number(path.at(-1)) + 2;

const nameIn = (side: SideKey, { line }: Standing<FieldGroup>): string => (line === 'first' ? side : `${side}2`);

/** One group a side, face to face on plain ground, is told by the distance between the two. */
const isSeveral = ({ a, b, lanes }: FieldInput): boolean =>
  a.length > 1 || b.length > 1 || a[0].lane !== b[0].lane || lanes.some((l) => l.ground.length > 0);
const startingGap = (input: FieldInput): number =>
  distanceIn(input, input.b[0].lane) - startOf(input.a[0], input.depth) - startOf(input.b[0], input.depth);
const furthestApart = (input: FieldInput): number => Math.max(FURTHEST_CM, startingGap(input));

/** One group a side: nothing but the distance between them (0 is contact) tells where they are. */
function pairSpec(book: Rulebook, input: FieldInput) {
  const pair = SIDES.map((side) => ({ name: nameIn(side, input[side][0]), body: input[side][0].body }));
  const units = Object.fromEntries(pair.map(({ name, body }) => [name, musteredIn(book, body)]));
  const spec = groundSpec(book, units);
  const posts = pair.map(({ name, body }) => [name, { ...spec[name], ...postOf(body) }]);
  return { distance: int(0, furthestApart(input)), ...spec, ...Object.fromEntries(posts) };
}

/** Several: a record of fields for each lane, so that what happens in one is worked out by itself. */
function lanesSpec(
  book: Rulebook,
  input: FieldInput,
  lanes: readonly number[],
  near: (x: number, y: number) => boolean,
) {
  const at = int(-input.edge, FURTHEST_CM + input.edge);
  const laneSpec = (lane: number) => {
    const here = SIDES.flatMap((side) => input[side].filter((x) => x.lane === lane).map((x) => ({ side, x })));
    const units = Object.fromEntries(here.map(({ side, x }) => [nameIn(side, x), musteredIn(book, x.body)]));
    const { generalReaches, strike, ...groups } = groundSpec(book, units);
    const own = new Map(here.map(({ side, x }) => [nameIn(side, x), x.body]));
    const posts = Object.entries(groups).map(([name, group]) => [name, { ...group, ...postOf(own.get(name)!), at }]);
    const pairs = here.flatMap(({ side, x }) =>
      side === 'b'
        ? []
        : input.b.filter((y) => near(lane, y.lane)).map((y) => pairKey(nameIn('a', x), y.lane, nameIn('b', y))),
    );
    const touch = Object.fromEntries(pairs.map((key) => [key, oneOf(...TOUCHES)]));
    return { ...Object.fromEntries(posts), generalReaches, strike, touch };
  };
  return Object.fromEntries(lanes.map((lane) => [`l${lane}`, laneSpec(lane)]));
}
const pairKey = (own: string, lane: number, foe: string): string => `${own}Lane${lane}${foe}`;

function bodyOver(
  book: Rulebook,
  ruling: FactRecord,
  root: Root,
  input: FieldInput,
  several: boolean,
  side: SideKey,
  standing: Standing<FieldGroup>,
  stripAt: ReturnType<typeof strips>,
): Body {
  const { body, lane } = standing;
  const record = (several ? root[`l${lane}`] : root) as LaneView;
  const post = record[nameIn(side, standing)];
  const own = {
    side,
    name: nameIn(side, standing),
    post,
    lane,
    start: startOf(standing, input.depth),
    drill: body.drill,
  };
  const places = input[side].map((x) => ({ lane: x.lane, post: (root[`l${x.lane}`] as LaneView)?.[nameIn(side, x)] }));
  const hasGround = input.lanes.some((l) => l.lane === lane && l.ground.length > 0);
  const on = (key: keyof Strip) => () => stripAt(own)?.[key];
  const group = groupOver(book, ruling, {
    ...{ side, ground: record, state: post, units: musteredIn(book, body), input: body, name: side },
    title: titleOf(side, input[side], standing),
    follows: {
      ...(body.drill ? { formation: () => (post.formed === 'as-given' ? undefined : post.formed) } : {}),
      ...(hasGround
        ? {
            terrain: on('terrain'),
            cover: on('cover'),
            place: on('place'),
            disorderingTerrain: on('disorderingTerrain'),
          }
        : {}),
    },
    ...(input.commanders[side] ? { general: () => nearness(book, ruling, generalAway()) } : {}),
  });
  /** To the commander in chief, or to the group's own general if he is nearer. */
  const generalAway = (): number => {
    const chief = several ? places[root.chief[side]] : own;
    const away =
      chief.post === post ? 0 : Math.abs(chief.post.at - post.at) + input.spacing * Math.abs(chief.lane - lane);
    return Math.min(away, body.general ?? away);
  };
  return { ...own, group };
}

function titleOf(side: SideKey, all: readonly Standing<FieldGroup>[], { lane, line }: Standing<FieldGroup>): string {
  const name = `side ${side.toUpperCase()}`;
  if (all.length === 1) return name;
  return `${name} in lane ${lane}${line === 'second' ? ', second line' : ''}`;
}

/** The strip of ground that a group stands in. */
function strips({ lanes, ...input }: FieldInput) {
  return ({ side, post, lane }: Pick<Body, 'side' | 'post' | 'lane'>): Strip | undefined => {
    const ground = lanes.find((l) => l.lane === lane)?.ground ?? [];
    if (ground.length === 0) return undefined;
    const place = side === 'a' ? post.at : distanceIn({ ...input, lanes }, lane) - post.at;
    return ground.find(({ from, to }) => from <= place && place <= to);
  };
}

const facingEachOther = (root: Root, furthest: number): Positions => ({
  gap: () => root.distance,
  setGap: (_, __, gap) => {
    root.distance = gap;
  },
  fallBack: (_, by) => {
    root.distance = Math.min(furthest, root.distance + by);
  },
  touch: () => (root.distance === 0 ? 'front' : 'none'),
  meet: () => {
    root.distance = 0;
  },
  part: () => {},
  // A rout ends it.
  run: () => {},
  isOff: () => false,
});

function inLanes(root: Root, bodies: readonly Body[], input: FieldInput): Positions {
  const fields = new Map<Body, Map<Body, { record: Record<string, Touch>; key: string }>>();
  const isPair = ({ side }: Body, y: Body) => side === 'a' && y.side === 'b';
  for (const x of bodies) {
    const { touch: record = {} } = root[`l${x.lane}`] as LaneView;
    const own = bodies
      .filter((y) => isPair(x, y) && Object.hasOwn(record, pairKey(x.name, y.lane, y.name)))
      .map((y) => [y, { record, key: pairKey(x.name, y.lane, y.name) }] as const);
    fields.set(x, new Map(own));
  }
  const held = (x: Body, y: Body) => (x.side === 'a' ? fields.get(x)!.get(y) : fields.get(y)!.get(x));
  const distance = new Map(bodies.map((x) => [x, distanceIn(input, x.lane)]));
  const gap = (x: Body, y: Body): number => distance.get(x.side === 'b' ? x : y)! - x.post.at - y.post.at;
  const put = (x: Body, y: Body, touch: Touch): void => {
    const field = held(x, y);
    if (field) field.record[field.key] = touch;
  };
  const part = (x: Body): void => {
    for (const y of bodies) if (y.side !== x.side) put(x, y, 'none');
  };
  const fallBack = (x: Body, by: number): void => {
    // Nobody goes over the edge but routers.
    x.post.at = Math.max(-input.edge, x.post.at - by);
    if (by > 0) part(x);
  };
  return {
    gap,
    setGap: (x, y, to) => {
      x.post.at = Math.min(FURTHEST_CM + input.edge, Math.max(-input.edge, x.post.at + gap(x, y) - to));
    },
    fallBack,
    touch: (x, y) => {
      const field = held(x, y);
      return field ? field.record[field.key] : 'none';
    },
    meet: (by, foe, touch) => {
      by.post.at += gap(by, foe);
      put(by, foe, touch);
    },
    part,
    run: (x, by) => {
      part(x);
      x.post.at = Math.max(-input.edge, x.post.at - by);
    },
    isOff: ({ post }) => post.orders === 'rout' && post.at === -input.edge,
  };
}

/** Two groups that meet, as the rules of fights and tests see them. */
export const battleBetween = ({ book, ruling }: Field, x: Body, y: Body): Battle => {
  const [a, b] = x.side === 'a' ? [x, y] : [y, x];
  // What is in hand between two dice is kept where the group stands that acts.
  return { book, ruling, a: a.group, b: b.group, state: x.group.ground, lossesByPhase: true };
};
