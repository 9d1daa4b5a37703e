import type { Evaluation } from '../engine/types.ts';
import type { CellResult } from '../results/types.ts';

/** A cell that has been run. */
export interface Cell {
  readonly evaluation: Evaluation;
  /** What the scenario calls the two sides. */
  readonly sides: readonly [string, string];
  /** Put together when it is first asked for: experiments over thousands of cells look at the evaluation alone. */
  readonly result: CellResult;
}

/** A cell whose result waits to be asked for. */
export function cellOf(evaluation: Evaluation, sides: Cell['sides'], assembled: () => CellResult): Cell {
  let result: CellResult | undefined;
  return {
    evaluation,
    sides,
    get result() {
      result ??= assembled();
      return result;
    },
  };
}
