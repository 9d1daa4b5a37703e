import type { Die } from './die.ts';
import type { Codec } from './state.ts';

/** Every state an encounter can reach, as found: numbered in order of discovery, not yet sorted or merged. */
export interface Graph {
  readonly states: number;
  readonly codec: Codec;
  readonly keys: Int32Array;
  readonly firstEdge: Int32Array;
  readonly edges: number;
  /** State numbers. */
  readonly target: Int32Array;
  readonly emission: Int32Array;
  readonly emissions: number[][];
  readonly dice: Die[];
  /** A place in `dice`; END at an end; below END an open choice of `choosers[-2 - d]`. */
  readonly dieOf: Int32Array;
  readonly choosers: string[];
  /** A place in `ends` for ends. */
  readonly endOf: Int32Array;
  readonly ends: { outcome: number; values: number[] }[];
  readonly startEmission: number;
  /** The number of a packed state, or -1. */
  readonly find: (key: Int32Array) => number;
  /** States that were worked out, not copied from a graph that is known. */
  readonly workedOut: number;
}
export const END = -1;

/** A graph of a machine with the very same fields and steps, and which of its states are known to do here what they do there. */
export interface KnownGraph {
  readonly graph: Graph;
  readonly isSame: (state: number) => boolean;
}
