import { ACTION, type Action, type Move, mayForm } from './actions.ts';
import type { Field } from './field.ts';
import { hasGuns, inLine, type Pace, paceOf } from './pace.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';
import { reachOf } from './troops.ts';

/** What groups may do. On Advance every unit is in line; guns on Reserve only pivot. */
function allowedBy(field: Field, { wayTo, ahead, strikesFlank }: Sight, pace: Pace) {
  const { standMove, room, haltBefore, nearestOnReserve, speed } = pace;
  /**
   * Artillery does not charge, nor does a second line. Infantry with missiles must have halted before an enemy whose front
   * it faces (003:8); others, and whoever comes upon a flank, go in from a move away.
   */
  const mayCharge = (x: Body, foe: Body): boolean => {
    if (hasGuns(x) || !inLine(x) || ahead(x)) return false;
    const flank = strikesFlank(x, foe);
    if (flank && field.ruling['flankCharge'] === 'no') return false;
    const missiles = x.group.living().some((u) => u.arm === 'infantry' && u.weapon !== 'none');
    return wayTo(x, foe) <= (missiles && !flank ? haltBefore(x, foe) : speed(x));
  };
  const may: Readonly<Record<Move, (x: Body, foe: Body) => boolean>> = {
    stand: () => true,
    close: (x, foe) => wayTo(x, foe) > standMove && room(x) >= standMove,
    advance: (x, foe) => inLine(x) && wayTo(x, foe) > haltBefore(x, foe) && room(x) > 0,
    approach: (x, foe) => !hasGuns(x) && wayTo(x, foe) > nearestOnReserve(x) && room(x) > 0,
    charge: mayCharge,
    withdraw: (x) => !hasGuns(x),
    retreat: () => true,
    // Not for guns that began the turn on Stand (003:8).
    'bring-up': (x) =>
      x.group.orders === 'advance' && inLine(x) && x.group.living().every((u) => u.arm === 'artillery'),
  };
  return (action: Action, x: Body, foe: Body): boolean => {
    const { forms, moves = false } = ACTION[action];
    if (!forms) return may[action as Move](x, foe);
    const isFoot = x.group.living().every((u) => u.arm === 'infantry');
    if (hasGuns(x) || (forms === 'square' && !isFoot)) return false;
    return mayForm(x.drill, x.group.members[0].formation, forms, moves) && (!moves || may.approach(x, foe));
  };
}

/** Goes back through whoever of its side is in the way (SYW-R39). */
function throughFriends(field: Field, sight: Sight, x: Body, back: () => void): void {
  const before = x.post.at;
  back();
  for (const y of sight.friends(x)) {
    if (y.lane !== x.lane || !sight.isIn(y) || y.post.at > before || y.post.at < x.post.at) continue;
    if (field.ruling['passThrough'] === 'disorganised') for (const u of y.group.living()) u.state.disorganised = true;
  }
}

/** What groups may do in their turn, and how far they go, by the figures of the orders. */
export function moves(field: Field, sight: Sight) {
  const pace = paceOf(field, sight);
  const { halt, standMove, leastAdvance, speed, room, haltBefore, nearestOnReserve } = pace;
  const { wayTo, opponent, ahead } = sight;
  const fallBack = (x: Body, by: number): void => throughFriends(field, sight, x, () => field.fallBack(x, by));
  /** Goes nearer until so far from the enemy, or upon friends. */
  const goTo = (x: Body, foe: Body, distance: number): void => {
    const [now, gap] = [wayTo(x, foe), field.gap(x, foe)];
    const by = Math.min(Math.max(0, now - distance), room(x), x.lane === foe.lane ? now : Math.abs(gap));
    field.setGap(x, foe, gap - Math.sign(gap) * by);
  };
  const go: Readonly<Record<Move, (x: Body, foe: Body) => void>> = {
    stand: () => {},
    close: (x, foe) => goTo(x, foe, wayTo(x, foe) - standMove),
    advance: (x, foe) => {
      const friend = ahead(x);
      const blocked = friend !== undefined && speed(x) * leastAdvance >= friend.post.at - x.post.at;
      goTo(x, foe, Math.max(halt, wayTo(x, foe) - speed(x)));
      if (blocked || wayTo(x, foe) <= haltBefore(x, foe)) x.post.orders = 'stand';
    },
    approach: (x, foe) => goTo(x, foe, Math.max(nearestOnReserve(x), wayTo(x, foe) - speed(x))),
    // A charge stops at the halt, where it tests.
    charge: (x, foe) => goTo(x, foe, Math.min(halt, wayTo(x, foe))),
    withdraw: (x) => field.fallBack(x, Math.floor(speed(x) * pace.backwards)),
    retreat: (x) => fallBack(x, Math.ceil(speed(x) * pace.retreat)),
    'bring-up': (x, foe) => {
      const reach = Math.max(halt, ...x.group.living().map(reachOf));
      goTo(x, foe, Math.max(reach, wayTo(x, foe) - speed(x)));
      if (wayTo(x, foe) <= reach) x.post.orders = 'stand';
    },
  };
  const move = (x: Body): void => {
    const foe = opponent(x);
    const { action } = x.post;
    if (action === 'none' || !foe) return;
    const before = field.gap(x, foe);
    const { forms, moves } = ACTION[action];
    if (forms) x.post.formed = forms;
    if (!forms) go[action as Move](x, foe);
    else if (moves) go.approach(x, foe);
    x.post.moved = field.gap(x, foe) !== before;
  };
  /** Rout takes a group a full move and more towards the edge; the rate of the first move is not printed. */
  const run = (x: Body): void => throughFriends(field, sight, x, () => field.run(x, speed(x) + pace.routExtra));
  return { halt, allowed: allowedBy(field, sight, pace), move, fallBack, run };
}

export type Moves = ReturnType<typeof moves>;
