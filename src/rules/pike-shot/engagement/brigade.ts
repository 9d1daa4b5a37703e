import { act, branch, duty, type Flow, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import type { FactRecord, Facts } from '../../pattern.ts';
import { chosenTactic, compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { rankOf } from '../pursuing.ts';
import { factsFor, isRouting, isSteady } from '../regiment.ts';
import { moment, type Rules, says } from '../rules.ts';
import { COMMANDS, DRILL_ORDERS, type Drill, type Order } from '../words.ts';
import { disasterOf } from './duties.ts';
import { isInRange, isInReach, type Lane, obeys, other } from './lane.ts';
import type { Body, Ranks } from './ranks.ts';
import { type Engagement, SIDE_NAMES, SIDES, type SideKey, TACTICS } from './situation.ts';

export interface Brigade {
  readonly name: string;
  readonly side: SideKey;
  readonly strategy: number;
  readonly orders: Tactic;
  readonly bodies: readonly Body[];
}

/** Brigades in order of strategy, ties to side a; or all of side a first (line 45, ruling sequence). */
export function brigadesOf(situation: Engagement, rules: Rules, ranks: Ranks): Brigade[] {
  const all = SIDES.flatMap((side) => {
    let place = 0;
    return situation[side].brigades.map((b, i): Brigade => {
      const { name = `brigade ${i + 1} of ${SIDE_NAMES[side]}`, strategy } = b;
      const orders = chosenTactic(b.orders, { ...TACTICS, ...situation.tactics }) ?? TACTICS['hold'];
      return { name, side, strategy, orders, bodies: b.regiments.map(() => ranks.of(side)[place++]) };
    });
  });
  const bySide = says(rules, 'sequence') === 'sides';
  return all.sort(
    (x, y) => (bySide ? x.side.localeCompare(y.side) : 0) || y.strategy - x.strategy || x.side.localeCompare(y.side),
  );
}

/** A brigade gets its order, unless all of it routs or pursues: those act too, but take no orders. */
export function orders(brigade: Brigade, ranks: Ranks, turn: () => number): Flow<Stepped> {
  const { side, bodies, name } = brigade;
  const decide = compileTactic(brigade.orders, 'defend');
  const inReach = bodies.filter((x) => x.pairs.length > 0);
  const facts = new Map(inReach.map((x) => [x, x.pairs.map((pair) => tacticFacts(brigade, pair, turn))]));
  // The first regiment that obeys is asked as `self`, the one it faces as `enemy`.
  const lead = () => inReach.find(obeys) ?? inReach[0];
  const asked = () => facts.get(lead())![Math.max(0, ranks.opponent(lead()))];
  const changes = bodies.some(({ regiment }) => regiment.given.otherFormation !== undefined);
  const give = (command: (typeof COMMANDS)[number]) => {
    const drill = command in DRILL_ORDERS ? (command as Drill) : 'none';
    for (const { own } of bodies) {
      own.drill = drill;
      own.order = drill === 'none' ? (command as Order) : DRILL_ORDERS[drill];
    }
  };
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: SIDE_NAMES[side],
    unit: name,
    title: () => `the order of ${name}`,
    decide: (_, options): Decision => decide(asked(), options),
    options: COMMANDS.filter((c) => changes || !c.startsWith('change-')).map((command) => ({
      name: command,
      body: [act(() => give(command))],
    })),
  };
  return when(() => inReach.some(obeys), [choice]);
}

/** What a tactic may look at: a regiment with its brigade, the one it faces, and the moment. */
function tacticFacts({ side, strategy, bodies }: Brigade, lane: Lane, turn: () => number): Facts {
  const own = () => bodies.map((x) => x.own);
  const count = (status: string) => own().filter((u) => u.status === status).length;
  const self: FactRecord = live(lane[side].facts, {
    strategy: () => strategy,
    steadyRegiments: () => count('steady'),
    routingRegiments: () => count('routing'),
    worstCohesion: () => Math.max(0, ...own().map((u) => (u.status === 'steady' ? u.cohesion : 0))),
  });
  const asks = {
    ...{ turn, inReach: () => isInReach(lane, side), inRange: () => isInRange(lane, side) },
    ...{ distance: () => lane.state.distance, inContact: () => lane.state.contact !== 'none' },
  };
  const now = moment(lane[side].rules, {}, asks);
  return { ...factsFor(lane[side], lane[other(side)], now), self };
}

/**
 * A rout shakes the rest of the brigade, and neighbours in the line of a worse grade (lines 90, 92): whoever is shaken
 * takes a disaster test before anything else is done.
 */
export function newsOf(ranks: Ranks, brigades: readonly Brigade[]): (bodies: readonly Body[]) => Flow<Stepped> {
  const spread = act<Stepped>(spreading(ranks, brigades));
  const all = heardBy(ranks);
  const tests = all.map((x) => [duty<Stepped>({ record: x.record, body: [disasterOf(x.pairs[0], x.side)] })]);
  const firstShaken = () => all.findIndex((x) => x.own.shaken);
  const tellAll: Flow<Stepped>[] = [
    spread,
    { kind: 'while', test: () => firstShaken() >= 0, body: [branch(firstShaken, tests), spread] },
  ];
  const hasNews = ({ regiment, own }: Body) => isRouting(regiment) && !own.isKnownToRout;
  return (bodies) => when(() => bodies.some(hasNews), tellAll);
}

/** Regiments of both sides that have anything to do with the enemy, in the order in which they hear of a rout. */
function heardBy(ranks: Ranks): readonly Body[] {
  const placed = SIDES.flatMap((side) => ranks.of(side).map((body, place) => ({ body, place })));
  const inOrder = placed.sort((x, y) => x.place - y.place).map(({ body }) => body);
  return inOrder.filter((x) => x.pairs.length > 0);
}

function spreading(ranks: Ranks, brigades: readonly Brigade[]): () => void {
  const rank = ({ regiment: { rules, card } }: Body) => rankOf(rules, card.training);
  const routers = brigades.flatMap(({ bodies }) =>
    bodies.map((router) => {
      // Whoever is run through hears of it whatever his grade (line 75).
      const beside = ranks.beside(router).filter((x) => x.isRunThrough || rank(router) > rank(x.body));
      const near = new Set([...bodies, ...beside.map(({ body }) => body)]);
      const hearers = heardBy(ranks).filter((x) => x.side === router.side && x !== router && near.has(x));
      return { router, hearers };
    }),
  );
  return () => {
    for (const { router, hearers } of routers) {
      if (!isRouting(router.regiment) || router.own.isKnownToRout) continue;
      router.own.isKnownToRout = true;
      for (const near of hearers) if (isSteady(near.regiment)) near.own.shaken = true;
    }
  };
}
