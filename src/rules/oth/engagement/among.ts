import { isBroken } from '../combatant.ts';
import { FAR_INCHES, type LaneBody, type Lines, MOST_BESIDE } from './lanes.ts';
import { type Among, GRID, goBack, moveRules, type Pair, segmentInches, type Where } from './pair.ts';
import { other, type SideKey } from './situation.ts';
import { supportersOf } from './support.ts';

/** A unit in a lane and an enemy that it may come upon. The contact is kept in his lane, what it has in hand in its own. */
export function pairAmong(lines: Lines, x: LaneBody, y: LaneBody): Pair {
  const { book } = lines;
  const [a, b] = x.side === 'a' ? [x, y] : [y, x];
  const [own, there] = [lines.record(x.lane), lines.record(y.lane)];
  return {
    ...{ book, name: x.record, contact: there, duty: own, rules: moveRules(book), a: a.unit, b: b.unit },
    where: whereOf(lines, a, b),
    among: amongOf(lines, x, y),
    get stage() {
      return a.state.fights === y.lane && b.state.fights === y.lane ? there.stage : 'apart';
    },
    set stage(to) {
      there.stage = to;
      for (const z of [a, b]) z.state.fights = to === 'apart' ? 0 : y.lane;
    },
  };
}

function whereOf(lines: Lines, a: LaneBody, b: LaneBody): Where {
  const { comeWithin, back, isAtEdge } = lines;
  const of = { a, b };
  const inches = (): number => (isBroken(a.unit) || isBroken(b.unit) ? FAR_INCHES : lines.wayTo(a, b));
  const set = (distance: number, mover: SideKey): void => comeWithin(of[mover], of[other(mover)], distance);
  return {
    ...{ inches, set },
    back: (side, by) => back(of[side], by),
    straight: () => lines.straight(a, b),
    isAtEdge: (side) => isAtEdge(of[side]),
    part: (side) => breakOff(lines, of[side]),
    evaded: (charger, ran, reach) => {
      back(of[other(charger)], ran);
      set(Math.max(1 / GRID, inches() - reach), charger);
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
  for (const x of bodies) {
    if (x.state.joins !== lane) continue;
    x.state.joins = 0;
    Object.assign(x.state, { into: 'front', contact: 'none', wonLast: false, fromAbove: false });
    if (beaten !== x.side && beaten !== 'both') continue;
    goBack(x.pairs[0], x.side, segmentInches(x.pairs[0], x.side));
  }
}

/** What two units must know of the others in the line; `x` comes upon `y`, in whose lane they meet. */
function amongOf(lines: Lines, x: LaneBody, y: LaneBody): Among {
  const of = (side: SideKey) => (side === x.side ? x : y);
  const strikes = (by: SideKey) => (lines.strikesFlank(of(by), of(other(by))) ? 'flank' : 'front');
  const bodyOf = new Map(lines.bodies.map((z) => [z.unit.state as object, z]));
  return {
    ...(x.lane === y.lane ? {} : { strikes }),
    supporters: (by) => supportersOf(lines, of(other(by))),
    beside: (side) => lines.foes(of(other(side))).filter((z) => z !== of(side)).map((z) => z.unit), // biome-ignore format: one line
    hasCome: (unit) => bodyOf.get(unit.state)!.state.joins === y.lane,
    mayMeet: (by) => lines.mayCharge(of(by), of(other(by))) && hasRoom(lines, of(by), of(other(by))),
    isFighting: (side) => of(side).state.fights > 0,
    join: (side) => {
      of(side).state.joins = of(other(side)).state.fights;
    },
    release: (beaten) => release(lines, y.lane, beaten),
    cost: (side, distance) => lines.ground.cost(of(side), distance),
    roomAhead: (side) => lines.roomAhead(of(side)),
  };
}

/** One contact to a lane; whoever is beside others already is not joined by more than can come at him. */
function hasRoom(lines: Lines, x: LaneBody, y: LaneBody): boolean {
  const lane = y.state.fights;
  if (lane === 0) return lines.isFree(y) && lines.record(y.lane).stage === 'apart';
  return lines.bodies.filter((z) => z.side === x.side && z.state.joins === lane).length < MOST_BESIDE;
}
