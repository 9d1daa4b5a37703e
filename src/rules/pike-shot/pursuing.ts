import { act, type Flow, roll, type Stepped, when } from '../../kit/flow.ts';
import { d6 } from '../../sim/die.ts';
import type { Clash } from './charging.ts';
import type { FriendGiven } from './given.ts';
import { factsFor, isRouting, isSteady, type Regiment, steadyRegiment } from './regiment.ts';
import { allows, at, moment, type Rules, rowsFor, says } from './rules.ts';
import { waver } from './waver.ts';
import type { Training } from './words.ts';

/** After the fight: pursuit and its halt, and the friends that routers run into. */

/** One roll to halt a pursuit: D6 and additions, 6 or more (line 79). */
export function haltRoll(
  r: Regiment,
  halts: readonly Flow<Stepped>[],
  pursuesOn: readonly Flow<Stepped>[],
): Flow<Stepped> {
  const { rules } = r;
  const rows = rowsFor([rules.halt], factsFor(r, null, moment(rules, {})));
  const needed = at(rules, 'pursuit.rule', 'halts-on', r.card.arm) as number;
  return roll({
    roll: d6,
    side: r.side,
    against: rows.sum,
    apply: (_, added, face) => (face + added >= needed ? 0 : 1),
    branches: [halts, pursuesOn],
    title: () => `${r.name}: to halt the pursuit`,
    result: (_, added, face) => (face + added >= needed ? 'halts' : 'pursues on'),
    reasons: (_, added) => ({
      ...rows.why(),
      total: { label: 'added to the D6', value: added },
      reading: `halts on ${needed} or more`,
      bounds: { low: needed - 7, high: needed - 1 },
    }),
  });
}

/** Only horse pursues (line 77). */
export const pursues = (rules: Rules, arm: string): boolean => allows(rules, 'pursuit.rule', 'pursues', arm);

/** Whom a melee leaves beaten, and who pursues: only horse does, after winning (line 77, ruling pursueAfter). */
export function pursuitAfter({ fight, charger, target }: Clash): { loser?: Regiment; pursuer?: Regiment } {
  const { ended } = fight;
  const loser = ended.startsWith('target-') ? target : ended.startsWith('charger-') ? charger : undefined;
  if (!loser) return {};
  const winner = loser === target ? charger : target;
  const { rules, card } = winner;
  const mayPursue = pursues(rules, card.arm) && isSteady(winner);
  if (!mayPursue || loser.state.status === 'destroyed') return { loser };
  if (says(rules, 'pursueAfter') === 'rout' && !isRouting(loser)) return { loser };
  return { loser, pursuer: winner };
}

/** A better grade has a higher rank (line 92). */
export const rankOf = (rules: Rules, training: Training): number =>
  at(rules, 'waver.grades', training, 'rank') as number;

/** How many friends of a regiment a rout has shaken. */
export interface FriendCounts {
  routed: number;
  shaken: number;
}

/** Friends of a regiment that runs take a disaster test, once each (lines 75, 90, 92); they do not fight. */
export const friendTests = (
  runner: Regiment,
  friends: readonly FriendGiven[],
  runs: () => 'routs' | 'evades' | 'no',
  counts: FriendCounts,
): Flow<Stepped>[] =>
  friends.map((given, i) => {
    const { rules, side, card } = runner;
    const friend = steadyRegiment(rules, `friend ${i + 1} of the ${side}`, given);
    const isPassed = given.place === 'past' && rankOf(rules, card.training) > rankOf(rules, friend.card.training);
    const mindsRouts = given.place === 'through' || given.brigade === 'same' || isPassed;
    const minds = { routs: mindsRouts, evades: given.place === 'through', no: false };
    const shaken = waver({
      ...{ test: 'disaster', self: friend, enemy: null },
      results: { Ro: [act(() => counts.routed++)], '-1': [act(() => counts.shaken++)] },
    });
    return when(() => minds[runs()], [shaken]);
  });
