import { clock, int } from '../../../sim/state.ts';
import type { BuiltEncounter } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { chosenTactic } from '../../tactic.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import { type Brigade, type Cursor, driverSteps, type Field, inOrder, standing } from '../engagement/driver.ts';
import { type Lane, type LiveLane, laneSpec } from '../engagement/lane.ts';
import { laneSteps } from '../engagement/lane-steps.ts';
import {
  type Engagement,
  engagementProblems,
  engagementSchema,
  regimentsOf,
  SIDE_NAMES,
  SIDES,
  type SideKey,
} from '../engagement/situation.ts';
import { bind, calledBy, cardOf, muster, type RegimentGiven } from '../regiment.ts';
import type { Rules } from '../rules.ts';

type S = Cursor & Readonly<Record<`lane${number}`, LiveLane>>;

function brigadesOf(situation: Engagement, rules: Rules): Brigade[] {
  const all = SIDES.flatMap((side) => {
    let place = 0;
    return situation[side].brigades.map(
      (b, i): Brigade => ({
        name: b.name ?? `brigade ${i + 1} of ${SIDE_NAMES[side]}`,
        side,
        strategy: b.strategy,
        orders: chosenTactic(b.orders, situation.tactics) ?? [{ do: 'defend' }],
        lanes: b.regiments.map(() => place++),
      }),
    );
  });
  return inOrder(rules, all);
}

/** "the gendarmes of side A", with its place in the line where several are called the same. */
function nameOf(rules: Rules, all: readonly RegimentGiven[], i: number, side: SideKey): string {
  const called = (g: RegimentGiven) => calledBy(g, cardOf(rules, g));
  const several = all.filter((g) => called(g) === called(all[i])).length > 1;
  return `the ${called(all[i])}${several ? ` (${i + 1} in line)` : ''} of ${SIDE_NAMES[side]}`;
}

function build(situation: Engagement, rules: Rules): BuiltEncounter {
  const { turns, edge, distance, sequence, obstacle } = situation;
  const given = { a: regimentsOf(situation, 'a'), b: regimentsOf(situation, 'b') };
  const brigades = brigadesOf(situation, rules);
  const names = given.a.map((_, i) => `lane${i + 1}` as const);
  const spec = {
    turn: clock(1, turns),
    slot: int(0, brigades.length),
    phase: int(0, sequence.length),
    seat: int(0, given.a.length),
    ...Object.fromEntries(
      names.map((name, i) => {
        const companies = [given.a[i], given.b[i]].map((g) => cardOf(rules, g).companies) as [number, number];
        return [name, laneSpec(rules, companies, edge)];
      }),
    ),
  };
  const machine = assemble(spec, (view) => {
    // The lanes are named at run time, so the spec's type cannot tell of them.
    const s = view as unknown as S;
    const lanes = names.map((name, i): Lane => {
      const live = s[name];
      const of = (side: SideKey) =>
        bind(rules, SIDE_NAMES[side], given[side][i], live[side], nameOf(rules, given[side], i, side));
      return { name, live, a: of('a'), b: of('b'), edge, obstacle };
    });
    const field: Field = { lanes, brigades, sequence };
    const lost = (side: SideKey) => () => lanes.reduce((sum, l) => sum + l.live[side].lost - l[side].given.lost, 0);
    const out = (side: SideKey) => () => lanes.length - standing(field, side);
    return {
      name: 'pike-shot engagement',
      start: (st) => {
        for (const lane of lanes) {
          muster(lane.a);
          muster(lane.b);
          lane.live.distance = distance;
          lane.live.open = obstacle === undefined;
        }
        st.step = 'turn';
      },
      steps: {
        ...driverSteps<typeof view>(rules, field),
        ...Object.assign({}, ...lanes.map((lane) => laneSteps<typeof view>(rules, lane, 'act'))),
      },
      outcomes: OUTCOMES.engagement,
      outcome: () => outcome(field, [lost('a')(), lost('b')()]),
      measures: [
        { id: 'a.casualties', label: 'companies side A loses', of: lost('a') },
        { id: 'b.casualties', label: 'companies side B loses', of: lost('b') },
        { id: 'a.out', label: 'regiments of side A routing or destroyed', of: out('a') },
        { id: 'b.out', label: 'regiments of side B routing or destroyed', of: out('b') },
        { id: 'turns', label: 'turns played', of: () => s.turn },
      ],
      sums: [],
      layer: () => (s.turn * (brigades.length + 1) + s.slot) * (sequence.length + 1) + s.phase,
      records: names,
      scopes: Object.fromEntries(names.map((name) => [name, [name]])),
    };
  });
  return { machine, notes: notesOf(rules), sides: [SIDE_NAMES.a, SIDE_NAMES.b] };
}

/** All out of a side: destroyed, or routed; else who has more regiments out, then who lost more companies. */
function outcome(field: Field, [lostA, lostB]: readonly [number, number]): string {
  const [a, b] = SIDES.map((side) => standing(field, side));
  const destroyed = (side: SideKey) => field.lanes.every((l) => l.live[side].status === 'destroyed');
  if (a === 0 && b === 0) return 'both-broken';
  if (a === 0) return destroyed('a') ? 'a-destroyed' : 'a-routs';
  if (b === 0) return destroyed('b') ? 'b-destroyed' : 'b-routs';
  const worse = b - a || lostA - lostB;
  return worse > 0 ? 'a-worse' : worse < 0 ? 'b-worse' : 'even';
}

export const engagement = define({
  kind: 'engagement',
  title: 'Brigades that start apart and follow orders over several turns',
  schema: engagementSchema,
  check: (situation, rules) => engagementProblems(situation, rules, rules.book),
  build,
});
