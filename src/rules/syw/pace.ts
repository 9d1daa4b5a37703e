import { cell, type Rulebook } from '../book.ts';
import type { Field } from './field.ts';
import type { Unit } from './group.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';

/** Infantry of every type is as fast in column on Reserve (003:54). */
const inColumnOnReserve = ({ orders, arm, formation }: Unit): boolean =>
  orders === 'reserve' && arm === 'infantry' && (formation === 'column' || formation === 'deep-column');

/** A figure that the sheet prints for an order. */
export const orderFigure = (book: Rulebook, id: string): number => Number(cell(book, 'orders.figures', id, 'value'));

/** How fast groups are, and what is in their way, by the figures of the orders. */
export function paceOf(field: Field, { ahead }: Sight) {
  const figure = (id: string): number => orderFigure(field.book, id);
  const [halt, friendsHalt] = [figure('advance-halt'), figure('friends-halt')];
  const [reserveLimit, columnOnReserve] = [figure('reserve-no-nearer'), figure('reserve-column')];
  return {
    ...{ halt, standMove: figure('stand-move'), routExtra: figure('rout-extra-speed') },
    leastAdvance: figure('advance-least-move') / 100,
    backwards: figure('reserve-backwards') / 100,
    retreat: figure('retreat-least-move') / 100,
    /** A group moves as its slowest unit, and as the ground lets it. */
    speed: (x: Body): number => {
      const full = Math.min(...x.group.living().map((u) => (inColumnOnReserve(u) ? columnOnReserve : u.movement)));
      return Math.floor((full * (field.stripAt(x)?.speed ?? 100)) / 100);
    },
    /** How far it may go before it is upon friends. */
    room: (x: Body): number => {
      const friend = ahead(x);
      return friend ? Math.max(0, friend.post.at - x.post.at - friendsHalt) : Number.POSITIVE_INFINITY;
    },
    /** Where Advance halts before an enemy; no nearer than the lanes are to each other. */
    haltBefore: (x: Body, foe: Body): number => (x.lane === foe.lane ? halt : Math.max(halt, field.spacing)),
    /** Reserve closes up behind friends (003:14). */
    nearestOnReserve: (x: Body): number => (ahead(x) ? 0 : reserveLimit),
  };
}

export type Pace = ReturnType<typeof paceOf>;
export const hasGuns = ({ group }: Body) => group.living().some((u) => u.arm === 'artillery');
export const inLine = ({ group }: Body) => group.living().every((u) => u.formation === 'line');
