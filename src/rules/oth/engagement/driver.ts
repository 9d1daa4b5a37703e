import type { Step } from '../../../sim/machine.ts';
import { cell, ruled } from '../../book.ts';
import { isBroken } from '../live.ts';
import { ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import { contactStep } from './contact.ts';
import { alive, inContact, isRouting, type Pair, stands, wavers } from './pair.ts';
import { routersRun, selfRallying } from './phases.ts';
import { type Phase, SIDES, type SideKey, type Slot } from './situation.ts';
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
  readonly turns: number;
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  /** Has the unit a shot as things are? */
  readonly hasShot: (pair: Pair, side: SideKey) => boolean;
  readonly endWhen: ((pair: Pair) => boolean) | undefined;
  /** After which of its side's or the enemy's phases nobody asks any more how far a unit moved. */
  readonly forgetsMove: (pair: Pair, side: SideKey, slot: Slot) => boolean;
}

export const standing = ({ pairs }: Field, side: SideKey): number => {
  let n = 0;
  for (const p of pairs) if (stands(p, side)) n++;
  return n;
};

/** All of a side broken or routing, nobody left to fight, or the scenario's own condition (ruling endWhen). */
function isOver(field: Field): boolean {
  const { pairs, endWhen } = field;
  if (standing(field, 'a') === 0 || standing(field, 'b') === 0 || !pairs.some(alive)) return true;
  return endWhen !== undefined && pairs.some((p) => alive(p) && endWhen(p));
}

/** Which step a unit takes in a phase of its side; undefined when there is nothing for it to do. */
type Duty = (s: Cursor, pair: Pair, place: number, side: SideKey) => string | undefined;

/**
 * The sequence of play: for each slot ("a-moves") every pair in turn, then the next slot, then the next turn. Here alone
 * units are looked at across pairs: neighbours that waver or support, and the commander that they share.
 */
export function driverSteps<S extends Cursor>(field: Field): Record<string, Step<S>> {
  const { pairs, sequence, turns } = field;
  const duties = dutiesOf(field);
  const lend = support(field);
  const takeBack = afterProcedure(field);
  /** By slot, the units of which nobody asks any more how far they moved. */
  const forgotten: readonly (readonly LiveTroop[])[] = sequence.map((slot) =>
    pairs.flatMap((p) => SIDES.filter((side) => field.forgetsMove(p, side, slot)).map((side) => p.live[side])),
  );
  return {
    next: {
      then: (s) => {
        takeBack(s);
        if (isOver(field)) {
          s.step = 'end';
          return;
        }
        for (;;) {
          const { phase, side } = sequence[s.slot];
          if (s.next === 0 && phase === 'rallies') s.budget = budgetOf(field, side);
          while (s.next < pairs.length) {
            const place = s.next++;
            const pair = pairs[place];
            const step = alive(pair) ? duties[phase](s, pair, place, side) : undefined;
            if (step === undefined) continue;
            lend(place, sequence[s.slot]);
            s.step = step;
            return;
          }
          s.next = 0;
          s.budget = 0;
          for (const unit of forgotten[s.slot]) unit.moved = 0;
          if (s.slot + 1 < sequence.length) s.slot++;
          else if (s.turn < turns) {
            s.turn++;
            s.slot = 0;
            // Time passes: the scenario's own condition may look at the turn.
            if (isOver(field)) {
              s.step = 'end';
              return;
            }
          } else {
            s.step = 'end';
            return;
          }
        }
      },
    },
  };
}

/** Takes back what was lent to the pair that has just acted. */
function afterProcedure({ pairs, sequence, oneCommander }: Field): (s: Cursor) => void {
  // Where several units name one commander, he is lost to all of them at once.
  const sharing = SIDES.filter((side) => oneCommander[side]).map((side) =>
    pairs.filter((p) => p[side].given.commander).map((p) => p.live[side]),
  );
  const shared = sharing.filter((units) => units.length > 1);
  return (s) => {
    for (const { live } of pairs) {
      if (live.tests > 0 && sequence[s.slot].phase === 'rallies')
        s.budget = Math.min(MOST_BUDGET, s.budget + live.tests);
      live.tests = 0;
      live.a.supported = false;
      live.b.supported = false;
    }
    for (const units of shared)
      if (units.some((u) => u.commanderLost)) for (const unit of units) unit.commanderLost = true;
  };
}

function dutiesOf(field: Field): Readonly<Record<Phase, Duty>> {
  const { pairs } = field;
  const { book } = pairs[0];
  const rallies = ralliesAtAll(book);
  const byTests = ruled(book, 'rallyControl') === 'tests';
  const friendsWithin = Number(cell(book, 'morale.tests', 'command', 'within') ?? 0);
  const nearby = Number(ruled(book, 'spacing')) <= friendsWithin;
  const shaky = (pair: Pair | undefined, side: SideKey): boolean => pair !== undefined && wavers(pair, side);
  const alone = pairs.map((p) => ({ a: selfRallying(p, 'a'), b: selfRallying(p, 'b') }));
  const segments = routersRun(pairs[0]);
  const obeys = (pair: Pair, side: SideKey): boolean => pair.live.stage === 'apart' && !isRouting(pair, side);
  return {
    shoots: (_s, pair, _place, side) => {
      const unit = pair.live[side];
      const barred = unit.noFire;
      unit.noFire = false;
      return obeys(pair, side) && !barred && field.hasShot(pair, side) ? `${pair.name}.${side}.shoot` : undefined;
    },
    command: (_s, pair, place, side) => {
      const shaken = nearby && (shaky(pairs[place - 1], side) || shaky(pairs[place + 1], side));
      if (shaken) return `${pair.name}.${side}.command`;
      return segments > 0 && isRouting(pair, side) ? `${pair.name}.${side}.run` : undefined;
    },
    orders: () => undefined,
    moves: (_s, pair, _place, side) => {
      if (obeys(pair, side)) return `${pair.name}.${side}.move`;
      pair.live[side].shot = false;
      return undefined;
    },
    rallies: (s, pair, place, side) => {
      const unit = pair[side];
      if (!rallies || unit.live.hits === 0 || pair.live.stage !== 'apart') return undefined;
      const { control, commanderInRange, commanderAttached } = unit.facts;
      const own = !field.oneCommander[side];
      const has = own ? Number(control) : s.budget;
      const most =
        commanderInRange === true && has > 0
          ? testsOnOneUnit(book, Number(control), commanderAttached === true, unit.live.hits)
          : 0;
      const tests = byTests ? Math.min(most, has) : most;
      if (tests === 0 && !alone[place][side]()) return undefined;
      pair.live.tests = tests;
      if (!own) s.budget -= byTests ? tests : Math.min(1, most);
      return `${pair.name}.${side}.rallying`;
    },
    'defensive-fire': (_s, pair, _place, side) =>
      pair.live.stage === 'delivering' && pair.live.by !== side
        ? contactStep(pair, pair.live.by as SideKey, 'deliver-now')
        : undefined,
    combats: (s, pair) => {
      const { stage, by } = pair.live;
      // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
      if (stage === 'delivering') {
        s.next--;
        return contactStep(pair, by as SideKey, 'deliver-now');
      }
      if (!inContact(pair)) return undefined;
      return contactStep(pair, by as SideKey, stage === 'met' ? 'clash' : 'fight');
    },
  };
}

/** A side's rally tests: the control of its commander, or units that he may rally, in a turn. */
function budgetOf({ pairs, oneCommander }: Field, side: SideKey): number {
  if (!oneCommander[side]) return 0;
  return Math.max(
    0,
    ...pairs.map((p) => (p[side].facts['commanderInRange'] === true ? Number(p[side].facts['control']) : 0)),
  );
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
  const steady = (p: Pair | undefined, side: SideKey) => p !== undefined && !isBroken(p[side]) && !wavers(p, side);
  return (place, slot) => {
    for (const side of SIDES) {
      const shooting = slot.phase === 'shoots' && slot.side === side && !shootersSupport;
      pairs[place].live[side].supported =
        !shooting && (steady(pairs[place - 1], side) || steady(pairs[place + 1], side));
    }
  };
}
