import { nextTurn } from '../../sim/clock.ts';
import type { Machine, Step } from '../../sim/machine.ts';
import { clock, int, oneOf } from '../../sim/state.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Battle, muster, put } from './battle.ts';
import { ending, outcomeOf } from './ending.ts';
import { facing, shelled } from './facing.ts';
import { lossSums, standMeasures } from './outcome.ts';
import {
  after,
  chargeSteps,
  FURTHEST_CM,
  fightSteps,
  fireSteps,
  moraleSteps,
  orderSteps,
  PHASES,
  type Phase,
  type Table,
  type TurnOptions,
} from './phases.ts';
import { type EngagementState, moves, PLANS, tacticFacts } from './plan.ts';
import { scopesOf } from './scopes.ts';
import { otherSide, type SideKey } from './troops.ts';

type S = EngagementState;
type Steps = Record<string, Step<S>>;
const SIDES = ['a', 'b'] as const;

/**
 * An engagement, turn by turn; side A's turn, then side B's, each in the order of `sequence`:
 *
 *   a.orders ─▶ a.after.orders ─▶ a.move ─▶ … ─▶ a.turnEnd ─▶ b.orders ─▶ …
 *
 * A phase ends in `x.after.phase`, which looks whether the engagement is over and goes on to the next.
 */
export function engagementMachine(battle: Battle<S>, options: TurnOptions): Machine<S> {
  const pairs = facing(battle);
  const go = moves(battle);
  const extras = { fights: () => pairs.fights.filter(pairs.live), underArtilleryFire: shelled(battle) };
  const scopes = scopesOf(battle);
  const facts = { a: tacticFacts(battle, 'a', extras), b: tacticFacts(battle, 'b', extras) };
  const table: Table = { battle, options, pairs, extras, scopes, facts, go };
  const over = ending(battle, options.endWhen, facts.a);
  const steps: Steps = {};
  for (const side of SIDES) {
    Object.assign(steps, orderSteps(table, side), fireSteps(table, side), moraleSteps(table, side));
    Object.assign(steps, chargeSteps(table, side));
    options.sequence.forEach((phase, i) => {
      const next = options.sequence[i + 1];
      steps[after(side, phase)] = {
        then: (s) => {
          if (phase === 'shoot') s[side].moved = false;
          s.step = over(s) ? 'end' : next ? `${side}.${next}` : `${side}.turnEnd`;
        },
      };
    });
    steps[`${side}.turnEnd`] = turnEnd(side, options, go.halt);
  }
  Object.assign(steps, fightSteps(table));

  const phases = new Map(['end', ...Object.keys(steps)].map((step) => [step, phaseOf(step, options.sequence)]));
  return {
    name: 'engagement',
    layout: put(battle, steps, {
      turn: clock(1, options.turns),
      active: oneOf('a', 'b'),
      distance: int(0, Math.max(FURTHEST_CM, options.distance)),
      plan: oneOf('none', ...PLANS),
      charging: oneOf('none', 'a', 'b'),
    }),
    steps,
    start: (s) => {
      muster(battle, s);
      s.turn = 1;
      s.active = 'a';
      s.distance = options.distance;
      s.step = `a.${options.sequence[0]}`;
    },
    outcomes: OUTCOMES.engagement,
    outcome: (s) => outcomeOf(battle, s),
    measures: [...standMeasures(battle), { id: 'turns', label: 'turns played', of: (s) => s.turn }],
    sums: lossSums(battle, ['fire', 'melee']),
    layer: (s) => ((s.turn - 1) * 2 + (s.active === 'a' ? 0 : 1)) * PHASES.length + phases.get(s.step)!,
    scopes: scopes.all,
  };
}

/** Which phase a step belongs to, by its place in the sequence, so that layers never fall. */
function phaseOf(step: string, sequence: readonly Phase[]): number {
  const at = (phase: Phase) => sequence.indexOf(phase);
  if (step.startsWith('melee')) return at('melee');
  if (/^[ab]\.(choose|orders)/.test(step)) return at('orders');
  if (/^[ab]\.(fire|volley|shoot)/.test(step)) return at('shoot');
  if (/^(tests|[ab]\.(test|morale))/.test(step)) return at('morale');
  if (/^[ab]\.melee/.test(step)) return at('melee');
  const after = /^[ab]\.after\.(\w+)/.exec(step);
  if (after) return at(after[1] as Phase);
  return step === 'end' || /turnEnd/.test(step) ? PHASES.length - 1 : at('move');
}

function turnEnd(side: SideKey, options: TurnOptions, halt: number): Step<S> {
  return {
    then: (s: S) => {
      if (s.distance === 0 && options.locked === 'attacker-falls-back') {
        s.distance = halt;
        s[side].orders = 'stand';
        s.charging = 'none';
      }
      s[side].moved = false;
      if (side === 'b' && !nextTurn(s)) {
        s.step = 'end';
        return;
      }
      s.active = otherSide(side);
      s.step = `${s.active}.${options.sequence[0]}`;
    },
  };
}
