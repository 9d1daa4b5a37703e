import type { Step } from '../../../sim/machine.ts';
import { int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { type Facts, matcher } from '../../pattern.ts';
import { compileTactic } from '../../tactic.ts';
import { assemble } from '../assemble.ts';
import { actionsNamed, factsNamed, MOVE_ACTIONS } from '../engagement/actions.ts';
import { contactStep, contactSteps } from '../engagement/contact.ts';
import { type Cursor, driverSteps, type Field, MOST_BUDGET, standing } from '../engagement/driver.ts';
import { moveSteps } from '../engagement/moves.ts';
import { GRID, inches, type LivePair, type Pair, pairFields, pairOf } from '../engagement/pair.ts';
import { commandSteps, fireSteps, rallySteps } from '../engagement/phases.ts';
import {
  type EngagementSituation,
  engagementProblems,
  engagementSchema,
  other,
  SIDES,
  type SideKey,
  type Slot,
  sequenceOf,
  tacticOf,
  troopsOf,
} from '../engagement/situation.ts';
import { type Cause, hitSums, tracked } from '../engagement/tracked.ts';
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
  if (situation.sequence) notes.push({ kind: 'info', text: 'The sequence of play is the scenario’s own.' });
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
  const sequence = sequenceOf(situation, book) as Slot[];
  const tactics = SIDES.flatMap((side) => troops[side].map((t) => tacticOf(situation, t.tactic)));
  const asked = factsNamed(tactics);
  const spec = {
    turn: int(1, turns),
    slot: int(0, sequence.length - 1),
    next: int(0, names.length),
    budget: int(0, MOST_BUDGET),
    ...Object.fromEntries(names.map((name, i) => [name, pairFields(book, given[i], edge)])),
  };
  const endWhen = situation.endWhen ? matcher(situation.endWhen) : undefined;
  const ruling = rulingFacts(book);
  const forgets = forgetting(
    book,
    asked.has('moved') || factsNamed([[{ when: situation.endWhen ?? {}, do: '' }]]).has('moved'),
  );

  return assemble<S>(spec, (view) => {
    const pairs = names.map((name, i) => pairOf(book, name, given[i], (view as Record<string, LivePair>)[name], edge));
    const played = pairs.map((pair, i) => playPair(pair, i));
    const field: Field = {
      pairs,
      sequence,
      turns,
      oneCommander: { a: situation.a.oneCommander, b: situation.b.oneCommander },
      hasShot: (pair, side) => played[pairs.indexOf(pair)].hasShot[side](),
      endWhen: endWhen ? (pair) => endWhen(played[pairs.indexOf(pair)].facts('a', 'end')) : undefined,
      forgetsMove: forgets,
    };
    const total = (of: (p: Pair) => number) => () => pairs.reduce((sum, p) => sum + of(p), 0);
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
      outcome: () => outcomeOf(field),
      measures: [...measured('a'), ...measured('b'), { id: 'turns', label: 'turns played', of: (s) => s.turn }],
      sums: hitSums(),
      layer: (s) => (s.turn - 1) * sequence.length + s.slot,
      scopes: Object.fromEntries(names.map((name) => [name, asked.has('turn') ? [name, 'turn'] : [name]])),
    };

    /** All procedures of one pair, and what its tactics look at. */
    function playPair(pair: Pair, place: number) {
      const done = (s: S): void => {
        s.step = 'next';
      };
      const ranges: Partial<Record<SideKey, () => string>> = {};
      const moments = new Map<string, Facts>();
      const facts = (side: SideKey, phase: string): Facts => {
        const key = `${side} ${phase}`;
        let found = moments.get(key);
        if (!found) {
          const now = {
            phase,
            get turn() {
              return view.turn;
            },
            get distance() {
              return inches(pair);
            },
            get range() {
              return ranges[side]?.() ?? 'none';
            },
          };
          found = { self: pair[side].facts, enemy: pair[other(side)].facts, now, ruling };
          moments.set(key, found);
        }
        return found;
      };
      const lines = (side: SideKey) => tacticOf(situation, troops[side][place].tactic);
      const decider = (side: SideKey, phase: string, otherwise: (options: readonly string[]) => string) => {
        const decide = compileTactic(lines(side), '');
        const words = actionsNamed(lines(side));
        return (options: readonly string[]) => {
          const own = options.filter((o) => words.has(o));
          if (own.length === 0) return otherwise(options);
          // A word that nobody can choose stands for "no line matched".
          const picked = decide(facts(side, phase), ['', ...options]);
          if (picked === '') return otherwise(options);
          return typeof picked === 'string' ? picked : picked.slice(1);
        };
      };
      const reaction = (side: SideKey) =>
        decider(side, 'contact', (options) => {
          const cavalry = pair[side].given.arm === 'cavalry';
          return options.includes('stand-and-deliver')
            ? 'stand-and-deliver'
            : cavalry && options.includes('counter')
              ? 'counter'
              : 'stand';
        });
      const steps: Record<string, Step<S>> = {};
      const hasShot: Record<SideKey, () => boolean> = { a: () => false, b: () => false };
      const add = (made: Record<string, Step<S>>, causeOf: (name: string) => Cause) =>
        Object.assign(steps, tracked(pair, made, causeOf));
      for (const side of SIDES) {
        const deciders = {
          fire: decider(side, 'fire', () => 'fire'),
          rally: decider(side, 'rally', () => 'rally'),
        };
        const phase = {
          pair,
          side,
          done,
          decide: (at: 'fire' | 'rally', options: readonly string[]) => deciders[at](options),
        };
        const fire = fireSteps<S>(phase);
        hasShot[side] = fire.hasShot;
        ranges[side] = fire.range;
        add(fire.steps, () => 'fire');
        add(commandSteps<S>(phase), () => 'tests');
        add(rallySteps<S>(phase), () => 'tests');
        const words = new Set([...actionsNamed(lines(side))].filter((w) => MOVE_ACTIONS.includes(w)));
        add(
          moveSteps<S>({
            pair,
            side,
            words,
            decide: decider(side, 'move', () => 'hold'),
            charge: contactStep(pair, side, 'charge'),
            done,
          }),
          () => 'tests',
        );
      }
      add(contactSteps<S>({ pair, react: { a: reaction('a'), b: reaction('b') }, done }), causeOfContact);
      return { steps, hasShot, facts };
    }
  });
}

/** Steps of a charge are told apart by their names. */
function causeOfContact(step: string): Cause {
  if (/\.deliver\./.test(step)) return 'defensive-fire';
  if (/\.(reaction|evade|charge)$/.test(step)) return 'reaction';
  return 'combat';
}

/**
 * How long it is kept how far a unit moved: cavalry may be asked until it moves again (opportunity contact), tactics ask
 * at any time, fire in oth-half asks in the enemy's next shooting; others are asked only when they rally.
 */
function forgetting(book: Rulebook, always: boolean): Field['forgetsMove'] {
  const fireAsks = ['fire.small-arms', 'fire.artillery'].some((id) => {
    const table = book.tables[id];
    return (
      table?.kind === 'modifiers' && table.rows.some((r) => factsNamed([[{ when: r.when ?? {}, do: '' }]]).has('moved'))
    );
  });
  return (pair, side, slot) => {
    const enemyTurn = slot.side !== side;
    if (always || pair[side].given.arm === 'cavalry') return enemyTurn && slot.phase === 'combats';
    if (fireAsks) return enemyTurn && slot.phase === 'shoots';
    return !enemyTurn && slot.phase === 'rallies';
  };
}

/** A side that has nobody left has lost; else who has more units out, then who has lost the larger share. */
function outcomeOf(field: Field): string {
  const { pairs } = field;
  const [a, b] = SIDES.map((side) => standing(field, side));
  const broken = (side: SideKey) => pairs.every((p) => isBroken(p[side]));
  if (a === 0 && b === 0) return 'both-broken';
  if (a === 0) return broken('a') ? 'a-broken' : 'a-routs';
  if (b === 0) return broken('b') ? 'b-broken' : 'b-routs';
  const lost = (side: SideKey) => {
    const before = pairs.reduce((sum, p) => sum + p[side].given.fs - p[side].given.hits, 0);
    const left = pairs.reduce((sum, p) => sum + currentFs(p[side]), 0);
    return (before - left) / before;
  };
  const worse = b - a || lost('a') - lost('b');
  return worse > 1e-9 ? 'a-worse' : worse < -1e-9 ? 'b-worse' : 'even';
}
