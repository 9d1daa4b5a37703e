import * as z from 'zod';
import { d6 } from '../../sim/die.ts';
import type { RollStep, Step } from '../../sim/machine.ts';
import { modifierSum } from '../bound.ts';
import { reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import type { Problem } from '../problem.ts';
import type { CardSet } from './cards/schema.ts';
import type { Ending } from './melee-tables.ts';
import { bind, type LiveRegiment, levelOf, type Regiment, regimentProblems, regimentShape } from './regiment.ts';
import { allows, at, moment, type Rules, says, worthSaying } from './rules.ts';
import { type Stepping, waverStep } from './waver.ts';
import type { Training } from './words.ts';

/** After the fight: pursuit and its halt, and the friends that routers run into. */

/** One roll to halt a pursuit: D6 and additions, 6 or more (line 79). */
export function haltStep<S extends Stepping>(
  rules: Rules,
  r: Regiment,
  after: (s: S, halts: boolean) => void,
  scope?: string,
): RollStep<S, number> {
  const facts: Facts = { self: r.facts, enemy: {}, now: moment(rules, {}), ruling: rules.ruling };
  const needed = at(rules, 'pursuit.rule', 'halts-on', r.card.arm) as number;
  const tables = [rules.halt];
  return {
    roll: d6,
    side: r.side,
    given: modifierSum(tables, facts),
    apply: (s, added, face) => after(s, face + added >= needed),
    title: () => `${r.name}: to halt the pursuit`,
    result: (_s, added, face) => (face + added >= needed ? 'halts' : 'pursues on'),
    reasons: (_s, added) => ({
      rows: reasonRows(tables, facts),
      near: worthSaying(tables, facts),
      total: { label: 'added to the D6', value: added },
      reading: `halts on ${needed} or more`,
      bounds: { low: needed - 7, high: needed - 1 },
    }),
    ...(scope ? { scope } : {}),
  };
}

export const mayPursue = (rules: Rules, r: Regiment): boolean =>
  allows(rules, 'pursuit.rule', 'pursues', r.card.arm) && r.live.status === 'steady';

/** The winner of a melee if it pursues, and nobody otherwise (line 77, ruling pursueAfter). */
export function pursuer(rules: Rules, ended: Ending, charger: Regiment, target: Regiment): Regiment | undefined {
  const loserIs = ended.startsWith('target-') ? target : ended.startsWith('charger-') ? charger : undefined;
  if (!loserIs || loserIs.live.status === 'destroyed') return undefined;
  if (says(rules, 'pursueAfter') === 'rout' && loserIs.live.status !== 'routing') return undefined;
  const winner = loserIs === target ? charger : target;
  return mayPursue(rules, winner) ? winner : undefined;
}

/** A friend near a regiment that may rout. */
export const friendSchema = z.strictObject({
  ...regimentShape('defend'),
  brigade: z.enum(['same', 'other']).default('same').describe('Is it of the same brigade? Then every rout shakes it.'),
  place: z
    .enum(['away', 'past', 'through'])
    .default('away')
    .describe('Do routers go past it within its double move, through it, or elsewhere?'),
});
export type FriendGiven = z.output<typeof friendSchema>;

export const friendProblems = (friends: readonly FriendGiven[], cards: CardSet, path: Problem['path']): Problem[] =>
  friends.flatMap((f, i) => regimentProblems(f, cards, [...path, 'friends', i]));

/** Who takes a disaster test when a regiment of `training` routs or, evading, runs (lines 75, 90, 92). */
export function shaken(
  rules: Rules,
  friend: Pick<FriendGiven, 'brigade' | 'place'>,
  training: Training,
  own: Training,
  routs: boolean,
): boolean {
  const rank = (t: Training) => at(rules, 'waver.grades', t, 'rank') as number;
  if (friend.place === 'through') return true;
  if (!routs) return false;
  return friend.brigade === 'same' || (friend.place === 'past' && rank(training) > rank(own));
}

export interface FriendsPlan<S> {
  readonly prefix: string;
  readonly side: string;
  readonly friends: readonly FriendGiven[];
  /** The regiment whose rout or evasion they see, and whether it runs. */
  readonly runner: Regiment;
  readonly runs: (s: S) => 'routs' | 'evades' | 'no';
  readonly tally: { friendsRouted: number; friendsShaken: number };
  readonly next: (s: S) => void;
}

/** A disaster test for each friend concerned, once each; friends only count, they do not fight. */
export function friendSteps<S extends Stepping>(rules: Rules, plan: FriendsPlan<S>): Record<string, Step<S>> {
  const { prefix, friends, runner, tally } = plan;
  const name = (i: number) => `${prefix}friend.${i}`;
  const steps: Record<string, Step<S>> = {};
  friends.forEach((given, i) => {
    // A friend's own state never changes before its test, so it needs no field.
    const live: LiveRegiment = { cohesion: levelOf(given), lost: given.lost, status: 'steady' };
    const friend = bind(rules, `friend ${i + 1} of the ${plan.side}`, given, live);
    steps[name(i)] = {
      then: (s) => {
        const runs = plan.runs(s);
        const tested =
          runs !== 'no' && shaken(rules, given, runner.card.training, friend.card.training, runs === 'routs');
        s.step = tested ? `${name(i)}.test` : name(i + 1);
      },
    };
    steps[`${name(i)}.test`] = waverStep<S>(rules, {
      test: 'disaster',
      self: friend,
      enemy: null,
      after: (s, result) => {
        if (result === 'Ro') tally.friendsRouted++;
        if (result === '-1') tally.friendsShaken++;
        s.step = name(i + 1);
      },
    });
  });
  steps[name(friends.length)] = { then: plan.next };
  return steps;
}
