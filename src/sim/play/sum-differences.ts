import type { SumMeasure } from '../machine.ts';

/** Differences of what two machines add up under the same dice, by the first one's sums: their squares, and the largest. */
export interface SumDifferences {
  readonly squares: readonly number[];
  /** The largest difference of a pair, either way. */
  readonly largest: readonly number[];
  /** The largest amount of either machine: what a pair could differ by. */
  readonly most: readonly number[];
}

export const noSumDifferences = (sums: number): SumDifferences => {
  const none = new Array<number>(sums).fill(0);
  return { squares: none, largest: none, most: none };
};

/** Of a block: `amounts` holds a row per encounter for each machine. A sum that only one machine has counts as none. */
export function sumDifferences(
  machines: readonly { readonly sums: readonly SumMeasure[] }[],
  amounts: readonly Float64Array[],
  encounters: number,
): SumDifferences {
  const [first, second] = machines.map((m) => m.sums);
  const found = { squares: [] as number[], largest: [] as number[], most: [] as number[] };
  first.forEach(({ id }, k) => {
    const other = second.findIndex((s) => s.id === id);
    let squares = 0;
    let largest = 0;
    let most = 0;
    for (let i = 0; i < encounters && other >= 0; i++) {
      const a = amounts[0][i * first.length + k];
      const b = amounts[1][i * second.length + other];
      squares += (b - a) ** 2;
      largest = Math.max(largest, Math.abs(b - a));
      most = Math.max(most, Math.abs(a), Math.abs(b));
    }
    found.squares.push(squares);
    found.largest.push(largest);
    found.most.push(most);
  });
  return found;
}

/** Those of later blocks added to those of earlier ones. */
export function addSumDifferences(a: SumDifferences, b: SumDifferences): SumDifferences {
  return {
    squares: a.squares.map((x, k) => x + b.squares[k]),
    largest: a.largest.map((x, k) => Math.max(x, b.largest[k])),
    most: a.most.map((x, k) => Math.max(x, b.most[k])),
  };
}
