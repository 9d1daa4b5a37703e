import { act, branch, type Flow, match, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { tabled } from '../../../kit/tabled.ts';
import { cell, ruled } from '../../book.ts';
import { type FactRecord, type Facts, matcher, type When } from '../../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { type Flows, rulingFacts } from '../combatant.ts';
import { isWithUnit, ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import { actionsNamed, MOVE_ACTIONS, namedIn } from './actions.ts';
import { contactBy, joining } from './contact.ts';
import { type Body, MOST_BUDGET, type Place, type Ranks } from './field.ts';
import { movement } from './moves.ts';
import { inches, isAlive, isStanding, isWavering, type Pair, type Troop } from './pair.ts';
import { commandPhase, type Decide, mayRallyAlone, rallyPhase, routersRun, shooting } from './phases.ts';
import { other, type Phase, type SideKey, type Slot } from './situation.ts';

/** What the engagement knows besides its units. */
export interface Field extends Ranks {
  readonly slots: readonly Slot[];
  readonly tactics: (x: Body) => Tactic;
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  readonly endWhen: When | undefined;
  /** `budget`: rally tests that the side's commander has left this turn. */
  readonly state: { readonly turn: number; budget: number };
}

/** Who does something in a slot: a unit, or those in contact; these may first have to deliver fire that had no phase. */
type Actor =
  | { readonly body: Body; readonly record: string }
  | { readonly place: Place; readonly record: string; readonly deliversLate?: true };

/** The sequence of play: for each slot ("a-moves") every unit or contact in turn, then the next slot, then the next turn. */
export function engagementFlows(field: Field): Flows {
  const { bodies, slots } = field;
  const inContact = field.places.map((place): Actor => ({ place, record: place.record }));
  const late = inContact.flatMap((actor): Actor[] => [{ ...actor, deliversLate: true } as Actor, actor]);
  const units = (side: SideKey) =>
    bodies.filter((x) => x.side === side && x.pairs.length > 0).map((body): Actor => ({ body, record: body.record }));
  const acting = { a: units('a'), b: units('b') };
  const plays = playsOf(field);
  const duties = tabled((slot: Slot) => tabled((actor: Actor) => dutyOf(field, slot, actor, plays)));
  const isOver = isOverIn(field, plays);
  return [
    when(isOver, [{ kind: 'end', run: () => {} }]),
    ...sequenceOfPlay<Stepped, Slot, Actor>({
      slots,
      actors: (slot) => {
        if (slot.phase === 'combats') return mayDeliverLate(slots, slots.indexOf(slot)) ? late : inContact;
        return slot.phase === 'defensive-fire' ? inContact : acting[slot.side];
      },
      record: ({ record }) => record,
      beforeSlot: ({ side, phase }) => [
        ...(phase === 'rallies' ? [setBudget(field, side)] : []),
        ...(field.chiefGoes && phase === 'command' ? [act<Stepped>(() => field.chiefGoes!(side))] : []),
      ],
      due: (slot, actor) => duties(slot)(actor).due,
      hears: (slot, actor) => {
        const { hears } = duties(slot)(actor);
        const supports = support(field, slot, actor.record);
        return () => {
          hears?.();
          supports();
        };
      },
      duty: (slot, actor) => duties(slot)(actor).body,
      afterDuty: (slot, { record }) => [takeBack(field, slot, record)],
      afterSlot: (slot) => afterSlot(field, slot),
      isOver,
    }),
  ];
}

/** All of a side broken or routing, nobody left to fight, or the scenario's own condition (ruling endWhen). */
function isOverIn({ bodies, isActive, opponent, endWhen }: Field, plays: Plays): () => boolean {
  const asked = endWhen ? matcher(endWhen) : undefined;
  const ofA = bodies.filter((x) => x.side === 'a');
  return () => {
    // Asked after every duty: one pass, and no more than it takes.
    let [a, b, fighting] = [false, false, false];
    for (const x of bodies) {
      if (x.side === 'a') a ||= isStanding(x.unit);
      else b ||= isStanding(x.unit);
      fighting ||= isActive(x);
    }
    if (!a || !b || !fighting) return true;
    return (
      asked !== undefined &&
      ofA.some((x) => isActive(x) && opponent(x) >= 0 && asked(plays.of(x.pairs[opponent(x)]).atEnd))
    );
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
type Plays = ReturnType<typeof playsOf>;

/** The procedures of every pair. */
function playsOf(field: Field) {
  const bodyOf = new Map(field.bodies.map((x) => [x.unit, x]));
  const of = tabled((pair: Pair) => playPair(field, pair, bodyOf));
  /** Whom a unit shoots at, as a place in its pairs. */
  const target = (x: Body): number => field.target(x, (i) => of(x.pairs[i])[x.side].hasShot());
  return { of, target };
}

/** All procedures of one pair, decided by the tactics of its units. */
function playPair(field: Field, pair: Pair, bodyOf: ReadonlyMap<Troop, Body>) {
  const tacticOf = (side: SideKey) => field.tactics(bodyOf.get(pair[side])!);
  const shots = { a: shooting(pair, 'a'), b: shooting(pair, 'b') };
  const facts = (side: SideKey, moment: Moment) => tacticFacts(field, pair, side, moment, shots[side].range);
  const decider = (side: SideKey, moment: Moment, otherwise: (options: readonly string[]) => string): Decide => {
    return byTactic(tacticOf(side), facts(side, moment), otherwise);
  };
  const react = {
    a: decider('a', 'contact', usualReaction(pair, 'a')),
    b: decider('b', 'contact', usualReaction(pair, 'b')),
  };
  const contact = { a: contactBy(pair, 'a', react), b: contactBy(pair, 'b', react) };
  const chargeOf = (side: SideKey): Flows => {
    const { among } = pair;
    if (!among) return contact[side].charge;
    return [when(() => among.isFighting(other(side)), joining(pair, side, react), contact[side].charge)];
  };
  const of = (side: SideKey) => {
    const words = [...actionsNamed(tacticOf(side))].filter((w) => MOVE_ACTIONS.includes(w));
    return {
      hasShot: shots[side].hasShot,
      shoots: shots[side].flows(decider(side, 'fire', () => 'fire')),
      command: commandPhase(pair, side),
      moves: movement(
        pair,
        side,
        new Set(words),
        decider(side, 'move', () => 'hold'),
        chargeOf(side),
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

/** Goes on with one of several lists; with the only one where there is one. */
const oneOf = (pick: () => number, lists: readonly Flows[]): Flows =>
  lists.length === 1 ? lists[0] : [branch(pick, lists)];

/** What a unit, or those in contact, do in a slot. */
function dutyOf(field: Field, slot: Slot, actor: Actor, plays: Plays): DutyOf {
  return 'place' in actor
    ? contactDuty(slot, actor.place, plays, actor.deliversLate)
    : unitDuty(field, slot, actor.body, plays);
}

function contactDuty({ side, phase }: Slot, { pairs, held }: Place, plays: Plays, deliversLate?: true): DutyOf {
  const now = () => {
    const at = held();
    return at < 0 || !isAlive(pairs[at]) ? undefined : pairs[at];
  };
  const byCharger = (what: 'deliver' | 'fight'): Flows =>
    oneOf(
      held,
      pairs.map((pair) => {
        const { contact } = plays.of(pair);
        return [match(() => pair.contact.by, { a: contact.a[what], b: contact.b[what] })];
      }),
    );
  if (phase === 'defensive-fire') {
    const due = () => {
      const pair = now();
      return pair?.stage === 'delivering' && pair.contact.by === other(side);
    };
    const charger = other(side);
    return { due, body: oneOf(held, pairs.map((pair) => plays.of(pair).contact[charger].deliver)) }; // biome-ignore format: one line
  }
  // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
  if (deliversLate) return { due: () => now()?.stage === 'delivering', body: byCharger('deliver') };
  return { due: () => ['met', 'locked'].includes(now()?.stage ?? ''), body: byCharger('fight') };
}

function unitDuty(field: Field, { side, phase }: Slot, x: Body, plays: Plays): DutyOf {
  const { unit, pairs } = x;
  const all = pairs.map((pair) => plays.of(pair)[side]);
  const obeys = (): boolean => field.isFree(x) && unit.status() !== 'routing';
  const opponent = () => field.opponent(x);
  /** A unit that has no enemy left tests as against the first that it had. */
  const against = (lists: readonly Flows[]): Flows => oneOf(() => Math.max(0, opponent()), lists);
  const active = (duty: DutyOf): DutyOf => ({ ...duty, due: () => field.isActive(x) && duty.due() });
  switch (phase) {
    case 'shoots': {
      const mayAgain = act<Stepped>(() => {
        unit.state.noFire = false;
      });
      const shoots = oneOf(() => plays.target(x), all.map((play) => play.shoots)); // biome-ignore format: one line
      const due = () => unit.state.noFire || (obeys() && plays.target(x) >= 0);
      return active({ due, body: [when(() => unit.state.noFire, [mayAgain], shoots)] });
    }
    case 'command':
      return active(commandDuty(field, x, against(all.map((p) => p.command.tests)), all[0].command.runs));
    case 'moves': {
      const stays = act<Stepped>(() => {
        unit.state.shot = false;
      });
      const mayMove = () => obeys() && opponent() >= 0;
      const moves = oneOf(opponent, all.map((play) => play.moves)); // biome-ignore format: one line
      return active({ due: () => mayMove() || unit.state.shot, body: [when(mayMove, moves, [stays])] });
    }
    case 'rallies':
      return active(rallyDuty(field, x, against(all.map((play) => [play.rallies]))));
    default:
      return { due: () => false, body: [] };
  }
}

/** The test for friends near by who waver, and routers who run. */
function commandDuty(field: Field, x: Body, tests: Flows, runs: Flows): DutyOf {
  const { book } = field;
  const [{ duty }] = x.pairs;
  const within = Number(cell(book, 'morale.tests', 'command', 'within') ?? 0);
  const friends = field.friends(x, within);
  const runsAway = () => routersRun(book) > 0 && x.unit.status() === 'routing';
  if (friends.length === 0) return { due: runsAway, body: runs };
  const friendsWaver = () => friends.some(({ body, isNear }) => isWavering(body.unit) && isNear());
  const heard = act<Stepped>(() => {
    duty.friendsWaver = false;
  });
  return {
    due: () => friendsWaver() || runsAway(),
    hears: () => {
      duty.friendsWaver = friendsWaver();
    },
    body: [when(() => duty.friendsWaver, [heard, ...tests], runs)],
  };
}

/** A unit with hits may be rallied by its commander, who shares his control among his units, or by itself. */
function rallyDuty(field: Field, x: Body, rallies: Flows): DutyOf {
  const { book } = field;
  const { unit, side } = x;
  if (!ralliesAtAll(book)) return { due: () => false, body: [] };
  const byTests = ruled(book, 'rallyControl') === 'tests';
  const alone = x.pairs.map((pair) => mayRallyAlone(pair, side));
  const isAlone = () => alone[Math.max(0, field.opponent(x))]();
  const own = !field.oneCommander[side];
  const { commander } = unit.given;
  const rides = (): boolean => {
    if (commander === undefined) return false;
    const away = field.chiefAway?.(x);
    return isWithUnit(book, away === undefined ? commander : { attached: false, distance: away });
  };
  const has = (): number => (own ? Number(unit.facts['control']) : field.state.budget);
  const most = (): number => {
    const { control, commanderInRange, commanderAttached } = unit.facts;
    if (commanderInRange !== true || has() <= 0) return 0;
    return testsOnOneUnit(book, Number(control), commanderAttached === true || rides(), unit.state.hits);
  };
  const tests = (): number => (byTests ? Math.min(most(), has()) : most());
  const [{ duty }] = x.pairs;
  return {
    due: () => unit.state.hits > 0 && field.isFree(x) && (tests() > 0 || isAlone()),
    hears: () => {
      duty.tests = tests();
      if (!own) field.state.budget -= byTests ? duty.tests : Math.min(1, most());
    },
    body: rallies,
  };
}

/** A side's rally tests: the control of its commander, or units that he may rally, in a turn. */
function setBudget({ bodies, oneCommander, state }: Field, side: SideKey): Flow<Stepped> {
  const own = bodies.filter((x) => x.side === side);
  return act(() => {
    state.budget = oneCommander[side] ? Math.max(0, ...own.map((x) => x.unit.control())) : 0;
  });
}

/**
 * Neighbours that neither waver nor rout support a unit's tests, if they stand near enough; in oth-half units that shoot
 * support nobody meanwhile.
 */
function support({ book, bodies, friends, hearsOfSupport }: Field, slot: Slot, record: string): () => void {
  if (!hearsOfSupport) return () => undefined;
  const within = Number(cell(book, 'morale.distances', 'support', 'inches') ?? 0);
  const told = bodies.filter((x) => x.record === record).map((x) => ({ x, near: friends(x, within) }));
  if (told.every(({ near }) => near.length === 0)) return () => undefined;
  const shootersSupport = book.rulings['supportCondition'] === undefined;
  return () => {
    for (const { x, near } of told) {
      const isShooting = slot.phase === 'shoots' && slot.side === x.side && !shootersSupport;
      x.unit.state.supported = !isShooting && near.some(({ body }) => body.unit.status() === 'steady');
    }
  };
}

/** After a duty: what was lent for it is taken back, and a commander lost is lost to all units that name him. */
function takeBack(field: Field, { phase }: Slot, record: string): Flow<Stepped> {
  const { bodies, oneCommander, state } = field;
  const own = bodies.filter((x) => x.record === record);
  const named = (side: SideKey) => bodies.filter((x) => x.side === side && x.unit.given.commander).map((x) => x.unit);
  const sharing = field
    .atRisk(record)
    .filter((unit) => oneCommander[unit.side as SideKey] && unit.given.commander)
    .map((unit) => ({ unit, others: named(unit.side as SideKey).filter((u) => u !== unit) }));
  const pairs = own.flatMap((x) => x.pairs.slice(0, 1));
  return act(() => {
    if (phase === 'rallies')
      for (const pair of pairs) {
        state.budget = Math.min(MOST_BUDGET, state.budget + pair.duty.tests);
        pair.duty.tests = 0;
      }
    for (const { unit } of own) unit.state.supported = false;
    for (const { unit, others } of sharing)
      if (unit.state.commanderLost) for (const friend of others) friend.state.commanderLost = true;
  });
}

/** Time passes: nobody asks any more how far some units moved. */
function afterSlot(field: Field, slot: Slot): Flows {
  const { bodies, state } = field;
  const still = bodies.filter((x) => isForgotten(field, x, slot)).map((x) => x.unit.state);
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
function isForgotten({ book, bodies, tactics, endWhen }: Field, { side, unit }: Body, slot: Slot): boolean {
  const lines = bodies.flatMap(tactics);
  const isAsked = [endWhen, ...lines.map((line) => line.when)].some((when) => namedIn(when).has('moved'));
  const fireAsks = ['fire.small-arms', 'fire.artillery'].some((id) => {
    const table = book.tables[id];
    return table?.kind === 'modifiers' && table.rows.some((r) => namedIn(r.when).has('moved'));
  });
  const last = (phase: Phase, ofEnemy: boolean) => slot.phase === phase && (slot.side !== side) === ofEnemy;
  if (isAsked || unit.given.arm === 'cavalry') return last('combats', true);
  return fireAsks ? last('shoots', true) : last('rallies', false);
}
