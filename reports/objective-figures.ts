import type { Results } from '../src/results/types.ts';
import { decimal, decimalRange, type Interval, percent, percentRange, points, pointsRange } from './number.ts';

/** How the figures of an objective are written: shares in per cent, a lead in points, a measure in its own unit. */
export interface ObjectiveFigures {
  readonly show: (value: number) => string;
  readonly range: (interval: Interval) => string;
  /** Drawn and compared as a part of a whole. */
  readonly isShare: boolean;
  readonly isLead: boolean;
}

export function objectiveFigures(results: Results, id: string): ObjectiveFigures {
  const isLead = id === 'advantage';
  const shares = isShare(results, id);
  if (isLead) return { show: (v) => `${points(v)} pp`, range: pointsRange, isShare: shares, isLead };
  return shares
    ? { show: (v) => percent(v), range: percentRange, isShare: shares, isLead }
    : { show: (v) => decimal(v), range: decimalRange, isShare: shares, isLead };
}

/** Objectives are shares (of an outcome, of wins) unless they name a measure. */
export function isShare(results: Results, objective: string): boolean {
  return !results.cells.some((cell) => cell.measures.some((m) => m.id === objective || m.label === objective));
}
