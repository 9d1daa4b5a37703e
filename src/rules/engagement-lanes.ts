import { fact } from '../sim/facts.ts';
import type { StateSpec } from '../sim/state.ts';
import type { Positioned, positionsOf } from './engagement-positions.ts';
import { type LaneInput, nameIn, neighboursOf, type Standing } from './engagement-shape.ts';
import { sightOver } from './engagement-sight.ts';

/** A body in its lane, and the pairs that it makes with the enemies it may come upon. */
export interface InLane<Pair = unknown> extends Positioned {
  /** `fights`: the lane of the contact that it is one of the two first in; 0 for none. */
  readonly state: { at: number; fights: number };
  readonly pairs: Pair[];
}

export const laneName = (lane: number): string => `l${lane}`;

/** One record for each lane that somebody stands in: its bodies, and the contact that is fought there. */
export function laneRecords<Given, Unit extends StateSpec, Contact extends StateSpec>(
  sides: Readonly<Record<'a' | 'b', readonly Standing<Given>[]>>,
  unit: (given: Given) => Unit,
  contact: () => Contact,
) {
  const named = (['a', 'b'] as const).flatMap((side) => sides[side].map((x) => ({ ...x, name: nameIn(side, x) })));
  const lanes = [...new Set(named.map((x) => x.lane))].sort((x, y) => x - y);
  const specs = lanes.map((lane) => {
    const units = named.filter((x) => x.lane === lane).map((x) => [x.name, unit(x.body)] as const);
    return [laneName(lane), { units: Object.fromEntries(units), ...contact() }] as const;
  });
  return { lanes, specs: Object.fromEntries(specs) };
}

/** What a book says of its bodies in lanes. */
export interface LinesSpec<Body extends InLane> {
  readonly bodies: readonly Body[];
  readonly input: { readonly lanes: readonly LaneInput[]; readonly spacing: number };
  readonly positions: ReturnType<typeof positionsOf>;
  /** Still in the fight: on the table and not routing. */
  readonly isIn: (x: Body) => boolean;
  /** In no contact, and charging nobody. */
  readonly isFree: (x: Body) => boolean;
  readonly inContact: (x: Body, y: Body) => boolean;
  /** Rulings of these names. */
  readonly may: (what: 'changeOpponent' | 'fireAcross' | 'flankCharge') => boolean;
}

/** No friend comes nearer to another than this, in the sheet's unit of length. */
const ROOM = 1;

/** Who stands against whom in the lanes, whom he shoots at, and whom he may come upon: the same in all books. */
export function linesOver<Body extends InLane>({ bodies, input, positions, may, ...spec }: LinesSpec<Body>) {
  // Others ask this of a body all the time: one question with two answers.
  const factOf = (ask: (x: Body) => boolean) => {
    const facts = new Map(bodies.map((x) => [x, fact(x.state, () => ask(x))]));
    return (x: Body): boolean => facts.get(x)!();
  };
  const [isIn, isFree] = [factOf(spec.isIn), factOf(spec.isFree)];
  const lanes = [...new Set(bodies.map((x) => x.lane))];
  const neighbours = neighboursOf(lanes, input.lanes);
  const { at, gap } = positions;
  const sight = sightOver<Body>({
    ...{ bodies, spacing: input.spacing, at, gap, isIn, inContact: spec.inContact },
    near: (x, y) => x.lane === y.lane || neighbours.get(x.lane)!.includes(y.lane),
    changesOpponent: may('changeOpponent'),
  });
  const { foes, front, straight } = sight;
  return {
    ...{ ...positions, ...sight, bodies, isIn, isFree },
    /** Places among its enemies, -1 for none: whom it is up against … */
    opponentPlace: (x: Body): number => {
      const foe = sight.opponent(x);
      return foe ? foes(x).indexOf(foe) : -1;
    },
    /** … and whom it shoots at: the front of its own lane, else the nearest of the next lanes. */
    targetPlace: (x: Body, hasShot: (place: number) => boolean): number => {
      let found = -1;
      if (front(x.side, x.lane) !== x) return found;
      for (const [i, y] of foes(x).entries()) {
        if (front(y.side, y.lane) !== y || !isFree(y) || gap(x, y) <= 0 || !hasShot(i)) continue;
        if (y.lane === x.lane) return i;
        if (may('fireAcross') && (found < 0 || straight(x, y) < straight(x, foes(x)[found]))) found = i;
      }
      return found;
    },
    /** Only the front of a lane charges, and into another lane where rulings let it. */
    mayCharge: (x: Body, y: Body): boolean => front(x.side, x.lane) === x && (x.lane === y.lane || may('flankCharge')),
    /** How far it may come before it is upon a friend. */
    roomAhead: (x: Body): number => {
      const friend = sight.ahead(x);
      return friend ? Math.max(0, at(friend) - at(x) - ROOM) : Number.POSITIVE_INFINITY;
    },
    /** Every body with each enemy that it may come upon. Two of one lane are one pair, whoever charges. */
    pairUp: <Pair>(all: readonly (Body & InLane<Pair>)[], pairOf: (x: Body, y: Body) => Pair): void => {
      const pairsOf = new Map<Body, Pair[]>(all.map((x) => [x, x.pairs]));
      for (const x of all)
        for (const y of foes(x)) {
          const twin = x.lane === y.lane ? pairsOf.get(y)![foes(y).indexOf(x)] : undefined;
          x.pairs.push(twin ?? pairOf(x, y));
        }
    },
  };
}
