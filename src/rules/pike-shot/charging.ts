import { act, block, type Flow, leave, note, type Stepped, when } from '../../kit/flow.ts';
import type { Emit } from '../../sim/machine.ts';
import type { Ending, FightState } from './melee.ts';
import { disorderBy, isSteady, loseCohesion, type Regiment, rout, runAtRate } from './regiment.ts';
import { allows, at, onOrder, type Rules, says } from './rules.ts';
import { chargedBand, fire, firesWhenCharged, hit, type Volley } from './shooting.ts';
import { waver } from './waver.ts';
import { type Aspect, LEVELS, type Level, type Order } from './words.ts';

/** Who fights whom, struck where, and how far it has come. */
export interface Clash {
  readonly charger: Regiment;
  readonly target: Regiment;
  readonly aspect: Aspect;
  readonly fight: FightState;
}
export interface ChargeOptions extends Clash {
  /** Hears what the fire of the charged does. */
  readonly shot?: (volley: Volley, emit: Emit) => void;
  /** Hears that the charged stands, in order or with a level lost. */
  readonly stood?: (result: 'St' | '-1', emit: Emit) => void;
  /** What comes of contact; left out where the charge ends before. */
  readonly met: readonly Flow<Stepped>[];
}

/** Waver of the charger, Waver of the charged, its fire, and the move into contact (lines 43 to 57, PS-R5). */
export function charge(options: ChargeOptions): Flow<Stepped> {
  const { charger, target, aspect, fight, met } = options;
  const { rules } = charger;
  return block([
    waver({
      ...{ test: 'toCharge', self: charger, enemy: target },
      results: {
        Ch: [act(() => says(rules, 'mobTiming') === 'before-waver' && flanked(target, aspect))],
        St: endsAs(fight, 'refused'),
        '-1': endsAs(fight, 'refused', () => loseCohesion(charger, 1)),
        Ro: endsAs(fight, 'refused', () => rout(charger)),
      },
    }),
    receive(options),
    ...(aspect === 'flank' ? [note<Stepped>(() => `${target.name}: charged in the flank, now a mob`)] : []),
    act(() => {
      disorderBy(charger, 'charge');
      flanked(target, aspect);
    }),
    when(() => !isSteady(target), endsAs(fight, 'fled')),
    when(() => !isSteady(charger), endsAs(fight, 'shot-away')),
    ...met,
  ]);
}

/** The charge is over before contact. */
const endsAs = (fight: FightState, ending: Ending, also: () => void = () => {}): Flow<Stepped>[] => [
  act(() => {
    fight.ended = ending;
    also();
  }),
  leave,
];

/** The charged takes its test: it stands and may fire, counter-charges, evades or routs. */
function receive({ charger, target, aspect, fight, shot, stood }: ChargeOptions): Flow<Stepped> {
  const volley = fire({
    ...{ firer: target, target: charger, band: () => chargedBand(target)!, what: ' at the charge' },
    then: (hits, emit) => {
      hit(charger, hits);
      shot?.(hits, emit);
    },
  });
  const shotAway = when<Stepped>(() => !isSteady(charger), endsAs(fight, 'shot-away'));
  const fireAtCharger = (result: 'St' | '-1'): Flow<Stepped> =>
    when(() => firesWhenCharged(target, result, aspect === 'front'), [volley, shotAway]);
  const losesLevel = act<Stepped>((_, emit) => {
    stood?.('-1', emit);
    loseCohesion(target, 1);
  });
  return waver({
    ...{ self: target, enemy: charger, test: charger.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot' },
    results: {
      St: [act((_, emit) => stood?.('St', emit)), fireAtCharger('St')],
      '-1': [losesLevel, when(() => !isSteady(target), endsAs(fight, 'fled')), fireAtCharger('-1')],
      Cc: [note(() => `${target.name}: counter-charge`), act(() => disorderBy(target, 'charge'))],
      Ev: endsAs(fight, 'evaded', () => runAtRate(target, 'evader')),
      Ro: endsAs(fight, 'fled', () => rout(target)),
    },
  });
}

/** Charged in the flank it becomes a mob (line 55). */
export function flanked({ rules, state }: Regiment, aspect: Aspect): void {
  if (aspect === 'flank') state.cohesion = Math.max(state.cohesion, levelIn(rules, 'flank'));
}
const levelIn = (rules: Rules, row: 'flank' | 'opportunity'): number =>
  LEVELS.indexOf(at(rules, 'charge.effects', row, 'level') as Level);

/** Whether an arm may charge another at all (line 53). */
export const mayCharge = (rules: Rules, arm: string, enemy: string): boolean => allows(rules, 'charge.may', arm, enemy);

/** By order, the level from which an enemy may be charged: any on Charge, ragged or mob on Harass (lines 43, 54). */
export const chargedFrom = (rules: Rules, order: Order): number => {
  const [any, shaken] = ['charge', 'opportunity-charge'].map((action) => onOrder(rules, action, order));
  return any ? 0 : shaken ? levelIn(rules, 'opportunity') : Number.POSITIVE_INFINITY;
};
