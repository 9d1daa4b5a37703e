import { act, choose, type Flow, leave, note, repeat, type Stepped, set, when } from '../../../kit/flow.ts';
import { clause, counted } from '../../../words/names.ts';
import { cellIfAny, figure, ruled } from '../../book.ts';
import { type Flows, isBroken } from '../combatant.ts';
import { formingTests, occasionOf, segmentsByTest } from '../morale.ts';
import { engagedShare, facingSegments, formationCost, inchesBetween } from '../movement.ts';
import { shotOf } from '../shot.ts';
import { test } from '../tests.ts';
import type { TestId } from '../vocabulary.ts';
import { maySkirmish } from '../words.ts';
import { mayFight } from './may-fight.ts';
import {
  CLOSEST_INCHES,
  countMove,
  foeOf,
  GRID,
  holdsGround,
  inches,
  isEngaged,
  leaveGround,
  type Pair,
  paceNow,
  QUARTERS,
  reach,
  segmentsOf,
} from './pair.ts';
import type { Decide } from './phases.ts';
import type { SideKey } from './situation.ts';

/**
 * What a unit does in its side's movement:
 *
 *   the tactic picks ─┬─ hold
 *                     ├─ a formation ─▶ tests ─▶ formed, and asked again
 *                     └─ advance, retire, charge ─▶ leaving cover, moving after firing ─▶ it goes
 */
export function movement(pair: Pair, side: SideKey, words: ReadonlySet<string>, decide: Decide, charge: Flows): Flows {
  const { duty } = pair;
  const unit = pair[side];
  const mayCharge = charging(pair, side);
  const goesToGround = set(unit.state, { toGround: true });
  const forgetsShot = set(unit.state, { shot: false });
  const bodyOf = (action: string): Flows => {
    if (action === 'hold') return [leave];
    if (action === 'go-to-ground') return [goesToGround, leave];
    if (action === 'turn-to-face') return turning(pair, side);
    if (action.startsWith('form-')) return [...commandTest(pair, side), ...forming(pair, side, action.slice(5))];
    const goes = action === 'charge' ? [forgetsShot, ...charge] : [act<Stepped>(() => go(pair, side, action))];
    return [
      ...commandTest(pair, side),
      ...moveTests(pair, side, action),
      note(() => `${unit.label}: ${action.replaceAll('-', ' ')}`),
      ...goes,
      leave,
    ];
  };
  const title = () => `What ${clause(unit.label, 'does')}, ${counted(inches(pair), 'inch', 'inches')} from the enemy`;
  const options = ['hold', ...[...words].filter((w) => w !== 'hold')].map((name) => ({
    name,
    allowed: () => isPossible(pair, side, name, mayCharge),
    body: bodyOf(name),
  }));
  const done = set(duty, { spent: 0 });
  return [repeat([choose(unit, title, decide, options)]), done, forgetsShot];
}

function isPossible(pair: Pair, side: SideKey, action: string, mayCharge: () => boolean): boolean {
  if (action === 'hold') return true;
  if (action === 'charge') return mayCharge();
  if (action.startsWith('form-')) return formingCost(pair, side, action.slice(5)) !== null;
  if (action === 'turn-to-face') return turningCost(pair, side) !== null;
  if (action === 'go-to-ground') return mayGoToGround(pair, side);
  if (segmentsLeft(pair, side) === 0) return false;
  if (action.startsWith('retire')) return !pair.where.isAtEdge(side);
  return inches(pair) > stopAt(pair, side, action) && (pair.among?.roomAhead(side) ?? 1) > 0;
}

/** Segments that the unit has left this turn. */
function segmentsLeft(pair: Pair, side: SideKey): number {
  const pace = paceNow(pair, side);
  if (!pace) return 0;
  const isHeld =
    pace.cavalryWithin !== null && foeOf(pair, side).given.arm === 'cavalry' && inches(pair) <= pace.cavalryWithin;
  return isHeld ? 0 : Math.max(0, segmentsOf(pair, side) - pair.duty.spent / QUARTERS);
}

/** A test in the unit's move: who fails it may have to stay. */
function moveTest(pair: Pair, side: SideKey, id: TestId): Flow<Stepped> {
  const { book } = pair;
  const unit = pair[side];
  const effect = occasionOf(book, id, unit.given.training)?.failure(1).effect;
  return test({
    ...{ book, test: id, unit, enemy: foeOf(pair, side).facts, now: { phase: 'move' }, cause: () => 'tests' },
    failed: effect === 'no-move' ? [leave] : [when(() => isBroken(unit), [leave])],
  });
}

/** Line 45 of oth2: out of command, an engaged unit tests before the first thing that it does with its segment. */
const commandTest = (pair: Pair, side: SideKey): Flows =>
  pair[side].command.byTest && segmentsByTest(pair.book) > 0
    ? [when<Stepped>(() => pair.duty.spent === 0, [moveTest(pair, side, 'engaged-move')])]
    : [];

/** Leaving cover, and moving after firing (a charge goes free under ruling fireThenCharge). */
function moveTests(pair: Pair, side: SideKey, action: string): Flows {
  const unit = pair[side];
  const holds = holdsGround(unit);
  const isFree = action === 'charge' && ruled(pair.book, 'fireThenCharge') === 'free';
  const leavesCover = (): boolean => {
    const { cover, place, woods } = unit.facts;
    return !unit.state.leftPlace && (cover === true || place !== 'open' || woods !== 'none');
  };
  return [
    ...(holds ? [when<Stepped>(leavesCover, [moveTest(pair, side, 'leaving-cover')])] : []),
    ...(isFree ? [] : [when<Stepped>(() => unit.state.shot, [moveTest(pair, side, 'move-after-firing')])]),
  ];
}

/** It changes formation: tested for near the enemy, and by militia. */
function forming(pair: Pair, side: SideKey, into: string): Flows {
  const { book, duty } = pair;
  const unit = pair[side];
  const forms = act<Stepped>(() => {
    duty.spent = Math.min(4 * QUARTERS, duty.spent + (formingCost(pair, side, into) ?? 0));
    unit.state.formation = into;
    unit.state.toGround = false;
  });
  return [
    ...formingTests(book, unit.given.training).map(({ test: id, within }) =>
      when<Stepped>(() => inches(pair) <= within, [moveTest(pair, side, id)]),
    ),
    note(() => clause(unit.label, `forms ${into.replaceAll('-', ' ')}`)),
    forms,
    when(() => segmentsLeft(pair, side) <= 0, [leave]),
  ];
}

/** Quarter segments that going into a formation takes; null where it cannot. */
function formingCost(pair: Pair, side: SideKey, into: string): number | null {
  const { given, state } = pair[side];
  if (into === state.formation || (into === 'skirmish' && !maySkirmish(given))) return null;
  const guns = into === 'limbered' || into === 'unlimbered';
  if ((given.arm === 'artillery') !== guns) return null;
  const cost = formationCost(pair.book, { ...given, formation: state.formation }, into);
  if (cost === null) return null;
  const has = paceNow(pair, side) ? segmentsOf(pair, side) : 1;
  if (has === 0) return null;
  const used = pair.duty.spent / QUARTERS;
  // A change that takes a whole turn or more is made by a unit that does nothing else.
  if (used + cost > has && used > 0) return null;
  return Math.min(4, cost) * QUARTERS;
}

function turning(pair: Pair, side: SideKey): Flows {
  const turns = act<Stepped>(() => {
    pair.duty.spent += turningCost(pair, side) ?? 0;
    pair[side].state.aspect = 'front';
  });
  // Who turns free uses nothing of the segment that the test is for.
  const tested = when<Stepped>(() => turningCost(pair, side) !== 0, commandTest(pair, side));
  return [tested, turns, when(() => segmentsLeft(pair, side) === 0, [leave])];
}

/** Quarter segments that turning to the enemy takes (line 174 of oth2): skirmishers turn free. Null where it cannot. */
function turningCost(pair: Pair, side: SideKey): number | null {
  const { book } = pair;
  const { given, state } = pair[side];
  const segments = facingSegments(book, given.french);
  if (segments === null || state.aspect === 'front') return null;
  const cost = state.formation === 'skirmish' ? 0 : segments * QUARTERS;
  return cost <= segmentsLeft(pair, side) * QUARTERS ? cost : null;
}

/** Line 201 of oth2: far from the enemy and unmoved, a unit may go to ground. */
function mayGoToGround(pair: Pair, side: SideKey): boolean {
  const far = figure(cellIfAny(pair.book, 'formation.notes', 'gone-to-ground', 'inches'));
  const { moved, toGround } = pair[side].state;
  return far !== null && !toGround && moved === 0 && pair.duty.spent === 0 && inches(pair) > far;
}

/** Whether it may charge; what the book says is looked up once. */
function charging(pair: Pair, side: SideKey): () => boolean {
  const { book } = pair;
  const unit = pair[side];
  const never = ruled(book, 'fireThenCharge') === 'never';
  const fights = mayFight(pair, side);
  return () => {
    if (pair.among && !pair.among.mayMeet(side)) return false;
    if (segmentsLeft(pair, side) === 0 || costOf(pair, side, inches(pair)) > reach(pair, side)) return false;
    return !(never && unit.state.shot) && fights();
  };
}

/** How near an advance goes: to a range, to so many inches, or as near as one may without a charge. */
function stopAt(pair: Pair, side: SideKey, action: string): number {
  const { book } = pair;
  const { given } = pair[side];
  const to = /^advance-to-(\d+)$/.exec(action);
  if (to) return Number(to[1]);
  const { short, maximum } = shotOf(book, given, 0);
  const reached = { 'advance-to-short-range': short, 'advance-to-maximum-range': maximum }[action];
  return Math.max(CLOSEST_INCHES, reached ?? 0);
}

/** It advances or retires. */
function go(pair: Pair, side: SideKey, action: string): void {
  const { book, duty } = pair;
  leaveGround(pair[side]);
  const pace = paceNow(pair, side)!;
  const from = duty.spent / QUARTERS;
  const all = segmentsOf(pair, side);
  const far = inchesBetween(pace, from, action.endsWith('one-segment') ? Math.min(all, from + 1) : all);
  const option = action.startsWith('retire') ? 'retire' : 'advance';
  const goes = isEngaged(pair, side) ? far * engagedShare(book, option) : far;
  const before = inches(pair);
  if (option === 'retire') pair.where.back(side, goes);
  else pair.where.set(Math.max(stopAt(pair, side, action), before - comesWith(pair, side, goes)), side);
  countMove(pair, side, Math.abs(inches(pair) - before) * GRID);
}

/** What so many inches ahead cost of the unit's move. */
const costOf = (pair: Pair, side: SideKey, distance: number): number => pair.among?.cost(side, distance) ?? distance;
/** How far a unit comes with so many inches of move: ground slows it, friends ahead hold it up. */
function comesWith(pair: Pair, side: SideKey, inchesOfMove: number): number {
  if (!pair.among) return inchesOfMove;
  let far = Math.min(inchesOfMove, pair.among.roomAhead(side));
  while (far > 0 && costOf(pair, side, far) > inchesOfMove) far -= 1 / GRID;
  return Math.max(0, far);
}
