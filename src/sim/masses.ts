/** Probabilities of many places, each with the moments of every sum. */
export class Masses {
  /** Per place: p, then for each sum p·E[x] and p·E[x²]. */
  private mass: Float64Array;
  /** What each p has lost to rounding so far: a place may be reached a million times. */
  private rest: Float64Array;
  readonly width: number;

  constructor(sums: number) {
    this.width = 1 + 2 * sums;
    this.mass = new Float64Array(64 * this.width);
    this.rest = new Float64Array(64);
  }

  reserve(place: number): void {
    if (place < this.rest.length) return;
    this.mass = grownFloats(this.mass);
    this.rest = grownFloats(this.rest);
  }

  /** A copy of what one place holds. */
  at(place: number): Float64Array {
    return this.mass.slice(place * this.width, (place + 1) * this.width);
  }

  /** Adds a share of `from` (p, and the moments of each sum) with `amounts` added to the sums on the way. */
  add(place: number, from: ArrayLike<number>, share: number, amounts: readonly number[]): void {
    const { mass, rest } = this;
    const at = place * this.width;
    const p = share * from[0];
    const y = p - rest[place];
    const t = mass[at] + y;
    rest[place] = t - mass[at] - y;
    mass[at] = t;
    for (let k = 0; k < amounts.length; k++) {
      const x = amounts[k];
      const m1 = share * from[1 + 2 * k];
      const m2 = share * from[2 + 2 * k];
      mass[at + 1 + 2 * k] += m1 + x * p;
      mass[at + 2 + 2 * k] += m2 + 2 * x * m1 + x * x * p;
    }
  }
}

function grownFloats(from: Float64Array): Float64Array {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
