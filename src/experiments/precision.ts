import { preciseEnough } from '../engine/precision.ts';
import type { Evaluation } from '../engine/types.ts';
import type { Note } from '../rules/encounter.ts';

/** A run for precision gives up at some point, and then says so: one note, or none. */
export function shortOfPrecision(runs: readonly Evaluation[], wanted: number | undefined): Note[] {
  if (wanted === undefined) return [];
  const short = runs.filter(({ tally }) => isShort(tally, wanted));
  if (short.length === 0) return [];
  const trials = Math.max(...short.map(({ tally }) => tally.trials ?? 0)).toLocaleString('en');
  const where = runs.length > 1 ? ` in ${short.length} of ${runs.length} runs` : '';
  const share = Number((wanted * 100).toPrecision(12));
  return [{ kind: 'info', text: `The precision of ${share}% was not reached within ${trials} trials${where}.` }];
}

const isShort = (tally: Evaluation['tally'], wanted: number): boolean =>
  tally.kind !== 'exact' && !tally.partial && !preciseEnough(tally, wanted);
