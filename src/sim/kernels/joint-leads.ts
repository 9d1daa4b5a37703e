import type { Part } from './ways.ts';

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
  private readonly sums: readonly number[];
  /** By emission, by sum, what is added. */
  private readonly emissions: readonly (readonly number[])[];
  /** Numbers for each pair of states. */
  readonly width: number;
  private readonly added: (readonly Addition[])[] = [];

  /** @param sums those that are followed */
  constructor(sums: readonly number[], emissions: readonly (readonly number[])[]) {
    this.sums = sums;
    this.emissions = emissions;
    this.width = 1 + sums.length;
    this.means = new Float64Array(emissions[0].length);
    this.squares = new Float64Array(sums.length);
  }

  /** Puts what is added up at the start into the masses of it. */
  start(emission: number, masses: Float64Array): void {
    masses[0] = 1;
    for (const { sum, place, amount } of this.additionsOf(emission)) {
      this.means[sum] += amount;
      if (place < 0) continue;
      masses[1 + place] = amount;
      this.squares[place] += amount ** 2;
    }
  }

  /** Leads a part of a row on to another row, a share of it. */
  lead(held: Float64Array, part: Part, row: number, share: number, emission: number): void {
    const masses = part.to.rowFor(row);
    const isNarrow = this.width === 1 || part.ends;
    if (isNarrow) ledNarrow(held, masses, part, share, this.width);
    else ledWide(held, masses, part, share, this.width);
    if (emission > 0) this.emit(held, isNarrow ? null : masses, part, null, share, emission);
    for (const { emission, items } of part.emitting)
      this.emit(held, isNarrow ? null : masses, part, items, share, emission);
  }

  private emit(
    held: Float64Array,
    masses: Float64Array | null,
    part: Part,
    items: Int32Array | null,
    share: number,
    emission: number,
  ): void {
    for (const { sum, place, amount } of this.additionsOf(emission)) {
      const { p, product } = addedTo(held, masses, part, items, share, this.width, place, amount);
      this.means[sum] += amount * p;
      if (place >= 0) this.squares[place] += amount * amount * p + 2 * amount * product;
    }
  }

  private additionsOf(emission: number): readonly Addition[] {
    this.added[emission] ??= this.emissions[emission].flatMap((amount, sum) =>
      amount === 0 ? [] : [{ sum, place: this.sums.indexOf(sum), amount }],
    );
    return this.added[emission];
  }
}

/** Something that is added to a sum, and the sum's place among those that are followed. */
interface Addition {
  readonly sum: number;
  readonly place: number;
  readonly amount: number;
}

/** To masses without sums. */
function ledNarrow(
  held: Float64Array,
  to: Float64Array,
  { from, columns, shares }: Part,
  share: number,
  width: number,
): void {
  if (shares) for (let i = 0; i < from.length; i++) to[columns[i]] += share * shares[i] * held[from[i] * width];
  else for (let i = 0; i < from.length; i++) to[columns[i]] += share * held[from[i] * width];
}

function ledWide(
  held: Float64Array,
  to: Float64Array,
  { from, columns, shares }: Part,
  share: number,
  width: number,
): void {
  for (let i = 0; i < from.length; i++) {
    let at = from[i] * width;
    if (held[at] === 0) continue;
    const s = shares === null ? share : share * shares[i];
    const end = at + width;
    let k = columns[i] * width;
    while (at < end - 3) {
      to[k] += s * held[at];
      to[k + 1] += s * held[at + 1];
      to[k + 2] += s * held[at + 2];
      to[k + 3] += s * held[at + 3];
      at += 4;
      k += 4;
    }
    while (at < end) to[k++] += s * held[at++];
  }
}

/** Adds to a sum, where it is followed; tells how likely that is, and what the sum has come to before, times that. */
function addedTo(
  held: Float64Array,
  to: Float64Array | null,
  { from, columns, shares }: Part,
  items: Int32Array | null,
  share: number,
  width: number,
  place: number,
  amount: number,
): { readonly p: number; readonly product: number } {
  let p = 0;
  let product = 0;
  const count = items === null ? from.length : items.length;
  for (let n = 0; n < count; n++) {
    const i = items === null ? n : items[n];
    const s = shares === null ? share : share * shares[i];
    const at = from[i] * width;
    p += s * held[at];
    if (place < 0) continue;
    product += s * held[at + 1 + place];
    if (to) to[columns[i] * width + 1 + place] += s * amount * held[at];
  }
  return { p, product };
}
