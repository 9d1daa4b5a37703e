import type { EndTable } from '../ends.ts';
import { type CompactEnds, GIVEN_UP } from './compact-batch.ts';
import { UNKNOWN } from './look-trees.ts';
import { TotalEnds } from './total-ends.ts';

/** The endings that have been worked out where they hang on totals and the turn alone: plain data. */
export interface KnownEnds {
  /** By node, the number of what its record adds to totals; and by number, that. */
  readonly parts: Int32Array;
  readonly totals: readonly (readonly number[])[];
  /** By total and turn, the place of the ending in the list. */
  readonly places: readonly { readonly total: number; readonly turn: number; readonly place: number }[];
  readonly list: readonly { readonly outcome: number; readonly values: readonly number[] }[];
}

/** Endings that another thread has worked out; those that it has not are left to it. */
export class HandedEnds implements CompactEnds {
  readonly isAdditive = true;
  private readonly parts: Int32Array;
  private readonly totals = new TotalEnds();

  /** @param table takes the endings that it does not have yet */
  constructor({ parts, totals, places, list }: KnownEnds, table: Pick<EndTable<never>, 'placeOf'>) {
    this.parts = parts;
    for (const amounts of totals) this.totals.numberOf(amounts);
    const own = list.map(({ outcome, values }) => table.placeOf(outcome, [...values]));
    for (const { total, turn, place } of places) this.totals.put(total, turn, own[place]);
  }

  place(_: number, turn: number, nodes: Int32Array): number {
    let total = this.parts[nodes[0]];
    for (let k = 1; k < nodes.length; k++) total = this.totals.join(total, this.parts[nodes[k]]);
    const place = this.totals.placeOf(total, turn);
    return place === UNKNOWN ? GIVEN_UP : place;
  }
}
