import type { Flow, Stepped } from '../../kit/flow.ts';
import type { When } from '../pattern.ts';
import type { Tactic } from '../tactic.ts';
import type { CommanderInput } from './commander.ts';
import type { Meeting } from './facing.ts';
import type { GroupExtras } from './facts.ts';
import type { Field } from './field.ts';
import type { Moves, tacticFacts } from './plan.ts';
import type { Plan } from './plans.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';
import type { SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;

export type Phase = (typeof PHASES)[number];

export interface TurnOptions {
  readonly sequence: readonly Phase[];
  readonly testAfter: { readonly melee: boolean; readonly losses: boolean };
  readonly locked: 'fight-on' | 'attacker-falls-back';
  readonly recover: 'never' | 'own-turn';
  readonly endWhen?: When | undefined;
  readonly commanders: Readonly<Record<SideKey, CommanderInput | undefined>>;
  readonly tacticOf: (body: Body) => Tactic<Plan>;
  readonly fireOf: (body: Body) => Tactic<'shoot' | 'hold'>;
}

export type Flows = Flow<Stepped>[];

/** What every part of the play needs to know. */
export interface Play {
  readonly field: Field;
  readonly sight: Sight;
  readonly go: Moves;
  readonly options: TurnOptions;
  readonly meetings: (x: Body, y: Body) => readonly Meeting[];
  readonly extras: (x: Body, y: Body) => GroupExtras;
  readonly facts: (x: Body) => ReturnType<typeof tacticFacts>;
}
