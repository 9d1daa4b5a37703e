import type { Outcome, SumMeasure } from './machine.ts';

/**
 * What an engine hands on: weights of the ends it reached and the means of what added up along the way.
 * Sampled weights are counts that add up to `trials`; exact weights are probabilities that add up to 1.
 */
export interface Tally {
  readonly kind: 'exact' | 'sampled';
  /** Encounters played; null when exact. */
  readonly trials: number | null;
  /** True when the run was stopped early: what is here is whole blocks from the first on. */
  readonly partial: boolean;
  readonly outcomes: readonly Outcome[];
  readonly measures: readonly SumMeasure[];
  readonly ends: readonly EndTally[];
  readonly sums: readonly SumTally[];
  /** Sampled only: how sure intervals made from it are to be; 0.95 where it is not said. */
  readonly level?: number;
  /** Sampled only: figures of each block, for intervals from block means. */
  readonly blocks: readonly BlockTally[];
}

/** One kind of ending: its outcome (a place in `outcomes`), its measures (in the order of `measures`) and its weight. */
export interface EndTally {
  readonly outcome: number;
  readonly values: readonly number[];
  readonly weight: number;
}

interface SumTally {
  readonly id: string;
  readonly label: string;
  readonly mean: number;
  /** Spread from encounter to encounter; NaN where a sampled run cannot know it. */
  readonly sd: number;
}

/** A block's means: one figure an outcome (its share), one an end measure, one a sum, in that order. */
export interface BlockTally {
  readonly trials: number;
  readonly means: Float64Array;
}
