import { act, type Flow, leave, match, repeat, type Stepped } from '../../../kit/flow.ts';
import { declareState, type Encounter } from '../../../kit/machine.ts';
import type { EndMeasure } from '../../../sim/machine.ts';
import { int } from '../../../sim/state.ts';
import type { AnyMachine } from '../../encounter.ts';
import type { Clash } from '../charging.ts';
import type { PartyGiven } from '../given.ts';
import { type Ending, fightSpec, type Party } from '../melee-tables.ts';
import { friendTests, haltRoll, pursuitAfter } from '../pursuing.ts';
import { isRouting, isSteady, muster, type Regiment, regimentOf, regimentSpec, runAtRate } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import type { Aspect } from '../words.ts';
import { lossMeasures, pursuitMeasure } from './measures.ts';

/** What charge and melee share: their state, what follows the fight, and how its end is told. */
export interface ContactSituation {
  readonly attacker: PartyGiven;
  readonly defender: PartyGiven;
  readonly aspect: Aspect;
  readonly pursuitTurns: number;
}
interface ContactPlay extends Pick<Encounter<Stepped>, 'name' | 'outcomes' | 'sums'> {
  readonly play: readonly Flow<Stepped>[];
  readonly start?: () => void;
  readonly measures?: readonly EndMeasure<unknown>[];
}

export function contactMachine(
  rules: Rules,
  situation: ContactSituation,
  playOf: (clash: Clash) => ContactPlay,
): AnyMachine {
  const { attacker, defender, aspect, pursuitTurns } = situation;
  const partySpec = (given: PartyGiven) => ({
    ...regimentSpec(rules, given),
    friendsRouted: int(0, given.friends.length),
    friendsShaken: int(0, given.friends.length),
  });
  const { view, machine } = declareState({
    attacker: partySpec(attacker),
    defender: partySpec(defender),
    fight: fightSpec(says(rules, 'meleeRounds') as number),
    pursuit: { turns: int(0, pursuitTurns) },
  });
  const charger = regimentOf(rules, 'attacker', attacker, view.attacker);
  const target = regimentOf(rules, 'defender', defender, view.defender);
  const clash: Clash = { charger, target, aspect, fight: view.fight };
  const { play, start, measures = [], ...rest } = playOf(clash);
  const fled = () => (isRouting(target) ? 'routs' : view.fight.ended === 'evaded' ? 'evades' : 'no');
  return machine({
    ...rest,
    start: () => {
      muster(charger);
      muster(target);
      start?.();
    },
    play: [
      ...play,
      ...(pursuitTurns > 0 ? [pursuit(clash, view.pursuit, pursuitTurns)] : []),
      ...friendTests(charger, attacker.friends, () => (isRouting(charger) ? 'routs' : 'no'), view.attacker),
      ...friendTests(target, defender.friends, fled, view.defender),
    ],
    outcome: () => outcome(clash),
    measures: [
      ...lossMeasures(charger),
      ...lossMeasures(target),
      ...routCauses(clash, 'charger'),
      ...routCauses(clash, 'target'),
      ...(pursuitTurns > 0 ? [pursuitMeasure('pursuit.turns', () => view.pursuit.turns)] : []),
      ...friendMeasures(attacker, 'attacker', view.attacker),
      ...friendMeasures(defender, 'defender', view.defender),
      ...measures,
    ],
  });
}

/** The winner pursues, turn by turn, until it halts (lines 77, 79). */
function pursuit(clash: Clash, state: { turns: number }, most: number): Flow<Stepped> {
  const pursue = (r: Regiment): Flow<Stepped>[] => [
    repeat(
      [act(() => state.turns++), haltRoll(r, [leave], [act(() => runAtRate(r, 'pursuer'))])],
      () => state.turns < most,
    ),
  ];
  const { charger, target } = clash;
  return match(() => pursuitAfter(clash).pursuer?.side, { attacker: pursue(charger), defender: pursue(target) });
}

const OUTCOMES_OF: Readonly<Partial<Record<Ending, string>>> = {
  refused: 'charge-refused',
  evaded: 'evaded',
  'charger-gives-ground': 'attacker-driven-back',
  'charger-broken-into': 'attacker-broken-into',
  'target-gives-ground': 'defender-falls-back',
  'target-broken-into': 'defender-broken-into',
};

function outcome({ charger, target, fight }: Clash): string {
  if (!isSteady(charger) && !isSteady(target)) return 'both-broken';
  for (const r of [charger, target]) {
    if (r.state.status === 'destroyed') return `${r.side}-destroyed`;
    if (isRouting(r)) return `${r.side}-routs`;
  }
  return OUTCOMES_OF[fight.ended] ?? 'undecided';
}

/** Why a regiment routs: 1 for the cause, where its card and the fight allow it. */
function routCauses({ fight, ...clash }: Clash, party: Party): EndMeasure<unknown>[] {
  const r = clash[party];
  const { waver } = r.card;
  const routs = (test: keyof typeof waver) => waver[test].some(([, result]) => result === 'Ro');
  const cause = (id: string, label: string, ending: Ending): EndMeasure<unknown> => ({
    id: `${r.side}.routs.${id}`,
    label: `the ${r.side} routs ${label}`,
    of: () => (isRouting(r) && fight.ended === ending ? 1 : 0),
  });
  const [before, mayRout] =
    party === 'charger'
      ? (['refused', routs('toCharge')] as const)
      : (['fled', routs('chargedByHorse') || routs('chargedByFoot')] as const);
  return [
    ...(mayRout ? [cause('waver', 'from its Waver test before contact', before)] : []),
    cause('melee', 'by the result of the melee', `${party}-routs`),
    ...(routs('disaster') ? [cause('brokenInto', 'from the test when broken into', `${party}-broken-into`)] : []),
  ];
}

function friendMeasures(
  { friends }: PartyGiven,
  side: string,
  counts: { friendsRouted: number; friendsShaken: number },
): EndMeasure<unknown>[] {
  if (friends.length === 0) return [];
  return [
    { id: `${side}.friendsRouted`, label: `friends of the ${side} that rout`, of: () => counts.friendsRouted },
    { id: `${side}.friendsShaken`, label: `friends of the ${side} that lose a level`, of: () => counts.friendsShaken },
  ];
}
