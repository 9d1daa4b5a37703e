import { branch, match, set, when } from '../../../kit/flow.ts';
import { ruled } from '../../book.ts';
import type { Flows } from '../combatant.ts';
import { occasionOf } from '../morale.ts';
import { isWithUnit, ralliesAtAll, testsOnOneUnit } from '../rally.ts';
import type { Body, Place } from './field.ts';
import { isAlive, type Pair } from './pair.ts';
import { mayRallyAlone, routersRun } from './phases.ts';
import type { Plays } from './plays.ts';
import { other, type Slot } from './situation.ts';
import { isWavering } from './troop.ts';
import type { Actor, Field } from './turns.ts';

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
export function dutyOf(field: Field, slot: Slot, actor: Actor, plays: Plays): DutyOf {
  return 'place' in actor
    ? contactDuty(slot, actor.place, plays, actor.deliversLate)
    : unitDuty(field, slot, actor.body, plays);
}

function contactDuty({ side, phase }: Slot, { pairs, held }: Place, plays: Plays, deliversLate?: true): DutyOf {
  const now = () => {
    const at = held();
    return at < 0 || !isAlive(pairs[at]) ? undefined : pairs[at];
  };
  const byCharger = (what: 'deliver' | 'fight'): Flows => {
    const play = ({ contact, a, b }: Pair) =>
      match(() => contact.by, { a: plays.contact(a)[what], b: plays.contact(b)[what] });
    return oneOf(held, pairs.map((pair) => [play(pair)])); // biome-ignore format: one line
  };
  if (phase === 'defensive-fire') {
    const charger = other(side);
    const due = () => {
      const pair = now();
      return pair?.stage === 'delivering' && pair.contact.by === charger;
    };
    return { due, body: oneOf(held, pairs.map((pair) => plays.contact(pair[charger]).deliver)) }; // biome-ignore format: one line
  }
  // A sequence that leaves no defensive fire between: it is given now, and the combat after it.
  if (deliversLate) return { due: () => now()?.stage === 'delivering', body: byCharger('deliver') };
  return { due: () => ['met', 'locked'].includes(now()?.stage ?? ''), body: byCharger('fight') };
}

function unitDuty(field: Field, { side, phase }: Slot, x: Body, plays: Plays): DutyOf {
  const { unit, pairs } = x;
  const all = pairs.map((pair) => plays.of(pair[side]));
  const obeys = (): boolean => field.isFree(x) && unit.status() !== 'routing';
  const opponent = () => field.opponent(x);
  /** A unit that has no enemy left tests as against the first that it had. */
  const against = (lists: readonly Flows[]): Flows => oneOf(() => Math.max(0, opponent()), lists);
  const active = (duty: DutyOf): DutyOf => ({ ...duty, due: () => field.isActive(x) && duty.due() });
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
function commandDuty(field: Field, x: Body, tests: Flows, runs: Flows): DutyOf {
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
function rallyDuty(field: Field, x: Body, rallies: Flows): DutyOf {
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
