import type { Die } from '../die.ts';

/**
 * Where a stretch of entries of a wide die's row leads: to a face (its place), to another row of the same die, or back to
 * its first row. Rows of one die are numbered from 0, its first.
 */
export type Spread = { readonly entries: number } & ({ readonly face: number } | { readonly row: number });

const known = new WeakMap<Die, Map<number, readonly (readonly Spread[])[]>>();

/**
 * A die that one draw of `width` cases cannot carry, as a tree of rows: the draws are digits of one long number, and the
 * range of that number is cut into one stretch for each face, as long as its weight. A digit that settles the face leads
 * to it; one that still leaves two faces open leads to a further row. What is left over at the top of the range, less
 * than one entry of the first row, leads back to the first row: unbiased, and all in whole numbers.
 */
export function spreadOf(die: Die, width: number): readonly (readonly Spread[])[] {
  const byWidth = known.get(die) ?? new Map<number, readonly (readonly Spread[])[]>();
  known.set(die, byWidth);
  let rows = byWidth.get(width);
  if (!rows) {
    rows = makeRows(die, BigInt(width));
    byWidth.set(width, rows);
  }
  return rows;
}

function makeRows(die: Die, width: bigint): Spread[][] {
  const total = BigInt(die.total);
  let range = width;
  while (range < total * width) range *= width;
  const stretch = range / total;
  let sum = 0n;
  // The first draw past each face; past the last one lies what is left over.
  const ends = die.weights.map((w) => {
    sum += BigInt(w);
    return sum * stretch;
  });
  const rows: Spread[][] = [];
  const waiting: { from: bigint; size: bigint }[] = [{ from: 0n, size: range }];
  for (let r = 0; r < waiting.length; r++) {
    const { from, size } = waiting[r];
    const entry = size / width;
    let face = ends.findIndex((end) => from < end);
    if (face < 0) face = ends.length;
    const row: Spread[] = [];
    for (let e = 0n; e < width; ) {
      const low = from + e * entry;
      while (face < ends.length && ends[face] <= low) face++;
      // As many entries as lie wholly before the end of this face; none where one lies across it.
      const whole = face === ends.length ? width - e : (ends[face] - low) / entry;
      const many = whole > width - e ? width - e : whole;
      if (face === ends.length) row.push({ entries: Number(many), row: 0 });
      else if (many > 0n) row.push({ entries: Number(many), face });
      else row.push({ entries: 1, row: waiting.push({ from: low, size: entry }) - 1 });
      e += many > 0n ? many : 1n;
    }
    rows.push(row);
  }
  return rows;
}
