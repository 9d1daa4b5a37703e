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

/** The figures of the orders that moves go by. */
function figuresOf({ book }: Field) {
  const figure = (id: string): number => orderFigure(book, id);
  return {
    halt: figure('advance-halt'),
    friendsHalt: figure('friends-halt'),
    leastAdvance: figure('advance-least-move') / 100,
    reserveLimit: figure('reserve-no-nearer'),
    standMove: figure('stand-move'),
    columnOnReserve: figure('reserve-column'),
    routExtra: figure('rout-extra-speed'),
    backwards: figure('reserve-backwards') / 100,
    retreat: figure('retreat-least-move') / 100,
  };
}

/** How fast groups are, and what is in their way. */
export function paceOf(field: Field, { ahead }: Sight) {
  const figures = figuresOf(field);
  return {
    ...figures,
    /** A group moves as its slowest unit, and as the ground lets it. */
    speed: (x: Body): number => {
      const { columnOnReserve } = figures;
      const full = Math.min(...x.group.living().map((u) => (inColumnOnReserve(u) ? columnOnReserve : u.movement)));
      return Math.floor((full * (field.stripAt(x)?.speed ?? 100)) / 100);
    },
    /** How far it may go before it is upon friends. */
    room: (x: Body): number => {
      const friend = ahead(x);
      return friend ? Math.max(0, friend.post.at - x.post.at - figures.friendsHalt) : Number.POSITIVE_INFINITY;
    },
    /** Where Advance halts before an enemy; no nearer than the lanes are to each other. */
    haltBefore: (x: Body, foe: Body): number =>
      x.lane === foe.lane ? figures.halt : Math.max(figures.halt, field.spacing),
    /** Reserve closes up behind friends (003:14). */
    nearestOnReserve: (x: Body): number => (ahead(x) ? 0 : figures.reserveLimit),
  };
}

export type Pace = ReturnType<typeof paceOf>;

export const hasGuns = ({ group }: Body) => group.living().some((u) => u.arm === 'artillery');

export const inLine = ({ group }: Body) => group.living().every((u) => u.formation === 'line');
