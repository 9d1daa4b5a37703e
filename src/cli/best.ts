import type { Objective } from '../experiments/objective.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { END, explore, type Graph } from '../sim/graph.ts';
import { type ChoiceStep, isChoice } from '../sim/machine.ts';

/** One decision of an encounter under best play. */
export interface BestChoice {
  readonly step: string;
  readonly title: string;
  readonly side: string;
  /** That an encounter comes to it when everybody plays best. */
  readonly chance: number;
  /** Each option: what it is worth on average where the decision comes up, and how often it is the best one. */
  readonly options: readonly { readonly option: string; readonly value: number; readonly best: number }[];
}

export interface BestPlay {
  /** Under best play, and as the scenario's own tactics have it (undefined where they leave a choice open). */
  readonly value: number;
  readonly asWritten: number | undefined;
  readonly choices: readonly BestChoice[];
}

const BEST_STATES = 300_000;
/** Options closer than this are equally good. */
const EVEN = 1e-12;

/**
 * Backward induction over every decision. `maximises` tells which sides want the objective high; sides in `fixed` keep
 * to the tactics of the scenario.
 */
export function bestPlay(
  machine: AnyMachine,
  objective: Objective,
  maximises: (side: string) => boolean,
  fixed: (side: string) => boolean,
): BestPlay {
  const graph = explore(machine, { keepChoices: true, stateBudget: BEST_STATES });
  const order = topological(graph);
  const ofEnd = (s: number) => objective.ofEnd!({ ...graph.ends[graph.endOf[s]], weight: 0 });
  const choice = decisions(machine, graph);
  const solve = (
    weights: (s: number, options: number, worth: (o: number) => number) => readonly number[] | undefined,
  ) => {
    const value = new Float64Array(graph.states);
    const taken: (readonly number[] | undefined)[] = [];
    for (let k = order.length - 1; k >= 0; k--) {
      const s = order[k];
      const worth = (f: number) => value[graph.target[graph.firstEdge[s] + f]];
      if (graph.dieOf[s] === END) value[s] = ofEnd(s);
      else if (graph.dieOf[s] > END) {
        const die = graph.dice[graph.dieOf[s]];
        value[s] = die.weights.reduce((sum, w, f) => sum + (w * worth(f)) / die.total, 0);
      } else {
        const shares = weights(s, choice(s).options.length, worth);
        if (!shares) return undefined;
        taken[s] = shares;
        value[s] = shares.reduce((sum, w, f) => sum + w * worth(f), 0);
      }
    }
    return { value, taken };
  };
  const written = (s: number) => choice(s).written;
  const solved = solve((s, options, worth) => {
    const { side } = choice(s);
    if (fixed(side)) return written(s);
    const sign = maximises(side) ? 1 : -1;
    const top = Math.max(...Array.from({ length: options }, (_, o) => sign * worth(o)));
    // The tactic as written stays where nothing is better.
    const tactic = written(s);
    const keeps = tactic && sign * tactic.reduce((sum, w, o) => sum + w * worth(o), 0) >= top - EVEN;
    if (keeps) return tactic;
    const pick = Array.from({ length: options }, (_, o) => o).findIndex((o) => sign * worth(o) >= top - EVEN);
    return Array.from({ length: options }, (_, o) => (o === pick ? 1 : 0));
  });
  if (!solved) throw new Error('a side that keeps to its tactics has none for a decision');
  return {
    value: solved.value[0],
    asWritten: solve((s) => written(s))?.value[0],
    choices: gathered(graph, order, solved, choice),
  };
}

interface Decision {
  readonly step: string;
  readonly title: string;
  readonly side: string;
  readonly options: readonly string[];
  /** The share of each option under the scenario's own tactic. */
  readonly written: readonly number[] | undefined;
}

function decisions(machine: AnyMachine, graph: Graph): (s: number) => Decision {
  const known = new Map<number, Decision>();
  const { view } = machine.layout;
  return (s) => {
    let found = known.get(s);
    if (!found) {
      graph.codec.unpack(graph.keys, s * graph.codec.words);
      const { step: name } = view as { step: string };
      const step = machine.steps[name] as ChoiceStep<unknown>;
      if (!isChoice(step)) throw new Error(`${name} is no decision`);
      const options = step.options(view);
      const decided = step.decide?.(view, options);
      const written =
        decided === undefined
          ? undefined
          : options.map((o, i) => (typeof decided === 'string' ? (o === decided ? 1 : 0) : decided[i] / 100));
      found = { step: name, title: step.title(view), side: step.side, options, written };
      known.set(s, found);
    }
    return found;
  };
}

function topological({ states, firstEdge, target, edges }: Graph): number[] {
  const last = (s: number) => (s + 1 < states ? firstEdge[s + 1] : edges);
  const waiting = new Int32Array(states);
  for (let e = 0; e < edges; e++) waiting[target[e]]++;
  const order = [0];
  for (let k = 0; k < order.length; k++) {
    const s = order[k];
    for (let e = firstEdge[s]; e < last(s); e++) if (--waiting[target[e]] === 0) order.push(target[e]);
  }
  return order;
}

/** Decisions of one kind put together, by how often they come up. */
function gathered(
  graph: Graph,
  order: readonly number[],
  { value, taken }: { value: Float64Array; taken: readonly (readonly number[] | undefined)[] },
  choice: (s: number) => Decision,
): BestChoice[] {
  const chance = new Float64Array(graph.states);
  chance[0] = 1;
  const found = new Map<
    string,
    BestChoice & { options: { option: string; value: number; best: number }[]; chance: number }
  >();
  for (const s of order) {
    const d = graph.dieOf[s];
    if (d === END || chance[s] === 0) continue;
    const at = graph.firstEdge[s];
    const shares = d > END ? graph.dice[d].weights.map((w) => w / graph.dice[d].total) : taken[s]!;
    shares.forEach((share, f) => {
      chance[graph.target[at + f]] += chance[s] * share;
    });
    if (d > END) continue;
    const { step, title, side, options } = choice(s);
    if (options.length < 2) continue;
    const key = `${step}\n${title}\n${options.join()}`;
    const entry = found.get(key) ?? {
      step,
      title,
      side,
      chance: 0,
      options: options.map((option) => ({ option, value: 0, best: 0 })),
    };
    options.forEach((_, o) => {
      const into = entry.options[o];
      into.value = (into.value * entry.chance + value[graph.target[at + o]] * chance[s]) / (entry.chance + chance[s]);
      into.best = (into.best * entry.chance + shares[o] * chance[s]) / (entry.chance + chance[s]);
    });
    found.set(key, { ...entry, chance: entry.chance + chance[s] });
  }
  return [...found.values()];
}
