import { declareState, type StateOptions } from '../../../kit/machine.ts';
import { fact } from '../../../sim/facts.ts';
import { clock, type Fields, int } from '../../../sim/state.ts';
import { cell, type Rulebook, ruled } from '../../book.ts';
import { positionsOf } from '../../engagement-positions.ts';
import { MOST_BODIES, nameIn, neighboursOf, type Standing, startOf } from '../../engagement-shape.ts';
import { sightOver } from '../../engagement-sight.ts';
import { type Combatant, isBroken, muster } from '../combatant.ts';
import { startBout } from '../melee/bout.ts';
import { fireOf } from '../shot.ts';
import type { UnitGiven } from '../unit.ts';
import { type Body, MOST_BUDGET, type Ranks } from './field.ts';
import { groundOf, type Strips } from './ground.ts';
import {
  type Among,
  CLOSEST_INCHES,
  contactFields,
  dutyFields,
  GRID,
  goBack,
  isEngaged,
  leaveGround,
  moveRules,
  type Pair,
  type PairState,
  segmentInches,
  type TroopState,
  troopFields,
  troopOf,
  type Where,
} from './pair.ts';
import { type Chief, other, SIDES, type SideKey } from './situation.ts';

/** Units that fight beside the first of their side in one contact. */
const MOST_BESIDE = 3;
/** An enemy that is no longer there is this far off. */
const FAR_INCHES = 200;

export interface LanesInput {
  readonly a: readonly Standing<UnitGiven>[];
  readonly b: readonly Standing<UnitGiven>[];
  readonly turns: number;
  readonly distance: number;
  readonly edge: number;
  readonly depth: number;
  readonly spacing: number;
  readonly lanes: Strips;
  readonly chiefs: Readonly<Record<SideKey, Chief | undefined>>;
}

/** `fights`: the lane of the contact that it is one of the two first in; `joins`: of one where it is beside them. 0: none. */
type PostState = TroopState & { at: number; fights: number; joins: number };
interface LaneBody extends Body {
  /** From 1, among its side. */
  readonly number: number;
  readonly state: PostState;
  readonly start: number;
  readonly foes: readonly LaneBody[];
}
const contactOf = (book: Rulebook) => ({
  ...contactFields(book, 1 + MOST_BESIDE),
  ...dutyFields(),
});
type LaneState = Fields<ReturnType<typeof contactOf>> & Record<string, unknown>;

/** Units in lanes, who act together. One record for each lane, with the contact that is fought there. */
export function laneRanks(book: Rulebook, input: LanesInput, options: StateOptions) {
  const lanes = [...new Set([...input.a, ...input.b].map((x) => x.lane))].sort((x, y) => x - y);
  const { bounds } = positionsIn(input);
  const laneSpec = (lane: number) => {
    const units = SIDES.flatMap((side) =>
      input[side]
        .filter((x) => x.lane === lane)
        .map((x) => {
          const lanesSpec = () => int(0, MOST_BODIES);
          const place = { at: int(...bounds), fights: lanesSpec(), joins: lanesSpec() };
          return [nameIn(side, x), { ...troopFields(x.body, book), ...place }];
        }),
    );
    return { ...Object.fromEntries(units), ...contactOf(book) };
  };
  const hasChief = SIDES.some((side) => input.chiefs[side]);
  const seat = () => int(0, MOST_BODIES - 1);
  const spec = {
    turn: clock(1, input.turns),
    budget: int(0, MOST_BUDGET),
    ...(hasChief ? { chief: { a: seat(), b: seat() } } : {}),
    ...Object.fromEntries(lanes.map((lane) => [`l${lane}`, laneSpec(lane)])),
  };
  const { view, machine } = declareState(spec, options);
  const root = view as unknown as { turn: number; budget: number; chief: Record<SideKey, number> };
  const record = (lane: number) => (view as unknown as Record<string, LaneState>)[`l${lane}`];
  const line = new Line(book, input, lanes, record, root);
  const start = (): void => {
    for (const x of line.bodies) {
      muster(x.unit);
      x.state.at = GRID * x.start;
    }
    for (const lane of lanes) startBout(record(lane).bout);
    for (const side of SIDES) {
      const chief = input.chiefs[side];
      if (chief) root.chief[side] = line.of(side).findIndex((x) => line.fileNumber(x) === chief.with);
    }
    root.turn = 1;
  };
  return { ranks: line.ranks(), view: root, machine, start };
}

const positionsIn = (input: LanesInput) => positionsOf({ ...input, behind: input.edge - input.distance, grid: GRID });

/** The units of both sides in their lanes. */
class Line {
  readonly bodies: readonly LaneBody[];
  private readonly known = new Map<
    LaneBody,
    { isIn: () => boolean; isFree: () => boolean; inContact: () => boolean }
  >();
  private readonly sight;
  private readonly ground;
  private readonly positions;
  private readonly ofUnit: ReadonlyMap<object, LaneBody>;
  private readonly book: Rulebook;
  private readonly input: LanesInput;
  private readonly lanes: readonly number[];
  private readonly record: (lane: number) => LaneState;
  private readonly root: { chief: Record<SideKey, number> };

  constructor(
    book: Rulebook,
    input: LanesInput,
    lanes: readonly number[],
    record: (lane: number) => LaneState,
    root: { chief: Record<SideKey, number> },
  ) {
    this.book = book;
    this.input = input;
    this.lanes = lanes;
    this.record = record;
    this.root = root;
    const neighbours = neighboursOf(lanes, input.lanes);
    const near = (x: Body, y: Body) => x.lane === y.lane || neighbours.get(x.lane)!.includes(y.lane);
    this.ground = groundOf(book, input);
    this.positions = positionsIn(input);
    const bodies = SIDES.flatMap((side) => input[side].map((x, i) => this.bodyOf(side, x, i + 1)));
    this.bodies = bodies;
    this.sight = sightOver<LaneBody>({
      ...{ bodies, near, spacing: input.spacing, gap: this.gap, isIn: this.isIn },
      at: ({ state }) => state.at / GRID,
      inContact: (x, y) => this.areInContact(x, y),
      changesOpponent: ruled(book, 'changeOpponent') === 'yes',
    });
    for (const x of bodies) {
      this.known.set(x, {
        isIn: fact(x.state, () => x.unit.status() === 'steady' || x.unit.status() === 'wavering'),
        isFree: fact(x.state, () => x.state.joins === 0 && x.state.fights === 0),
        inContact: () => x.state.joins > 0 || (x.state.fights > 0 && record(x.state.fights).stage !== 'delivering'),
      });
    }
    this.ofUnit = new Map(bodies.map((x) => [x.unit.state, x]));
    this.pairUp(bodies);
  }

  readonly isIn = (x: LaneBody): boolean => this.known.get(x)!.isIn();
  readonly isFree = (x: LaneBody): boolean => this.known.get(x)!.isFree();
  of(side: SideKey): readonly LaneBody[] {
    return this.bodies.filter((x) => x.side === side);
  }
  /** Its number in the file: 1 is the first unit of the side. */
  fileNumber({ side, number }: LaneBody): number {
    const { path } = this.input[side][number - 1];
    return path.length === 1 ? 1 : Number(path.at(-1)) + 2;
  }
  get gap() {
    return this.positions.gap;
  }
  /** Of two friends: to the side or ahead, whichever is further; units are broad and deep. */
  private away(x: LaneBody, y: LaneBody): number {
    const across = this.input.spacing * Math.abs(x.lane - y.lane);
    return Math.max(across, Math.abs(x.state.at - y.state.at) / GRID);
  }

  private bodyOf(side: SideKey, standing: Standing<UnitGiven>, number: number): LaneBody {
    const { lane, body: given } = standing;
    const state = this.record(lane)[nameIn(side, standing)] as PostState;
    const nearest = () => this.ranksOf.opponent(body);
    const unit = troopOf(this.book, side, given, state, {
      enemyDistance: () => (nearest() < 0 ? FAR_INCHES : body.pairs[nearest()].where.inches()),
      inContact: () => this.known.get(body)!.inContact(),
      engaged: () => nearest() >= 0 && isEngaged(body.pairs[nearest()], side),
      moraleSupport: () => given.moraleSupport || this.supports(body).length > 0,
      combatSupport: () => Math.min(6, given.combatSupport + this.supports(body).filter(this.isFree).length),
      enemyToFlank: () => given.enemyToFlank || this.isFlanked(body),
      ...this.chiefFacts(side, () => body, given),
      ...this.ground.facts(side, lane, state, given),
    });
    const own = { side, lane, record: `l${lane}`, unit, number, state, start: startOf(standing, this.input.depth) };
    const body: LaneBody = { ...own, pairs: [], foes: [] };
    return body;
  }

  /** Friends near enough who neither waver nor rout; in oth-half not those who have just shot. */
  private supports(x: LaneBody): readonly LaneBody[] {
    const within = Number(cell(this.book, 'morale.distances', 'support', 'inches') ?? 0);
    const shootersDo = this.book.rulings['supportCondition'] === undefined;
    return this.sight
      .friends(x)
      .filter((y) => y.unit.status() === 'steady' && (shootersDo || !y.state.shot) && this.away(x, y) <= within);
  }
  /** An enemy of the next lane who has come level, where nobody of ours holds him (ruling enemyOnFlank). */
  private isFlanked(x: LaneBody): boolean {
    if (ruled(this.book, 'enemyOnFlank') === 'no') return false;
    const within = Number(cell(this.book, 'morale.distances', 'support', 'inches') ?? 0);
    return this.sight.foes(x).some((y) => {
      if (y.lane === x.lane || !this.isIn(y) || this.sight.front(x.side, y.lane)) return false;
      return this.gap(x, y) <= 0 && this.sight.straight(x, y) <= within;
    });
  }
  private chiefFacts(side: SideKey, body: () => LaneBody, given: UnitGiven): Readonly<Record<string, () => unknown>> {
    const chief = this.input.chiefs[side];
    if (!chief) return {};
    const commands = () => !body().state.commanderLost && given.commander !== undefined;
    return {
      commanderAttached: () => commands() && chief.attached && this.chiefAway(body()) === 0,
      commanderInRange: () => commands() && this.chiefAway(body())! <= chief.range,
    };
  }
  private chiefAway(x: LaneBody): number | undefined {
    if (!this.input.chiefs[x.side]) return undefined;
    const with_ = this.of(x.side)[this.root.chief[x.side]];
    if (with_ === x) return 0;
    return Math.max(0.5, Math.abs(with_.state.at - x.state.at) / GRID + this.input.spacing * Math.abs(with_.lane - x.lane)); // biome-ignore format: one line
  }
  /** To whoever wavers and has lost most, as far as he rides in a segment (ruling chiefGoes). */
  private chiefGoes(side: SideKey): void {
    const chief = this.input.chiefs[side];
    if (!chief) return;
    const own = this.of(side);
    const now = own[this.root.chief[side]];
    const ride = Number(cell(this.book, 'movement.segments', 'commander', 'first') ?? 0);
    const reach = own.filter((x) => !isBroken(x.unit) && (isBroken(now.unit) || this.chiefAway(x)! <= ride));
    if (reach.length === 0 || (!isBroken(now.unit) && chief.goes === 'stays')) return;
    let found = isBroken(now.unit) ? reach[0] : now;
    if (chief.goes === 'to-the-shaken') for (const x of reach) if (x.state.hits > found.state.hits) found = x;
    this.root.chief[side] = own.indexOf(found);
  }

  /** Every unit with each enemy that it may come upon. Two of one lane are one pair, whoever charges. */
  private pairUp(bodies: readonly LaneBody[]): void {
    const shared = new Map<string, Pair>();
    for (const x of bodies) {
      const pairs = this.sight.foes(x).map((y) => {
        if (x.lane !== y.lane) return this.pairOf(x, y);
        const key = x.side === 'a' ? `${x.number} ${y.number}` : `${y.number} ${x.number}`;
        const pair = shared.get(key) ?? this.pairOf(x, y);
        shared.set(key, pair);
        return pair;
      });
      Object.assign(x, { pairs, foes: this.sight.foes(x) });
    }
  }
  private areInContact(x: LaneBody, y: LaneBody): boolean {
    const lane = y.state.fights || x.state.fights;
    if (lane === 0 || this.record(lane).stage === 'delivering') return false;
    return [x, y].every(({ state }) => state.fights === lane || state.joins === lane);
  }

  private pairOf(x: LaneBody, y: LaneBody): Pair {
    const [a, b] = x.side === 'a' ? [x, y] : [y, x];
    const state = this.stateOf(x, y);
    return {
      ...{ book: this.book, name: x.record, state, rules: moveRules(this.book), a: a.unit, b: b.unit },
      where: this.whereOf(a, b),
      among: this.amongOf(x, y),
    };
  }
  private stateOf(x: LaneBody, y: LaneBody): PairState {
    const [a, b] = x.side === 'a' ? [x, y] : [y, x];
    const [own, there] = [this.record(x.lane), this.record(y.lane)];
    const holds = () => a.state.fights === y.lane && b.state.fights === y.lane;
    const state = {
      ...{ a: a.state, b: b.state, bout: there.bout, charge: there.charge },
      get stage() {
        return holds() ? there.stage : 'apart';
      },
      set stage(to) {
        there.stage = to;
        for (const z of [a, b]) z.state.fights = to === 'apart' ? 0 : y.lane;
      },
    };
    lend(state, there, 'by', 'winnerMove');
    lend(state, own, 'spent', 'tests', 'friendsWaver');
    return state as unknown as PairState;
  }
  private whereOf(a: LaneBody, b: LaneBody): Where {
    const { comeWithin, back, isAtEdge } = this.positions;
    const of = { a, b };
    const inches = (): number => (isBroken(a.unit) || isBroken(b.unit) ? FAR_INCHES : this.sight.apart(a, b));
    const set = (distance: number, mover: SideKey): void => comeWithin(of[mover], of[other(mover)], distance);
    return {
      ...{ inches, set },
      back: (side, by) => back(of[side], by),
      straight: () => this.sight.straight(a, b),
      isAtEdge: (side) => isAtEdge(of[side]),
      part: (side) => this.breakOff(of[side]),
      evaded: (charger, ran, reach) => {
        back(of[other(charger)], ran);
        set(Math.max(1 / GRID, inches() - reach), charger);
      },
    };
  }
  /** It runs from whatever contact it is in. */
  private breakOff(x: LaneBody): void {
    x.state.joins = 0;
    const lane = x.state.fights;
    if (lane === 0) return;
    Object.assign(this.record(lane), { stage: 'apart', by: 'none' });
    for (const z of this.bodies) if (z.state.fights === lane) z.state.fights = 0;
    this.release(lane, 'none');
  }
  /** Whoever fought beside others is free; the beaten go back with them. */
  private release(lane: number, beaten: SideKey | 'both' | 'none'): void {
    for (const x of this.bodies) {
      if (x.state.joins !== lane) continue;
      x.state.joins = 0;
      Object.assign(x.state, { into: 'front', contact: 'none', wonLast: false, fromAbove: false });
      if (beaten !== x.side && beaten !== 'both') continue;
      if (x.pairs.length > 0) goBack(x.pairs[0], x.side, segmentInches(x.pairs[0], x.side));
      else leaveGround(x.unit);
    }
  }

  private amongOf(x: LaneBody, y: LaneBody): Among {
    const { sight } = this;
    const of = { [x.side]: x, [y.side]: y } as Record<SideKey, LaneBody>;
    const across = x.lane !== y.lane;
    return {
      ...(across
        ? { strikes: (by) => (sight.strikesFlank(of[by], of[other(by)]) ? ('flank' as const) : ('front' as const)) }
        : {}),
      supporters: (by) => this.supportersOf(of[other(by)]),
      beside: (side) => sight.foes(of[other(side)]).filter((z) => z !== of[side]).map((z) => z.unit), // biome-ignore format: one line
      hasCome: (unit) => this.ofUnit.get(unit.state)!.state.joins === y.lane,
      mayMeet: (by) => this.mayMeet(of[by], of[other(by)]),
      isFighting: (side) => of[side].state.fights > 0,
      join: (side) => {
        of[side].state.joins = of[other(side)].state.fights;
      },
      release: (beaten) => this.release(y.lane, beaten),
      cost: (side, distance) => this.ground.cost(of[side], distance),
      roomAhead: (side) => {
        const friend = sight.ahead(of[side]);
        return friend ? Math.max(0, (friend.state.at - of[side].state.at) / GRID - CLOSEST_INCHES) : FAR_INCHES;
      },
    };
  }
  /** Units near by that fire with a charged one, as far as nobody stands in their way (ruling supportingFire). */
  private supportersOf(charged: LaneBody) {
    if (ruled(this.book, 'supportingFire') === 'no') return [];
    const within = Number(cell(this.book, 'reactions', 'stand-and-deliver', 'within') ?? 0);
    return this.sight
      .friends(charged)
      .filter((z) => z.lane !== charged.lane)
      .map((z) => {
        const fire = fireOf(this.book, z.unit as Combatant);
        return {
          ...{ unit: z.unit, into: 'front' as const },
          may: () =>
            this.isIn(z) &&
            this.isFree(z) &&
            !z.state.noFire &&
            this.sight.front(z.side, z.lane) === z &&
            this.away(z, charged) <= within &&
            fire.mayFire(fire.shotAt(CLOSEST_INCHES)),
          fired: () => {
            z.state.noFire = true;
            if (z.state.withdrawn) goBack(z.pairs[0], z.side, segmentInches(z.pairs[0], z.side));
            z.state.withdrawn = false;
          },
        };
      });
  }
  /** Only the front of a lane charges, and only where there is room: one contact to a lane. */
  private mayMeet(x: LaneBody, y: LaneBody): boolean {
    if (this.sight.front(x.side, x.lane) !== x) return false;
    if (x.lane !== y.lane && ruled(this.book, 'flankCharge') === 'no') return false;
    const lane = y.state.fights;
    if (lane === 0) return this.isFree(y) && this.record(y.lane).stage === 'apart';
    // Whoever is beside others already is not joined by more than can come at him.
    return this.bodies.filter((z) => z.side === x.side && z.state.joins === lane).length < MOST_BESIDE;
  }

  private readonly ranksOf = {
    opponent: (x: LaneBody): number => {
      const foe = this.sight.opponent(x);
      return foe ? x.foes.indexOf(foe) : -1;
    },
  };

  ranks(): Ranks {
    const { book, sight } = this;
    const asLane = (x: Body) => x as LaneBody;
    const acrossMay = ruled(book, 'fireAcross') === 'yes';
    return {
      ...{ book, bodies: this.bodies, hearsOfSupport: false },
      places: this.lanes.map((lane) => {
        const pairs = this.bodies.flatMap((x) => x.pairs.filter((_, i) => x.foes[i].lane === lane));
        const all = [...new Set(pairs)];
        return { record: `l${lane}`, pairs: all, held: () => all.findIndex((p) => p.state.stage !== 'apart') };
      }),
      opponent: (x) => this.ranksOf.opponent(asLane(x)),
      target: (body, hasShot) => {
        const x = asLane(body);
        let found = -1;
        if (!this.isIn(x) || sight.front(x.side, x.lane) !== x) return found;
        for (const [i, y] of x.foes.entries()) {
          if (sight.front(y.side, y.lane) !== y || !this.isFree(y) || this.gap(x, y) <= 0 || !hasShot(i)) continue;
          if (y.lane === x.lane) return i;
          if (acrossMay && (found < 0 || sight.straight(x, y) < sight.straight(x, x.foes[found]))) found = i;
        }
        return found;
      },
      isFree: (x) => this.isFree(asLane(x)),
      isActive: (x) => x.pairs.length > 0 && !isBroken(x.unit),
      friends: (x, within) =>
        sight.friends(asLane(x)).map((body) => ({ body, isNear: () => this.away(asLane(x), body) <= within })),
      atRisk: () => this.bodies.map((x) => x.unit),
      chiefAway: (x) => this.chiefAway(asLane(x)),
      chiefGoes: (side) => this.chiefGoes(side),
    };
  }
}

/** Gives an object properties that are those of a record. */
function lend<T extends object>(to: object, record: T, ...keys: readonly (keyof T)[]): void {
  for (const key of keys)
    Object.defineProperty(to, key, {
      enumerable: true,
      get: () => record[key],
      set: (value) => {
        record[key] = value;
      },
    });
}
