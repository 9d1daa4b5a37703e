import { allows, at, type Rules } from '../rules.ts';
import { bandsOf, refusalOn } from '../shooting.ts';
import { LEVELS, type Level, ORDERS, type Order } from '../words.ts';
import { closest, type Lane, other, ratesOf } from './lane.ts';
import type { Phase, SideKey } from './situation.ts';

/** The step that a regiment takes in a phase, or undefined when there is nothing for it to do. */
export type Duty = (phase: Phase) => string | undefined;

/** What never changes is looked up once: an engagement asks for duties far more often than it rolls. */
export function dutyOf(rules: Rules, lane: Lane, side: SideKey): Duty {
  const { live } = lane;
  const self = live[side];
  const enemy = live[other(side)];
  const { card } = lane[side];
  const prefix = `${lane.name}.${side}.`;
  const [run, halt, charge, move, cross, back] = ['run', 'halt', 'charge', 'move', 'cross', 'back'].map(
    (name) => prefix + name,
  );
  const [shoot, rally, rallyFromRout] = ['shoot', 'rally', 'rally-from-rout'].map((name) => prefix + name);
  const strike = { a: `${lane.name}.a.strike`, b: `${lane.name}.b.strike`, none: undefined };
  const rates = ratesOf(rules, lane[side]);
  const nearest = closest(rules, lane, side);
  const furthest = bandsOf(rules, lane[side]).at(-1)?.maxRange ?? -1;
  const mayCharge = allows(rules, 'charge.may', card.arm, lane[other(side)].card.arm);
  const ragged = LEVELS.indexOf(at(rules, 'charge.effects', 'opportunity', 'level') as Level);
  const on = (action: string) =>
    Object.fromEntries(ORDERS.map((o) => [o, allows(rules, 'orders', action, o)])) as Record<Order, boolean>;
  const charges = on('charge');
  // On Rally only formations change, which regiments here do not.
  const moves = { ...on('movement'), rally: false };
  const backsUp = on('back-up');
  const crosses = lane.obstacle ? on(`${lane.obstacle.kind}-obstacles`) : moves;
  const opportunity = on('opportunity-charge');
  const rallies = on('rally');
  const fires = Object.fromEntries(
    ORDERS.map((order) => [order, refusalOn(rules, lane[side], order) === undefined]),
  ) as Record<Order, boolean>;

  return (phase) => {
    switch (phase) {
      case 'move': {
        if (self.status === 'routing') return enemy.pursuing ? undefined : run;
        if (self.status !== 'steady' || live.contact !== 'none') return undefined;
        if (self.pursuing) return halt;
        if (enemy.status !== 'steady') return undefined;
        const { order } = self;
        if (self.backs) return backsUp[order] && live.distance < lane.edge ? back : undefined;
        const ordered = charges[order] || (opportunity[order] && enemy.cohesion >= ragged);
        // Nobody charges over an obstacle: those are crossed on March.
        if (ordered && mayCharge && live.open && live.distance <= rates.charge) return charge;
        const barred = live.open ? nearest : Math.max(nearest, lane.obstacle!.at);
        if (moves[order] && live.distance > barred) return move;
        return !live.open && live.distance > nearest && crosses[order] ? cross : undefined;
      }
      case 'shoot':
        if (live.contact !== 'none' || self.status !== 'steady' || self.pursuing) return undefined;
        if (enemy.status === 'destroyed' || enemy.status === 'gone') return undefined;
        return live.distance <= furthest && fires[self.order] ? shoot : undefined;
      case 'melee':
        return live.fought ? undefined : strike[live.contact];
      case 'rally':
        if (self.status === 'routing') return enemy.pursuing || self.ranThisTurn ? undefined : rallyFromRout;
        if (live.contact !== 'none' || self.status !== 'steady' || self.pursuing || self.cohesion === 0)
          return undefined;
        return rallies[self.order] ? rally : undefined;
    }
  };
}
