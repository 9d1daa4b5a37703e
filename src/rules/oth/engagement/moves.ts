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
import { mayFight } from './meeting.ts';
import { CLOSEST_INCHES, type Facing, isEngaged, QUARTERS, reach, segmentsOf } from './pair.ts';
import type { Decide } from './phases.ts';
import { countMove, GRID, holdsGround, leaveGround, paceNow } from './troop.ts';

/**
 * What a unit does in its side's movement:
 *
 *   the tactic picks ─┬─ hold
 *                     ├─ a formation ─▶ tests ─▶ formed, and asked again
 *                     └─ advance, retire, charge ─▶ leaving cover, moving after firing ─▶ it goes
 */
export function movement(x: Facing, words: ReadonlySet<string>, decide: Decide, charge: Flows): Flows {
  const { unit, inches } = x;
  const title = () => `What ${clause(unit.label, 'does')}, ${counted(inches(), 'inch', 'inches')} from the enemy`;
  const options = ['hold', ...[...words].filter((w) => w !== 'hold')].map((name) => ({
    name,
    ...option(x, name, charge),
  }));
  return [repeat([choose(unit, title, decide, options)]), set(x.pair.duty, { spent: 0 }), forgetsShot(x)];
}

const forgetsShot = ({ unit }: Facing): Flow<Stepped> => set(unit.state, { shot: false });

/** When a unit may do so, and how it does. */
function option(x: Facing, action: string, charge: Flows): { readonly allowed: () => boolean; readonly body: Flows } {
  const { unit } = x;
  const moves = (goes: Flows): Flows => [
    ...commandTest(x),
    ...moveTests(x, action),
    note(() => `${unit.label}: ${action.replaceAll('-', ' ')}`),
    ...goes,
    leave,
  ];
  if (action === 'hold') return { allowed: () => true, body: [leave] };
  if (action === 'charge') return { allowed: charging(x), body: moves([forgetsShot(x), ...charge]) };
  if (action === 'turn-to-face') return { allowed: () => turningCost(x) !== null, body: turning(x) };
  if (action === 'go-to-ground')
    return { allowed: () => mayGoToGround(x), body: [set(unit.state, { toGround: true }), leave] };
  if (action.startsWith('form-')) {
    const into = action.slice('form-'.length);
    return { allowed: () => formingCost(x, into) !== null, body: [...commandTest(x), ...forming(x, into)] };
  }
  const hasWay = (): boolean => {
    if (action.startsWith('retire')) return !x.isAtEdge();
    return x.inches() > stopAt(x, action) && (x.among?.roomAhead() ?? 1) > 0;
  };
  return { allowed: () => segmentsLeft(x) > 0 && hasWay(), body: moves([act(() => go(x, action))]) };
}

/** Segments that the unit has left this turn. */
function segmentsLeft(x: Facing): number {
  const pace = paceNow(x.unit);
  if (!pace) return 0;
  const isHeld = pace.cavalryWithin !== null && x.foe.given.arm === 'cavalry' && x.inches() <= pace.cavalryWithin;
  return isHeld ? 0 : Math.max(0, segmentsOf(x) - x.pair.duty.spent / QUARTERS);
}

/** A test in the unit's move: who fails it may have to stay. */
function moveTest({ book, unit, foe }: Facing, id: TestId): Flow<Stepped> {
  const effect = occasionOf(book, id, unit.given.training)?.failure(1).effect;
  return test({
    ...{ book, test: id, unit, enemy: foe.facts, now: { phase: 'move' }, cause: () => 'tests' },
    failed: effect === 'no-move' ? [leave] : [when(() => isBroken(unit), [leave])],
  });
}

/** Line 45 of oth2: out of command, an engaged unit tests before the first thing that it does with its segment. */
const commandTest = (x: Facing): Flows =>
  x.unit.command.byTest && segmentsByTest(x.book) > 0
    ? [when<Stepped>(() => x.pair.duty.spent === 0, [moveTest(x, 'engaged-move')])]
    : [];

/** Leaving cover, and moving after firing (a charge goes free under ruling fireThenCharge). */
function moveTests(x: Facing, action: string): Flows {
  const { unit } = x;
  const isFree = action === 'charge' && ruled(x.book, 'fireThenCharge') === 'free';
  const leavesCover = (): boolean => {
    const { cover, place, woods } = unit.facts;
    return !unit.state.leftPlace && (cover === true || place !== 'open' || woods !== 'none');
  };
  return [
    ...(holdsGround(unit) ? [when<Stepped>(leavesCover, [moveTest(x, 'leaving-cover')])] : []),
    ...(isFree ? [] : [when<Stepped>(() => unit.state.shot, [moveTest(x, 'move-after-firing')])]),
  ];
}

/** It changes formation: tested for near the enemy, and by militia. */
function forming(x: Facing, into: string): Flows {
  const { book, unit, inches } = x;
  const { duty } = x.pair;
  const forms = act<Stepped>(() => {
    duty.spent = Math.min(4 * QUARTERS, duty.spent + (formingCost(x, into) ?? 0));
    unit.state.formation = into;
    unit.state.toGround = false;
  });
  return [
    ...formingTests(book, unit.given.training).map(({ test: id, within }) =>
      when<Stepped>(() => inches() <= within, [moveTest(x, id)]),
    ),
    note(() => clause(unit.label, `forms ${into.replaceAll('-', ' ')}`)),
    forms,
    when(() => segmentsLeft(x) <= 0, [leave]),
  ];
}

/** Quarter segments that going into a formation takes; null where it cannot. */
function formingCost(x: Facing, into: string): number | null {
  const { given, state } = x.unit;
  if (into === state.formation || (into === 'skirmish' && !maySkirmish(given))) return null;
  const guns = into === 'limbered' || into === 'unlimbered';
  if ((given.arm === 'artillery') !== guns) return null;
  const cost = formationCost(x.book, { ...given, formation: state.formation }, into);
  if (cost === null) return null;
  const has = paceNow(x.unit) ? segmentsOf(x) : 1;
  if (has === 0) return null;
  const used = x.pair.duty.spent / QUARTERS;
  // A change that takes a whole turn or more is made by a unit that does nothing else.
  if (used + cost > has && used > 0) return null;
  return Math.min(4, cost) * QUARTERS;
}

function turning(x: Facing): Flows {
  const turns = act<Stepped>(() => {
    x.pair.duty.spent += turningCost(x) ?? 0;
    x.unit.state.aspect = 'front';
  });
  // Who turns free uses nothing of the segment that the test is for.
  const tested = when<Stepped>(() => turningCost(x) !== 0, commandTest(x));
  return [tested, turns, when(() => segmentsLeft(x) === 0, [leave])];
}

/** Quarter segments that turning to the enemy takes (line 174 of oth2): skirmishers turn free. Null where it cannot. */
function turningCost(x: Facing): number | null {
  const { given, state } = x.unit;
  const segments = facingSegments(x.book, given.french);
  if (segments === null || state.aspect === 'front') return null;
  const cost = state.formation === 'skirmish' ? 0 : segments * QUARTERS;
  return cost <= segmentsLeft(x) * QUARTERS ? cost : null;
}

/** Line 201 of oth2: far from the enemy and unmoved, a unit may go to ground. */
function mayGoToGround({ book, unit, pair, inches }: Facing): boolean {
  const far = figure(cellIfAny(book, 'formation.notes', 'gone-to-ground', 'inches'));
  const { moved, toGround } = unit.state;
  return far !== null && !toGround && moved === 0 && pair.duty.spent === 0 && inches() > far;
}

/** Whether it may charge; what the book says is looked up once. */
function charging(x: Facing): () => boolean {
  const never = ruled(x.book, 'fireThenCharge') === 'never';
  const fights = mayFight(x);
  return () => {
    if (x.among && !x.among.mayMeet()) return false;
    if (segmentsLeft(x) === 0 || costOf(x, x.inches()) > reach(x)) return false;
    return !(never && x.unit.state.shot) && fights();
  };
}

/** How near an advance goes: to a range, to so many inches, or as near as one may without a charge. */
function stopAt({ book, unit }: Facing, action: string): number {
  const to = /^advance-to-(\d+)$/.exec(action);
  if (to) return Number(to[1]);
  const { short, maximum } = shotOf(book, unit.given, 0);
  const reached = { 'advance-to-short-range': short, 'advance-to-maximum-range': maximum }[action];
  return Math.max(CLOSEST_INCHES, reached ?? 0);
}

/** It advances or retires. */
function go(x: Facing, action: string): void {
  const { book, unit, inches } = x;
  leaveGround(unit);
  const from = x.pair.duty.spent / QUARTERS;
  const all = segmentsOf(x);
  const far = inchesBetween(paceNow(unit)!, from, action.endsWith('one-segment') ? Math.min(all, from + 1) : all);
  const option = action.startsWith('retire') ? 'retire' : 'advance';
  const goes = isEngaged(x) ? far * engagedShare(book, option) : far;
  const before = inches();
  if (option === 'retire') x.back(goes);
  else x.come(Math.max(stopAt(x, action), before - comesWith(x, goes)));
  countMove(unit, Math.abs(inches() - before));
}

/** What so many inches ahead cost of the unit's move. */
const costOf = ({ among }: Facing, distance: number): number => among?.cost(distance) ?? distance;
/** How far a unit comes with so many inches of move: ground slows it, friends ahead hold it up. */
function comesWith(x: Facing, inchesOfMove: number): number {
  if (!x.among) return inchesOfMove;
  let far = Math.min(inchesOfMove, x.among.roomAhead());
  while (far > 0 && costOf(x, far) > inchesOfMove) far -= 1 / GRID;
  return Math.max(0, far);
}
