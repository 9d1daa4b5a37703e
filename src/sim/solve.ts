import { chances, topological } from './compile.ts';
import { END, type Graph } from './graph.ts';
import type { Machine } from './machine.ts';
import { withChoices } from './with-choices.ts';

/** What is fought for, and by whom. */
export interface Aim {
  /** What an ending is worth. */
  readonly worth: (end: Graph['ends'][number]) => number;
  /** Whether a side wants much of it. */
  readonly wantsHigh: (side: string) => boolean;
  /** The shares of options under a tactic that is kept wherever nothing is better; undefined where there is none. */
  readonly written?: (state: number) => readonly number[] | undefined;
}

export interface Solution {
  /** The value of the encounter under best play, and of every state. */
  readonly value: number;
  readonly atState: Float64Array;
  /** At open choices: how often each option is taken. */
  readonly shares: ReadonlyMap<number, readonly number[]>;
  /** How likely best play is to come to a state. */
  readonly chance: Float64Array;
}

/** Options closer than this are equally good. */
const EVEN = 1e-12;

/** The machine with the choices of some sides left open, whatever their tactics say. */
export const withOpenChoices = <S>(machine: Machine<S>, isOpen: (side: string) => boolean): Machine<S> =>
  withChoices(machine, (_, step) => {
    if (!isOpen(step.side)) return step;
    const { decide: _decide, ...open } = step;
    return open;
  });

/**
 * Backward induction over every state: expectation at rolls, the side's best option at open choices. Among equals the
 * tactic as written stays, else the first option is taken.
 */
export function solve<S>(machine: Machine<S>, graph: Graph, aim: Aim): Solution {
  const { states, firstEdge, target, dieOf, dice, choosers, ends, endOf } = graph;
  const order = topological(machine, graph);
  const atState = new Float64Array(states);
  const shares = new Map<number, readonly number[]>();
  const worth = ends.map(aim.worth);
  for (let k = states - 1; k >= 0; k--) {
    const s = order[k];
    const d = dieOf[s];
    const first = firstEdge[s];
    if (d === END) atState[s] = worth[endOf[s]];
    else if (d > END) {
      const { weights, total } = dice[d];
      let sum = 0;
      for (let f = 0; f < weights.length; f++) sum += weights[f] * atState[target[first + f]];
      atState[s] = sum / total;
    } else {
      const values = Array.from(target.subarray(first, firstEdge[s + 1]), (t) => atState[t]);
      const taken = bestShares(values, aim.wantsHigh(choosers[-2 - d]) ? 1 : -1, aim.written?.(s));
      shares.set(s, taken);
      atState[s] = taken.reduce((sum, w, o) => sum + w * values[o], 0);
    }
  }
  return { value: atState[0], atState, shares, chance: chances(graph, order, shares) };
}

function bestShares(values: readonly number[], sign: 1 | -1, written?: readonly number[]): readonly number[] {
  const top = Math.max(...values.map((v) => sign * v));
  if (written && sign * written.reduce((sum, w, o) => sum + w * values[o], 0) >= top - EVEN) return written;
  const pick = values.findIndex((v) => sign * v >= top - EVEN);
  return values.map((_, o) => (o === pick ? 1 : 0));
}
