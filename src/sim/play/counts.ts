import { describedMeasure, type Machine } from '../machine.ts';
import type { BlockTally, EndTally, Tally } from '../tally.ts';

/** Endings of played encounters, and their figures block by block. Plain data: it comes back from threads. */
export interface PlayCounts {
  readonly ends: readonly EndTally[];
  readonly blocks: readonly BlockTally[];
  /** Per sum: the squares of each encounter's total, added up. */
  readonly squares: readonly number[];
  readonly trials: number;
}

export function emptyCounts(): PlayCounts {
  return { ends: [], blocks: [], squares: [], trials: 0 };
}

/** Counts of later blocks added to those of earlier ones. */
export function addCounts(a: PlayCounts, b: PlayCounts): PlayCounts {
  if (a.trials === 0) return b;
  if (b.trials === 0) return a;
  const ends = new Map<string, EndTally>();
  for (const e of [...a.ends, ...b.ends]) {
    const key = `${e.outcome}|${e.values.join('|')}`;
    const known = ends.get(key);
    ends.set(key, known ? { ...known, weight: known.weight + e.weight } : e);
  }
  return {
    ends: [...ends.values()],
    blocks: [...a.blocks, ...b.blocks],
    squares: b.squares.map((s, k) => s + a.squares[k]),
    trials: a.trials + b.trials,
  };
}

export function tallyPlay<S>(machine: Machine<S>, counts: PlayCounts, partial: boolean): Tally {
  const at = machine.outcomes.length + machine.measures.length;
  const n = counts.trials;
  return {
    kind: 'sampled',
    trials: n,
    partial,
    outcomes: machine.outcomes,
    measures: machine.measures.map(describedMeasure),
    ends: [...counts.ends].sort((x, y) => x.outcome - y.outcome || compareValues(x.values, y.values)),
    sums: machine.sums.map(({ id, label }, k) => {
      const mean = counts.blocks.reduce((sum, b) => sum + b.means[at + k] * b.trials, 0) / n;
      return { id, label, mean, sd: Math.sqrt(Math.max(0, counts.squares[k] / n - mean * mean)) };
    }),
    blocks: counts.blocks,
  };
}

function compareValues(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
