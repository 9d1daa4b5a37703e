import { type Cell, cell } from '../book.ts';
import type { Facts } from '../pattern.ts';
import type { Tactic } from '../tactic.ts';
import { type Battle, type BattleState, unitAt } from './battle.ts';
import { type GroupExtras, groupFacts } from './group-facts.ts';
import { bandAt, type Orders, otherSide, type SideKey, type Unit } from './troops.ts';

/** The state of an engagement: two groups, the distance between them, and whose turn it is. */
export interface EngagementState extends BattleState {
  turn: number;
  active: SideKey;
  /** In cm; 0 is contact. */
  distance: number;
  /** From the orders to the move. */
  plan: Plan | 'none';
  /** Who charged to bring about the contact that has not been fought yet. */
  charging: SideKey | 'none';
}

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

const figure = (battle: Battle, id: string): number => {
  const value: Cell = cell(battle.book, 'orders.figures', id, 'value');
  return Number(value);
};

/** Infantry of every type is as fast in column on Reserve (003:54). */
const inColumnOnReserve = (unit: Unit, orders: Orders): boolean =>
  orders === 'reserve' && unit.arm === 'infantry' && (unit.formation === 'column' || unit.formation === 'deep-column');

/** The figures of the orders that moves go by. */
export function moves(battle: Battle<EngagementState>) {
  const halt = figure(battle, 'advance-halt');
  const reserveLimit = figure(battle, 'reserve-no-nearer');
  const standMove = figure(battle, 'stand-move');
  const retreatShare = figure(battle, 'retreat-least-move');
  const backwardsShare = figure(battle, 'reserve-backwards');
  const columnOnReserve = figure(battle, 'reserve-column');
  const living = (s: EngagementState, side: SideKey) =>
    battle[side].units.filter((_, i) => unitAt(s[side], i).stands > 0);
  /** A group moves as its slowest unit. */
  const speed = (s: EngagementState, side: SideKey): number =>
    Math.min(...living(s, side).map((u) => (inColumnOnReserve(u, s[side].orders) ? columnOnReserve : u.movement)));
  const hasGuns = (s: EngagementState, side: SideKey): boolean => living(s, side).some((u) => u.arm === 'artillery');

  /** Artillery does not charge. Infantry with missiles must have halted before the enemy; others go in from a move away. */
  const mayCharge = (s: EngagementState, side: SideKey): boolean => {
    if (hasGuns(s, side)) return false;
    const missiles = living(s, side).some((u) => u.arm === 'infantry' && u.weapon !== 'none');
    return s.distance <= (missiles ? halt : speed(s, side));
  };

  return {
    halt,
    /** What the group may do, in the order of PLANS. On Advance every unit is in line; guns on Reserve only pivot. */
    options: (s: EngagementState, side: SideKey): Plan[] => {
      const mayMoveOnReserve = !hasGuns(s, side);
      const inLine = living(s, side).every((u) => u.formation === 'line');
      const possible: Record<Plan, boolean> = {
        stand: true,
        close: s.distance > standMove,
        advance: inLine && s.distance > halt,
        approach: mayMoveOnReserve && s.distance > reserveLimit,
        charge: inLine && mayCharge(s, side),
        withdraw: mayMoveOnReserve,
        retreat: true,
      };
      return PLANS.filter((p) => possible[p]);
    },
    /** Moves the group; a charge stops at the halt, where it tests. */
    move: (s: EngagementState, side: SideKey, furthest: number): void => {
      const before = s.distance;
      switch (s.plan) {
        case 'close':
          s.distance -= standMove;
          break;
        case 'advance':
          s.distance = Math.max(halt, s.distance - speed(s, side));
          if (s.distance === halt) s[side].orders = 'stand';
          break;
        case 'approach':
          s.distance = Math.max(reserveLimit, s.distance - speed(s, side));
          break;
        case 'charge':
          s.distance = Math.min(halt, s.distance);
          break;
        case 'withdraw':
          s.distance = Math.min(furthest, s.distance + Math.floor((speed(s, side) * backwardsShare) / 100));
          break;
        case 'retreat':
          s.distance = Math.min(furthest, s.distance + Math.ceil((speed(s, side) * retreatShare) / 100));
          break;
      }
      s[side].moved = s.distance !== before;
    },
  };
}

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
export function hasShot(battle: Battle<EngagementState>, s: EngagementState, side: SideKey, place: number): boolean {
  const unit = battle[side].units[place];
  return (
    s.distance > 0 &&
    unitAt(s[side], place).stands > 0 &&
    bandAt(unit, s.distance) !== undefined &&
    (unit.arm !== 'artillery' || s[side].orders === 'stand')
  );
}

/** What a tactic may look at. */
export function tacticFacts(battle: Battle<EngagementState>, side: SideKey, extras: GroupExtras): Facts {
  const of = (who: SideKey) => {
    const facts = groupFacts(battle, who, 'orders', extras);
    return Object.defineProperties(Object.create(facts), {
      inRange: { get: () => battle[who].units.some((_, i) => hasShot(battle, battle.view, who, i)) },
      fired: {
        get: () => battle[who].units.every((_, i) => !living(battle, who, i) || unitAt(battle.view[who], i).fired),
      },
      moved: { get: () => battle.view[who].moved },
    });
  };
  return {
    self: of(side),
    enemy: of(otherSide(side)),
    now: {
      test: 'orders',
      get distance() {
        return battle.view.distance;
      },
      get turn() {
        return battle.view.turn;
      },
    },
    ruling: battle.ruling,
  };
}
const living = (battle: Battle, side: SideKey, place: number): boolean => unitAt(battle.view[side], place).stands > 0;
