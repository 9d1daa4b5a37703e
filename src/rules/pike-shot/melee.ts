import { d6, twoD6 } from '../../sim/die.ts';
import type { Emit, Reasons, Step } from '../../sim/machine.ts';
import { modifierSum } from '../bound.ts';
import { reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import {
  columnOf,
  companiesText,
  consequence,
  type Ending,
  type LiveFight,
  type Party,
  resultText,
  strongerText,
  tie,
  typeOf,
} from './melee-tables.ts';
import { loseCohesion, loseCompanies, type Regiment, rout, stands } from './regiment.ts';
import { moment, type Rules, says, worthSaying } from './rules.ts';
import { type Stepping, waverStep } from './waver.ts';
import type { Aspect, EnemiesColumn, MeleeResult } from './words.ts';

export interface FightPlan<S> {
  readonly prefix: string;
  readonly charger: Regiment;
  readonly target: Regiment;
  readonly fight: LiveFight;
  readonly aspect: Aspect;
  /** Did they come into contact just now? Lances count then. */
  readonly fresh: (s: S) => boolean;
  readonly over: (s: S, emit: Emit) => void;
  readonly scope?: string;
}

interface Matched {
  readonly strengths: readonly [charger: number, target: number];
  readonly type: string;
  readonly stronger: Party | 'neither';
  readonly column: EnemiesColumn;
  readonly byTotal: (roll: number) => MeleeResult;
}

/** Step names, made once: names put together at every step would cost more than the step. */
const names = (prefix: string) => ({
  strike: `${prefix}strike`,
  chargerCasualties: `${prefix}casualties.charger`,
  targetCasualties: `${prefix}casualties.target`,
  settle: `${prefix}settle`,
  charger: `${prefix}disaster.charger`,
  target: `${prefix}disaster.target`,
  done: `${prefix}done`,
});

/** A melee from strengths to its end (lines 61 to 69), with the disaster test of a regiment broken into. */
export function meleeSteps<S extends Stepping>(rules: Rules, plan: FightPlan<S>): Record<string, Step<S>> {
  const { prefix, charger, target, fight, aspect } = plan;
  const rounds = says(rules, 'meleeRounds') as number;
  const to = names(prefix);
  let fresh = true;
  const seen = (self: Regiment, enemy: Regiment, charging: boolean): Facts => ({
    self: self.facts,
    enemy: enemy.facts,
    ruling: rules.ruling,
    now: moment(rules, {
      aspect,
      charging,
      get round() {
        return fight.round;
      },
      get firstContact() {
        return fresh && fight.round === 1;
      },
    }),
  });
  const sides = [
    { r: charger, facts: seen(charger, target, true), tables: [rules.melee, charger.specials] },
    { r: target, facts: seen(target, charger, false), tables: [rules.melee, target.specials] },
  ] as const;
  const sums = sides.map(({ tables, facts }) => modifierSum(tables, facts));
  const strength = (i: 0 | 1) => sides[i].r.formation.melee + sums[i]();

  const match = (s: S): Matched => {
    fresh = plan.fresh(s);
    const strengths = [strength(0), strength(1)] as const;
    const stronger =
      aspect === 'rear' || strengths[0] > strengths[1]
        ? 'charger'
        : strengths[0] < strengths[1]
          ? 'target'
          : tie(rules);
    const type = aspect === 'rear' ? rules.cards.meleeType.rearAttackType : typeOf(rules, strengths);
    const column = columnOf(rules, charger, target, stronger);
    const { types, columnShift } = rules.cards.meleeOutcome;
    const list = types[type][column] ?? types[type].all!;
    const byTotal = (roll: number) =>
      (list.find(([max]) => roll + columnShift[column] <= max) ?? list[list.length - 1])[1];
    return { strengths, type, stronger, column, byTotal };
  };
  const clear = () => {
    fight.stronger = 'neither';
    fight.result = 'none';
    fight.round = 1;
  };
  const scoped = plan.scope ? { scope: plan.scope } : {};

  /** Both strengths in one sum: what the target's rows add comes off the difference. */
  const reasons = (m: Matched): Reasons => {
    const type = rules.cards.meleeType.names[m.type] ?? m.type;
    const reading = `type ${type}, ${strongerText(m.stronger)}, column ${m.column}`;
    if (aspect === 'rear') return { rows: [], reading: `charged in the rear: ${reading}` };
    const [own, other] = sides.map(({ tables, facts }) => reasonRows(tables, facts));
    const widest = rules.cards.meleeType.byDifference?.at(-1)?.min;
    return {
      base: {
        label: `base melee numbers, ${charger.formation.melee} against ${target.formation.melee}`,
        value: charger.formation.melee - target.formation.melee,
      },
      rows: [...own, ...other.map((r) => ({ ...r, label: `${r.label}, ${target.side}`, value: -r.value }))],
      near: sides.flatMap(({ r, tables, facts }) =>
        worthSaying(tables, facts).map((n) =>
          r === target ? { ...n, label: `${n.label}, ${target.side}`, value: -n.value } : n,
        ),
      ),
      total: { label: `strength ${m.strengths[0]} against ${m.strengths[1]}`, value: m.strengths[0] - m.strengths[1] },
      reading,
      ...(widest === undefined ? {} : { bounds: { low: -widest, high: widest } }),
    };
  };

  const casualties = (party: Party, next: string): Step<S> => {
    const r = party === 'charger' ? charger : target;
    const line = () => {
      const lines = rules.cards.casualtyRolls[fight.result as MeleeResult]!;
      return fight.stronger === 'neither' || fight.stronger === party ? lines.stronger : lines.weaker;
    };
    return {
      roll: d6,
      side: r.side,
      given: line,
      apply: (s, lost: readonly number[], face) => {
        loseCompanies(r, lost[face - 1]);
        s.step = next;
      },
      title: () => `${r.name}: casualties`,
      result: (_s, lost: readonly number[], face) => companiesText(lost[face - 1]),
      ...scoped,
    };
  };

  const brokenInto = (party: Party): Step<S> => {
    const r = party === 'charger' ? charger : target;
    return waverStep<S>(rules, {
      test: 'disaster',
      self: r,
      enemy: null,
      after: (s, result) => {
        if (result === 'Ro') rout(r);
        if (result === '-1') loseCohesion(rules, r, 1);
        s.step = to.done;
      },
      ...scoped,
    });
  };

  return {
    [to.strike]: {
      roll: twoD6,
      given: match,
      side: charger.side,
      apply: (s, m: Matched, face) => {
        fight.stronger = m.stronger;
        fight.result = m.byTotal(face);
        s.step = to.chargerCasualties;
      },
      title: () => `${charger.name} and ${target.name} fight${rounds > 1 ? `, round ${fight.round}` : ''}`,
      result: (_s, m: Matched, face) => resultText(m.byTotal(face), m.stronger, charger, target),
      reasons: (s, m: Matched) => {
        fresh = plan.fresh(s);
        return reasons(m);
      },
      ...scoped,
    },
    [to.chargerCasualties]: casualties('charger', to.targetCasualties),
    [to.targetCasualties]: casualties('target', to.settle),
    [to.settle]: {
      then: (s) => {
        const [who, what] = consequence(fight);
        if (what === 'locked' && fight.round < rounds && stands(charger) && stands(target)) {
          fight.round++;
          fight.stronger = 'neither';
          fight.result = 'none';
          s.step = to.strike;
          return;
        }
        clear();
        for (const r of [charger, target]) loseCohesion(rules, r, rules.cards.meleeDisorder);
        fight.ended = what === 'locked' ? 'locked' : (`${who}-${what}` as Ending);
        const loser = who === 'charger' ? charger : target;
        if (what === 'routs') rout(loser);
        s.step = what === 'broken-into' && stands(loser) ? to[who] : to.done;
      },
      ...scoped,
    },
    [to.charger]: brokenInto('charger'),
    [to.target]: brokenInto('target'),
    [to.done]: { then: plan.over },
  };
}
