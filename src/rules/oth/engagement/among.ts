import { isBroken } from '../combatant.ts';
import { FAR_INCHES, type LaneBody, type Lines, MOST_BESIDE } from './lanes.ts';
import { type Facing, goBack, moveRules, type Pair } from './pair.ts';
import type { SideKey } from './situation.ts';
import { supportersOf } from './support.ts';
import { GRID, segmentInches } from './troop.ts';

/** A unit in a lane and an enemy that it may come upon. The contact is kept in his lane, what it has in hand in its own. */
export function pairAmong(lines: Lines, x: LaneBody, y: LaneBody): Pair {
  const [a, b] = x.side === 'a' ? [x, y] : [y, x];
  const [own, there] = [lines.record(x.lane), lines.record(y.lane)];
  const pair: Pair = {
    ...{ name: x.record, contact: there, duty: own },
    a: facingAmong(lines, a, b, y.lane, () => pair),
    b: facingAmong(lines, b, a, y.lane, () => pair),
    release: (beaten) => release(lines, y.lane, beaten),
    get stage() {
      return a.state.fights === y.lane && b.state.fights === y.lane ? there.stage : 'apart';
    },
    set stage(to) {
      there.stage = to;
      for (const z of [a, b]) z.state.fights = to === 'apart' ? 0 : y.lane;
    },
  };
  return pair;
}

/** One of the two as it faces the other, and what it must know of the rest of the line; `lane` is where they would meet. */
function facingAmong(lines: Lines, x: LaneBody, y: LaneBody, lane: number, pairOf: () => Pair): Facing {
  const { book, comeWithin, back, isAtEdge, ground } = lines;
  const inches = (): number => (isBroken(x.unit) || isBroken(y.unit) ? FAR_INCHES : lines.wayTo(x, y));
  const bodyOf = new Map(lines.bodies.map((z) => [z.unit.state as object, z]));
  return {
    ...{ book, side: x.side, unit: x.unit, foe: y.unit, rules: moveRules(book), inches },
    get pair() {
      return pairOf();
    },
    straight: () => lines.straight(x, y),
    come: (distance) => comeWithin(x, y, distance),
    back: (by) => back(x, by),
    isAtEdge: () => isAtEdge(x),
    part: () => breakOff(lines, x),
    pursue: (ran, reach) => {
      back(y, ran);
      comeWithin(x, y, Math.max(1 / GRID, inches() - reach));
    },
    among: {
      ...(x.lane === y.lane ? {} : { strikes: () => (lines.strikesFlank(x, y) ? 'flank' : 'front') }),
      supporters: () => supportersOf(lines, y),
      beside: () => lines.foes(y).flatMap((z) => (z === x ? [] : [z.unit])),
      hasCome: (unit) => bodyOf.get(unit.state)!.state.joins === lane,
      mayMeet: () => lines.mayCharge(x, y) && hasRoom(lines, x, y),
      isFighting: () => x.state.fights > 0,
      join: () => {
        x.state.joins = y.state.fights;
      },
      cost: (distance) => ground.cost(x, distance),
      roomAhead: () => lines.roomAhead(x),
    },
  };
}

/** It runs from whatever contact it is in. */
function breakOff(lines: Lines, x: LaneBody): void {
  x.state.joins = 0;
  const lane = x.state.fights;
  if (lane === 0) return;
  Object.assign(lines.record(lane), { stage: 'apart', by: 'none' });
  for (const z of lines.bodies) if (z.state.fights === lane) z.state.fights = 0;
  release(lines, lane, 'none');
}

/** Whoever fought beside others is free; the beaten go back with them. */
function release({ bodies }: Lines, lane: number, beaten: SideKey | 'both' | 'none'): void {
  for (const { side, state, unit, pairs } of bodies) {
    if (state.joins !== lane) continue;
    state.joins = 0;
    Object.assign(state, { into: 'front', contact: 'none', wonLast: false, fromAbove: false });
    if (beaten === side || beaten === 'both') goBack(pairs[0][side], segmentInches(unit));
  }
}

/** One contact to a lane; whoever is beside others already is not joined by more than can come at him. */
function hasRoom(lines: Lines, x: LaneBody, y: LaneBody): boolean {
  const lane = y.state.fights;
  if (lane === 0) return lines.isFree(y) && lines.record(y.lane).stage === 'apart';
  return lines.bodies.filter((z) => z.side === x.side && z.state.joins === lane).length < MOST_BESIDE;
}
