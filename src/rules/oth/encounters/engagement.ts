import type { Stepped } from '../../../kit/flow.ts';
import { declareState, type StateOptions, watchable } from '../../../kit/machine.ts';
import { totalOf } from '../../../sim/facts.ts';
import type { EndMeasure, SumMeasure } from '../../../sim/machine.ts';
import { clock, int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { currentFs, hitsTaken, isBroken, muster } from '../combatant.ts';
import { CAUSES, GRID, isStanding, type Pair, pairFields, pairOf } from '../engagement/pair.ts';
import {
  type EngagementSituation,
  engagementProblems,
  engagementSchema,
  SIDES,
  type SideKey,
  type Slot,
  sequenceOf,
  tacticOf,
  troopsOf,
} from '../engagement/situation.ts';
import { engagementFlows, MOST_BUDGET } from '../engagement/turns.ts';
import { startBout } from '../melee/bout.ts';
import type { UnitGiven } from '../unit.ts';

export const engagement: EncounterDef<EngagementSituation> = {
  kind: 'engagement',
  title: 'Units that start apart and follow tactics over several turns',
  schema: engagementSchema,
  check: engagementProblems,
  build: (situation, book) => ({
    machine: watchable((options) => engagementMachine(situation, book, options)),
    notes: engagementNotes(situation, book),
    sides: ['side A', 'side B'],
  }),
};

function engagementNotes(situation: EngagementSituation, book: Rulebook): Note[] {
  const notes: Note[] = [
    { kind: 'ruling', text: 'When a unit wavers or routs is by ruling thresholds; the sheet prints no figure.' },
    {
      kind: 'info',
      text: 'Units face each other in pairs over open ground; they do not turn, and fire at no other pair.',
    },
  ];
  const borrowed = ['reactions', 'rally.rules'].map((t) => book.borrowed?.[t]).find((b) => b !== undefined);
  if (borrowed)
    notes.push({
      kind: 'borrowed',
      text: `Reactions to a charge and rallying are borrowed from ${borrowed}, distances halved.`,
    });
  if (situation.sequence) notes.push({ kind: 'info', text: "The sequence of play is the scenario's own." });
  return notes;
}

function engagementMachine(situation: EngagementSituation, book: Rulebook, options: StateOptions) {
  const { turns, edge, distance, a, b } = situation;
  const oneCommander = { a: a.oneCommander, b: b.oneCommander };
  const troops = { a: troopsOf(situation, 'a'), b: troopsOf(situation, 'b') };
  const called = (side: SideKey, i: number): UnitGiven => {
    const { given } = troops[side][i];
    const words = `side ${side.toUpperCase()}`;
    return { ...given, name: given.name ?? (troops.a.length > 1 ? `unit ${i + 1} of ${words}` : words) };
  };
  const given = troops.a.map((_, i) => ({ a: called('a', i), b: called('b', i) }));
  const own = pairsSpec(given.map((units) => pairFields(book, units, edge)));
  const spec = Object.assign({ turn: clock(1, turns), budget: int(0, MOST_BUDGET) }, own);
  const { view, machine } = declareState(spec, options);
  const pairs = given.map((units, i) => pairOf(book, pairName(i), units, view[pairName(i)], edge));
  // Orders change nothing here: brigades follow their tactics.
  const slots = (sequenceOf(situation, book) as Slot[]).filter((slot) => slot.phase !== 'orders');
  const tactics = (pair: Pair, side: SideKey) => tacticOf(situation, troops[side][pairs.indexOf(pair)].tactic);
  const total: Total = (of) =>
    totalOf(
      view,
      pairs.map((p) => () => of(p)),
    );
  const ended = ending(pairs, total);
  return machine({
    name: `engagement (${book.id})`,
    play: engagementFlows({ book, pairs, slots, tactics, oneCommander, endWhen: situation.endWhen, state: view }),
    start: () => {
      for (const pair of pairs) {
        muster(pair.a);
        muster(pair.b);
        startBout(pair.state.bout);
        pair.state.distance = Math.round(distance * GRID);
      }
      view.turn = 1;
    },
    outcomes: OUTCOMES.engagement,
    outcome: () => outcomeOf(ended),
    measures: [...measuresOf(total), { id: 'turns', label: 'turns played', of: () => view.turn }],
    sums: hitSums(),
    layer: (slot) => (view.turn - 1) * slots.length + slot,
  });
}

type PairName = `p${number}`;
const pairName = (i: number): PairName => `p${i + 1}`;
const pairsSpec = <Spec>(specs: readonly Spec[]): Record<PairName, Spec> =>
  Object.fromEntries(specs.map((spec, i) => [pairName(i), spec]));

type Total = (of: (p: Pair) => number) => () => number;

function measuresOf(total: Total): EndMeasure<Stepped>[] {
  const each = SIDES.flatMap((side) => {
    const words = `side ${side.toUpperCase()}`;
    return [
      { id: `${side}.hits`, label: `fatigue hits on ${words}`, of: total((p) => hitsTaken(p[side])) },
      { id: `${side}.fs`, label: `fatigue score left to ${words}`, of: total((p) => currentFs(p[side])) },
      { id: `${side}.broken`, label: `units of ${words} broken`, of: total((p) => (isBroken(p[side]) ? 1 : 0)) },
    ];
  });
  const losses = total((p) => hitsTaken(p.a) + hitsTaken(p.b));
  return [...each, { id: 'both.losses', label: 'fatigue hits on both sides together', of: losses }];
}

/** Hits by cause and hits shed, summed along the way. */
const hitSums = (): SumMeasure[] =>
  SIDES.flatMap((side) => {
    const words = `side ${side.toUpperCase()}`;
    const label = (cause: string) => `fatigue hits on ${words}, ${cause.replaceAll('-', ' ')}`;
    return [
      ...CAUSES.map((cause) => ({ id: `${side}.hits.${cause}`, label: label(cause) })),
      { id: `${side}.shed`, label: `fatigue hits that ${words} sheds` },
    ];
  });

/** What decides who has come off better, side by side; each figure a total over the pairs. */
type Ending = Readonly<
  Record<SideKey, Readonly<Record<'standing' | 'unbroken' | 'left', () => number>> & { before: number }>
>;

function ending(pairs: readonly Pair[], total: Total): Ending {
  const of = (side: SideKey) => ({
    standing: total((p) => (isStanding(p, side) ? 1 : 0)),
    unbroken: total((p) => (isBroken(p[side]) ? 0 : 1)),
    left: total((p) => currentFs(p[side])),
    before: pairs.reduce((sum, p) => sum + p[side].given.fs - p[side].given.hits, 0),
  });
  return { a: of('a'), b: of('b') };
}

/** A side that has nobody left has lost; else who has more units out, then who has lost the larger share. */
function outcomeOf(ended: Ending): string {
  const [a, b] = SIDES.map((side) => ended[side].standing());
  const broken = (side: SideKey) => ended[side].unbroken() === 0;
  if (a === 0 && b === 0) return 'both-broken';
  if (a === 0) return broken('a') ? 'a-broken' : 'a-routs';
  if (b === 0) return broken('b') ? 'b-broken' : 'b-routs';
  const lost = (side: SideKey) => (ended[side].before - ended[side].left()) / ended[side].before;
  const worse = b - a || lost('a') - lost('b');
  return worse > 1e-9 ? 'a-worse' : worse < -1e-9 ? 'b-worse' : 'even';
}
