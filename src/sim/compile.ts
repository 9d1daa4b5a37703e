import type { Automaton } from './automaton.ts';
import { SimError } from './error.ts';
import { DEFAULT_STATE_BUDGET, type ExploreOptions, explore, exploring } from './explore.ts';
import { straight } from './giving-way.ts';
import { END, type Graph } from './graph.ts';
import { describedMeasure, isRoll, type Machine, type RollStep } from './machine.ts';
import { mergeBackwards } from './merge.ts';
import { Stepper } from './stepper.ts';
import { topologicalOrder } from './topological.ts';

/**
 * Compiling an encounter:  machine ─ explore ─▶ graph of states ─ sort ─▶ topological order ─ merge ─▶ automaton
 */
export function compile<S>(machine: Machine<S>, options: ExploreOptions = {}): Automaton {
  return straight(compiling(machine, options));
}

/** The same, yielding the number of states found so far now and then. */
export function* compiling<S>(machine: Machine<S>, options: ExploreOptions = {}): Generator<number, Automaton> {
  return automatonOf(machine, yield* exploring(machine, options), options.measures);
}

/** What has been explored, sorted and merged. */
export function automatonOf<S>(machine: Machine<S>, graph: Graph, measures?: readonly string[]): Automaton {
  const asked = machine.measures.filter((m) => measures?.includes(m.id) ?? true);
  return {
    ...mergeBackwards(graph, topological(machine, graph)),
    name: machine.name,
    outcomes: machine.outcomes,
    measures: asked.map(describedMeasure),
    sums: machine.sums,
    states: graph.states,
  };
}

/** State numbers, each before all that it leads to. A cycle is an encounter that may never end: named and refused. */
export function topological<S>(machine: Machine<S>, graph: Graph): Int32Array {
  const { order, waiting } = topologicalOrder({ ...graph, nodes: graph.states });
  if (order.length < graph.states) throw cycleError(machine, graph, waiting);
  return order;
}

function cycleError<S>(machine: Machine<S>, graph: Graph, waiting: Int32Array): SimError {
  // Every state left over has a predecessor that is left over too: walking back must come round to a state seen before.
  const before = new Map<number, number>();
  for (let s = 0; s < graph.states; s++) {
    if (waiting[s] === 0) continue;
    for (let e = graph.firstEdge[s]; e < graph.firstEdge[s + 1]; e++) {
      if (waiting[graph.target[e]] > 0) before.set(graph.target[e], s);
    }
  }
  const seen = new Set<number>();
  let at = [...before.keys()][0];
  while (!seen.has(at)) {
    seen.add(at);
    at = before.get(at)!;
  }
  const stepper = new Stepper(machine);
  graph.codec.unpack(graph.keys, at * graph.codec.words);
  return new SimError(
    `'${machine.name}' may never end: the step '${stepper.stepName}' can come back to the very state it left ` +
      `(${stepper.describe()}); give the loop a bound.`,
  );
}

/** Calls `visit` for every reachable state that waits for a roll, with the state in the machine's view and its chance. */
export function reachable<S>(
  machine: Machine<S>,
  visit: (s: S, stepName: string, step: RollStep<S>, chance: number) => void,
  stateBudget = DEFAULT_STATE_BUDGET,
): void {
  const graph = explore(machine, { stateBudget });
  const { layout } = machine;
  const chance = chances(graph, topological(machine, graph));
  for (let state = 0; state < graph.states; state++) {
    if (graph.dieOf[state] === END) continue;
    graph.codec.unpack(graph.keys, state * graph.codec.words);
    const name = (layout.view as { step: string }).step;
    const step = machine.steps[name];
    if (isRoll(step)) visit(layout.view, name, step, chance[state]);
  }
}

/** How likely an encounter is to come to each state; at open choices as often as `shares` says, the first if nothing. */
export function chances(
  { states, firstEdge, target, dieOf, dice }: Graph,
  order: Int32Array,
  shares?: ReadonlyMap<number, readonly number[]>,
): Float64Array {
  const chance = new Float64Array(states);
  chance[0] = 1;
  for (const s of order) {
    const d = dieOf[s];
    if (d === END || chance[s] === 0) continue;
    const first = firstEdge[s];
    if (d > END) {
      const { weights, total } = dice[d];
      for (let f = 0; f < weights.length; f++) chance[target[first + f]] += (chance[s] * weights[f]) / total;
    } else {
      const taken = shares?.get(s) ?? [1];
      for (let o = 0; o < taken.length; o++) chance[target[first + o]] += chance[s] * taken[o];
    }
  }
  return chance;
}
