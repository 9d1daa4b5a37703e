import { grownUnknown, UNKNOWN } from './look-trees.ts';

const NONE = new Int32Array(0);

/**
 * What the records of an engagement add to totals, by number, and where it ends by what they add together and by the
 * turn. All is found by number: thousands of engagements end in a batch.
 */
export class TotalEnds {
  private readonly amounts: (readonly number[])[] = [];
  private readonly numbers = new Map<string, number>();
  /** By number, the sum with each other number. */
  private readonly joined: Int32Array[] = [];
  /** By turn and number, the place of the ending. */
  private readonly places: Int32Array[] = [];

  /** By number, the amounts. */
  get list(): readonly (readonly number[])[] {
    return this.amounts;
  }

  numberOf(amounts: readonly number[]): number {
    const name = amounts.join(' ');
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.amounts.push(amounts) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }

  /** The number of both together. */
  join(a: number, b: number): number {
    let sums = this.joined[a];
    if (!sums || b >= sums.length) {
      sums = grownUnknown(sums ?? NONE, b + 1);
      this.joined[a] = sums;
    }
    if (sums[b] === UNKNOWN) {
      const more = this.amounts[b];
      sums[b] = this.numberOf(this.amounts[a].map((amount, t) => amount + more[t]));
    }
    return sums[b];
  }

  /** Where an engagement ends; UNKNOWN where that has yet to be worked out. */
  placeOf(total: number, turn: number): number {
    return this.places[turn]?.[total] ?? UNKNOWN;
  }

  put(total: number, turn: number, place: number): void {
    const known = this.places[turn] ?? NONE;
    this.places[turn] = total < known.length ? known : grownUnknown(known, total + 1);
    this.places[turn][total] = place;
  }

  /** All endings that have been worked out. */
  known(): { total: number; turn: number; place: number }[] {
    return this.places.flatMap((places, turn) =>
      Array.from(places).flatMap((place, total) => (place === UNKNOWN ? [] : [{ total, turn, place }])),
    );
  }
}
