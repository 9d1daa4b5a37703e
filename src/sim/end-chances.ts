import { chances, topological } from './compile.ts';
import { SimError } from './error.ts';
import { assertWhole } from './exact.ts';
import type { Graph } from './graph.ts';
import { END } from './graph.ts';
import { describedMeasure, type Machine } from './machine.ts';
import type { Tally } from './tally.ts';

/** How an explored encounter ends, without merging states first: for a graph that is looked at once. Sums are left out. */
export function endTally<S>(machine: Machine<S>, graph: Graph, measures: readonly string[]): Tally {
  const { states, dieOf, endOf } = graph;
  if (graph.choosers.length > 0) throw new SimError(`'${machine.name}' leaves a choice open; give it a tactic.`);
  const chance = chances(graph, topological(machine, graph));
  const weights = new Float64Array(graph.ends.length);
  for (let s = 0; s < states; s++) if (dieOf[s] === END) weights[endOf[s]] += chance[s];
  assertWhole(machine.name, weights);
  return {
    kind: 'exact',
    trials: null,
    partial: false,
    outcomes: machine.outcomes,
    measures: machine.measures.filter((m) => measures.includes(m.id)).map(describedMeasure),
    ends: graph.ends.map(({ outcome, values }, i) => ({ outcome, values, weight: weights[i] })),
    sums: [],
    blocks: [],
  };
}
