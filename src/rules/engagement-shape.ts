import * as z from 'zod';
import { stated } from './given.ts';
import { nearest } from './nearest.ts';
import type { Problem } from './problem.ts';

/*
 * Where the bodies of an engagement stand: the same in all books. A body is what acts and tests by itself: a unit, a
 * group, a regiment. Bodies stand in lanes along the line, in a first or a second line, and come on straight ahead; there
 * is no map.
 */
export const MOST_BODIES = 8;
const MOST_LANES = MOST_BODIES;
export const LINES = ['first', 'second'] as const;
export type Line = (typeof LINES)[number];
type Path = Problem['path'];

const { word, whole, counted, maybeWhole, few } = stated;

/** What a body says about its place, in the sheet's unit of length. */
export const placementFields = (unit: string, furthest: number) => ({
  lane: maybeWhole(
    [1, MOST_LANES],
    'The lane it stands in, along the line; unless said, its number among those of its line.',
  ),
  line: word(LINES, 'first', 'Whether it stands in the first line or in a second behind it.'),
  forward: whole(
    [-furthest, furthest],
    0,
    `How far it starts ahead of its line, in ${unit}; behind it where negative.`,
  ),
});
export interface Placed {
  readonly lane?: number;
  readonly line: Line;
  readonly forward: number;
}

/** What is particular to a lane; `ground` is what a strip of ground says in a book. */
export const lanesField = <Strip extends z.ZodRawShape>(unit: string, furthest: number, strip: Strip) => {
  const along = [-furthest, 2 * furthest] as const;
  const ground = z.strictObject({
    from: counted(along, `Where it begins, in ${unit} from side A's first line.`),
    to: counted(along, 'Where it ends.'),
    ...strip,
  });
  const lane = z.strictObject({
    lane: counted([1, MOST_LANES], 'Which lane this is about.'),
    distance: maybeWhole(
      [1, furthest],
      `Distance between the first lines here at the start, in ${unit}; that of the engagement unless said.`,
    ),
    neighbours: z
      .array(z.int().min(1).max(MOST_LANES))
      .max(MOST_LANES)
      .optional()
      .describe('The lanes that can be reached from it; those next to it unless said. An empty list cuts it off.'),
    ground: few(ground, 8, 'Strips of ground across the lane; a body that stands in one has what it says.'),
  });
  const about = 'What is particular to a lane: its distance, its neighbours, the ground between the lines.';
  return few(lane, MOST_LANES, about);
};

export interface LaneInput<Strip = unknown> {
  readonly lane: number;
  readonly distance?: number | undefined;
  readonly neighbours?: readonly number[] | undefined;
  readonly ground: readonly ({ readonly from: number; readonly to: number } & Strip)[];
}

/** A body with its lane known; `path` is where the scenario speaks of it. */
export interface Standing<Body> {
  readonly body: Body;
  readonly lane: number;
  readonly line: Line;
  readonly forward: number;
  readonly path: Path;
}

/** The bodies of a side in the order in which they act: by lane, the first line before the second. */
export function standing<Body extends Placed>(
  bodies: readonly { readonly body: Body; readonly path: Path }[],
): Standing<Body>[] {
  const placed = bodies.map(({ body, path }, i) => {
    const { line, forward } = body;
    const number = bodies.slice(0, i + 1).filter((other) => other.body.line === line).length;
    return { body, path, line, forward, lane: body.lane ?? number };
  });
  return placed.sort((x, y) => x.lane - y.lane || LINES.indexOf(x.line) - LINES.indexOf(y.line));
}

/** The lanes that can be reached from each; both ways where either says so. */
export function neighboursOf(
  lanes: readonly number[],
  inputs: readonly LaneInput[],
): ReadonlyMap<number, readonly number[]> {
  const said = (lane: number) => inputs.find((l) => l.lane === lane)?.neighbours;
  const isNeighbour = (x: number, y: number) => {
    const [from, to] = [said(x), said(y)];
    if (from || to) return Boolean(from?.includes(y) || to?.includes(x));
    return Math.abs(x - y) === 1;
  };
  return new Map(lanes.map((x) => [x, lanes.filter((y) => y !== x && isNeighbour(x, y))]));
}

export interface ShapeInput {
  readonly a: readonly Standing<unknown>[];
  readonly b: readonly Standing<unknown>[];
  readonly distance: number;
  readonly depth: number;
  /** How far behind its first line a side's edge of the table is. */
  readonly edge: number;
  readonly lanes: readonly LaneInput[];
  /** What the book calls its bodies. */
  readonly bodies: string;
}

/** What the fields of a body are called in the record of its lane: a, or a2 in the second line. */
export const nameIn = (side: 'a' | 'b', { line }: Pick<Standing<unknown>, 'line'>): string =>
  line === 'first' ? side : `${side}2`;

/** Its number in the file: 1 is the first body of its side. */
export const fileNumber = ({ path }: Pick<Standing<unknown>, 'path'>): number =>
  path.length === 1 ? 1 : Number(path.at(-1)) + 2;

/** How far ahead of its side's first line a body starts. */
export const startOf = ({ line, forward }: Pick<Standing<unknown>, 'line' | 'forward'>, depth: number): number =>
  forward - (line === 'second' ? depth : 0);
export const distanceIn = ({ distance, lanes }: Pick<ShapeInput, 'distance' | 'lanes'>, lane: number): number =>
  lanes.find((l) => l.lane === lane)?.distance ?? distance;

/** The strip of ground that a body stands in, by how far it has come from its side's first line. */
export function stripUnder<Strip>(
  input: Pick<ShapeInput, 'distance'> & { readonly lanes: readonly LaneInput<Strip>[] },
  { side, lane }: { readonly side: 'a' | 'b'; readonly lane: number },
  at: () => number,
) {
  const { ground = [] } = input.lanes.find((l) => l.lane === lane) ?? {};
  if (ground.length === 0) return undefined;
  const place = side === 'a' ? at() : distanceIn(input, lane) - at();
  return ground.find(({ from, to }) => from <= place && place <= to);
}

/** Places that cannot be: too many bodies, two on one spot, lanes that nobody stands in, lines that cross. */
export const shapeProblems = (shape: ShapeInput): Problem[] => [
  ...(['a', 'b'] as const).flatMap((side) => [
    ...crowdProblems(side, shape),
    ...orderProblems(shape, side),
    ...edgeProblems(shape, side),
  ]),
  ...crossingProblems(shape),
  ...laneProblems(shape),
];

function crowdProblems(side: 'a' | 'b', { [side]: bodies, bodies: word }: ShapeInput): Problem[] {
  const problems: Problem[] = [];
  if (bodies.length > MOST_BODIES) {
    const message = `Side ${side.toUpperCase()} has ${bodies.length} ${word}; an engagement has 1 to ${MOST_BODIES} a side.`;
    problems.push({ path: [side], message, found: bodies.length });
  }
  bodies.forEach((x, i) => {
    const twin = bodies.slice(0, i).find((y) => y.lane === x.lane && y.line === x.line);
    if (!twin) return;
    const free = freeLanes(bodies, x.line);
    const message = `Two ${word} of side ${side.toUpperCase()} stand in the ${x.line} line of lane ${x.lane}; free there are lanes ${free.join(', ')}.`;
    problems.push({ path: [...x.path, 'lane'], message, found: x.lane, allowed: free.map(String) });
  });
  return problems;
}
const freeLanes = (bodies: readonly Standing<unknown>[], line: Line): number[] =>
  Array.from({ length: MOST_LANES }, (_, i) => i + 1).filter(
    (lane) => !bodies.some((b) => b.lane === lane && b.line === line),
  );

/** A second line stands behind the first. */
function orderProblems({ depth, ...shape }: ShapeInput, side: 'a' | 'b'): Problem[] {
  return shape[side].flatMap((second) => {
    const first = shape[side].find((x) => x.lane === second.lane && x.line === 'first');
    if (second.line === 'first' || !first || startOf(second, depth) < startOf(first, depth)) return [];
    const message =
      `The distances cross: the second line of lane ${second.lane} would start at ${startOf(second, depth)}, which is not ` +
      `behind its first line at ${startOf(first, depth)}.`;
    return [{ path: [...second.path, 'forward'], message, found: second.forward }];
  });
}

/** Everybody starts on the table, and on his own side of the enemy's first line. */
const edgeProblems = (shape: ShapeInput, side: 'a' | 'b'): Problem[] =>
  shape[side].flatMap((x) => {
    const start = startOf(x, shape.depth);
    const far = distanceIn(shape, x.lane);
    const where =
      start < -shape.edge
        ? `${-start} behind its side's first line, and the edge of the table is ${shape.edge} behind it`
        : `${start} ahead of its side's first line, and the enemy's is ${far} ahead of it`;
    // Where the enemy stands in its lane, the two lines are compared below.
    const isFaced = shape[side === 'a' ? 'b' : 'a'].some((y) => y.lane === x.lane);
    if (start >= -shape.edge && (start <= far || isFaced)) return [];
    const key = x.forward === 0 ? 'line' : 'forward';
    return [{ path: [...x.path, key], message: `The distances cross: it would start ${where}.`, found: x[key] }];
  });

/** The two sides start apart. */
const crossingProblems = (shape: ShapeInput): Problem[] =>
  shape.a.flatMap((x) =>
    shape.b.flatMap((y) => {
      const between = distanceIn(shape, y.lane) - startOf(x, shape.depth) - startOf(y, shape.depth);
      if (x.lane !== y.lane || between > 0) return [];
      const message =
        `The distances cross: in lane ${x.lane} the two sides start ${distanceIn(shape, y.lane)} apart, and come ` +
        `${startOf(x, shape.depth)} and ${startOf(y, shape.depth)} forward from there.`;
      return [{ path: [...x.path, 'forward'], message, found: x.forward }];
    }),
  );

function laneProblems({ a, b, lanes }: ShapeInput): Problem[] {
  const manned = [...new Set([...a, ...b].map((x) => x.lane))].sort((x, y) => x - y);
  const nobody = (lane: number, path: Path): Problem[] => {
    if (manned.includes(lane)) return [];
    const near = nearest(String(lane), manned.map(String));
    const message = `Nobody stands in lane ${lane}; there are lanes ${manned.join(', ')}.`;
    return [{ path, message, found: lane, allowed: manned.map(String), ...(near ? { nearest: near } : {}) }];
  };
  return lanes.flatMap((input, i) => {
    const twice = lanes.findIndex((l) => l.lane === input.lane) < i;
    return [
      ...nobody(input.lane, ['lanes', i, 'lane']),
      ...(twice
        ? [{ path: ['lanes', i, 'lane'], message: `Lane ${input.lane} is spoken of twice.`, found: input.lane }]
        : []),
      ...(input.neighbours ?? []).flatMap((lane, j): Problem[] => {
        const path = ['lanes', i, 'neighbours', j];
        if (lane === input.lane) return [{ path, message: `Lane ${lane} is not its own neighbour.`, found: lane }];
        return nobody(lane, path);
      }),
      ...input.ground.flatMap((strip, j) =>
        strip.from < strip.to
          ? []
          : [
              {
                path: ['lanes', i, 'ground', j, 'to'],
                message: `The distances cross: the strip begins at ${strip.from} and ends at ${strip.to}.`,
                found: strip.to,
              },
            ],
      ),
    ];
  });
}
