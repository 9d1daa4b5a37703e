import { OutOfReachError, SimError } from '../sim/error.ts';
import type { Tally } from '../sim/tally.ts';
import { CONFIDENCE } from '../stats/interval.ts';
import { normalQuantile } from '../stats/special.ts';
import { wilson } from '../stats/wilson.ts';

/** A run for precision first looks after so many blocks. */
export const PRECISION_FIRST_BLOCKS = 8;

export function assertPrecision(precision: number): void {
  if (precision > 0 && precision < 1) return;
  throw new SimError(`The precision is ${precision}; it must lie between 0 and 1 (0.001 is 0.1%).`);
}

/** Intervals of the first look are rough: a run that may still be done is not refused. */
const MARGIN = 4;

/** Refuses a precision for which far more trials would be needed than are played, as soon as the first of them show it. */
export function assertWithinReach(tally: Tally, precision: number, mostTrials: number, level = CONFIDENCE): void {
  const n = tally.trials ?? 0;
  const shares = new Float64Array(tally.outcomes.length);
  for (const e of tally.ends) shares[e.outcome] += e.weight;
  const widest = Math.max(
    ...Array.from(shares, (count) => {
      const { low, high } = wilson(count, n, level);
      return (high - low) / 2;
    }),
  );
  const needed = n * (widest / precision) ** 2;
  if (needed <= MARGIN * mostTrials) return;
  const least = Number((100 * widest * Math.sqrt(n / mostTrials)).toPrecision(1));
  throw new OutOfReachError(
    `Intervals of ±${Number((100 * precision).toPrecision(2))}% would take about ${needed.toExponential(0)} trials, and at most ` +
      `${mostTrials.toLocaleString('en')} are played; ask for ±${least}% or more.`,
  );
}

/**
 * Whether every reported interval reaches at most `precision` to either side: outcomes and values of measures as shares
 * of the trials, means as shares of the span between the measure's lowest and highest value.
 */
export function preciseEnough(tally: Tally, precision: number, level = CONFIDENCE): boolean {
  const n = tally.trials ?? 0;
  const shares = new Float64Array(tally.outcomes.length);
  for (const e of tally.ends) shares[e.outcome] += e.weight;
  const narrow = (count: number) => {
    const { low, high } = wilson(count, n, level);
    return high - low <= 2 * precision;
  };
  if (!shares.every(narrow)) return false;
  for (let m = 0; m < tally.measures.length; m++) {
    const counts = new Map<number, number>();
    for (const e of tally.ends) counts.set(e.values[m], (counts.get(e.values[m]) ?? 0) + e.weight);
    if (![...counts.values()].every(narrow)) return false;
    if (!meanNarrow(counts, n, precision, level)) return false;
  }
  return true;
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
