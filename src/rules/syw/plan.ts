import { live } from '../../kit/live.ts';
import { clock, int, oneOf } from '../../sim/state.ts';
import { cell, type Rulebook } from '../book.ts';
import type { Facts } from '../pattern.ts';
import type { Tactic } from '../tactic.ts';
import { type BattleInput, battleOf, type Group, otherSide, SIDES, type Unit } from './battle.ts';
import { type GroupExtras, groupFacts } from './facts.ts';
import { bandAt, type SideKey } from './troops.ts';

/** What a group may do in its turn. */
export const PLANS = ['stand', 'close', 'advance', 'approach', 'charge', 'withdraw', 'retreat'] as const;
export type Plan = (typeof PLANS)[number];
export const PLAN_MEANINGS: Readonly<Record<Plan, string>> = {
  stand: 'Stand orders, no move',
  close: 'Stand orders, edging nearer',
  advance: 'Advance orders at full speed, to the halt before the enemy',
  approach: 'Reserve orders at full speed, no nearer than Reserve allows',
  charge: 'Advance orders, to the halt, and test to charge',
  withdraw: 'Reserve orders, backwards at half speed',
  retreat: 'Retreat orders, half a move back',
};

/** Tactics to choose by name. */
export const TACTICS: Readonly<Record<string, Tactic<Plan>>> = {
  hold: [{ do: 'stand' }],
  'advance-and-shoot': [{ do: 'advance' }, { do: 'stand' }],
  'close-and-shoot': [{ do: 'advance' }, { do: 'close' }, { do: 'stand' }],
  'charge-home': [{ do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  'charge-the-shaken': [{ when: { enemy: { disordered: true } }, do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
};

/** Groups further apart than this are out of the fight; retreats stop counting there. */
const FURTHEST_CM = 400;

/** The groups of an engagement, the distance between them (0 is contact), and what a player has in mind. */
export const engagedBattle = (book: Rulebook, input: BattleInput, turns: number, distance: number) =>
  battleOf(book, input, {
    turn: clock(1, turns),
    distance: int(0, Math.max(FURTHEST_CM, distance)),
    /** From the orders to the move. */
    plan: oneOf('none', ...PLANS),
    /** Who charged to bring about the contact that has not been fought yet. */
    charging: oneOf('none', ...SIDES),
  });
export type Engaged = ReturnType<typeof engagedBattle>;

/** Infantry of every type is as fast in column on Reserve (003:54). */
const inColumnOnReserve = ({ orders, arm, formation }: Unit): boolean =>
  orders === 'reserve' && arm === 'infantry' && (formation === 'column' || formation === 'deep-column');

/** What groups may do in their turn, and how far they go, by the figures of the orders. */
export function moves({ book, state }: Engaged) {
  const figure = (id: string): number => Number(cell(book, 'orders.figures', id, 'value'));
  const halt = figure('advance-halt');
  const reserveLimit = figure('reserve-no-nearer');
  const standMove = figure('stand-move');
  const columnOnReserve = figure('reserve-column');
  const [backwards, retreat] = [figure('reserve-backwards') / 100, figure('retreat-least-move') / 100];
  /** A group moves as its slowest unit. */
  const speed = (group: Group): number =>
    Math.min(...group.living().map((u) => (inColumnOnReserve(u) ? columnOnReserve : u.movement)));
  const hasGuns = (group: Group) => group.living().some((u) => u.arm === 'artillery');
  const inLine = (group: Group) => group.living().every((u) => u.formation === 'line');

  /** Artillery does not charge. Infantry with missiles must have halted before the enemy; others go in from a move away. */
  const mayCharge = (group: Group): boolean => {
    if (hasGuns(group) || !inLine(group)) return false;
    const missiles = group.living().some((u) => u.arm === 'infantry' && u.weapon !== 'none');
    return state.distance <= (missiles ? halt : speed(group));
  };
  /** On Advance every unit is in line; guns on Reserve only pivot. */
  const allowed: Readonly<Record<Plan, (group: Group) => boolean>> = {
    stand: () => true,
    close: () => state.distance > standMove,
    advance: (group) => inLine(group) && state.distance > halt,
    approach: (group) => !hasGuns(group) && state.distance > reserveLimit,
    charge: mayCharge,
    withdraw: (group) => !hasGuns(group),
    retreat: () => true,
  };
  /** The distance after the move; a charge stops at the halt, where it tests. */
  const after: Readonly<Record<Plan, (group: Group) => number>> = {
    stand: () => state.distance,
    close: () => state.distance - standMove,
    advance: (group) => Math.max(halt, state.distance - speed(group)),
    approach: (group) => Math.max(reserveLimit, state.distance - speed(group)),
    charge: () => Math.min(halt, state.distance),
    withdraw: (group) => furtherApart(state.distance, Math.floor(speed(group) * backwards)),
    retreat: (group) => furtherApart(state.distance, Math.ceil(speed(group) * retreat)),
  };
  const move = (group: Group): void => {
    if (state.plan === 'none') return;
    const distance = after[state.plan](group);
    if (state.plan === 'advance' && distance === halt) group.state.orders = 'stand';
    group.state.moved = distance !== state.distance;
    state.distance = distance;
  };
  return { halt, allowed, move };
}
export const furtherApart = (distance: number, by: number): number => Math.min(FURTHEST_CM, distance + by);

export const ORDERS_OF: Readonly<Record<Plan, 'stand' | 'advance' | 'reserve' | 'retreat'>> = {
  stand: 'stand',
  close: 'stand',
  advance: 'advance',
  approach: 'reserve',
  charge: 'advance',
  withdraw: 'reserve',
  retreat: 'retreat',
};

/** Whether a unit has a shot at the present distance: range, and artillery on Stand only. */
export const hasShot = ({ state }: Engaged, unit: Unit): boolean =>
  state.distance > 0 &&
  unit.stands > 0 &&
  bandAt(unit, state.distance) !== undefined &&
  (unit.arm !== 'artillery' || unit.orders === 'stand');

/** What a tactic may look at. */
export function tacticFacts(battle: Engaged, side: SideKey, extras: GroupExtras): Facts {
  const { state } = battle;
  const of = (group: Group) =>
    live(groupFacts(battle, group, 'orders', extras), {
      inRange: () => group.members.some((unit) => hasShot(battle, unit)),
    });
  return {
    self: of(battle[side]),
    enemy: of(battle[otherSide(side)]),
    now: live({ test: 'orders' }, { distance: () => state.distance, turn: () => state.turn }),
    ruling: battle.ruling,
  };
}
