import type { Emissions } from '../ends.ts';
import type { Rows } from './rows.ts';
import type { Steps } from './steps.ts';
import { BESIDES } from './visit-loop.ts';

/**
 * What entries do besides leading on, in plain arrays for the loop that plays: amounts without the noughts (nearly all add
 * to one or two of a dozen sums), the turn, and the effect where others change too.
 */
export class SparseBesides {
  besides = new Int32Array(0);
  sumOf = new Int32Array(0);
  amount = new Float64Array(0);
  private upTo = 0;

  /** With those that have come up since. */
  upToDate<S>({ besides }: Rows, { list }: Emissions, { effects }: Steps<S>): this {
    if (this.upTo === besides.length) return this;
    this.upTo = besides.length;
    const amounts = besides.map(({ emission }) =>
      list[emission].flatMap((amount, sum) => (amount === 0 ? [] : [{ sum, amount }])),
    );
    this.sumOf = Int32Array.from(amounts.flat(), (a) => a.sum);
    this.amount = Float64Array.from(amounts.flat(), (a) => a.amount);
    this.besides = new Int32Array(besides.length * BESIDES);
    let from = 0;
    besides.forEach(({ effect }, k) => {
      const { turn, others } = effects[effect];
      this.besides.set([from, from + amounts[k].length, turn, others.length > 0 ? effect : 0], k * BESIDES);
      from += amounts[k].length;
    });
    return this;
  }

  /** Forgets all: numbers are given anew. */
  begin(): void {
    this.upTo = 0;
  }
}
