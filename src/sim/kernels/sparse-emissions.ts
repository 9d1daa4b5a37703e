import type { Emissions } from '../ends.ts';

/** What entries add to the sums, without the noughts: nearly all add to one or two of a dozen. */
export class SparseEmissions {
  first = new Int32Array(1);
  sumOf = new Int32Array(0);
  amount = new Float64Array(0);
  private readonly emissions: Emissions;

  constructor(emissions: Emissions) {
    this.emissions = emissions;
  }

  /** With those that have come up since. */
  upToDate(): this {
    const { list } = this.emissions;
    if (this.first.length === list.length + 1) return this;
    const parts = list.flatMap((amounts, e) =>
      amounts.flatMap((amount, sum) => (amount === 0 ? [] : [{ e, sum, amount }])),
    );
    this.sumOf = Int32Array.from(parts, (p) => p.sum);
    this.amount = Float64Array.from(parts, (p) => p.amount);
    this.first = new Int32Array(list.length + 1);
    for (const { e } of parts) this.first[e + 1]++;
    for (let e = 0; e < list.length; e++) this.first[e + 1] += this.first[e];
    return this;
  }
}
