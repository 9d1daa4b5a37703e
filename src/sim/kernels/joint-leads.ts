import { JointNumbers } from './joint-numbers.ts';
import { ITEM_BYTES, NUMBER_BYTES } from './joint-wasm-code.ts';
import type { Items, Part } from './ways.ts';

/**
 * Leads on how likely pairs of states are and, for some sums, what they have come to by then. Means take no more than how
 * likely each thing is that adds to a sum; squares take how far the sum has come on the way there, (s + x)² being s² and
 * x² + 2sx.
 */
export class JointLeads {
  /** By sum. */
  readonly means: Float64Array;
  /** By place in `sums`. */
  readonly squares: Float64Array;
  readonly numbers: JointNumbers;
  private readonly sums: readonly number[];
  /** By emission, by sum, what is added. */
  private readonly emissions: readonly (readonly number[])[];
  /** Numbers for each pair of states, one to spare where they would be odd. */
  readonly width: number;
  /** By emission, where it is in memory what is added, and how much has gone that way. */
  private readonly addedAt = new Map<number, number>();

  /**
   * @param sums those that are followed
   * @param room pairs of states that there is room for at first
   */
  constructor(sums: readonly number[], emissions: readonly (readonly number[])[], room: number) {
    this.sums = sums;
    this.emissions = emissions;
    this.width = (2 + sums.length) & ~1;
    this.numbers = new JointNumbers(this.width, room * this.width);
    this.means = new Float64Array(emissions[0].length);
    this.squares = new Float64Array(sums.length);
  }

  /** All engagements begin there. */
  start(held: number): void {
    this.numbers.numbers[held / NUMBER_BYTES] = 1;
  }

  /** Leads a part of a row on to another row, a share of it. */
  lead(held: number, part: Part, row: number, share: number, emission: number): void {
    const to = part.to.rowFor(row);
    for (const items of part.items) {
      const own = emission > 0 ? emission : items.emission;
      const added = own > 0 ? this.added(own) : 0;
      const { sweeps } = this.numbers;
      if (part.ends) this.end(held, items, to, share, added);
      else if (added > 0) sweeps.leadAdding(items.first, items.last, held, to, share, added);
      else sweeps.lead(items.first, items.last, held, to, share);
    }
  }

  /** Where an engagement is over nothing but its probability goes on. */
  private end(held: number, { first, last }: Items, row: number, share: number, added: number): void {
    const { numbers, words } = this.numbers;
    for (let item = first; item < last; item += ITEM_BYTES) {
      const from = (held + words[item / 4]) / NUMBER_BYTES;
      const s = share * numbers[item / NUMBER_BYTES + 1];
      numbers[(row + words[item / 4 + 1]) / NUMBER_BYTES] += s * numbers[from];
      if (added === 0) continue;
      const passed = added / NUMBER_BYTES + this.width;
      for (let k = 0; k < this.width; k++) numbers[passed + k] += s * numbers[from + k];
    }
  }

  /** Adds what has come to the sums since the last time; often, so that little is not added to much a million times. */
  addUp(): void {
    const { numbers } = this.numbers;
    for (const [emission, added] of this.addedAt) {
      const passed = added / NUMBER_BYTES + this.width;
      const p = numbers[passed];
      this.emissions[emission].forEach((amount, sum) => {
        this.means[sum] += amount * p;
        const place = this.sums.indexOf(sum);
        if (place >= 0) this.squares[place] += amount * amount * p + 2 * amount * numbers[passed + 1 + place];
      });
      numbers.fill(0, passed, passed + this.width);
    }
  }

  private added(emission: number): number {
    const known = this.addedAt.get(emission);
    if (known !== undefined) return known;
    const at = this.numbers.take(2 * this.width);
    this.sums.forEach((sum, place) => {
      this.numbers.numbers[at / NUMBER_BYTES + 1 + place] = this.emissions[emission][sum];
    });
    this.addedAt.set(emission, at);
    return at;
  }
}
