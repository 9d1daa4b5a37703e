import { workedOutFor } from '../../kit/tabled.ts';
import { type Fields, flag, int, oneOf, type StateSpec } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { distanceIn, type Standing, startOf } from '../engagement-shape.ts';
import { ACTIONS, type Drill } from './actions.ts';
import { type Ground, type GroupView, groundSpec } from './battle.ts';
import type { Commanders } from './commander.ts';
import type { EngagementSituation } from './engagement-situation.ts';
import { type Group, musteredIn } from './group.ts';
import { FORMATIONS, type GroupInput, type SideKey } from './troops.ts';

/** Groups further apart than this are out of the fight; retreats stop counting there. */
const FURTHEST_CM = 400;

/** What a strip of ground says of the units in it. */
export type Strip = EngagementSituation['lanes'][number]['ground'][number];
/** A group as the scenario describes it; where it stands is worked out. */
type FieldGroup = GroupInput & Pick<EngagementSituation['a'], 'drill'>;
/** A group with its place; `name` is what its fields are called in the record of its lane. */
export interface Stood<Said = FieldGroup> extends Standing<Said> {
  readonly side: SideKey;
  readonly name: string;
}
export interface FieldInput
  extends Pick<EngagementSituation, 'distance' | 'depth' | 'spacing' | 'edge' | 'turns' | 'lanes'>,
    Readonly<Record<SideKey, readonly Stood[]>> {
  readonly commanders: Commanders;
}

/** What changes of a group in an engagement besides what changes in every encounter. */
const postSpec = {
  /** What its player has in mind, from the orders to the move. */
  action: oneOf('none', ...ACTIONS),
  /** It has charged into a contact that has not been fought yet. */
  fresh: flag(),
};

/** What changes only of groups whose drill lets them change their formation. */
const drilledSpec = { formed: oneOf('as-given', ...FORMATIONS) };

const postOf = ({ drill }: FieldGroup) => ({ ...postSpec, ...(drill ? drilledSpec : {}) });

/** `at`: how far it has come forward from its side's first line; only where there are several groups, or ground. */
export type Post = GroupView & Fields<typeof postSpec> & Partial<Fields<typeof drilledSpec>> & { at: number };

/** Who is in contact with whom, and how: `flank-b` when side b's group is struck in its flank. */
const TOUCHES = ['none', 'front', 'flank-a', 'flank-b'] as const;
type Touch = (typeof TOUCHES)[number];
export type Aspects = Exclude<Touch, 'none'>;

export type Root = Record<string, unknown> & { turn: number; distance: number; chief: Record<SideKey, number> };

export type LaneView = Ground & Record<string, Post> & { touch: Record<string, Touch> };

/** One group a side, face to face on plain ground, is told by the distance between the two. */
export const isSeveral = ({ a, b, lanes }: FieldInput): boolean =>
  a.length > 1 || b.length > 1 || a[0].lane !== b[0].lane || lanes.some((l) => l.ground.length > 0);

export const startingGap = (input: FieldInput): number =>
  distanceIn(input, input.b[0].lane) - startOf(input.a[0], input.depth) - startOf(input.b[0], input.depth);

export const furthestApart = (input: FieldInput): number => Math.max(FURTHEST_CM, startingGap(input));

/** The fields of groups, each with some `more`, and what is in hand between two dice where they stand. */
function groupsSpec(book: Rulebook, here: readonly Stood[], more: StateSpec = {}) {
  const spec = groundSpec(book, Object.fromEntries(here.map((x) => [x.name, musteredIn(book, x.body)])));
  const posts = here.map(({ name, body }) => [name, { ...spec[name], ...postOf(body), ...more }]);
  return { ...spec, ...Object.fromEntries(posts) };
}

/** One group a side: nothing but the distance between them (0 is contact) tells where they are. */
export const pairSpec = (book: Rulebook, input: FieldInput) => ({
  distance: int(0, furthestApart(input)),
  ...groupsSpec(book, [...input.a, ...input.b]),
});

/** Several: a record of fields for each lane, so that what happens in one is worked out by itself. */
export function lanesSpec(
  book: Rulebook,
  input: FieldInput,
  lanes: readonly number[],
  near: (x: number, y: number) => boolean,
) {
  const at = int(-input.edge, FURTHEST_CM + input.edge);
  const touch = oneOf(...TOUCHES);
  const laneSpec = (lane: number) => {
    const here = [...input.a, ...input.b].filter((x) => x.lane === lane);
    const foes = input.b.filter((y) => near(lane, y.lane));
    const own = here.filter((x) => x.side === 'a');
    const pairs = own.flatMap((x) => foes.map((y) => [pairKey(x.name, y.lane, y.name), touch]));
    return { ...groupsSpec(book, here, { at }), touch: Object.fromEntries(pairs) };
  };
  return Object.fromEntries(lanes.map((lane) => [`l${lane}`, laneSpec(lane)]));
}

const pairKey = (own: string, lane: number, foe: string): string => `${own}Lane${lane}${foe}`;

/** A group of an engagement in its lane. */
export interface Body extends Pick<Stood, 'side' | 'name' | 'lane'> {
  readonly group: Group;
  readonly post: Post;
  readonly start: number;
  readonly drill?: Drill | undefined;
}

/** Where groups are: how far apart, and who is in contact with whom. */
type Positions = ReturnType<typeof inLanes>;

export const facingEachOther = (root: Root, furthest: number): Positions => ({
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

export function inLanes(root: Root, bodies: readonly Body[], input: FieldInput) {
  /** By group of side a and of side b, the field that tells of their contact; they may be too far apart to have one. */
  const fields = new Map<Body, Map<Body, { record: Record<string, Touch>; key: string }>>();
  for (const x of bodies.filter(({ side }) => side === 'a')) {
    const { touch: record = {} } = root[`l${x.lane}`] as LaneView;
    const held = bodies.map((y) => [y, { record, key: pairKey(x.name, y.lane, y.name) }] as const);
    fields.set(x, new Map(held.filter(([y, { key }]) => y.side === 'b' && Object.hasOwn(record, key))));
  }
  const held = (x: Body, y: Body) => (x.side === 'a' ? fields.get(x)!.get(y) : fields.get(y)!.get(x));
  const put = (x: Body, y: Body, touch: Touch): void => {
    const field = held(x, y);
    if (field) field.record[field.key] = touch;
  };
  const distance = workedOutFor(bodies, (x) => distanceIn(input, x.lane));
  /** Forward distance of two enemies, whatever their lanes; 0 is level. */
  const gap = (x: Body, y: Body): number => distance(x.side === 'b' ? x : y) - x.post.at - y.post.at;
  /** Ends all contacts of a group. */
  const part = (x: Body): void => {
    for (const y of bodies) if (y.side !== x.side) put(x, y, 'none');
  };
  const goBack = (x: Body, by: number): void => {
    x.post.at = Math.max(-input.edge, x.post.at - by);
  };
  return {
    gap,
    part,
    /** Moves a group straight ahead, or back, until the gap to an enemy is this. */
    setGap: (x: Body, y: Body, to: number): void => {
      x.post.at = Math.min(FURTHEST_CM + input.edge, Math.max(-input.edge, x.post.at + gap(x, y) - to));
    },
    /** Nobody goes over the edge but routers. */
    fallBack: (x: Body, by: number): void => {
      goBack(x, by);
      if (by > 0) part(x);
    },
    touch: (x: Body, y: Body): Touch => {
      const field = held(x, y);
      return field ? field.record[field.key] : 'none';
    },
    meet: (by: Body, foe: Body, touch: Aspects): void => {
      by.post.at += gap(by, foe);
      put(by, foe, touch);
    },
    /** A routing group runs. */
    run: (x: Body, by: number): void => {
      part(x);
      goBack(x, by);
    },
    /** It has run off the table. */
    isOff: ({ post }: Body): boolean => post.orders === 'rout' && post.at === -input.edge,
  };
}
