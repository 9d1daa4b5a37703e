import { nextTurn } from '../../../sim/clock.ts';
import type { Step } from '../../../sim/machine.ts';
import { cell, ruled } from '../../book.ts';
import { isWithUnit, ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import { contactStep } from './contact.ts';
import { alive, inContact, isRouting, type Pair, stands, wavers } from './pair.ts';
import { routersRun, selfRallying } from './phases.ts';
import { other, SIDES, type SideKey, type Slot } from './situation.ts';
import type { LiveTroop } from './state.ts';

/** Where the engagement stands: the turn, the place in the sequence of play, and which pair is next. */
export interface Cursor {
  step: string;
  turn: number;
  slot: number;
  next: number;
  /** Rally tests that the side's commander has left this turn. */
  budget: number;
}
export const MOST_BUDGET = 5;

export interface Field {
  readonly pairs: readonly Pair[];
  readonly sequence: readonly Slot[];
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  /** Has the unit a shot as things are? */
  readonly hasShot: (pair: Pair, side: SideKey) => () => boolean;
  readonly endWhen: ((pair: Pair) => boolean) | undefined;
  /** After which of its side's or the enemy's phases nobody asks any more how far a unit moved. */
  readonly forgetsMove: (pair: Pair, side: SideKey, slot: Slot) => boolean;
}

/** All of a side broken or routing, nobody left to fight, or the scenario's own condition (ruling endWhen). */
function isOver({ pairs, endWhen }: Field): boolean {
  // Asked between any two procedures: one pass, and no more than it takes.
  let [a, b, fighting] = [false, false, false];
  for (const p of pairs) {
    a ||= stands(p, 'a');
    b ||= stands(p, 'b');
    fighting ||= alive(p);
  }
  if (!a || !b || !fighting) return true;
  return endWhen !== undefined && pairs.some((p) => alive(p) && endWhen(p));
}

/** The step that a pair takes in a slot; undefined when there is nothing for it to do. */
type Duty = (s: Cursor) => string | undefined;

/**
 * The sequence of play: for each slot ("a-moves") every pair in turn, then the next slot, then the next turn. Here alone
 * units are looked at across pairs: neighbours that waver or support, and the commander that they share.
 */
export function driverSteps<S extends Cursor>(field: Field): Record<string, Step<S>> {
  const { pairs, sequence } = field;
  const duties = dutiesOf(field);
  const phases = sequence.map((slot) => slot.phase);
  const lend = support(field);
  const takeBack = afterProcedure(field);
  /** By slot, the units of which nobody asks any more how far they moved. */
  const forgotten: readonly (readonly LiveTroop[])[] = sequence.map((slot) =>
    pairs.flatMap((p) => SIDES.filter((side) => field.forgetsMove(p, side, slot)).map((side) => p.live[side])),
  );
  /** Time passes: the next slot, or the next turn. */
  const passOn = (s: S): void => {
    s.next = 0;
    s.budget = 0;
    for (const unit of forgotten[s.slot]) unit.moved = 0;
    if (s.slot + 1 < sequence.length) {
      s.slot++;
      s.step = 'visit';
    } else if (nextTurn(s)) {
      s.slot = 0;
      // The scenario's own condition may look at the turn.
      s.step = 'over';
    } else s.step = 'end';
  };
  return {
    next: {
      then: (s) => {
        takeBack(s);
        s.step = 'over';
      },
    },
    over: {
      then: (s) => {
        s.step = isOver(field) ? 'end' : 'visit';
      },
    },
    visit: {
      then: (s) => {
        if (s.next === pairs.length) {
          passOn(s);
          return;
        }
        if (s.next === 0 && phases[s.slot] === 'rallies') s.budget = budgetOf(field, sequence[s.slot].side);
        const place = s.next++;
        const step = alive(pairs[place]) ? duties[s.slot][place](s) : undefined;
        if (step === undefined) return;
        lend(place, sequence[s.slot]);
        s.step = step;
      },
    },
  };
}

/** Takes back what was lent to the pair that has just acted. */
function afterProcedure({ pairs, sequence, oneCommander }: Field): (s: Cursor) => void {
  // Where several units name one commander, he is lost to all of them at once.
  const sharing = pairs.map((acted) =>
    SIDES.filter((side) => oneCommander[side] && acted[side].given.commander).map((side) => ({
      own: acted.live[side],
      others: pairs.filter((p) => p !== acted && p[side].given.commander).map((p) => p.live[side]),
    })),
  );
  const twice = sequence.map((_, slot) => deliversLate(sequence, slot));
  const from = (s: Cursor, place: number): void => {
    if (place < 0 || place === pairs.length) return;
    const { live } = pairs[place];
    if (sequence[s.slot].phase === 'rallies' && live.tests > 0) s.budget = Math.min(MOST_BUDGET, s.budget + live.tests);
    live.tests = 0;
    live.a.supported = false;
    live.b.supported = false;
    for (const { own, others } of sharing[place])
      if (own.commanderLost) for (const unit of others) unit.commanderLost = true;
  };
  return (s) => {
    from(s, s.next - 1);
    // It may still be its turn: defensive fire was given in the combat phase.
    if (twice[s.slot]) from(s, s.next);
  };
}

/** Is it a combat phase in which a charge may still have to be shot at, since the sequence has no phase for it before? */
function deliversLate(sequence: readonly Slot[], slot: number): boolean {
  if (sequence[slot].phase !== 'combats') return false;
  const shot = new Set<SideKey>();
  for (let back = 1; back < sequence.length; back++) {
    const { phase, side } = sequence[(slot + sequence.length - back) % sequence.length];
    if (phase === 'combats') return false;
    if (phase === 'defensive-fire') shot.add(side);
    if (phase === 'moves' && !shot.has(other(side))) return true;
  }
  return false;
}

/** What every pair does in every slot. Asked far more often than dice are rolled: all that can be is looked up once. */
function dutiesOf(field: Field): readonly (readonly Duty[])[] {
  const { pairs, sequence } = field;
  const { book } = pairs[0];
  const rallies = ralliesAtAll(book);
  const byTests = ruled(book, 'rallyControl') === 'tests';
  const friendsWithin = Number(cell(book, 'morale.tests', 'command', 'within') ?? 0);
  const nearby = Number(ruled(book, 'spacing')) <= friendsWithin;
  const segments = routersRun(pairs[0]);
  const none: Duty = () => undefined;

  const make = ({ side, phase }: Slot, pair: Pair, place: number): Duty => {
    const { live } = pair;
    const unit = live[side];
    const named = (step: string) => `${pair.name}.${side}.${step}`;
    const obeys = (): boolean => live.stage === 'apart' && !isRouting(pair, side);
    const [shoot, command, run, move, rallying] = ['shoot', 'command', 'run', 'move', 'rallying'].map(named);
    const contact = (what: Parameters<typeof contactStep>[2]) => ({
      a: contactStep(pair, 'a', what),
      b: contactStep(pair, 'b', what),
      none: undefined,
    });
    const [deliver, clash, fight] = [contact('deliver-now'), contact('clash'), contact('fight')];
    switch (phase) {
      case 'shoots': {
        const hasShot = field.hasShot(pair, side);
        return () => {
          const barred = unit.noFire;
          unit.noFire = false;
          return !barred && obeys() && hasShot() ? shoot : undefined;
        };
      }
      case 'command': {
        const friends = nearby ? [pairs[place - 1], pairs[place + 1]].filter((p) => p !== undefined) : [];
        const waverers = (p: Pair) => wavers(p, side);
        return () => {
          if (friends.some(waverers)) return command;
          return segments > 0 && isRouting(pair, side) ? run : undefined;
        };
      }
      case 'orders':
        return none;
      case 'moves':
        return () => {
          if (obeys()) return move;
          unit.shot = false;
          return undefined;
        };
      case 'rallies': {
        if (!rallies) return none;
        const alone = selfRallying(pair, side);
        const own = !field.oneCommander[side];
        const { commander } = pair[side].given;
        const rides = commander !== undefined && isWithUnit(book, commander);
        return (s) => {
          if (unit.hits === 0 || live.stage !== 'apart') return undefined;
          const { control, commanderInRange, commanderAttached } = pair[side].facts;
          const withUnit = commanderAttached === true || rides;
          const has = own ? Number(control) : s.budget;
          const most =
            commanderInRange === true && has > 0 ? testsOnOneUnit(book, Number(control), withUnit, unit.hits) : 0;
          const tests = byTests ? Math.min(most, has) : most;
          if (tests === 0 && !alone()) return undefined;
          live.tests = tests;
          if (!own) s.budget -= byTests ? tests : Math.min(1, most);
          return rallying;
        };
      }
      case 'defensive-fire':
        return () => (live.stage === 'delivering' && live.by !== side ? deliver[live.by] : undefined);
      case 'combats':
        return (s) => {
          // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
          if (live.stage === 'delivering') {
            s.next--;
            return deliver[live.by];
          }
          if (!inContact(pair)) return undefined;
          return (live.stage === 'met' ? clash : fight)[live.by];
        };
    }
  };
  return sequence.map((slot) => pairs.map((pair, place) => make(slot, pair, place)));
}

/** A side's rally tests: the control of its commander, or units that he may rally, in a turn. */
function budgetOf({ pairs, oneCommander }: Field, side: SideKey): number {
  if (!oneCommander[side]) return 0;
  let most = 0;
  for (const p of pairs) {
    const { facts } = p[side];
    if (facts['commanderInRange'] === true) most = Math.max(most, Number(facts['control']));
  }
  return most;
}

/**
 * Neighbours that neither waver nor rout support a unit's tests, if they stand near enough; in oth-half units that shoot
 * support nobody meanwhile.
 */
function support({ pairs }: Field): (place: number, slot: Slot) => void {
  const { book } = pairs[0];
  const near = Number(cell(book, 'morale.distances', 'support', 'inches') ?? 0);
  if (pairs.length === 1 || Number(ruled(book, 'spacing')) > near) return () => undefined;
  const shootersSupport = book.rulings['supportCondition'] === undefined;
  const steady = (p: Pair, side: SideKey) => p[side].status() === 'steady';
  const neighbours = pairs.map((_, place) => pairs.filter((_, other) => Math.abs(other - place) === 1));
  return (place, slot) => {
    for (const side of SIDES) {
      const shooting = slot.phase === 'shoots' && slot.side === side && !shootersSupport;
      let supported = false;
      if (!shooting) for (const near of neighbours[place]) supported ||= steady(near, side);
      pairs[place].live[side].supported = supported;
    }
  };
}
