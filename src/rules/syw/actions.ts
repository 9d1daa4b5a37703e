import type { Tactic } from '../tactic.ts';
import { FORMATIONS } from './troops.ts';

export const DRILLS = ['well', 'normal', 'badly'] as const;
export type Drill = (typeof DRILLS)[number];
type Formation = (typeof FORMATIONS)[number];

interface ActionSpec {
  readonly orders: 'stand' | 'advance' | 'reserve' | 'retreat';
  readonly means: string;
  /** The formation that it forms, on the spot or on the move. */
  readonly forms?: Formation;
  readonly moves?: boolean;
}
const MOVES = {
  stand: { orders: 'stand', means: 'Stand orders, no move' },
  close: { orders: 'stand', means: 'Stand orders, edging nearer' },
  advance: { orders: 'advance', means: 'Advance orders at full speed, to the halt before the enemy' },
  approach: { orders: 'reserve', means: 'Reserve orders at full speed, no nearer than Reserve allows' },
  charge: { orders: 'advance', means: 'Advance orders, to the halt, and test to charge' },
  withdraw: { orders: 'reserve', means: 'Reserve orders, backwards at half speed' },
  retreat: { orders: 'retreat', means: 'Retreat orders, half a move back' },
  'bring-up': {
    orders: 'advance',
    means: 'guns that are on Advance go on until they are in range, and to Stand, where they shoot at once',
  },
} as const satisfies Record<string, ActionSpec>;
export type Move = keyof typeof MOVES;
export type Action = Move | `form-${Formation}` | `form-${Formation}-and-approach`;

const onTheSpot = FORMATIONS.map((forms): [Action, ActionSpec] => {
  const isSquare = forms === 'square';
  const means = isSquare ? 'form square on Stand' : `form ${forms} on Reserve, no move`;
  return [`form-${forms}`, { orders: isSquare ? 'stand' : 'reserve', means, forms }];
});
const onTheMove = FORMATIONS.map((forms): [Action, ActionSpec] => [
  `form-${forms}-and-approach`,
  { orders: 'reserve', means: `form ${forms} and go on, on Reserve`, forms, moves: true },
]);

/** What a group may do in its turn. */
export const ACTION = { ...MOVES, ...Object.fromEntries([...onTheSpot, ...onTheMove]) } as Readonly<
  Record<Action, ActionSpec>
>;
export const ACTIONS = Object.keys(ACTION) as Action[];

/**
 * Whether a group may form so, and move as well, on Reserve orders (003:16-20): the well drilled always; normal troops
 * from line to column and back; the badly drilled change or move. A square may be formed on Stand by all (003:26).
 */
export function mayForm(drill: Drill | undefined, from: Formation, to: Formation, isMoving: boolean): boolean {
  if (drill === undefined || from === to) return false;
  if (!isMoving || drill === 'well') return true;
  const turns = (f: Formation) => f === 'line' || f === 'column';
  return drill === 'normal' && turns(from) && turns(to);
}

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
