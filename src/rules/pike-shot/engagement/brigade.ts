import { act, branch, duty, type Flow, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import type { FactRecord, Facts } from '../../pattern.ts';
import { chosenTactic, compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { rankOf } from '../pursuing.ts';
import { factsFor, isRouting, isSteady } from '../regiment.ts';
import { moment, type Rules, says } from '../rules.ts';
import { BACK_UP, COMMANDS, type Order } from '../words.ts';
import { disasterOf } from './duties.ts';
import { isInRange, isInReach, type Lane, obeys, other } from './lane.ts';
import { type Engagement, SIDE_NAMES, SIDES, type SideKey, TACTICS } from './situation.ts';

export interface Brigade {
  readonly name: string;
  readonly side: SideKey;
  readonly strategy: number;
  readonly orders: Tactic;
  /** The lanes its regiments stand in. */
  readonly lanes: readonly Lane[];
}

/** Brigades in order of strategy, ties to side a; or all of side a first (line 45, ruling sequence). */
export function brigadesOf(situation: Engagement, rules: Rules, lanes: readonly Lane[]): Brigade[] {
  const all = SIDES.flatMap((side) => {
    let place = 0;
    return situation[side].brigades.map(
      (b, i): Brigade => ({
        name: b.name ?? `brigade ${i + 1} of ${SIDE_NAMES[side]}`,
        side,
        strategy: b.strategy,
        orders: chosenTactic(b.orders, { ...TACTICS, ...situation.tactics }) ?? TACTICS['hold'],
        lanes: b.regiments.map(() => lanes[place++]),
      }),
    );
  });
  const bySide = says(rules, 'sequence') === 'sides';
  return all.sort(
    (x, y) => (bySide ? x.side.localeCompare(y.side) : 0) || y.strategy - x.strategy || x.side.localeCompare(y.side),
  );
}

/** A brigade gets its order, unless all of it routs or pursues: those act too, but take no orders. */
export function orders(brigade: Brigade, turn: () => number): Flow<Stepped> {
  const { side, lanes, name } = brigade;
  const decide = compileTactic(brigade.orders, 'defend');
  const facts = new Map(lanes.map((lane) => [lane, tacticFacts(brigade, lane, turn)]));
  // The first regiment that obeys is asked as `self`, the one it faces as `enemy`.
  const lead = () => lanes.find((lane) => obeys(lane, side)) ?? lanes[0];
  const give = (command: (typeof COMMANDS)[number]) => {
    for (const { state } of lanes) {
      state[side].backs = command === BACK_UP;
      state[side].order = command === BACK_UP ? 'march' : (command satisfies Order);
    }
  };
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: SIDE_NAMES[side],
    unit: name,
    title: () => `the order of ${name}`,
    decide: (_, options): Decision => decide(facts.get(lead())!, options),
    options: COMMANDS.map((command) => ({ name: command, body: [act(() => give(command))] })),
  };
  return when(() => lanes.some((lane) => obeys(lane, side)), [choice]);
}

/** What a tactic may look at: a regiment with its brigade, the one it faces, and the moment. */
function tacticFacts({ side, strategy, lanes }: Brigade, lane: Lane, turn: () => number): Facts {
  const own = () => lanes.map(({ state }) => state[side]);
  const count = (status: string) => own().filter((u) => u.status === status).length;
  const self: FactRecord = live(lane[side].facts, {
    strategy: () => strategy,
    steadyRegiments: () => count('steady'),
    routingRegiments: () => count('routing'),
    worstCohesion: () => Math.max(0, ...own().map((u) => (u.status === 'steady' ? u.cohesion : 0))),
  });
  const now = moment(
    lane[side].rules,
    {},
    {
      turn,
      distance: () => lane.state.distance,
      inReach: () => isInReach(lane, side),
      inRange: () => isInRange(lane, side),
      inContact: () => lane.state.contact !== 'none',
    },
  );
  return { ...factsFor(lane[side], lane[other(side)], now), self };
}

/**
 * A rout shakes the rest of the brigade, and neighbours in the line of a worse grade (lines 90, 92): whoever is shaken
 * takes a disaster test before anything else is done.
 */
export function newsOf(lanes: readonly Lane[], brigades: readonly Brigade[]): (lane: Lane) => Flow<Stepped> {
  const spread = act<Stepped>(spreading(lanes, brigades));
  const all = lanes.flatMap((lane) => SIDES.map((side) => ({ lane, side })));
  const tests = all.map(({ lane, side }) => [duty<Stepped>({ record: lane.record, body: [disasterOf(lane, side)] })]);
  const firstShaken = () => all.findIndex(({ lane, side }) => lane.state[side].shaken);
  const tellAll: Flow<Stepped>[] = [
    spread,
    { kind: 'while', test: () => firstShaken() >= 0, body: [branch(firstShaken, tests), spread] },
  ];
  const hasNews = (lane: Lane, side: SideKey) => isRouting(lane[side]) && !lane.state[side].isKnownToRout;
  return (lane) => when(() => SIDES.some((side) => hasNews(lane, side)), tellAll);
}

function spreading(lanes: readonly Lane[], brigades: readonly Brigade[]): () => void {
  const rank = (lane: Lane, side: SideKey) => rankOf(lane[side].rules, lane[side].card.training);
  const routers = brigades.flatMap(({ side, lanes: own }) =>
    own.map((lane) => ({
      router: { lane, side },
      hearers: lanes.filter((near) => {
        const isPassed =
          Math.abs(lanes.indexOf(lane) - lanes.indexOf(near)) === 1 && rank(lane, side) > rank(near, side);
        return near !== lane && (own.includes(near) || isPassed);
      }),
    })),
  );
  return () => {
    for (const { router, hearers } of routers) {
      const { lane, side } = router;
      if (!isRouting(lane[side]) || lane.state[side].isKnownToRout) continue;
      lane.state[side].isKnownToRout = true;
      for (const near of hearers) if (isSteady(near[side])) near.state[side].shaken = true;
    }
  };
}
