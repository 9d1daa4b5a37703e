import { live } from '../../kit/live.ts';
import { cell } from '../book.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { FORMING, FORMING_AND_MOVING, type FormingPlan, formationOf, mayForm, movesAsWell } from './drill.ts';
import { type GroupExtras, groupFacts } from './facts.ts';
import { battleBetween, type Field } from './field.ts';
import type { Unit } from './group.ts';
import type { Plan } from './plans.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';
import { reachOf } from './troops.ts';

/** Infantry of every type is as fast in column on Reserve (003:54). */
const inColumnOnReserve = ({ orders, arm, formation }: Unit): boolean =>
  orders === 'reserve' && arm === 'infantry' && (formation === 'column' || formation === 'deep-column');

/** What groups may do in their turn, and how far they go, by the figures of the orders. */
export function moves(field: Field, sight: Sight) {
  const { book, spacing } = field;
  const { apart, opponent, ahead, strikesFlank } = sight;
  const figure = (id: string): number => Number(cell(book, 'orders.figures', id, 'value'));
  const halt = figure('advance-halt');
  const friendsHalt = figure('friends-halt');
  const leastAdvance = figure('advance-least-move') / 100;
  const reserveLimit = figure('reserve-no-nearer');
  const standMove = figure('stand-move');
  const columnOnReserve = figure('reserve-column');
  const routExtra = figure('rout-extra-speed');
  const [backwards, retreat] = [figure('reserve-backwards') / 100, figure('retreat-least-move') / 100];
  /** A group moves as its slowest unit, and as the ground lets it. */
  const speed = (x: Body): number => {
    const full = Math.min(...x.group.living().map((u) => (inColumnOnReserve(u) ? columnOnReserve : u.movement)));
    return Math.floor((full * (field.stripAt(x)?.speed ?? 100)) / 100);
  };
  const hasGuns = ({ group }: Body) => group.living().some((u) => u.arm === 'artillery');
  const inLine = ({ group }: Body) => group.living().every((u) => u.formation === 'line');
  /** How far it may go before it is upon friends. */
  const room = (x: Body): number => {
    const friend = ahead(x);
    return friend ? Math.max(0, friend.post.at - x.post.at - friendsHalt) : Number.POSITIVE_INFINITY;
  };

  /** Where Advance halts before an enemy; no nearer than the lanes are to each other. */
  const haltBefore = (x: Body, foe: Body): number => (x.lane === foe.lane ? halt : Math.max(halt, spacing));

  /**
   * Artillery does not charge, nor does a second line. Infantry with missiles must have halted before an enemy whose front
   * it faces (003:8); others, and whoever comes upon a flank, go in from a move away.
   */
  const mayCharge = (x: Body, foe: Body): boolean => {
    if (hasGuns(x) || !inLine(x) || ahead(x)) return false;
    const flank = strikesFlank(x, foe);
    if (flank && field.ruling['flankCharge'] === 'no') return false;
    const missiles = x.group.living().some((u) => u.arm === 'infantry' && u.weapon !== 'none');
    return apart(x, foe) <= (missiles && !flank ? haltBefore(x, foe) : speed(x));
  };
  /** On Advance every unit is in line; guns on Reserve only pivot. Reserve closes up behind friends (003:14). */
  const allowed: Readonly<Record<Plan, (x: Body, foe: Body) => boolean>> = {
    stand: () => true,
    close: (x, foe) => apart(x, foe) > standMove && room(x) >= standMove,
    advance: (x, foe) => inLine(x) && apart(x, foe) > haltBefore(x, foe) && room(x) > 0,
    approach: (x, foe) => !hasGuns(x) && apart(x, foe) > nearestOnReserve(x) && room(x) > 0,
    charge: mayCharge,
    withdraw: (x) => !hasGuns(x),
    retreat: () => true,
    // Not for guns that began the turn on Stand (003:8).
    'bring-up': (x) =>
      x.group.orders === 'advance' && inLine(x) && x.group.living().every((u) => u.arm === 'artillery'),
    ...forming((plan) => (x, foe) => {
      const to = formationOf(plan)!;
      const isFoot = x.group.living().every((u) => u.arm === 'infantry');
      if (hasGuns(x) || (to === 'square' && !isFoot)) return false;
      const moves = movesAsWell(plan);
      return mayForm(x.drill, x.group.members[0].formation, to, moves) && (!moves || allowed.approach(x, foe));
    }),
  };
  const nearestOnReserve = (x: Body): number => (ahead(x) ? 0 : reserveLimit);
  /** Goes nearer until so far from the enemy, or upon friends. */
  const goTo = (x: Body, foe: Body, distance: number): void => {
    const [now, gap] = [apart(x, foe), field.gap(x, foe)];
    const by = Math.min(Math.max(0, now - distance), room(x), x.lane === foe.lane ? now : Math.abs(gap));
    field.setGap(x, foe, gap - Math.sign(gap) * by);
  };
  const go: Readonly<Record<Plan, (x: Body, foe: Body) => void>> = {
    stand: () => {},
    close: (x, foe) => goTo(x, foe, apart(x, foe) - standMove),
    advance: (x, foe) => {
      const friend = ahead(x);
      const blocked = friend !== undefined && speed(x) * leastAdvance >= friend.post.at - x.post.at;
      goTo(x, foe, Math.max(halt, apart(x, foe) - speed(x)));
      if (blocked || apart(x, foe) <= haltBefore(x, foe)) x.post.orders = 'stand';
    },
    approach: (x, foe) => goTo(x, foe, Math.max(nearestOnReserve(x), apart(x, foe) - speed(x))),
    // A charge stops at the halt, where it tests.
    charge: (x, foe) => goTo(x, foe, Math.min(halt, apart(x, foe))),
    withdraw: (x) => field.fallBack(x, Math.floor(speed(x) * backwards)),
    retreat: (x) => fallBack(x, Math.ceil(speed(x) * retreat)),
    'bring-up': (x, foe) => {
      const reach = Math.max(halt, ...x.group.living().map(reachOf));
      goTo(x, foe, Math.max(reach, apart(x, foe) - speed(x)));
      if (apart(x, foe) <= reach) x.post.orders = 'stand';
    },
    ...forming((plan) => (x, foe) => {
      x.post.formed = formationOf(plan)!;
      if (movesAsWell(plan)) go.approach(x, foe);
    }),
  };
  /** Goes back through whoever of its side is in the way (SYW-R39). */
  const throughFriends = (x: Body, back: () => void): void => {
    const before = x.post.at;
    back();
    for (const y of sight.friends(x)) {
      if (y.lane !== x.lane || !sight.isIn(y) || y.post.at > before || y.post.at < x.post.at) continue;
      if (field.ruling['passThrough'] === 'disorganised') for (const u of y.group.living()) u.state.disorganised = true;
    }
  };
  const fallBack = (x: Body, by: number): void => throughFriends(x, () => field.fallBack(x, by));
  const move = (x: Body): void => {
    const foe = opponent(x);
    const { plan } = x.post;
    if (plan === 'none' || !foe) return;
    const before = field.gap(x, foe);
    go[plan](x, foe);
    x.post.moved = field.gap(x, foe) !== before;
  };
  /** Rout takes a group a full move and more towards the edge; the rate of the first move is not printed. */
  const run = (x: Body): void => throughFriends(x, () => field.run(x, speed(x) + routExtra));
  return { halt, allowed, move, fallBack, run };
}
export type Moves = ReturnType<typeof moves>;

const forming = <T>(of: (plan: FormingPlan) => T): Record<FormingPlan, T> =>
  Object.fromEntries([...FORMING, ...FORMING_AND_MOVING].map((plan) => [plan, of(plan)])) as Record<FormingPlan, T>;

/** What a tactic may look at; the enemy is whoever is the opponent at the time. */
export function tacticFacts(field: Field, sight: Sight, x: Body, extras: (x: Body, y: Body) => GroupExtras): Facts {
  const { opponent, targetOf, foes } = sight;
  const of = (own: Body, foe: Body): FactRecord =>
    live(groupFacts(battleBetween(field, own, foe), own.group, 'orders', extras(own, foe)), {
      inRange: () => own.group.members.some((unit) => targetOf(own, unit) !== undefined),
    }) as FactRecord;
  return {
    self: asked(() => opponent(x), new Map(foes(x).map((y) => [y, of(x, y)]))),
    enemy: asked(() => opponent(x), new Map(foes(x).map((y) => [y, of(y, x)]))),
    now: live({ test: 'orders' }, { distance: () => distanceTo(sight, x), turn: () => field.state.turn }),
    ruling: field.ruling,
  };
}
export const distanceTo = ({ opponent, apart }: Sight, x: Body): number => {
  const foe = opponent(x);
  return foe ? apart(x, foe) : 0;
};

/** Facts of whichever record counts at the time; the record itself where there is only one. */
function asked(which: () => Body | undefined, records: ReadonlyMap<Body, FactRecord>): FactRecord {
  const [first] = records.values();
  if (records.size === 1) return first;
  const names: string[] = [];
  for (const name in first) names.push(name);
  const asks = names.map((name) => [
    name,
    () => {
      const body = which();
      return body && records.get(body)?.[name];
    },
  ]);
  return live({}, Object.fromEntries(asks)) as FactRecord;
}
