import { totalOf } from '../../../sim/facts.ts';
import { clock, int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { matcher } from '../../pattern.ts';
import { assemble } from '../assemble.ts';
import { factsNamed, namedIn } from '../engagement/actions.ts';
import { type Cursor, driverSteps, type Field, MOST_BUDGET } from '../engagement/driver.ts';
import { forgetting } from '../engagement/forget.ts';
import { type Pair, pairOf, stands } from '../engagement/pair.ts';
import { playPair } from '../engagement/play.ts';
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
import { GRID, type LivePair, pairFields } from '../engagement/state.ts';
import { hitSums } from '../engagement/tracked.ts';
import { currentFs, isBroken, rulingFacts } from '../live.ts';
import { startFighter } from '../melee/fighter.ts';
import type { UnitGiven } from '../unit.ts';

export const engagement: EncounterDef<EngagementSituation> = {
  kind: 'engagement',
  title: 'Units that start apart and follow tactics over several turns',
  schema: engagementSchema,
  check: engagementProblems,
  build: (situation, book) => ({
    machine: engagementMachine(situation, book),
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

type S = Cursor & { readonly [pair: string]: LivePair };

function engagementMachine(situation: EngagementSituation, book: Rulebook) {
  const { turns, edge, distance } = situation;
  const troops = { a: troopsOf(situation, 'a'), b: troopsOf(situation, 'b') };
  const several = troops.a.length > 1;
  const names = troops.a.map((_, i) => `p${i + 1}`);
  const called = (side: SideKey, i: number): UnitGiven => {
    const { given } = troops[side][i];
    const label = several ? `unit ${i + 1} of side ${side.toUpperCase()}` : `side ${side.toUpperCase()}`;
    return { ...given, name: given.name ?? label };
  };
  const given = names.map((_, i) => ({ a: called('a', i), b: called('b', i) }));
  // Orders change nothing here: brigades follow their tactics.
  const sequence = (sequenceOf(situation, book) as Slot[]).filter((slot) => slot.phase !== 'orders');
  const tactics = SIDES.flatMap((side) => troops[side].map((t) => tacticOf(situation, t.tactic)));
  const asked = factsNamed(tactics);
  const spec = {
    turn: clock(1, turns),
    slot: int(0, sequence.length - 1),
    next: int(0, names.length),
    budget: int(0, MOST_BUDGET),
    ...Object.fromEntries(names.map((name, i) => [name, pairFields(book, given[i], edge)])),
  };
  const endWhen = situation.endWhen ? matcher(situation.endWhen) : undefined;
  const ruling = rulingFacts(book);
  const forgets = forgetting(book, asked.has('moved') || namedIn(situation.endWhen).has('moved'));

  return assemble<S>(spec, (view) => {
    const pairs = names.map((name, i) => pairOf(book, name, given[i], (view as Record<string, LivePair>)[name], edge));
    const played = pairs.map((pair, i) => {
      const lines = { a: tacticOf(situation, troops.a[i].tactic), b: tacticOf(situation, troops.b[i].tactic) };
      return playPair<S>({ pair, lines, turn: () => view.turn, ruling, back: 'next' });
    });
    const field: Field = {
      pairs,
      sequence,
      oneCommander: { a: situation.a.oneCommander, b: situation.b.oneCommander },
      hasShot: (pair, side) => played[pairs.indexOf(pair)].hasShot[side],
      endWhen: endWhen ? (pair) => endWhen(played[pairs.indexOf(pair)].facts('a', 'end')) : undefined,
      forgetsMove: forgets,
    };
    const total = (of: (p: Pair) => number) =>
      totalOf(
        view,
        pairs.map((p) => () => of(p)),
      );
    const ended = ending(pairs, total);
    const measured = (side: SideKey) => {
      const words = `side ${side.toUpperCase()}`;
      return [
        {
          id: `${side}.hits`,
          label: `fatigue hits on ${words}`,
          of: total((p) => p[side].live.hits - p[side].given.hits),
        },
        { id: `${side}.fs`, label: `fatigue score left to ${words}`, of: total((p) => currentFs(p[side])) },
        { id: `${side}.broken`, label: `units of ${words} broken`, of: total((p) => (isBroken(p[side]) ? 1 : 0)) },
      ];
    };
    return {
      name: `engagement (${book.id})`,
      steps: { ...driverSteps<S>(field), ...Object.assign({}, ...played.map((p) => p.steps)) },
      start: (s) => {
        for (const pair of pairs) {
          startFighter(pair.a);
          startFighter(pair.b);
          pair.live.distance = Math.round(distance * GRID);
        }
        s.turn = 1;
        s.step = 'next';
      },
      outcomes: OUTCOMES.engagement,
      outcome: () => outcomeOf(ended),
      measures: [
        ...measured('a'),
        ...measured('b'),
        {
          id: 'both.losses',
          label: 'fatigue hits on both sides together',
          of: total((p) => SIDES.reduce((sum, side) => sum + p[side].live.hits - p[side].given.hits, 0)),
        },
        { id: 'turns', label: 'turns played', of: (s) => s.turn },
      ],
      sums: hitSums(),
      layer: (s) => (s.turn - 1) * sequence.length + s.slot,
      records: names,
    };
  });
}

/** What decides who has come off better, side by side; each figure a total over the pairs. */
type Ending = Readonly<
  Record<SideKey, Readonly<Record<'standing' | 'unbroken' | 'left', () => number>> & { before: number }>
>;

function ending(pairs: readonly Pair[], total: (of: (p: Pair) => number) => () => number): Ending {
  const of = (side: SideKey) => ({
    standing: total((p) => (stands(p, side) ? 1 : 0)),
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
