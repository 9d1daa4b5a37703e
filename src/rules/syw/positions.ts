import { distanceIn } from '../engagement-shape.ts';
import type { Drill } from './drill.ts';
import {
  type Aspects,
  type FieldInput,
  FURTHEST_CM,
  type LaneView,
  type Post,
  pairKey,
  type Root,
  type Touch,
} from './field-state.ts';
import type { Group } from './group.ts';
import type { SideKey } from './troops.ts';

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

export function inLanes(root: Root, bodies: readonly Body[], input: FieldInput): Positions {
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
