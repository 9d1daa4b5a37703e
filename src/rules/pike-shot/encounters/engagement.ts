import { act, type Flow, match, note, type Stepped, when } from '../../../kit/flow.ts';
import { declareState, watchable } from '../../../kit/machine.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { clock } from '../../../sim/state.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { define, notesOf } from '../define.ts';
import { type Brigade, brigadesOf, newsOf, orders } from '../engagement/brigade.ts';
import { dutiesOf, refresh } from '../engagement/duties.ts';
import { type Lane, laneSpec } from '../engagement/lane.ts';
import {
  type Engagement,
  engagementProblems,
  engagementSchema,
  type Phase,
  regimentsOf,
  SIDE_NAMES,
  SIDES,
  type SideKey,
} from '../engagement/situation.ts';
import { calledBy, cardOf, type RegimentGiven } from '../given.ts';
import { isSteady, muster, regimentOf } from '../regiment.ts';
import type { Rules } from '../rules.ts';

const machineOf = (situation: Engagement, rules: Rules) =>
  watchable((options) => {
    const { turns, edge, distance, obstacle } = situation;
    const given = { a: regimentsOf(situation, 'a'), b: regimentsOf(situation, 'b') };
    const specs = given.a.map((a, i) => [`lane${i + 1}`, laneSpec(rules, { a, b: given.b[i] }, edge)] as const);
    const { view, machine } = declareState({ turn: clock(1, turns), lanes: Object.fromEntries(specs) }, options);
    const lanes = specs.map(([name], i): Lane => {
      const state = view.lanes[name];
      const of = (side: SideKey) =>
        regimentOf(rules, SIDE_NAMES[side], given[side][i], state[side], nameOf(rules, given[side], i, side));
      return { record: `lanes.${name}`, state, a: of('a'), b: of('b'), edge, obstacle };
    });
    const slots = situation.sequence.length + 1;
    const brigades = brigadesOf(situation, rules, lanes);
    const out = (side: SideKey) => () => lanes.length - standing(lanes, side);
    return machine({
      name: 'pike-shot engagement',
      start: () => {
        for (const lane of lanes) {
          muster(lane.a);
          muster(lane.b);
          lane.state.distance = distance;
          lane.state.open = obstacle === undefined;
        }
      },
      play: play(situation.sequence, lanes, brigades, () => view.turn),
      layer: (slot) => view.turn * brigades.length * slots + slot,
      outcomes: OUTCOMES.engagement,
      outcome: () => outcome(lanes),
      measures: [
        { id: 'a.casualties', label: 'companies side A loses', of: () => lost(lanes, 'a') },
        { id: 'b.casualties', label: 'companies side B loses', of: () => lost(lanes, 'b') },
        { id: 'a.out', label: 'regiments of side A routing or destroyed', of: out('a') },
        { id: 'b.out', label: 'regiments of side B routing or destroyed', of: out('b') },
        { id: 'turns', label: 'turns played', of: () => view.turn },
      ],
      sums: [],
    });
  });

/**
 * Brigade by brigade: its order, then each phase for each of its regiments. Between any two duties the news of routs
 * spreads. Whether it is over is asked when a brigade is done.
 */
function play(
  sequence: readonly Phase[],
  lanes: readonly Lane[],
  brigades: readonly Brigade[],
  turn: () => number,
): readonly Flow<Stepped>[] {
  const duties = new Map(lanes.map((lane) => [lane, dutiesOf(lane)]));
  const news = newsOf(lanes, brigades);
  const isOver = () => SIDES.some((side) => standing(lanes, side) === 0);
  const end: Flow<Stepped> = { kind: 'end', run: () => {} };
  const dutyOf = (phase: Phase, side: SideKey, lane: Lane) => duties.get(lane)![side][phase];
  return sequenceOfPlay<Stepped, { brigade: Brigade; phase: Phase | 'orders' }, Lane>({
    beginTurn: [note(() => `Turn ${turn()}`), act(() => lanes.forEach(refresh))],
    slots: brigades.flatMap((brigade) => (['orders', ...sequence] as const).map((phase) => ({ brigade, phase }))),
    actors: ({ brigade, phase }) => (phase === 'orders' ? [] : brigade.lanes),
    record: ({ record }) => record,
    due: ({ brigade: { side }, phase }, lane) => {
      const { way } = dutyOf(phase as Phase, side, lane);
      return () => way() !== undefined;
    },
    duty: ({ brigade: { side }, phase }, lane) => {
      const { way, ways } = dutyOf(phase as Phase, side, lane);
      return [match(way, ways)];
    },
    afterDuty: (_, lane) => [news(lane)],
    afterSlot: ({ brigade, phase }) => {
      if (phase === 'orders') return [orders(brigade, turn)];
      return phase === sequence.at(-1) ? [when(isOver, [end])] : [];
    },
  });
}

/** "the gendarmes of side A", with its place in the line where several are called the same. */
function nameOf(rules: Rules, all: readonly RegimentGiven[], i: number, side: SideKey): string {
  const called = (g: RegimentGiven) => calledBy(g, cardOf(rules, g));
  const several = all.filter((g) => called(g) === called(all[i])).length > 1;
  return `the ${called(all[i])}${several ? ` (${i + 1} in line)` : ''} of ${SIDE_NAMES[side]}`;
}

function standing(lanes: readonly Lane[], side: SideKey): number {
  let n = 0;
  for (const lane of lanes) if (isSteady(lane[side])) n++;
  return n;
}
const lost = (lanes: readonly Lane[], side: SideKey): number =>
  lanes.reduce((sum, lane) => sum + lane.state[side].lost - lane[side].given.lost, 0);

/** All out of a side: destroyed, or routed; else who has more regiments out, then who lost more companies. */
function outcome(lanes: readonly Lane[]): string {
  const [a, b] = SIDES.map((side) => standing(lanes, side));
  const isDestroyed = (side: SideKey) => lanes.every(({ state }) => state[side].status === 'destroyed');
  if (a === 0 && b === 0) return 'both-broken';
  if (a === 0) return isDestroyed('a') ? 'a-destroyed' : 'a-routs';
  if (b === 0) return isDestroyed('b') ? 'b-destroyed' : 'b-routs';
  const worse = b - a || lost(lanes, 'a') - lost(lanes, 'b');
  return worse > 0 ? 'a-worse' : worse < 0 ? 'b-worse' : 'even';
}

export const engagement = define({
  kind: 'engagement',
  title: 'Brigades that start apart and follow orders over several turns',
  schema: engagementSchema,
  check: (situation, rules) => engagementProblems(situation, rules, rules.book),
  build: (situation, rules) => ({
    machine: machineOf(situation, rules),
    notes: notesOf(rules),
    sides: [SIDE_NAMES.a, SIDE_NAMES.b],
  }),
});
