import { solve } from 'yalps';
import type { Interval } from '../stats/interval.ts';
import { percent } from './words.ts';

export interface Dominated {
  readonly option: string;
  /** Another option, or a mix of others in words. */
  readonly by: string;
  /** Worse everywhere; otherwise nowhere better and somewhere worse. */
  readonly strictly: boolean;
  readonly mix?: readonly { readonly option: string; readonly share: number }[];
}

/** Exact values closer than this count as equal. */
const EQUAL = 1e-9;

/** A game of more options than this is not searched for mixes that dominate: one linear program per option. */
const MOST_MIXED = 40;

/**
 * Rows that another row, or a mix of others, beats whatever the other side does. `values[row][column]` is what the chooser of rows gets. With
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
    else {
      const mix = options.length > MOST_MIXED ? undefined : beatenByMix(options, j, values, intervals);
      if (mix) found.push(mix);
    }
  });
  return found;
}

/** A mix of the other rows that earns at least what row `j` does in every column, and somewhere more. */
function beatenByMix(
  options: readonly string[],
  j: number,
  values: readonly (readonly number[])[],
  intervals?: readonly (readonly Interval[])[],
): Dominated | undefined {
  if (options.length < 3) return undefined;
  const columns = values[j].map((_, c) => c);
  const earns = (i: number, c: number) => (intervals ? intervals[i][c].low : values[i][c]);
  const toBeat = (c: number) => (intervals ? intervals[j][c].high : values[j][c]);
  const others = options.map((_, i) => i).filter((i) => i !== j);
  const constraints: Record<string, { min?: number; equal?: number }> = {
    whole: { equal: 1 },
    ...Object.fromEntries(columns.map((c) => [`column${c}`, { min: toBeat(c) }])),
  };
  const row = (i: number) => ({
    whole: 1,
    total: columns.reduce((sum, c) => sum + earns(i, c), 0),
    ...Object.fromEntries(columns.map((c) => [`column${c}`, earns(i, c)])),
  });
  const mixOf = (aim: string, margin: Record<string, Record<string, number>>) => {
    const variables: Record<string, Record<string, number>> = {
      ...margin,
      ...Object.fromEntries(others.map((i) => [`row${i}`, row(i)])),
    };
    const found = solve({ direction: 'maximize', objective: aim, constraints, variables }, { precision: 1e-11 });
    if (found.status !== 'optimal') return undefined;
    const shares = new Map(found.variables);
    return { gain: found.result, shares: others.map((i) => ({ i, share: shares.get(`row${i}`) ?? 0 })) };
  };
  const dominatedBy = (
    { shares }: { shares: readonly { i: number; share: number }[] },
    strictly: boolean,
  ): Dominated => {
    const mix = shares.filter((s) => s.share > EQUAL).map(({ i, share }) => ({ option: options[i], share }));
    const words = mix.map((m) => `${m.option} ${percent(m.share)}`);
    return { option: options[j], by: `a mix of ${words.join(' and ')}`, strictly, mix };
  };
  const everywhere = { margin: { margin: 1, ...Object.fromEntries(columns.map((c) => [`column${c}`, -1])) } };
  const strict = mixOf('margin', everywhere);
  if (!strict) return undefined;
  if (strict.gain > EQUAL) return dominatedBy(strict, true);
  if (intervals) return undefined;
  const weak = mixOf('total', {});
  const own = columns.reduce((sum, c) => sum + toBeat(c), 0);
  return weak && weak.gain > own + EQUAL * columns.length ? dominatedBy(weak, false) : undefined;
}

/** The same game as the other side sees it: rows and columns changed over, gains as losses. */
export function transposed<T>(table: readonly (readonly T[])[], turn: (value: T) => T): T[][] {
  return table[0].map((_, c) => table.map((row) => turn(row[c])));
}
