import type { Die } from './die.ts';
import { SimError } from './error.ts';
import type { Outcome, SumMeasure } from './machine.ts';

/**
 * An encounter as integers. Nodes stand in topological order, node 0 first; node n's edges run from `firstEdge[n]` to
 * `firstEdge[n + 1]`, one a face of its die (or one an option of an open choice). Plain data: it may cross threads.
 */
export interface Automaton {
  readonly name: string;
  readonly nodes: number;
  readonly dice: readonly Die[];
  /** A place in `dice`; below 0 an open choice of `choosers[-1 - d]`. */
  readonly dieOf: Int32Array;
  readonly choosers: readonly string[];
  readonly firstEdge: Int32Array;
  /** A node, or ~end. */
  readonly target: Int32Array;
  /** A place in `emissions`; 0 is "nothing". */
  readonly emission: Int32Array;
  readonly emissions: readonly (readonly number[])[];
  readonly ends: readonly { readonly outcome: number; readonly values: readonly number[] }[];
  /** 0, or ~end for an encounter that no die decides. */
  readonly start: number;
  /** What was added up before the first roll. */
  readonly startEmission: number;
  readonly outcomes: readonly Outcome[];
  readonly measures: readonly SumMeasure[];
  readonly sums: readonly SumMeasure[];
  /** States that were walked to find it, ends included, before equal futures were merged. */
  readonly states: number;
}

/** Only solving takes open choices; everything else needs a tactic for each. */
export function refuseOpenChoices({ name, dieOf, choosers }: Automaton): void {
  const open = dieOf.find((d) => d < 0);
  if (open !== undefined)
    throw new SimError(`'${name}' leaves a choice of the ${choosers[-1 - open]} open; give it a tactic.`);
}
