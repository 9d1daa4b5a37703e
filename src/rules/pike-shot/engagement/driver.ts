import { nextTurn } from '../../../sim/clock.ts';
import type { Step } from '../../../sim/machine.ts';
import { type FactRecord, withFacts } from '../../pattern.ts';
import { compileTactic, type Tactic } from '../../tactic.ts';
import { stands } from '../regiment.ts';
import { at, moment, type Rules, says } from '../rules.ts';
import type { Stepping } from '../waver.ts';
import { BACK_UP, COMMANDS, type Order } from '../words.ts';
import { type Duty, dutyOf } from './duty.ts';
import { inRange, inReach, type Lane, obeys, other } from './lane.ts';
import { type Phase, SIDE_NAMES, SIDES, type SideKey } from './situation.ts';

export interface Brigade {
  readonly name: string;
  readonly side: SideKey;
  readonly strategy: number;
  readonly orders: Tactic;
  /** The lanes its regiments stand in, by place. */
  readonly lanes: readonly number[];
}

/** Where the engagement stands: the turn, whose brigade acts, its phase, and which of its regiments is next. */
export interface Cursor extends Stepping {
  turn: number;
  slot: number;
  phase: number;
  seat: number;
}

export interface Field {
  readonly lanes: readonly Lane[];
  /** In the order in which they act. */
  readonly brigades: readonly Brigade[];
  readonly sequence: readonly Phase[];
}

/** Brigades in order of strategy, ties to side a; or all of side a first (line 45, ruling sequence). */
export const inOrder = (rules: Rules, brigades: readonly Brigade[]): Brigade[] => {
  const bySide = says(rules, 'sequence') === 'sides';
  return [...brigades].sort(
    (x, y) => (bySide ? x.side.localeCompare(y.side) : 0) || y.strategy - x.strategy || x.side.localeCompare(y.side),
  );
};

export function standing({ lanes }: Field, side: SideKey): number {
  let n = 0;
  for (const lane of lanes) if (stands(lane[side])) n++;
  return n;
}

/**
 * turn ─▶ brigade ─▶ order ─▶ act: each phase for each of its regiments ─▶ next brigade …
 * Between any two procedures the news of routs spreads, and whoever is shaken by it takes a disaster test first.
 */
export function driverSteps<S extends Cursor>(rules: Rules, field: Field): Record<string, Step<S>> {
  const { lanes, brigades, sequence } = field;
  const duties: readonly (readonly Duty[])[] = brigades.map(({ side, lanes: own }) =>
    own.map((i) => dutyOf(rules, lanes[i], side)),
  );
  const orderNames = brigades.map((_, slot) => `order.${slot}`);
  const spreadNews = newsOf(rules, field);
  const due = lanes.flatMap((lane) =>
    SIDES.map((side) => ({ unit: lane.live[side], test: `${lane.name}.${side}.disaster` })),
  );
  const steps: Record<string, Step<S>> = {
    turn: {
      tell: (s) => `Turn ${s.turn}`,
      then: (s) => {
        for (const { live } of lanes) {
          live.fought = false;
          for (const side of SIDES) live[side].ranThisTurn = false;
        }
        s.slot = 0;
        s.step = 'brigade';
      },
    },
    brigade: {
      then: (s) => {
        s.phase = 0;
        s.seat = 0;
        if (standing(field, 'a') === 0 || standing(field, 'b') === 0) s.step = 'end';
        else if (s.slot === brigades.length) {
          s.step = nextTurn(s) ? 'turn' : 'end';
        } else {
          const { lanes: own, side } = brigades[s.slot];
          // Routers and pursuers act too, but take no orders.
          s.step = own.some((i) => obeys(lanes[i], side)) ? orderNames[s.slot] : 'act';
        }
      },
    },
    act: {
      then: (s) => {
        spreadNews();
        for (const { unit, test } of due) {
          if (!unit.shaken) continue;
          s.step = test;
          return;
        }
        const own = duties[s.slot];
        while (s.phase < sequence.length) {
          const phase = sequence[s.phase];
          while (s.seat < own.length) {
            const step = own[s.seat++](phase);
            if (step === undefined) continue;
            s.step = step;
            return;
          }
          s.phase++;
          s.seat = 0;
        }
        s.slot++;
        s.step = 'brigade';
      },
    },
  };
  brigades.forEach((brigade, slot) => {
    steps[orderNames[slot]] = orderStep<S>(rules, field, brigade);
  });
  return steps;
}

/** The tactic is asked with the first regiment that obeys as `self`, and the one it faces as `enemy`. */
function orderStep<S extends Cursor>(rules: Rules, field: Field, brigade: Brigade): Step<S> {
  const { lanes } = field;
  const { side } = brigade;
  const decide = compileTactic(brigade.orders, 'defend');
  // The turn is looked at only where a line of the tactic asks for it.
  let state: Cursor | undefined;
  const factsOf = new Map(
    brigade.lanes.map((i) => {
      const lane = lanes[i];
      const now = {
        get turn() {
          return state!.turn;
        },
        get distance() {
          return lane.live.distance;
        },
        get inReach() {
          return inReach(rules, lane, side);
        },
        get inRange() {
          return inRange(rules, lane, side);
        },
        get inContact() {
          return lane.live.contact !== 'none';
        },
      };
      const self = withBrigade(lane[side].facts, field, brigade);
      const enemy = lane[other(side)].facts;
      return [i, { self, enemy, now: moment(rules, now), ruling: rules.ruling }] as const;
    }),
  );
  return {
    side: SIDE_NAMES[side],
    options: () => COMMANDS,
    decide: (s, options) => {
      state = s;
      const lead = brigade.lanes.find((i) => obeys(lanes[i], side)) ?? brigade.lanes[0];
      return decide(factsOf.get(lead)!, options);
    },
    choose: (s, order) => {
      for (const i of brigade.lanes) {
        const own = lanes[i].live[side];
        own.backs = order === BACK_UP;
        own.order = own.backs ? 'march' : (order as Order);
      }
      s.step = 'act';
    },
    title: () => `the order of ${brigade.name}`,
  };
}

/** A regiment's facts and those of its brigade. */
function withBrigade(facts: FactRecord, field: Field, brigade: Brigade): FactRecord {
  const own = () => brigade.lanes.map((i) => field.lanes[i].live[brigade.side]);
  return withFacts(facts, {
    strategy: brigade.strategy,
    get steadyRegiments() {
      return own().filter((u) => u.status === 'steady').length;
    },
    get routingRegiments() {
      return own().filter((u) => u.status === 'routing').length;
    },
    get worstCohesion() {
      return Math.max(0, ...own().map((u) => (u.status === 'steady' ? u.cohesion : 0)));
    },
  });
}

/** A rout shakes the rest of the brigade, and neighbours in the line of a worse grade (lines 90, 92). */
function newsOf(rules: Rules, { lanes, brigades }: Field): () => void {
  const rank = (lane: Lane, side: SideKey) => at(rules, 'waver.grades', lane[side].card.training, 'rank') as number;
  const routers = brigades.flatMap(({ side, lanes: own }) =>
    own.map((i) => ({
      unit: lanes[i].live[side],
      hearers: lanes
        .filter((lane, j) => {
          const passed = Math.abs(i - j) === 1 && rank(lanes[i], side) > rank(lane, side);
          return j !== i && (own.includes(j) || passed);
        })
        .map((lane) => lane.live[side]),
    })),
  );
  return () => {
    for (const { unit, hearers } of routers) {
      if (unit.status !== 'routing' || unit.told) continue;
      unit.told = true;
      for (const h of hearers) if (h.status === 'steady') h.shaken = true;
    }
  };
}
