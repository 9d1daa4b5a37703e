import { act, type Flow, match, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { tabled } from '../../../kit/tabled.ts';
import { cell, type Rulebook, ruled } from '../../book.ts';
import { type FactRecord, type Facts, matcher, type When } from '../../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { type Flows, rulingFacts } from '../combatant.ts';
import { isWithUnit, ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import { actionsNamed, MOVE_ACTIONS, namedIn } from './actions.ts';
import { contactBy } from './contact.ts';
import { movement } from './moves.ts';
import { inContact, inches, isAlive, isRouting, isStanding, isWavering, type Pair } from './pair.ts';
import { commandPhase, type Decide, mayRallyAlone, rallyPhase, routersRun, shooting } from './phases.ts';
import { other, type Phase, SIDES, type SideKey, type Slot } from './situation.ts';

export const MOST_BUDGET = 5;

/** What the engagement knows besides its pairs. */
export interface Field {
  readonly book: Rulebook;
  readonly pairs: readonly Pair[];
  readonly slots: readonly Slot[];
  readonly tactics: (pair: Pair, side: SideKey) => Tactic;
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  readonly endWhen: When | undefined;
  /** `budget`: rally tests that the side's commander has left this turn. */
  readonly state: { readonly turn: number; budget: number };
}

/** A pair in a slot; in a combat phase it may first have to deliver the fire that the sequence left no phase for. */
interface Actor {
  readonly pair: Pair;
  readonly place: number;
  readonly deliversLate?: true;
}

/** The sequence of play: for each slot ("a-moves") every pair in turn, then the next slot, then the next turn. */
export function engagementFlows(field: Field): Flows {
  const { pairs, slots } = field;
  const actors = pairs.map((pair, place): Actor => ({ pair, place }));
  const late = actors.flatMap((actor): Actor[] => [{ ...actor, deliversLate: true }, actor]);
  const played = pairs.map((pair) => playPair(field, pair));
  const duties = tabled((slot: Slot) => tabled((actor: Actor) => dutyOf(field, slot, actor, played[actor.place])));
  const isOver = isOverIn(field, played);
  return [
    when(isOver, [{ kind: 'end', run: () => {} }]),
    ...sequenceOfPlay<Stepped, Slot, Actor>({
      slots,
      actors: (slot) => (slot.phase === 'combats' && mayDeliverLate(slots, slots.indexOf(slot)) ? late : actors),
      record: ({ pair }) => pair.name,
      beforeSlot: ({ side, phase }) => (phase === 'rallies' ? [setBudget(field, side)] : []),
      due: (slot, actor) => {
        const { due } = duties(slot)(actor);
        return () => isAlive(actor.pair) && due();
      },
      hears: (slot, actor) => {
        const { hears } = duties(slot)(actor);
        const supports = support(field, slot, actor);
        return () => {
          hears?.();
          supports();
        };
      },
      duty: (slot, actor) => duties(slot)(actor).body,
      afterDuty: (slot, { pair }) => [takeBack(field, slot, pair)],
      afterSlot: (slot) => afterSlot(field, slot),
      isOver,
    }),
  ];
}

/** All of a side broken or routing, nobody left to fight, or the scenario's own condition (ruling endWhen). */
function isOverIn({ pairs, endWhen }: Field, played: readonly Play[]): () => boolean {
  const asked = endWhen ? matcher(endWhen) : undefined;
  return () => {
    // Asked after every duty: one pass, and no more than it takes.
    let [a, b, fighting] = [false, false, false];
    for (const pair of pairs) {
      a ||= isStanding(pair, 'a');
      b ||= isStanding(pair, 'b');
      fighting ||= isAlive(pair);
    }
    if (!a || !b || !fighting) return true;
    return asked !== undefined && pairs.some((pair, i) => isAlive(pair) && asked(played[i].atEnd));
  };
}

/** Is it a combat phase in which a charge may still have to be shot at, since the sequence has no phase for it before? */
function mayDeliverLate(slots: readonly Slot[], at: number): boolean {
  const shot = new Set<SideKey>();
  for (let back = 1; back < slots.length; back++) {
    const { phase, side } = slots[(at + slots.length - back) % slots.length];
    if (phase === 'combats') return false;
    if (phase === 'defensive-fire') shot.add(side);
    if (phase === 'moves' && !shot.has(other(side))) return true;
  }
  return false;
}

type Moment = 'fire' | 'move' | 'contact' | 'rally' | 'end';
type Play = ReturnType<typeof playPair>;

/** All procedures of one pair, decided by the tactics of its units. */
function playPair(field: Field, pair: Pair) {
  const shots = { a: shooting(pair, 'a'), b: shooting(pair, 'b') };
  const facts = (side: SideKey, moment: Moment) => tacticFacts(field, pair, side, moment, shots[side].range);
  const decider = (side: SideKey, moment: Moment, otherwise: (options: readonly string[]) => string): Decide => {
    const lines = field.tactics(pair, side);
    return byTactic(lines, facts(side, moment), otherwise);
  };
  const react = {
    a: decider('a', 'contact', usualReaction(pair, 'a')),
    b: decider('b', 'contact', usualReaction(pair, 'b')),
  };
  const contact = { a: contactBy(pair, 'a', react), b: contactBy(pair, 'b', react) };
  const of = (side: SideKey) => {
    const words = [...actionsNamed(field.tactics(pair, side))].filter((w) => MOVE_ACTIONS.includes(w));
    return {
      hasShot: shots[side].hasShot,
      shoots: shots[side].flows(decider(side, 'fire', () => 'fire')),
      command: commandPhase(pair, side),
      moves: movement(
        pair,
        side,
        new Set(words),
        decider(side, 'move', () => 'hold'),
        contact[side].charge,
      ),
      rallies: rallyPhase(
        pair,
        side,
        decider(side, 'rally', () => 'rally'),
      ),
    };
  };
  return { a: of('a'), b: of('b'), contact, atEnd: facts('a', 'end') };
}

/** What a tactic may look at. */
const tacticFacts = (field: Field, pair: Pair, side: SideKey, phase: Moment, range: () => string): Facts => ({
  self: pair[side].facts,
  enemy: pair[other(side)].facts,
  now: live({ phase }, { turn: () => field.state.turn, distance: () => inches(pair), range }) as FactRecord,
  ruling: rulingFacts(field.book),
});

/** An option that nobody can choose: it stands for "no line of the tactic matched". */
const NO_LINE = '';

/** The first line of a tactic that matches and is possible, or what a unit does that was told nothing. */
function byTactic(lines: Tactic, facts: Facts, otherwise: (options: readonly string[]) => string): Decide {
  const decide = compileTactic(lines, NO_LINE);
  const words = actionsNamed(lines);
  return (options): Decision => {
    if (!options.some((o) => words.has(o))) return otherwise(options);
    const picked = decide(facts, [NO_LINE, ...options]);
    if (picked === NO_LINE) return otherwise(options);
    return typeof picked === 'string' ? picked : picked.slice(1);
  };
}

/** A charged unit that was told nothing delivers its fire, horse counters, the rest stands. */
const usualReaction =
  (pair: Pair, side: SideKey) =>
  (options: readonly string[]): string => {
    if (options.includes('stand-and-deliver')) return 'stand-and-deliver';
    return pair[side].given.arm === 'cavalry' && options.includes('counter') ? 'counter' : 'stand';
  };

interface DutyOf {
  readonly due: () => boolean;
  /** What it is told of others before it acts. */
  readonly hears?: () => void;
  readonly body: Flows;
}

/** What a pair does in a slot. */
function dutyOf(field: Field, { side, phase }: Slot, actor: Actor, play: Play): DutyOf {
  const { pair, place, deliversLate } = actor;
  const { state } = pair;
  const unit = pair[side];
  const obeys = (): boolean => state.stage === 'apart' && !isRouting(pair, side);
  const { contact } = play;
  const { hasShot, shoots, command, moves, rallies } = play[side];
  const byCharger = (what: 'deliver' | 'fight') => [match(() => state.by, { a: contact.a[what], b: contact.b[what] })];
  switch (phase) {
    case 'orders':
      return { due: () => false, body: [] };
    case 'shoots': {
      const mayAgain = act<Stepped>(() => {
        unit.state.noFire = false;
      });
      const due = () => unit.state.noFire || (obeys() && hasShot());
      return { due, body: [when(() => unit.state.noFire, [mayAgain], shoots)] };
    }
    case 'command':
      return commandDuty(field, side, actor, command);
    case 'moves': {
      const stays = act<Stepped>(() => {
        unit.state.shot = false;
      });
      return { due: () => obeys() || unit.state.shot, body: [when(obeys, moves, [stays])] };
    }
    case 'rallies':
      return rallyDuty(field, side, field.pairs[place], rallies);
    case 'defensive-fire':
      return {
        due: () => state.stage === 'delivering' && state.by === other(side),
        body: contact[other(side)].deliver,
      };
    case 'combats':
      // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
      if (deliversLate) return { due: () => state.stage === 'delivering', body: byCharger('deliver') };
      return { due: () => inContact(pair), body: byCharger('fight') };
  }
}

/** The test for friends near by who waver, and routers who run. */
function commandDuty(
  field: Field,
  side: SideKey,
  { pair, place }: Actor,
  { tests, runs }: Play['a']['command'],
): DutyOf {
  const { book, pairs } = field;
  const { state } = pair;
  const within = Number(cell(book, 'morale.tests', 'command', 'within') ?? 0);
  const isNear = Number(ruled(book, 'spacing')) <= within;
  const friends = isNear ? [pairs[place - 1], pairs[place + 1]].filter((p) => p !== undefined) : [];
  const runsAway = () => routersRun(book) > 0 && isRouting(pair, side);
  if (friends.length === 0) return { due: runsAway, body: runs };
  const friendsWaver = () => friends.some((p) => isWavering(p, side));
  const heard = act<Stepped>(() => {
    state.friendsWaver = false;
  });
  return {
    due: () => friendsWaver() || runsAway(),
    hears: () => {
      state.friendsWaver = friendsWaver();
    },
    body: [when(() => state.friendsWaver, [heard, ...tests], runs)],
  };
}

/** A unit with hits may be rallied by its commander, who shares his control among his units, or by itself. */
function rallyDuty(field: Field, side: SideKey, pair: Pair, rallies: Flow<Stepped>): DutyOf {
  const { book } = field;
  const unit = pair[side];
  if (!ralliesAtAll(book)) return { due: () => false, body: [] };
  const byTests = ruled(book, 'rallyControl') === 'tests';
  const isAlone = mayRallyAlone(pair, side);
  const own = !field.oneCommander[side];
  const { commander } = unit.given;
  const rides = commander !== undefined && isWithUnit(book, commander);
  const has = (): number => (own ? Number(unit.facts['control']) : field.state.budget);
  const most = (): number => {
    const { control, commanderInRange, commanderAttached } = unit.facts;
    if (commanderInRange !== true || has() <= 0) return 0;
    return testsOnOneUnit(book, Number(control), commanderAttached === true || rides, unit.state.hits);
  };
  const tests = (): number => (byTests ? Math.min(most(), has()) : most());
  return {
    due: () => unit.state.hits > 0 && pair.state.stage === 'apart' && (tests() > 0 || isAlone()),
    hears: () => {
      pair.state.tests = tests();
      if (!own) field.state.budget -= byTests ? pair.state.tests : Math.min(1, most());
    },
    body: [rallies],
  };
}

/** A side's rally tests: the control of its commander, or units that he may rally, in a turn. */
const setBudget = ({ pairs, oneCommander, state }: Field, side: SideKey): Flow<Stepped> =>
  act(() => {
    state.budget = oneCommander[side] ? Math.max(0, ...pairs.map((p) => p[side].control())) : 0;
  });

/**
 * Neighbours that neither waver nor rout support a unit's tests, if they stand near enough; in oth-half units that shoot
 * support nobody meanwhile.
 */
function support({ book, pairs }: Field, slot: Slot, { pair, place }: Actor): () => void {
  const near = Number(cell(book, 'morale.distances', 'support', 'inches') ?? 0);
  const neighbours = pairs.filter((_, at) => Math.abs(at - place) === 1);
  if (neighbours.length === 0 || Number(ruled(book, 'spacing')) > near) return () => undefined;
  const shootersSupport = book.rulings['supportCondition'] === undefined;
  return () => {
    for (const side of SIDES) {
      const isShooting = slot.phase === 'shoots' && slot.side === side && !shootersSupport;
      pair.state[side].supported = !isShooting && neighbours.some((p) => p[side].status() === 'steady');
    }
  };
}

/** After a duty: what was lent for it is taken back, and a commander lost is lost to all units that name him. */
function takeBack(
  { pairs, oneCommander, state }: Field,
  { phase }: Slot,
  { state: own, ...pair }: Pair,
): Flow<Stepped> {
  const sharing = SIDES.filter((side) => oneCommander[side] && pair[side].given.commander).map((side) => ({
    unit: pair[side].state,
    others: pairs.filter((p) => p.name !== pair.name && p[side].given.commander).map((p) => p[side].state),
  }));
  return act(() => {
    if (phase === 'rallies') {
      state.budget = Math.min(MOST_BUDGET, state.budget + own.tests);
      own.tests = 0;
    }
    own.a.supported = false;
    own.b.supported = false;
    for (const { unit, others } of sharing)
      if (unit.commanderLost) for (const friend of others) friend.commanderLost = true;
  });
}

/** Time passes: nobody asks any more how far some units moved. */
function afterSlot(field: Field, slot: Slot): Flows {
  const { pairs, state } = field;
  const still = pairs.flatMap((pair) =>
    SIDES.filter((side) => isForgotten(field, pair, side, slot)).map((side) => pair[side].state),
  );
  const rallied = slot.phase === 'rallies';
  if (still.length === 0 && !rallied) return [];
  return [
    act(() => {
      for (const unit of still) unit.moved = 0;
      if (rallied) state.budget = 0;
    }),
  ];
}

/**
 * How long it is kept how far a unit moved: cavalry may be asked until it moves again (opportunity contact), tactics ask
 * at any time, fire in oth-half asks in the enemy's next shooting; others are asked only when they rally.
 */
function isForgotten({ book, pairs, tactics, endWhen }: Field, pair: Pair, side: SideKey, slot: Slot): boolean {
  const lines = pairs.flatMap((p) => SIDES.flatMap((s) => tactics(p, s)));
  const isAsked = [endWhen, ...lines.map((line) => line.when)].some((when) => namedIn(when).has('moved'));
  const fireAsks = ['fire.small-arms', 'fire.artillery'].some((id) => {
    const table = book.tables[id];
    return table?.kind === 'modifiers' && table.rows.some((r) => namedIn(r.when).has('moved'));
  });
  const last = (phase: Phase, ofEnemy: boolean) => slot.phase === phase && (slot.side !== side) === ofEnemy;
  if (isAsked || pair[side].given.arm === 'cavalry') return last('combats', true);
  return fireAsks ? last('shoots', true) : last('rallies', false);
}
