import type { Tally } from '../sim/tally.ts';

export interface EngineOptions {
  readonly engine: 'auto' | 'exact' | 'sample';
  /** Encounters to sample; ignored when exact. */
  readonly trials?: number;
  /** Instead of `trials`: run until every outcome's 95 % interval is at most this wide on either side (0.001 = 0.1 %). */
  readonly precision?: number;
  readonly seed: number;
  readonly threads?: number;
  /** The largest automaton that is compiled whole. */
  readonly stateBudget?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Hears how many states have been found, while an encounter is compiled or worked out layer by layer. */
  readonly onStates?: (states: number) => void;
}

export interface Progress {
  readonly doneTrials: number;
  readonly totalTrials: number;
  readonly elapsedMs: number;
}

/** A tally, and how it came about. */
export interface Evaluation {
  readonly tally: Tally;
  /** "compiled whole", "layer by layer", "walk", "local automata". */
  readonly method: string;
  readonly states: number;
  readonly elapsedMs: number;
}

/** Two machines played under the same dice. */
export interface PairedEvaluation {
  readonly a: Evaluation;
  readonly b: Evaluation;
  /** Weights of every pair of endings that came up together; ends index `a.tally.ends` and `b.tally.ends`. */
  readonly joint: readonly { readonly a: number; readonly b: number; readonly weight: number }[];
  /** "product of the two automata", "keyed dice", "independent dice". */
  readonly pairing: string;
  /** Block means of b minus a, in the order of BlockTally.means; outcome lists of both machines are the same. */
  readonly differences: readonly { readonly trials: number; readonly means: Float64Array }[];
}
