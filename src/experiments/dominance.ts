import type { Interval } from '../stats/interval.ts';

export interface Dominated {
  readonly option: string;
  readonly by: string;
  /** Worse everywhere; otherwise nowhere better and somewhere worse. */
  readonly strictly: boolean;
}

/** Exact values closer than this count as equal. */
const EQUAL = 1e-9;

/**
 * Rows that another row beats whatever the other side does. `values[row][column]` is what the chooser of rows gets. With
 * intervals, only what lies clear of them is claimed.
 */
export function dominated(
  options: readonly string[],
  values: readonly (readonly number[])[],
  intervals?: readonly (readonly Interval[])[],
): Dominated[] {
  const better = (i: number, j: number, column: number): boolean =>
    intervals ? intervals[i][column].low > intervals[j][column].high : values[i][column] > values[j][column] + EQUAL;
  const found: Dominated[] = [];
  options.forEach((option, j) => {
    const beatenBy = options
      .map((by, i) => ({ by, i }))
      .filter(({ i }) => i !== j && values[j].every((_, c) => (intervals ? better(i, j, c) : !better(j, i, c))))
      .map(({ by, i }) => ({ option, by, wins: values[j].filter((_, c) => better(i, j, c)).length }))
      .filter(({ wins }) => wins > 0)
      .sort((x, y) => y.wins - x.wins)[0];
    if (beatenBy) found.push({ option, by: beatenBy.by, strictly: beatenBy.wins === values[j].length });
  });
  return found;
}

/** The same game as the other side sees it: rows and columns changed over, gains as losses. */
export function transposed<T>(table: readonly (readonly T[])[], turn: (value: T) => T): T[][] {
  return table[0].map((_, c) => table.map((row) => turn(row[c])));
}
