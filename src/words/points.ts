/** Words that the experiment and the reports share about troops and their points. */

interface Pair {
  readonly first: string;
  readonly second: string;
  /** How much more the first scores than by points. */
  readonly residual: number;
}

/** A price that is further from the model's than this is called too dear or too cheap. */
export const MISPRICED = 0.1;
/** A pair whose score is further from the model's than this is a counter: one has what the other lacks an answer to. */
export const COUNTER = 0.05;

/** Who of a pair does better than its points say, and against whom. */
export const counterOf = ({ first, second, residual }: Pair): readonly [better: string, worse: string] =>
  residual > 0 ? [first, second] : [second, first];
