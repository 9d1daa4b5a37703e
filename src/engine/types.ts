import type { EndTally, Tally } from '../sim/tally.ts';
import type { Workforce } from './workforce.ts';

export interface EngineOptions {
  readonly engine: 'auto' | 'exact' | 'sample';
  /** Encounters to sample; ignored when exact. */
  readonly trials?: number;
  /** Instead of `trials`: run until every outcome's interval is at most this wide on either side (0.001 = 0.1%). */
  readonly precision?: number;
  /** How sure intervals are to be: 0.95 unless told. */
  readonly level?: number;
  readonly seed: number;
  /** Whoever shares in the work; without one, everything is done here. */
  readonly workforce?: Workforce;
  /** The largest automaton that is compiled whole. */
  readonly stateBudget?: number;
  /** Known to be past compiling whole, as another with the same units was: it is not tried. */
  readonly isPastCompiling?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Hears how many states have been found while an encounter is compiled or worked out, and how much of the work that is
   * where it is known.
   */
  readonly onStates?: (states: number, share?: number) => unknown;
  /** For pairs: the figure that is compared. Dice are shared only where that takes variance out of its difference. */
  readonly compared?: (shape: TallyShape) => ComparedFigure;
  /** For pairs: the first machine is set against several others, and is to be one sample for all of them. */
  readonly sharedBase?: boolean;
  /** For pairs: one of many that are played at the same time under the same dice, each as one piece of work. */
  readonly isOneOfMany?: boolean;
}

export type TallyShape = Pick<Tally, 'outcomes' | 'measures'> & {
  readonly sums: readonly { readonly id: string; readonly label: string }[];
};
/** Read off an ending, or the place of a sum. */
export interface ComparedFigure {
  readonly ofEnd?: (end: EndTally) => number;
  readonly sum?: number;
}

export interface Progress {
  readonly doneTrials: number;
  readonly totalTrials: number;
  readonly elapsedMs: number;
}

/** A tally, and how it came about. */
export interface Evaluation {
  readonly tally: Tally;
  /** "compiled whole", "pair by pair", "layer by layer", "walk", "local automata", "phase kernels". */
  readonly method: string;
  /** Null where tables were filled as they were walked: how far hangs on threads and says nothing. */
  readonly states: number | null;
  readonly elapsedMs: number;
}

/** The difference, second minus first, of what a pair adds up along the way. */
export interface SumDifference {
  readonly mean: number;
  readonly sd: number;
  /** The largest difference that came up, either way; where none did, the largest amount. */
  readonly largest: number;
}

/** Two machines played side by side, under the same dice where that helps. */
export interface PairedEvaluation {
  readonly a: Evaluation;
  readonly b: Evaluation;
  /** Weights of every pair of endings that came up together; ends index `a.tally.ends` and `b.tally.ends`. */
  readonly joint: readonly { readonly a: number; readonly b: number; readonly weight: number }[];
  /** "product of the two automata", "keyed dice", "independent dice". */
  readonly pairing: string;
  /** Dice of their own because shared ones would have added variance. */
  readonly sharingHurts?: boolean;
  /** By sum of `a`; empty where dice are not shared. */
  readonly sums: readonly SumDifference[];
  /** Block means of b minus a, in the order of BlockTally.means; outcome lists of both machines are the same. */
  readonly differences: readonly { readonly trials: number; readonly means: Float64Array }[];
}
