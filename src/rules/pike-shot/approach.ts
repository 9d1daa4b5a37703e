import type { Emit, Step } from '../../sim/machine.ts';
import type { FightPlan } from './melee.ts';
import { loseCohesion, loseCompanies, type Regiment, rout, runAtRate, stands } from './regiment.ts';
import { at, type Rules, says } from './rules.ts';
import { chargedBand, fireStep, firesWhenCharged } from './shooting.ts';
import { type Stepping, waverStep } from './waver.ts';
import { LEVELS, type Level } from './words.ts';

export interface ChargePlan<S> extends FightPlan<S> {
  /** They are in contact; what comes next is theirs to say. */
  readonly met: (s: S, emit: Emit) => void;
  /** The charge is over without contact. */
  readonly over: (s: S, emit: Emit) => void;
  /** Sums for the fire of the charged: companies, levels. */
  readonly sums?: readonly [casualties: string, cohesion: string];
  /** Sums for the charged that stand, in order and with a level lost. */
  readonly stood?: Readonly<Record<'St' | '-1', string>>;
}

const NAMES = ['charge', 'receive', 'fire', 'countercharge', 'close', 'met', 'halted'] as const;

/** Waver of the charger, Waver of the charged, its fire, and the move into contact (lines 43 to 57, PS-R5). */
export function approachSteps<S extends Stepping>(rules: Rules, plan: ChargePlan<S>): Record<string, Step<S>> {
  const { prefix, charger, target, fight, aspect } = plan;
  const to = Object.fromEntries(NAMES.map((name) => [name, prefix + name])) as Record<(typeof NAMES)[number], string>;
  const scoped = plan.scope ? { scope: plan.scope } : {};
  const halt = (s: S) => {
    s.step = to.halted;
  };
  const becomesMob = () => {
    if (aspect !== 'flank') return;
    const level = LEVELS.indexOf(at(rules, 'charge.effects', 'flank', 'level') as Level);
    target.live.cohesion = Math.max(target.live.cohesion, level);
  };

  return {
    [to.charge]: waverStep<S>(rules, {
      test: 'toCharge',
      self: charger,
      enemy: target,
      after: (s, result) => {
        if (result === 'Ch') {
          if (says(rules, 'mobTiming') === 'before-waver') becomesMob();
          s.step = to.receive;
          return;
        }
        fight.ended = 'refused';
        if (result === '-1') loseCohesion(rules, charger, 1);
        if (result === 'Ro') rout(charger);
        halt(s);
      },
      ...scoped,
    }),
    [to.receive]: waverStep<S>(rules, {
      test: charger.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot',
      self: target,
      enemy: charger,
      after: (s, result, emit) => {
        if (plan.stood && (result === 'St' || result === '-1')) emit(plan.stood[result], 1);
        const fires = firesWhenCharged(rules, target, result, aspect === 'front');
        s.step = fires ? to.fire : to.close;
        switch (result) {
          case 'Ev':
            fight.ended = 'evaded';
            runAtRate(rules, target, 'evader');
            halt(s);
            return;
          case 'Ro':
            fight.ended = 'fled';
            rout(target);
            halt(s);
            return;
          case '-1':
            loseCohesion(rules, target, 1);
            if (!stands(target)) {
              fight.ended = 'fled';
              halt(s);
            }
            return;
          case 'Cc':
            s.step = to.countercharge;
        }
      },
      ...scoped,
    }),
    [to.fire]: fireStep<S>(rules, {
      self: target,
      enemy: charger,
      band: () => chargedBand(rules, target)!,
      what: ' at the charge',
      after: (s, hit, emit) => {
        loseCohesion(rules, charger, hit.cohesion);
        loseCompanies(charger, hit.casualties);
        if (plan.sums) {
          emit(plan.sums[0], hit.casualties);
          emit(plan.sums[1], hit.cohesion);
        }
        s.step = to.close;
        if (stands(charger)) return;
        fight.ended = 'shot-away';
        halt(s);
      },
      ...scoped,
    }),
    [to.countercharge]: {
      tell: () => `${target.name}: counter-charge`,
      then: (s) => {
        disorder(rules, target);
        s.step = to.close;
      },
      ...scoped,
    },
    [to.close]: {
      tell: () => (aspect === 'flank' ? `${target.name}: charged in the flank, now a mob` : ''),
      then: (s) => {
        disorder(rules, charger);
        becomesMob();
        s.step = to.met;
        if (stands(charger) && stands(target)) return;
        fight.ended = stands(target) ? 'shot-away' : 'fled';
        halt(s);
      },
      ...scoped,
    },
    [to.met]: { then: plan.met },
    [to.halted]: { then: plan.over },
  };
}

/** Moving at charge rate costs cohesion (line 39). */
const disorder = (rules: Rules, r: Regiment) => loseCohesion(rules, r, rules.cards.moveDisorder.charge);
