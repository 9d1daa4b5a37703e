import { SimError } from './error.ts';
import type { Field, IntField } from './state.ts';

/** Tells of every look at the field that counts turns, and of every change of it. */
export interface Clock {
  readonly path: string;
  /** The last turn, counted from 0. */
  readonly last: number;
  looked: boolean;
  /** It has been moved on by `nextTurn`. */
  ticked: boolean;
}

const tickers = new WeakMap<object, () => boolean>();

/**
 * Moves the clock of a scratch state on; false, and nothing is changed, in the last turn. Unlike a look at the clock this
 * is the same in every turn but the last.
 */
export function nextTurn(view: object): boolean {
  const tick = tickers.get(view);
  if (!tick) throw new SimError('A step moves a clock on that its state does not have.');
  return tick();
}

/** The clock among the fields of a state. */
export function clockOf(fields: readonly { path: string; field: Field }[]): Clock | null {
  const clocks = fields.filter(({ field }) => field.kind === 'int' && field.clock);
  if (clocks.length > 1)
    throw new SimError(`A state has one clock; '${clocks.map((c) => c.path).join("' and '")}' are ${clocks.length}.`);
  if (clocks.length === 0) return null;
  const [{ path, field }] = clocks;
  const last = (field as IntField).max - (field as IntField).min;
  return { path, last, looked: false, ticked: false };
}

/** Puts the clock in its place in the scratch state `root`, where it is seen whenever it is looked at. */
export function putClock(clock: Clock, root: object, group: object, name: string, min: number): void {
  let held = min;
  Object.defineProperty(group, name, {
    enumerable: true,
    get: () => {
      clock.looked = true;
      return held;
    },
    set: (to: number) => {
      clock.looked = true;
      held = to;
    },
  });
  tickers.set(root, () => {
    // The last turn differs from the others, and so does a second turn in one go.
    if (clock.ticked || held === min + clock.last) clock.looked = true;
    if (held === min + clock.last) return false;
    clock.ticked = true;
    held++;
    return true;
  });
}

/** Lets a record that stands for another move the other's clock on; `looks` hears of it. */
export function shareClock(from: object, to: object, looks: () => void): void {
  const tick = tickers.get(from);
  if (!tick) return;
  tickers.set(to, () => {
    looks();
    return tick();
  });
}
