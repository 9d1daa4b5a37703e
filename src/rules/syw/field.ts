import { declareState, type StateOptions } from '../../kit/machine.ts';
import { clock, int } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { fileNumber, MOST_BODIES, neighboursOf, startOf, stripUnder } from '../engagement-shape.ts';
import type { FactRecord } from '../pattern.ts';
import { rulingFacts } from '../ruling-reads.ts';
import { type Battle, SIDES } from './battle.ts';
import { hasCommander } from './commander.ts';
import { groupOver, musteredIn, nearness } from './group.ts';
import {
  type Body,
  type FieldInput,
  facingEachOther,
  furthestApart,
  inLanes,
  isSeveral,
  type LaneView,
  lanesSpec,
  pairSpec,
  type Root,
  type Stood,
  type Strip,
  startingGap,
} from './positions.ts';
import type { SideKey } from './troops.ts';

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
  // Which fields there are hangs on the scenario, so the layout alone does not tell.
  const fields: Record<string, unknown> = view;
  const root = fields as Root;
  const stripAt: Ground['stripAt'] = (x) => stripUnder(input, x, () => x.post.at);
  const ground = { book, ruling, root, input, several, stripAt };
  const bodies = SIDES.flatMap((side) => input[side].map((x) => bodyOver(ground, x)));
  const positions = several ? inLanes(root, bodies, input) : facingEachOther(root, furthestApart(input));
  const bySide = { a: bodies.filter((x) => x.side === 'a'), b: bodies.filter((x) => x.side === 'b') };
  return {
    ...{ book, ruling, state: root, machine, bodies, several, spacing: input.spacing, stripAt, ...positions },
    of: (side: SideKey): readonly Body[] => bySide[side],
    near: (x: Body, y: Body): boolean => near(x.lane, y.lane),
    muster: (): void => {
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
    input[side].findIndex((x) => fileNumber(x) === commanders[side]?.with),
  );

/** What groups stand on. */
interface Ground {
  readonly book: Rulebook;
  readonly ruling: FactRecord;
  readonly root: Root;
  readonly input: FieldInput;
  readonly several: boolean;
  readonly stripAt: (x: Pick<Body, 'side' | 'post' | 'lane'>) => Strip | undefined;
}

function bodyOver(ground: Ground, standing: Stood): Body {
  const { book, ruling, root, input, several, stripAt } = ground;
  const { side, name, body, lane } = standing;
  const viewOf = (x: Stood) => (several ? root[`l${x.lane}`] : root) as LaneView;
  const post = viewOf(standing)[name];
  const own = { side, name, post, lane, start: startOf(standing, input.depth), drill: body.drill };
  const hasGround = input.lanes.some((l) => l.lane === lane && l.ground.length > 0);
  const on = (key: keyof Strip) => () => stripAt(own)?.[key];
  const fromGround = { terrain: on('terrain'), cover: on('cover'), place: on('place'), disorderingTerrain: on('disorderingTerrain') }; // biome-ignore format: one line
  /** To the commander in chief, or to the group's own general if he is nearer. */
  const chiefs = input[side].map((x) => ({ lane: x.lane, post: viewOf(x)[x.name] }));
  const generalAway = (): number => {
    const chief = several ? chiefs[root.chief[side]] : own;
    const across = input.spacing * Math.abs(chief.lane - lane);
    const away = chief.post === post ? 0 : Math.abs(chief.post.at - post.at) + across;
    return Math.min(away, body.general ?? away);
  };
  const group = groupOver(book, ruling, {
    ...{ side, ground: viewOf(standing), state: post, units: musteredIn(book, body), input: body, name: side },
    title: titleOf(input, standing),
    follows: {
      ...(body.drill ? { formation: () => (post.formed === 'as-given' ? undefined : post.formed) } : {}),
      ...(hasGround ? fromGround : {}),
    },
    ...(input.commanders[side] ? { general: () => nearness(book, ruling, generalAway()) } : {}),
  });
  return { ...own, group };
}

function titleOf(input: FieldInput, { side, lane, line }: Stood): string {
  const name = `side ${side.toUpperCase()}`;
  if (input[side].length === 1) return name;
  return `${name} in lane ${lane}${line === 'second' ? ', second line' : ''}`;
}

/** Two groups that meet, as the rules of fights and tests see them. */
export const battleBetween = ({ book, ruling }: Field, x: Body, y: Body): Battle => {
  const [a, b] = x.side === 'a' ? [x, y] : [y, x];
  // What is in hand between two dice is kept where the group stands that acts.
  return { book, ruling, a: a.group, b: b.group, state: x.group.ground, lossesByPhase: true };
};
