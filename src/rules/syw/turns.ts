import { act, type Flow, type Stepped, when } from '../../kit/flow.ts';
import { sequenceOfPlay } from '../../kit/sequence.ts';
import { workedOutFor } from '../../kit/tabled.ts';
import { matcher } from '../pattern.ts';
import type { Tactic } from '../tactic.ts';
import type { Action } from './actions.ts';
import { otherSide, SIDES } from './battle.ts';
import { type Commanders, commanderMoves } from './commander.ts';
import { endMelee, fighting, moraleTest, moving, orders, rallying, shooting } from './duties.ts';
import type { EngagementSituation } from './engagement-situation.ts';
import { faceToFace, inFlank, type Meeting } from './facing.ts';
import type { GroupExtras } from './facts.ts';
import type { Field } from './field.ts';
import { type Moves, moves } from './moves.ts';
import type { Body } from './positions.ts';
import { type Sight, sightOf, tacticFacts } from './sight.ts';
import type { SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;

export type Phase = (typeof PHASES)[number];

export interface TurnOptions
  extends Pick<EngagementSituation, 'sequence' | 'testAfter' | 'locked' | 'recover' | 'endWhen'> {
  readonly commanders: Commanders;
  readonly tacticOf: (body: Body) => Tactic<Action>;
  readonly fireOf: (body: Body) => Tactic<'shoot' | 'hold'>;
}

export type Flows = Flow<Stepped>[];

/** What every part of the play needs to know. */
export interface Play {
  readonly field: Field;
  readonly sight: Sight;
  readonly go: Moves;
  readonly options: TurnOptions;
  readonly meetings: (x: Body, y: Body) => readonly Meeting[];
  readonly extras: (x: Body, y: Body) => GroupExtras;
  readonly facts: (x: Body) => ReturnType<typeof tacticFacts>;
}

/** An engagement, turn by turn: side A's turn, then side B's, each in the order of `sequence`. */
export function engagementPlay(field: Field, options: TurnOptions): readonly Flow<Stepped>[] {
  const sight = sightOf(field);
  const meetings = meetingsOf(field, sight);
  const extras = (x: Body, y: Body): GroupExtras => ({
    fights: () => {
      const { fights, live } = meetings(x, y)[sight.strikesFlank(x, y) ? 1 : 0];
      return fights.filter(live);
    },
    underArtilleryFire: () => sight.isShelled(x),
  });
  const facts = workedOutFor(field.bodies, (x) => tacticFacts(field, sight, x, extras));
  const play: Play = { field, sight, go: moves(field, sight), options, meetings, extras, facts };
  const duties: Readonly<Record<Phase, (x: Body) => Flows>> = {
    orders: (x) => orders(play, x),
    move: (x) => moving(play, x),
    shoot: (x) => shooting(play, x),
    melee: (x) => fighting(play, x),
    morale: (x) => moraleTest(play, x),
  };
  // Melee and morale are for both sides, whoever's turn it is.
  const actors = (side: SideKey, phase: Phase) =>
    phase === 'melee' ? field.of('a') : phase === 'morale' ? field.bodies : field.of(side);
  const isOver = ending(play);
  return sequenceOfPlay({
    slots: SIDES.flatMap((side) => options.sequence.map((phase) => ({ side, phase }))),
    duties: ({ side, phase }) =>
      actors(side, phase).map((x) => ({
        // One group a side is looked at as a whole; several are worked out lane by lane.
        ...(field.several ? { record: `l${x.lane}` } : {}),
        body: [...(phase === 'morale' ? rallying(play, x, side) : []), ...duties[phase](x)],
      })),
    // What a phase has done is known when all have acted: then it may be over.
    afterSlot: ({ side, phase }) => [
      ...(phase === 'melee' ? [act<Stepped>((_, emit) => endMelee(play, emit))] : []),
      when<Stepped>(isOver, [{ kind: 'end', run: () => {} }]),
      ...(phase === options.sequence.at(-1)
        ? // The commander of the side whose turn comes goes where he is wanted.
          [act<Stepped>(() => endOfTurn(play, side)), act(commanderMoves(field, otherSide(side), options.commanders))]
        : []),
    ],
  });
}

/** The ways in which two groups may meet: face to face, and in flank where they stand in different lanes. */
function meetingsOf(field: Field, sight: Sight) {
  const known = new Map(field.bodies.map((x) => [x, new Map<Body, readonly Meeting[]>()]));
  for (const a of field.of('a')) {
    for (const b of sight.foes(a)) {
      const front = faceToFace(sight, field, a, b);
      const across = a.lane !== b.lane;
      known.get(a)!.set(b, across ? [front, inFlank(a, b, 'b')] : [front]);
      known.get(b)!.set(a, across ? [front, inFlank(a, b, 'a')] : [front]);
    }
  }
  /** As `x` would come upon `y`. */
  return (x: Body, y: Body): readonly Meeting[] => known.get(x)!.get(y)!;
}

/** It ends when nobody of a side is left who holds; where the scenario says when, rout and destruction still end it. */
function ending({ field, sight, options, facts }: Play): () => boolean {
  const sides = SIDES.map((side) => field.of(side));
  const asked = options.endWhen === undefined ? undefined : matcher(options.endWhen);
  const holds = (x: Body) => sight.isIn(x) && (asked !== undefined || x.group.orders !== 'retreat');
  return () =>
    sides.some((bodies) => !bodies.some(holds)) ||
    (asked !== undefined && sides[0].some((x) => sight.isIn(x) && sight.opponent(x) !== undefined && asked(facts(x))));
}

/** Groups still in contact fight on in the next turn, or the side whose turn it was falls back. */
function endOfTurn({ field, sight, go, options }: Play, side: SideKey): void {
  for (const x of field.of(side)) {
    if (options.locked === 'attacker-falls-back' && sight.inContact(x)) {
      field.fallBack(x, go.halt);
      x.post.orders = 'stand';
      for (const y of field.bodies) if (!sight.inContact(y)) y.post.fresh = false;
    }
    x.post.moved = false;
  }
}
