import * as z from 'zod';
import { act, type Flow, leave, match, repeat, type Stepped } from '../../../kit/flow.ts';
import type { EndMeasure, Machine } from '../../../sim/machine.ts';
import { int } from '../../../sim/state.ts';
import { stated } from '../../given.ts';
import type { Clash } from '../charging.ts';
import { companiesLost, jointLosses, lossMeasures, pursuitMeasure, stage } from '../encounter.ts';
import { cardsField, type PartyGiven, partySchema } from '../given.ts';
import { type Ending, fightSpec, type Party } from '../melee.ts';
import { type FriendCounts, friendTests, haltRoll, pursuitAfter } from '../pursuing.ts';
import { isRouting, isSteady, type Regiment, runAtRate } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { ASPECTS } from '../words.ts';

/** What a scenario says of a charge or a melee. */
export const contactSchema = <More extends z.ZodRawShape>(about: {
  readonly attacker: string;
  readonly defender: string;
  readonly aspect: string;
  readonly more: More;
}) =>
  z.strictObject({
    cards: cardsField,
    attacker: partySchema('charge').describe(about.attacker),
    defender: partySchema('defend').describe(about.defender),
    aspect: stated.word(ASPECTS, 'front', about.aspect),
    ...about.more,
    pursuitTurns: stated.whole([0, 20], 6, 'How many turns of pursuit are rolled at most; 0 leaves pursuit out.'),
  });
type ContactSituation = z.output<ReturnType<typeof contactSchema<Record<never, never>>>>;

/** What charge and melee share: their state, what follows the fight, and how its end is told. */
export function contactMachine(
  rules: Rules,
  kind: 'charge' | 'melee',
  situation: ContactSituation,
  playOf: (clash: Clash) => {
    readonly play: readonly Flow<Stepped>[];
    readonly start?: () => void;
    readonly measures?: readonly EndMeasure<unknown>[];
    readonly sums?: Machine<Stepped>['sums'];
  },
) {
  const { attacker, defender, aspect, pursuitTurns } = situation;
  const friendSpec = ({ friends }: PartyGiven) => ({ routed: int(0, friends.length), shaken: int(0, friends.length) });
  const fields = {
    friends: { attacker: friendSpec(attacker), defender: friendSpec(defender) },
    fight: fightSpec(says(rules, 'meleeRounds') as number),
    pursuit: { turns: int(0, pursuitTurns) },
  };
  const { own, machine, ...units } = stage(rules, kind, { attacker, defender }, fields);
  const clash: Clash = { charger: units.attacker, target: units.defender, aspect, fight: own.fight };
  const { play, measures = [], ...rest } = playOf(clash);
  const { charger, target, fight } = clash;
  const fled = () => (isRouting(target) ? 'routs' : fight.ended === 'evaded' ? 'evades' : 'no');
  return machine({
    ...rest,
    play: [
      ...play,
      ...(pursuitTurns > 0 ? [pursuit(clash, own.pursuit, pursuitTurns)] : []),
      ...friendTests(charger, attacker.friends, () => (isRouting(charger) ? 'routs' : 'no'), own.friends.attacker),
      ...friendTests(target, defender.friends, fled, own.friends.defender),
    ],
    outcome: () => outcome(clash),
    measures: [
      ...[charger, target].flatMap(lossMeasures),
      jointLosses(() => companiesLost(charger) + companiesLost(target)),
      ...(['charger', 'target'] as const).flatMap((party) => routCauses(clash, party)),
      ...(pursuitTurns > 0 ? [pursuitMeasure('pursuit.turns', () => own.pursuit.turns)] : []),
      ...friendMeasures(attacker, 'attacker', own.friends.attacker),
      ...friendMeasures(defender, 'defender', own.friends.defender),
      ...measures,
    ],
  });
}

/** The winner pursues, turn by turn, until it halts (lines 77, 79). */
function pursuit(clash: Clash, state: { turns: number }, most: number): Flow<Stepped> {
  const pursue = (r: Regiment): Flow<Stepped>[] => {
    const halt = haltRoll(r, [leave], [act(() => runAtRate(r, 'pursuer'))]);
    return [repeat([act(() => state.turns++), halt], () => state.turns < most)];
  };
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
  const tests = party === 'charger' ? (['toCharge'] as const) : (['chargedByHorse', 'chargedByFoot'] as const);
  const before = party === 'charger' ? 'refused' : 'fled';
  return [
    ...(tests.some(routs) ? [cause('waver', 'from its Waver test before contact', before)] : []),
    cause('melee', 'by the result of the melee', `${party}-routs`),
    ...(routs('disaster') ? [cause('brokenInto', 'from the test when broken into', `${party}-broken-into`)] : []),
  ];
}

function friendMeasures({ friends }: PartyGiven, side: string, counts: FriendCounts): EndMeasure<unknown>[] {
  if (friends.length === 0) return [];
  return [
    { id: `${side}.friendsRouted`, label: `friends of the ${side} that rout`, of: () => counts.routed },
    { id: `${side}.friendsShaken`, label: `friends of the ${side} that lose a level`, of: () => counts.shaken },
  ];
}
