import type { Stepped } from '../../../kit/flow.ts';
import { type StateOptions, watchable } from '../../../kit/machine.ts';
import { totalOf } from '../../../sim/facts.ts';
import type { EndMeasure, SumMeasure } from '../../../sim/machine.ts';
import type { Rulebook } from '../../book.ts';
import { type AnyMachine, encounterOf, type Note, notesIf } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { currentFs, hitsTaken, isBroken } from '../combatant.ts';
import { engagementProblems } from '../engagement/check.ts';
import { type Body, facingRanks } from '../engagement/field.ts';
import { laneRanks } from '../engagement/lanes.ts';
import {
  actTogether,
  chiefsOf,
  type EngagementSituation,
  engagementSchema,
  intervals,
  SIDES,
  type SideKey,
  type Slot,
  sequenceOf,
  standingOf,
  troopsOf,
} from '../engagement/situation.ts';
import { CAUSES, isStanding, type Troop } from '../engagement/troop.ts';
import { engagementFlows } from '../engagement/turns.ts';

export const engagement = encounterOf<EngagementSituation>({
  ...{ kind: 'engagement', title: 'Units that start apart and follow tactics over several turns' },
  ...{ sides: ['side A', 'side B'], schema: engagementSchema, check: engagementProblems, notes: engagementNotes },
  machine: (situation, book) => watchable((options) => engagementMachine(situation, book, options)),
});

const IN_LANES =
  'Units stand in lanes and come on straight ahead: who fires into the next lane, strikes a flank or supports whom is by rulings, for the sheet has no map.';
const SEVERAL_ALONE =
  'Units face each other in pairs over open ground; they do not turn, and fire at no other pair (together: true lets them).';

function engagementNotes(situation: EngagementSituation, book: Rulebook): Note[] {
  const from = book.borrowed?.['reactions'] ?? book.borrowed?.['rally.rules'];
  const borrowed = `Reactions to a charge and rallying are borrowed from ${from}, distances halved.`;
  return notesIf([
    [true, 'ruling', 'When a unit wavers or routs is by ruling thresholds; the sheet prints no figure.'],
    [true, 'info', actTogether(situation, book) ? IN_LANES : SEVERAL_ALONE],
    [from !== undefined, 'borrowed', borrowed],
    [situation.sequence !== undefined, 'info', "The sequence of play is the scenario's own."],
  ]);
}

function engagementMachine(situation: EngagementSituation, book: Rulebook, options: StateOptions): AnyMachine {
  const { ranks, view, machine, start } = ranksOf(situation, book, options);
  const oneCommander = { a: situation.a.oneCommander, b: situation.b.oneCommander };
  // Orders change nothing here: brigades follow their tactics.
  const slots = (sequenceOf(situation, book) as Slot[]).filter((slot) => slot.phase !== 'orders');
  const total: Total = (side, of) => {
    const own = ranks.bodies.filter((x) => side === 'both' || x.side === side);
    return totalOf(view, own.map(({ unit }) => () => of(unit))); // biome-ignore format: one line
  };
  const ended = ending(ranks.bodies, total);
  return machine({
    name: `engagement (${book.id})`,
    play: engagementFlows({ ...ranks, slots, oneCommander, endWhen: situation.endWhen, state: view }),
    start,
    outcomes: OUTCOMES.engagement,
    outcome: () => outcomeOf(ended),
    measures: [...measuresOf(total, ranks.bodies), { id: 'turns', label: 'turns played', of: () => view.turn }],
    sums: hitSums(),
    looksAcross: actTogether(situation, book),
    layer: (slot) => (view.turn - 1) * slots.length + slot,
  });
}

/** The units where the scenario puts them: one by one against each other, or in lanes. */
function ranksOf(situation: EngagementSituation, book: Rulebook, options: StateOptions) {
  const [a, b] = SIDES.map((side) => troopsOf(situation, side, book));
  if (!actTogether(situation, book))
    return facingRanks(book, a.map((unit, i) => ({ a: unit, b: b[i] })), situation, options); // biome-ignore format: one line
  const placed = { a: standingOf(a), b: standingOf(b), ...intervals(situation, book) };
  return laneRanks(book, { ...situation, ...placed, chiefs: chiefsOf(situation, book) }, options);
}

type Total = (side: SideKey | 'both', of: (unit: Troop) => number) => () => number;

function measuresOf(total: Total, bodies: readonly Body[]): EndMeasure<Stepped>[] {
  const each = SIDES.flatMap((side) => {
    const words = `side ${side.toUpperCase()}`;
    const out = { id: `${side}.out`, label: `units of ${words} broken or routing`, of: total(side, (u) => (isStanding(u) ? 0 : 1)) }; // biome-ignore format: one line
    return [
      { id: `${side}.hits`, label: `fatigue hits on ${words}`, of: total(side, hitsTaken) },
      { id: `${side}.fs`, label: `fatigue score left to ${words}`, of: total(side, currentFs) },
      { id: `${side}.broken`, label: `units of ${words} broken`, of: total(side, (u) => (isBroken(u) ? 1 : 0)) },
      ...(bodies.length > 2 ? [out] : []),
    ];
  });
  const losses = total('both', hitsTaken);
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

/** What decides who has come off better, side by side; each figure a total over the units. */
type Ending = Readonly<
  Record<SideKey, Readonly<Record<'standing' | 'unbroken' | 'left', () => number>> & { units: number; before: number }>
>;

function ending(bodies: readonly Body[], total: Total): Ending {
  const of = (side: SideKey) => ({
    standing: total(side, (u) => (isStanding(u) ? 1 : 0)),
    unbroken: total(side, (u) => (isBroken(u) ? 0 : 1)),
    left: total(side, currentFs),
    units: bodies.filter((x) => x.side === side).length,
    before: bodies.reduce((sum, { side: own, unit: { given } }) => sum + (own === side ? given.fs - given.hits : 0), 0),
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
  // Of sides that differ in number, the share that is out.
  const worse = b / ended.b.units - a / ended.a.units || lost('a') - lost('b');
  return worse > 1e-9 ? 'a-worse' : worse < -1e-9 ? 'b-worse' : 'even';
}
