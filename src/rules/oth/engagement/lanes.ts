import { declareState, type StateOptions } from '../../../kit/machine.ts';
import { clock, type Fields, int } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type InLane, laneName, laneRecords, linesOver } from '../../engagement-lanes.ts';
import { positionsOf } from '../../engagement-positions.ts';
import { MOST_BODIES, nameIn, type Standing, startOf } from '../../engagement-shape.ts';
import { isBroken, muster } from '../combatant.ts';
import { startBout } from '../melee/bout.ts';
import { pairAmong } from './among.ts';
import { chiefFields, chiefsOver } from './chief.ts';
import { type Body, MOST_BUDGET, type Ranks } from './field.ts';
import { groundOf, type Strips } from './ground.ts';
import { contactFields, dutyFields, isEngaged, type Pair } from './pair.ts';
import { type Chiefs, SIDES, type SideKey, type TroopGiven } from './situation.ts';
import { inchesBetween, isFlanked, supports } from './support.ts';
import { GRID, isStanding, type TroopState, troopFields, troopOf } from './troop.ts';

/** Units that fight beside the first of their side in one contact. */
export const MOST_BESIDE = 3;
/** An enemy that is no longer there is this far off. */
export const FAR_INCHES = 200;

export interface LanesInput {
  readonly a: readonly Standing<TroopGiven>[];
  readonly b: readonly Standing<TroopGiven>[];
  readonly turns: number;
  readonly distance: number;
  readonly edge: number;
  readonly depth: number;
  readonly spacing: number;
  readonly lanes: Strips;
  readonly chiefs: Chiefs;
}

/** `joins`: the lane of a contact where it is beside the two first. 0: none. */
export interface LaneBody extends Body, InLane<Pair> {
  readonly state: TroopState & { at: number; fights: number; joins: number };
  readonly start: number;
  readonly pairs: Pair[];
}
const contactOf = (book: Rulebook) => ({ ...contactFields(book, 1 + MOST_BESIDE), ...dutyFields() });

/** What is known of an engagement before its units are. */
interface Fixed {
  readonly book: Rulebook;
  readonly input: LanesInput;
  /** The contact that is fought in a lane. */
  readonly record: (lane: number) => Fields<ReturnType<typeof contactOf>>;
  readonly ground: ReturnType<typeof groundOf>;
  readonly chiefs: ReturnType<typeof chiefsOver>;
}
/** The units of both sides in their lanes. */
export interface Lines extends Fixed, Omit<ReturnType<typeof linesOver<LaneBody>>, 'input'> {}

/** Units in lanes, who act together. One record for each lane, with the contact that is fought there. */
export function laneRanks(book: Rulebook, input: LanesInput, options: StateOptions) {
  const positions = positionsOf({ ...input, behind: input.edge - input.distance, grid: GRID });
  const laneOr0 = () => int(0, MOST_BODIES);
  const place = () => ({ at: int(...positions.bounds), fights: laneOr0(), joins: laneOr0() });
  const unitFields = ({ given }: TroopGiven) => ({ ...troopFields(given, book), ...place() });
  const { lanes, specs } = laneRecords(input, unitFields, () => contactOf(book));
  const { view, machine } = declareState(
    {
      ...{ turn: clock(1, input.turns), budget: int(0, MOST_BUDGET) },
      chief: chiefFields(input),
      lanes: specs,
    },
    options,
  );
  const record = (lane: number) => view.lanes[laneName(lane)];
  const chiefs = chiefsOver(book, input, view.chief, positions.at, (side) => bodies.filter((x) => x.side === side));
  const fixed = { book, input, record, ground: groundOf(book, input), chiefs };
  const bodies: readonly LaneBody[] = SIDES.flatMap((side) =>
    input[side].map((x) => bodyOf(fixed, () => lines, side, x, record(x.lane).units[nameIn(side, x)])),
  );
  const lines: Lines = {
    ...fixed,
    ...linesOver({
      ...{ bodies, input, positions, may: (what) => ruled(book, what) === 'yes' },
      isIn: ({ unit }) => isStanding(unit),
      isFree: ({ state }) => state.joins === 0 && state.fights === 0,
      inContact: (x, y) => areInContact(fixed, x, y),
    }),
  };
  lines.pairUp(bodies, (x, y) => pairAmong(lines, x, y));
  const start = (): void => {
    for (const x of bodies) {
      muster(x.unit);
      x.state.at = GRID * x.start;
    }
    for (const lane of lanes) startBout(record(lane).bout);
    for (const side of SIDES) fixed.chiefs.start(side);
    view.turn = 1;
  };
  return { ranks: ranksOf(lines, lanes), view, machine, start };
}

function bodyOf(
  { book, input, record, ground, chiefs }: Fixed,
  lines: () => Lines,
  side: SideKey,
  standing: Standing<TroopGiven>,
  state: LaneBody['state'],
): LaneBody {
  const {
    lane,
    body: { given, tactic },
  } = standing;
  const nearest = () => body.pairs[lines().opponentPlace(body)]?.[side];
  const place = {
    enemyDistance: () => nearest()?.inches() ?? FAR_INCHES,
    inContact: () => state.joins > 0 || (state.fights > 0 && record(state.fights).stage !== 'delivering'),
    engaged: () => {
      const facing = nearest();
      return facing !== undefined && isEngaged(facing);
    },
    moraleSupport: () => given.moraleSupport || supports(lines(), body).length > 0,
    combatSupport: () => Math.min(6, given.combatSupport + supports(lines(), body).filter(lines().isFree).length),
    enemyToFlank: () => given.enemyToFlank || isFlanked(lines(), body),
    ...chiefs.facts(side, () => body, given),
  };
  const unit = troopOf(book, side, given, state, place, ground.strip({ side, lane, state }));
  const start = startOf(standing, input.depth);
  const body: LaneBody = { side, lane, record: `lanes.${laneName(lane)}`, unit, tactic, state, start, pairs: [] };
  return body;
}

function areInContact({ record }: Fixed, x: LaneBody, y: LaneBody): boolean {
  const lane = y.state.fights || x.state.fights;
  if (lane === 0 || record(lane).stage === 'delivering') return false;
  return [x, y].every(({ state }) => state.fights === lane || state.joins === lane);
}

function ranksOf(lines: Lines, lanes: readonly number[]): Ranks<LaneBody> {
  const { book, bodies, chiefs } = lines;
  return {
    ...{ book, bodies, hearsOfSupport: false, isFree: lines.isFree },
    places: lanes.map((lane) => {
      const pairs = bodies.flatMap((x) => x.pairs.filter((_, i) => lines.foes(x)[i].lane === lane));
      const all = [...new Set(pairs)];
      return { record: `lanes.${laneName(lane)}`, pairs: all, held: () => all.findIndex((p) => p.stage !== 'apart') };
    }),
    opponent: lines.opponentPlace,
    target: lines.targetPlace,
    isActive: (x) => x.pairs.length > 0 && !isBroken(x.unit),
    friends: (x, within) =>
      lines.friends(x).map((body) => ({ body, isNear: () => inchesBetween(lines, x, body) <= within })),
    atRisk: () => bodies.map((x) => x.unit),
    chiefAway: chiefs.away,
    chiefGoes: chiefs.goes,
    chiefRallies: chiefs.mayRally,
  };
}
