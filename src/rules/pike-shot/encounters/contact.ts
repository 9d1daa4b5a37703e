import type { Step } from '../../../sim/machine.ts';
import { int, type StateSpec } from '../../../sim/state.ts';
import { type FriendGiven, friendSteps, haltStep, pursuer } from '../aftermath.ts';
import { type Ending, fightSpec, type LiveFight, type Party } from '../melee-tables.ts';
import { liveSpec, type Regiment, runAtRate, stands } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import type { Stepping } from '../waver.ts';
import { lossMeasures } from './fire.ts';

/** What charge and melee share: their state, what follows the fight, and how its end is told. */
export const contactSpec = (
  rules: Rules,
  attacker: { readonly card: string },
  defender: { readonly card: string },
  pursuitTurns: number,
  friends: readonly [attacker: number, defender: number],
) =>
  ({
    attacker: { ...liveSpec(rules.cards.cards[attacker.card].companies), ...friendTally(friends[0]) },
    defender: { ...liveSpec(rules.cards.cards[defender.card].companies), ...friendTally(friends[1]) },
    fight: fightSpec(says(rules, 'meleeRounds') as number),
    pursuit: { turns: int(0, pursuitTurns) },
  }) satisfies StateSpec;

const friendTally = (n: number) => ({ friendsRouted: int(0, n), friendsShaken: int(0, n) });

export interface ContactState extends Stepping {
  readonly attacker: { friendsRouted: number; friendsShaken: number };
  readonly defender: { friendsRouted: number; friendsShaken: number };
  readonly fight: LiveFight;
  readonly pursuit: { turns: number };
}

/** Pursuit of the winner, then the friends of whoever ran, then the end. Starts at 'pursuit'. */
export function afterSteps<S extends ContactState>(
  rules: Rules,
  s: S,
  [attacker, defender]: readonly [Regiment, Regiment],
  pursuitTurns: number,
  friends: readonly [readonly FriendGiven[], readonly FriendGiven[]],
): Record<string, Step<S>> {
  const after = (r: Regiment) => (st: S, halts: boolean) => {
    st.pursuit.turns++;
    if (!halts) runAtRate(rules, r, 'pursuer');
    if (halts || st.pursuit.turns === pursuitTurns) st.step = 'attacker.friend.0';
  };
  return {
    pursuit: {
      then: (st) => {
        const who = pursuitTurns > 0 ? pursuer(rules, st.fight.ended, attacker, defender) : undefined;
        st.step = who ? `pursuit.${who.side}` : 'attacker.friend.0';
      },
    },
    'pursuit.attacker': haltStep<S>(rules, attacker, after(attacker)),
    'pursuit.defender': haltStep<S>(rules, defender, after(defender)),
    ...friendSteps<S>(rules, {
      prefix: 'attacker.',
      side: 'attacker',
      friends: friends[0],
      runner: attacker,
      runs: () => (attacker.live.status === 'routing' ? 'routs' : 'no'),
      tally: s.attacker,
      next: (st) => {
        st.step = 'defender.friend.0';
      },
    }),
    ...friendSteps<S>(rules, {
      prefix: 'defender.',
      side: 'defender',
      friends: friends[1],
      runner: defender,
      runs: (st) => (defender.live.status === 'routing' ? 'routs' : st.fight.ended === 'evaded' ? 'evades' : 'no'),
      tally: s.defender,
      next: (st) => {
        st.step = 'end';
      },
    }),
  };
}

export function contactOutcome(ended: Ending, attacker: Regiment, defender: Regiment): string {
  if (!stands(attacker) && !stands(defender)) return 'both-broken';
  for (const r of [attacker, defender]) {
    if (r.live.status === 'destroyed') return `${r.side}-destroyed`;
    if (r.live.status === 'routing') return `${r.side}-routs`;
  }
  switch (ended) {
    case 'refused':
      return 'charge-refused';
    case 'evaded':
      return 'evaded';
    case 'charger-gives-ground':
      return 'attacker-driven-back';
    case 'charger-broken-into':
      return 'attacker-broken-into';
    case 'target-gives-ground':
      return 'defender-falls-back';
    case 'target-broken-into':
      return 'defender-broken-into';
    default:
      return 'undecided';
  }
}

/** Why a regiment routs: 1 for the cause, where its card and the fight allow it. */
function routCauses(s: ContactState, r: Regiment, party: Party) {
  const { side, card } = r;
  const routs = (test: keyof typeof card.waver) => card.waver[test].some(([, result]) => result === 'Ro');
  const wavers = party === 'charger' ? ['refused'] : ['fled'];
  const tests = party === 'charger' ? (['toCharge'] as const) : (['chargedByHorse', 'chargedByFoot'] as const);
  const cause = (id: string, label: string, endings: readonly string[]) => ({
    id: `${side}.routs.${id}`,
    label: `the ${side} routs ${label}`,
    of: () => (r.live.status === 'routing' && endings.includes(s.fight.ended) ? 1 : 0),
  });
  return [
    ...(tests.some(routs) ? [cause('waver', 'from its Waver test before contact', wavers)] : []),
    cause('melee', 'by the result of the melee', [`${party}-routs`]),
    ...(routs('disaster') ? [cause('brokenInto', 'from the test when broken into', [`${party}-broken-into`])] : []),
  ];
}

export function contactMeasures(
  s: ContactState,
  attacker: Regiment,
  defender: Regiment,
  pursuitTurns: number,
  friends: readonly [number, number],
) {
  const ofFriends = (side: 'attacker' | 'defender', n: number) =>
    n === 0
      ? []
      : [
          { id: `${side}.friendsRouted`, label: `friends of the ${side} that rout`, of: () => s[side].friendsRouted },
          {
            id: `${side}.friendsShaken`,
            label: `friends of the ${side} that lose a level`,
            of: () => s[side].friendsShaken,
          },
        ];
  return [
    ...lossMeasures(attacker),
    ...lossMeasures(defender),
    ...routCauses(s, attacker, 'charger'),
    ...routCauses(s, defender, 'target'),
    ...(pursuitTurns > 0
      ? [{ id: 'pursuit.turns', label: 'turns of pursuit, the one that halts it included', of: () => s.pursuit.turns }]
      : []),
    ...ofFriends('attacker', friends[0]),
    ...ofFriends('defender', friends[1]),
  ];
}
