import type { Tactic } from '../tactic.ts';

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
export const ORDERS_OF: Readonly<Record<Plan, 'stand' | 'advance' | 'reserve' | 'retreat'>> = {
  stand: 'stand',
  close: 'stand',
  advance: 'advance',
  approach: 'reserve',
  charge: 'advance',
  withdraw: 'reserve',
  retreat: 'retreat',
};

/** Tactics to choose by name. */
export const TACTICS: Readonly<Record<string, Tactic<Plan>>> = {
  hold: [{ do: 'stand' }],
  'advance-and-shoot': [{ do: 'advance' }, { do: 'stand' }],
  'close-and-shoot': [{ do: 'advance' }, { do: 'close' }, { do: 'stand' }],
  'charge-home': [{ do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  charge: [{ do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  'charge-the-shaken': [{ when: { enemy: { disordered: true } }, do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  'support-behind': [{ do: 'approach' }, { do: 'stand' }],
};
