import type { EndTable } from '../ends.ts';
import { type CompactEnds, GIVEN_UP } from './compact-batch.ts';

/** The endings that have been worked out where they hang on totals and the turn alone: plain data. */
export interface KnownEnds {
  /** By node, the number of what its record adds to totals; and by number, that. */
  readonly parts: Int32Array;
  readonly totals: readonly (readonly number[])[];
  /** Names of totals and turn (see `endName`), and by name the place of the ending in the list. */
  readonly names: Float64Array;
  readonly places: Int32Array;
  readonly list: readonly { readonly outcome: number; readonly values: readonly number[] }[];
}

const TURNS = 64;
export const endName = (total: number, turn: number): number => total * TURNS + turn;

/** Endings that another thread has worked out; those that it has not are left to it. */
export class HandedEnds implements CompactEnds {
  readonly isAdditive = true;
  private readonly parts: Int32Array;
  private readonly totals: (readonly number[])[];
  private readonly numbers: Map<string, number>;
  private readonly joined = new Map<number, number>();
  private readonly placeOf = new Map<number, number>();

  /** @param table takes the endings that it does not have yet */
  constructor({ parts, totals, names, places, list }: KnownEnds, table: Pick<EndTable<never>, 'placeOf'>) {
    this.parts = parts;
    this.totals = [...totals];
    this.numbers = new Map(totals.map((amounts, number) => [amounts.join(' '), number]));
    const own = list.map(({ outcome, values }) => table.placeOf(outcome, [...values]));
    for (const [k, name] of names.entries()) this.placeOf.set(name, own[places[k]]);
  }

  place(_: number, turn: number, nodes: Int32Array): number {
    let total = this.parts[nodes[0]];
    for (let k = 1; k < nodes.length; k++) total = this.join(total, this.parts[nodes[k]]);
    return this.placeOf.get(endName(total, turn)) ?? GIVEN_UP;
  }

  private join(a: number, b: number): number {
    const name = a * 2 ** 26 + b;
    let number = this.joined.get(name);
    if (number === undefined) {
      const other = this.totals[b];
      const sum = this.totals[a].map((amount, t) => amount + other[t]);
      const word = sum.join(' ');
      number = this.numbers.get(word) ?? this.totals.push(sum) - 1;
      this.numbers.set(word, number);
      this.joined.set(name, number);
    }
    return number;
  }
}
