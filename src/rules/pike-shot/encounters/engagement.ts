import { act, branch, type Flow, match, note, type Stepped, when } from '../../../kit/flow.ts';
import { watchable } from '../../../kit/machine.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { tabled } from '../../../kit/tabled.ts';
import type { AnyMachine } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { define, jointLosses } from '../encounter.ts';
import { type Brigade, brigadesOf, newsOf, orders } from '../engagement/brigade.ts';
import { dutiesOf, refresh } from '../engagement/duties.ts';
import type { Lane } from '../engagement/lane.ts';
import { type Body, facingRanks, laneRanks, type Ranks } from '../engagement/ranks.ts';
import {
  actTogether,
  type Engagement,
  engagementProblems,
  engagementSchema,
  type Phase,
  SIDE_NAMES,
  SIDES,
  type SideKey,
} from '../engagement/situation.ts';
import { isRouting, isSteady } from '../regiment.ts';
import type { Rules } from '../rules.ts';

const machineOf = (situation: Engagement, rules: Rules) =>
  watchable((options): AnyMachine => {
    const together = actTogether(situation);
    const { ranks, view, machine } = (together ? laneRanks : facingRanks)(situation, rules, options);
    const slots = situation.sequence.length + 1;
    const brigades = brigadesOf(situation, rules, ranks);
    const out = (side: SideKey) => () => ranks.of(side).length - standing(ranks, side);
    return machine({
      name: 'pike-shot engagement',
      start: ranks.start,
      play: play(situation.sequence, ranks, brigades, () => view.turn),
      looksAcross: together,
      layer: (slot) => view.turn * brigades.length * slots + slot,
      outcomes: OUTCOMES.engagement,
      outcome: () => outcome(ranks),
      measures: [
        { id: 'a.casualties', label: 'companies side A loses', of: () => lost(ranks, 'a') },
        { id: 'b.casualties', label: 'companies side B loses', of: () => lost(ranks, 'b') },
        { id: 'a.out', label: 'regiments of side A routing or destroyed', of: out('a') },
        { id: 'b.out', label: 'regiments of side B routing or destroyed', of: out('b') },
        jointLosses(() => lost(ranks, 'a') + lost(ranks, 'b')),
        { id: 'turns', label: 'turns played', of: () => view.turn },
      ],
    });
  });

/**
 * Brigade by brigade: its order, then each phase for each of its regiments. Between any two duties the news of routs
 * spreads. Whether it is over is asked when a brigade is done.
 */
function play(
  sequence: readonly Phase[],
  ranks: Ranks,
  brigades: readonly Brigade[],
  turn: () => number,
): readonly Flow<Stepped>[] {
  const duties = tabled((lane: Lane) => dutiesOf(lane));
  const news = newsOf(ranks, brigades);
  const all = SIDES.flatMap(ranks.of);
  const isOver = () => SIDES.some((side) => standing(ranks, side) === 0);
  const end: Flow<Stepped> = { kind: 'end', run: () => {} };
  return sequenceOfPlay<Stepped, { brigade: Brigade; phase: Phase | 'orders' }>({
    beginTurn: [note(() => `Turn ${turn()}`), act(() => refresh(ranks))],
    slots: brigades.flatMap((brigade) => (['orders', ...sequence] as const).map((phase) => ({ brigade, phase }))),
    duties: ({ brigade, phase }) => {
      if (phase === 'orders') return [];
      const acting = brigade.bodies.filter((x) => x.pairs.length > 0);
      return acting.map((x) => ({
        ...{ ...bodyDuty(ranks, duties, phase, x), record: x.record },
        // Alone with one enemy, nobody else can have begun to rout.
        after: [news(x.pairs[0].among ? all : all.filter((y) => y.record === x.record))],
      }));
    },
    afterSlot: ({ brigade, phase }) => {
      if (phase === 'orders') return [orders(brigade, ranks, turn)];
      return phase === sequence.at(-1) ? [when(isOver, [end])] : [];
    },
  });
}

/** What a regiment does in a phase, against whom it does it. */
function bodyDuty(ranks: Ranks, duties: (lane: Lane) => ReturnType<typeof dutiesOf>, phase: Phase, x: Body) {
  const pairs = phase === 'melee' ? ranks.contacts(x) : x.pairs;
  const ways = pairs.map((pair) => duties(pair)[x.side][phase]);
  const pick = (): number => {
    if (phase === 'melee') return ways.findIndex(({ way }) => way() !== undefined);
    // Routers run and rally whoever is near.
    const place = phase === 'shoot' ? ranks.target(x) : ranks.opponent(x);
    return place < 0 && isRouting(x.regiment) ? 0 : place;
  };
  const due = (): boolean => {
    const place = pick();
    return place >= 0 && (phase === 'melee' || ranks.isFree(x)) && ways[place].way() !== undefined;
  };
  const bodies = ways.map((duty) => [match(duty.way, duty.ways)]);
  return { due, body: bodies.length === 1 ? bodies[0] : [branch<Stepped>(pick, bodies)] };
}

function standing(ranks: Ranks, side: SideKey): number {
  let n = 0;
  for (const { regiment } of ranks.of(side)) if (isSteady(regiment)) n++;
  return n;
}
const lost = (ranks: Ranks, side: SideKey): number =>
  ranks.of(side).reduce((sum, { own, regiment }) => sum + own.lost - regiment.given.lost, 0);

/**
 * All out of a side: destroyed, or routed; else who has more regiments out, then who lost more companies. Sides that
 * differ in number are compared by shares.
 */
function outcome(ranks: Ranks): string {
  const [a, b] = SIDES.map((side) => standing(ranks, side));
  const isDestroyed = (side: SideKey) => ranks.of(side).every(({ own }) => own.status === 'destroyed');
  if (a === 0 && b === 0) return 'both-broken';
  if (a === 0) return isDestroyed('a') ? 'a-destroyed' : 'a-routs';
  if (b === 0) return isDestroyed('b') ? 'b-destroyed' : 'b-routs';
  const [ofA, ofB] = SIDES.map((side) => ranks.of(side).length);
  const worse = b * ofA - a * ofB || lost(ranks, 'a') - lost(ranks, 'b');
  return worse > 0 ? 'a-worse' : worse < 0 ? 'b-worse' : 'even';
}

export const engagement = define({
  ...{ kind: 'engagement', title: 'Brigades that start apart and follow orders over several turns' },
  ...{ sides: [SIDE_NAMES.a, SIDE_NAMES.b], schema: engagementSchema },
  ...{ check: engagementProblems, machine: machineOf },
});
