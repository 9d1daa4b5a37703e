import type { EndTable } from '../ends.ts';
import { type CompactEnds, GIVEN_UP } from './compact-batch.ts';
import { UNKNOWN } from './look-trees.ts';
import { type KnownTotals, TotalEnds } from './total-ends.ts';

/** The endings that have been worked out where they hang on totals and the turn alone: plain data. */
export interface KnownEnds {
  /** By node, the number of what its record adds to totals. */
  readonly parts: Int32Array;
  /** Their places are those of the list. */
  readonly totals: KnownTotals;
  readonly list: readonly { readonly outcome: number; readonly values: readonly number[] }[];
}

/** Endings that another thread has worked out; those that it has not are left to it. */
export class HandedEnds implements CompactEnds {
  readonly isAdditive = true;
  private readonly parts: Int32Array;
  private readonly totals: TotalEnds;

  /** @param table takes the endings that it does not have yet */
  constructor({ parts, totals, list }: KnownEnds, table: Pick<EndTable<never>, 'placeOf'>) {
    this.parts = parts;
    const own = list.map(({ outcome, values }) => table.placeOf(outcome, [...values]));
    this.totals = TotalEnds.of({ ...totals, places: totals.places.map((place) => own[place]) });
  }

  place(_: number, turn: number, nodes: Int32Array): number {
    const { totals, parts } = this;
    totals.begin(turn, parts[nodes[0]]);
    for (let k = 1; k < nodes.length; k++) totals.add(parts[nodes[k]]);
    const place = totals.place();
    return place === UNKNOWN ? GIVEN_UP : place;
  }
}
