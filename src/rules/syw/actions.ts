import type { Tactic } from '../tactic.ts';
import { FORMING, FORMING_AND_MOVING, type FormingAction } from './drill.ts';
import { FORMATIONS } from './troops.ts';

/** What a group may do in its turn. */
const MOVES = ['stand', 'close', 'advance', 'approach', 'charge', 'withdraw', 'retreat', 'bring-up'] as const;
export const ACTIONS = [...MOVES, ...FORMING, ...FORMING_AND_MOVING] as const;
export type Action = (typeof ACTIONS)[number];
export const ACTION_MEANINGS: Readonly<Record<Action, string>> = {
  stand: 'Stand orders, no move',
  close: 'Stand orders, edging nearer',
  advance: 'Advance orders at full speed, to the halt before the enemy',
  approach: 'Reserve orders at full speed, no nearer than Reserve allows',
  charge: 'Advance orders, to the halt, and test to charge',
  withdraw: 'Reserve orders, backwards at half speed',
  retreat: 'Retreat orders, half a move back',
  'bring-up': 'guns that are on Advance go on until they are in range, and to Stand, where they shoot at once',
  ...(Object.fromEntries([
    ...FORMATIONS.map((f) => [`form-${f}`, f === 'square' ? 'form square on Stand' : `form ${f} on Reserve, no move`]),
    ...FORMATIONS.map((f) => [`form-${f}-and-approach`, `form ${f} and go on, on Reserve`]),
  ]) as Record<FormingAction, string>),
};
export const ORDERS_OF: Readonly<Record<Action, 'stand' | 'advance' | 'reserve' | 'retreat'>> = {
  stand: 'stand',
  close: 'stand',
  advance: 'advance',
  approach: 'reserve',
  charge: 'advance',
  withdraw: 'reserve',
  retreat: 'retreat',
  'bring-up': 'advance',
  ...(Object.fromEntries([...FORMING, ...FORMING_AND_MOVING].map((action) => [action, 'reserve'])) as Record<
    FormingAction,
    'reserve'
  >),
  'form-square': 'stand',
};

/** Tactics to choose by name. */
export const TACTICS: Readonly<Record<string, Tactic<Action>>> = {
  hold: [{ do: 'stand' }],
  'advance-and-shoot': [{ do: 'advance' }, { do: 'stand' }],
  'close-and-shoot': [{ do: 'advance' }, { do: 'close' }, { do: 'stand' }],
  'charge-home': [{ do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  charge: [{ do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  'charge-the-shaken': [{ when: { enemy: { disordered: true } }, do: 'charge' }, { do: 'advance' }, { do: 'stand' }],
  'bring-up-guns': [{ do: 'bring-up' }, { when: { self: { inRange: true } }, do: 'stand' }, { do: 'advance' }],
  'support-behind': [{ do: 'approach' }, { do: 'stand' }],
};
