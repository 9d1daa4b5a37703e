import { branch, match, type Stepped, set, when } from '../../../kit/flow.ts';
import type { SequenceDuty } from '../../../kit/sequence.ts';
import { ruled } from '../../book.ts';
import type { Flows } from '../combatant.ts';
import { occasionOf } from '../morale.ts';
import { isWithUnit, ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import type { Body, Place } from './field.ts';
import { isAlive, type Pair } from './pair.ts';
import { mayRallyAlone, routersRun } from './phases.ts';
import type { Plays } from './plays.ts';
import { other, type SideKey, type Slot } from './situation.ts';
import { support, takeBack } from './slots.ts';
import { isWavering } from './troop.ts';
import type { Field } from './turns.ts';

interface ActorDuty extends SequenceDuty<Stepped> {
  readonly record: string;
  readonly due: () => boolean;
}
type UnitDuty = Omit<ActorDuty, 'record'>;

/** Goes on with one of several lists; with the only one where there is one. */
const oneOf = (pick: () => number, lists: readonly Flows[]): Flows =>
  lists.length === 1 ? lists[0] : [branch(pick, lists)];

/** What the units of a side, or those in contact, do in a slot, one after the other. */
export function dutiesIn(field: Field, slot: Slot, plays: Plays): readonly SequenceDuty<Stepped>[] {
  const { side, phase } = slot;
  const acting = field.bodies.filter((x) => x.side === side && x.pairs.length > 0);
  const own: readonly ActorDuty[] =
    phase === 'combats' || phase === 'defensive-fire'
      ? field.places.flatMap((place) => contactDuties(field.slots, slot, place, plays))
      : acting.map((x) => ({ ...unitDuty(field, slot, x, plays), record: x.record }));
  return own.map(({ hears, ...duty }) => {
    const supports = support(field, slot, duty.record);
    const both = (s: Stepped): void => {
      hears?.(s);
      supports();
    };
    return { ...duty, hears: both, after: [takeBack(field, slot, duty.record)] };
  });
}

function contactDuties(slots: readonly Slot[], slot: Slot, { pairs, held, record }: Place, plays: Plays): ActorDuty[] {
  const now = () => {
    const at = held();
    return at < 0 || !isAlive(pairs[at]) ? undefined : pairs[at];
  };
  const byCharger = (what: 'deliver' | 'fight'): Flows => {
    const play = ({ contact, a, b }: Pair) =>
      match(() => contact.by, { a: plays.contact(a)[what], b: plays.contact(b)[what] });
    return oneOf(held, pairs.map((pair) => [play(pair)])); // biome-ignore format: one line
  };
  if (slot.phase === 'defensive-fire') {
    const charger = other(slot.side);
    const due = () => {
      const pair = now();
      return pair?.stage === 'delivering' && pair.contact.by === charger;
    };
    return [{ record, due, body: oneOf(held, pairs.map((pair) => plays.contact(pair[charger]).deliver)) }]; // biome-ignore format: one line
  }
  const fights = { record, due: () => ['met', 'locked'].includes(now()?.stage ?? ''), body: byCharger('fight') };
  // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
  const isLate = mayDeliverLate(slots, slots.indexOf(slot));
  const late = { record, due: () => now()?.stage === 'delivering', body: byCharger('deliver') };
  return isLate ? [late, fights] : [fights];
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

function unitDuty(field: Field, { side, phase }: Slot, x: Body, plays: Plays): UnitDuty {
  const { unit, pairs } = x;
  const all = pairs.map((pair) => plays.of(pair[side]));
  const obeys = (): boolean => field.isFree(x) && unit.status() !== 'routing';
  const opponent = () => field.opponent(x);
  /** A unit that has no enemy left tests as against the first that it had. */
  const against = (lists: readonly Flows[]): Flows => oneOf(() => Math.max(0, opponent()), lists);
  const active = (duty: UnitDuty): UnitDuty => ({ ...duty, due: () => field.isActive(x) && duty.due() });
  switch (phase) {
    case 'shoots': {
      const mayAgain = set(unit.state, { noFire: false });
      const shoots = oneOf(() => plays.target(x), all.map((play) => play.shoots)); // biome-ignore format: one line
      const due = () => unit.state.noFire || (obeys() && plays.target(x) >= 0);
      return active({ due, body: [when(() => unit.state.noFire, [mayAgain], shoots)] });
    }
    case 'command':
      return active(commandDuty(field, x, against(all.map((p) => p.command.tests)), all[0].command.runs));
    case 'moves': {
      const stays = set(unit.state, { shot: false });
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
function commandDuty(field: Field, x: Body, tests: Flows, runs: Flows): UnitDuty {
  const { book } = field;
  const [{ duty }] = x.pairs;
  const within = occasionOf(book, 'command', x.unit.given.training)?.within ?? 0;
  const friends = field.friends(x, within);
  const runsAway = () => routersRun(book) > 0 && x.unit.status() === 'routing';
  if (friends.length === 0) return { due: runsAway, body: runs };
  const friendsWaver = () => friends.some(({ body, isNear }) => isWavering(body.unit) && isNear());
  const heard = set(duty, { friendsWaver: false });
  return {
    due: () => friendsWaver() || runsAway(),
    hears: () => {
      duty.friendsWaver = friendsWaver();
    },
    body: [when(() => duty.friendsWaver, [heard, ...tests], runs)],
  };
}

/** A unit with hits may be rallied by its commander, who shares his control among his units, or by itself. */
function rallyDuty(field: Field, x: Body, rallies: Flows): UnitDuty {
  const { book } = field;
  const { unit, side } = x;
  if (!ralliesAtAll(book)) return { due: () => false, body: [] };
  const byTests = ruled(book, 'rallyControl') === 'tests';
  const alone = x.pairs.map((pair) => mayRallyAlone(pair[side]));
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
    if (field.chiefRallies?.(side) === false) return 0;
    const { control, commanderInRange, commanderAttached } = unit.facts;
    if (commanderInRange !== true || has() <= 0) return 0;
    return testsOnOneUnit(book, Number(control), commanderAttached === true || rides(), unit.state.hits);
  };
  const tests = (): number => (byTests ? Math.min(most(), has()) : most());
  const [{ duty }] = x.pairs;
  return {
    due: () => unit.command.rally && unit.state.hits > 0 && field.isFree(x) && (tests() > 0 || isAlone()),
    hears: () => {
      duty.tests = tests();
      if (!own) field.state.budget -= byTests ? duty.tests : Math.min(1, most());
    },
    body: rallies,
  };
}
