import type { Emissions } from '../ends.ts';
import { StateTable } from '../state-table.ts';

/** A key puts exit, write mask and emission into one whole number. */
const MASKS = 2 ** 12;
const EMISSIONS = 2 ** 16;
const MOST_EXITS = 2 ** 25;

/** Nothing was written. */
const NOTHING_WRITTEN = 0;

/**
 * Endings of procedures as whole numbers: where they lead to, which fields have been written by then, as the number of a
 * mask, and what has been added up, as the number of an emission.
 */
export class EndingKeys {
  private readonly words: number;
  private readonly emissions: Emissions;
  private readonly masks: StateTable;
  private readonly joined = new Map<number, number>();
  private readonly added = new Map<number, number>();

  /** @param words of a mask */
  constructor(words: number, emissions: Emissions) {
    this.words = words;
    this.emissions = emissions;
    this.masks = new StateTable(words);
    this.masks.intern(new Int32Array(words));
  }

  /** Whether there are more masks or emissions, or so many exits, than keys have room for. */
  isPast(exits: number): boolean {
    return this.masks.count > MASKS || this.emissions.list.length > EMISSIONS || exits > MOST_EXITS;
  }

  /** The key of an exit to which nothing was written or added. */
  of(exit: number): number {
    return exit * MASKS * EMISSIONS;
  }

  /** Exit, mask and emission of a key. */
  partsOf(key: number): [exit: number, mask: number, emission: number] {
    const emission = key % EMISSIONS;
    const rest = (key - emission) / EMISSIONS;
    const mask = rest % MASKS;
    return [(rest - mask) / MASKS, mask, emission];
  }

  /** The key of what comes after something was written and added. */
  after(key: number, wrote: number, emission: number): number {
    const [exit, mask, more] = this.partsOf(key);
    return (exit * MASKS + this.join(wrote, mask)) * EMISSIONS + this.add(emission, more);
  }

  /** The number of a mask. */
  maskOf(bits: Int32Array): number {
    return this.masks.intern(bits);
  }

  maskBits(mask: number): Int32Array {
    return this.masks.keys.slice(mask * this.words, (mask + 1) * this.words);
  }

  /** Adds looks that come later: at what was not written before. */
  lookAlso(looks: Int32Array, later: Int32Array, wrote: number): void {
    const { keys } = this.masks;
    for (let w = 0, at = wrote * looks.length; w < looks.length; w++) looks[w] |= later[w] & ~keys[at + w];
  }

  /** The mask that has the bits of both. */
  private join(a: number, b: number): number {
    if (a === b || b === NOTHING_WRITTEN) return a;
    if (a === NOTHING_WRITTEN) return b;
    const name = a * MASKS + b;
    let found = this.joined.get(name);
    if (found === undefined) {
      const [x, y] = [this.maskBits(a), this.maskBits(b)];
      found = this.masks.intern(x.map((bits, w) => bits | y[w]));
      this.joined.set(name, found);
    }
    return found;
  }

  private add(a: number, b: number): number {
    if (a === 0) return b;
    if (b === 0) return a;
    const name = a * EMISSIONS + b;
    let found = this.added.get(name);
    if (found === undefined) {
      const { list } = this.emissions;
      found = this.emissions.placeOf(Float64Array.from(list[a], (x, k) => x + list[b][k]));
      this.added.set(name, found);
    }
    return found;
  }
}
