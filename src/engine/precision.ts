import { OutOfReachError, SimError } from '../sim/error.ts';
import type { Tally } from '../sim/tally.ts';
import { CONFIDENCE } from '../stats/interval.ts';
import { normalQuantile } from '../stats/special.ts';
import { wilson } from '../stats/wilson.ts';

/** A run for precision first looks at its result after this many blocks. */
export const PRECISION_FIRST_BLOCKS = 8;

export function assertPrecision(precision: number): void {
  if (precision > 0 && precision < 1) return;
  throw new SimError(`The precision is ${precision}; it must lie between 0 and 1 (0.001 is 0.1%).`);
}

/** What the first trials show is rough: a run that may still be done is not refused. */
const MARGIN = 4;

/** Whether a precision takes so many trials that somebody should ask first whether it can be met; certain outcomes take fewer. */
export const mayBeOutOfReach = (precision: number, mostTrials: number, level = CONFIDENCE): boolean =>
  (reach(level) / (2 * precision)) ** 2 > MARGIN * mostTrials;

/** Refuses a precision for which far more trials would be needed than are played, as soon as the first of them show it. */
export function assertWithinReach(tally: Tally, precision: number, mostTrials: number, level = CONFIDENCE): void {
  const n = tally.trials ?? 0;
  const z = reach(level);
  const widest = Math.max(...countsOf(tally).map((count) => (count / n) * (1 - count / n)));
  // Of what is certain an interval narrows with the trials, not with their root.
  const needed = widest > 0 ? widest * (z / precision) ** 2 : z ** 2 / (2 * precision);
  if (needed <= MARGIN * mostTrials) return;
  const least = widest > 0 ? z * Math.sqrt(widest / mostTrials) : z ** 2 / (2 * mostTrials);
  throw new OutOfReachError(
    `Intervals of ±${percent(precision, 2)} would take about ${Number(needed.toPrecision(1)).toLocaleString('en')} trials, and at most ` +
      `${mostTrials.toLocaleString('en')} are played; ask for ±${percent(least, 1)} or more.`,
  );
}

const reach = (level: number): number => normalQuantile((1 + level) / 2);
const percent = (share: number, digits: number): string => `${Number((100 * share).toPrecision(digits))}%`;

/** How often each outcome came up, and each value of each measure. */
function countsOf({ outcomes, measures, ends }: Tally): number[] {
  const shares = new Float64Array(outcomes.length);
  for (const e of ends) shares[e.outcome] += e.weight;
  return [...shares, ...measures.flatMap((_, m) => [...valuesOf(ends, m).values()])];
}

function valuesOf(ends: Tally['ends'], measure: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const e of ends) counts.set(e.values[measure], (counts.get(e.values[measure]) ?? 0) + e.weight);
  return counts;
}

/**
 * Whether every reported interval reaches at most `precision` to either side: outcomes and values of measures as shares
 * of the trials, means as shares of the span between the measure's lowest and highest value.
 */
export function preciseEnough(tally: Tally, precision: number, level = CONFIDENCE): boolean {
  const n = tally.trials ?? 0;
  const narrow = (count: number) => {
    const { low, high } = wilson(count, n, level);
    return high - low <= 2 * precision;
  };
  if (!countsOf(tally).every(narrow)) return false;
  return tally.measures.every((_, m) => meanNarrow(valuesOf(tally.ends, m), n, precision, level));
}

function meanNarrow(counts: ReadonlyMap<number, number>, n: number, precision: number, level: number): boolean {
  const values = [...counts.keys()];
  const span = Math.max(...values) - Math.min(...values);
  if (span === 0) return true;
  let mean = 0;
  for (const [v, c] of counts) mean += (v * c) / n;
  let variance = 0;
  for (const [v, c] of counts) variance += ((v - mean) ** 2 * c) / n;
  return normalQuantile((1 + level) / 2) * Math.sqrt(variance / n) <= precision * span;
}
