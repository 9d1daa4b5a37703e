import type { Flow, Stepped } from '../../kit/flow.ts';
import type { Tactic } from '../tactic.ts';
import type { Action } from './actions.ts';
import type { CommanderInput } from './commander.ts';
import type { EngagementSituation } from './engagement-schema.ts';
import type { Meeting } from './facing.ts';
import type { GroupExtras } from './facts.ts';
import type { Field } from './field.ts';
import type { Moves } from './moves.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';
import type { tacticFacts } from './tactic-facts.ts';
import type { SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;

export type Phase = (typeof PHASES)[number];

export interface TurnOptions
  extends Pick<EngagementSituation, 'sequence' | 'testAfter' | 'locked' | 'recover' | 'endWhen'> {
  readonly commanders: Readonly<Record<SideKey, CommanderInput | undefined>>;
  readonly tacticOf: (body: Body) => Tactic<Action>;
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
