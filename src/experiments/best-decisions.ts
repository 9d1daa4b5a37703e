import type { BestDecision } from '../results/types.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import type { Graph } from '../sim/graph.ts';
import { type ChoiceStep, isChoice } from '../sim/machine.ts';
import type { Solution } from '../sim/solve.ts';
import { whenOf } from './best-when.ts';

/** Puts a state into the machine's view, and gives its decision. */
function decisionAt(machine: AnyMachine, graph: Graph, state: number): { name: string; step: ChoiceStep<unknown> } {
  graph.codec.unpack(graph.keys, state * graph.codec.words);
  const { step: name } = machine.layout.view as { step: string };
  const step = machine.steps[name];
  if (!isChoice(step)) throw new Error(`${name} is no decision`);
  return { name, step };
}

/** The share of each option under the scenario's own tactic, at an open choice of the graph. */
export const writtenShares =
  (machine: AnyMachine, graph: Graph) =>
  (state: number): readonly number[] | undefined => {
    const { step } = decisionAt(machine, graph, state);
    const { view } = machine.layout;
    const options = step.options(view);
    const decided = step.decide?.(view, options);
    if (decided === undefined) return undefined;
    return options.map((o, i) => (typeof decided === 'string' ? (o === decided ? 1 : 0) : decided[i] / 100));
  };

interface Gathered {
  readonly step: string;
  readonly title: string;
  readonly side: string;
  /** The side as the machine calls it. */
  readonly word: string;
  chance: number;
  value: number;
  lost: number;
  /** Every state at which it comes up, those that best play never sees included. */
  readonly states: number[];
  readonly options: { readonly option: string; value: number; taken: number }[];
}

/** What is asked of the decisions of a solved encounter. */
export interface Solved {
  readonly machine: AnyMachine;
  readonly graph: Graph;
  readonly solution: Solution;
  readonly nameOf: (side: string) => string;
  readonly sideOf: (side: string) => 'a' | 'b';
  readonly wantsHigh: (side: string) => boolean;
  readonly worth: (end: Graph['ends'][number]) => number;
  /** The share of each option under the scenario's own tactic. */
  readonly written: (state: number) => readonly number[] | undefined;
}

/** Decisions of one kind put together, the likeliest first. Those with one option are none. */
export function decisionsOf(solved: Solved): BestDecision[] {
  return [...gatheredByName(solved).values()]
    .filter((d) => d.chance > 0)
    .map(({ word, states, ...d }) => {
      const options = d.options.map((o) => ({
        ...o,
        value: o.value / d.chance,
        taken: Math.min(1, o.taken / d.chance),
      }));
      const isMixed = options.every((o) => o.taken <= 1 - 1e-9);
      const rule = isMixed
        ? whenOf({ ...solved, states, side: solved.sideOf(word), wantsHigh: solved.wantsHigh(word) })
        : undefined;
      return { ...d, value: d.value / d.chance, lost: Math.max(0, d.lost), options, ...(rule ? { rule } : {}) };
    })
    .sort((x, y) => y.chance - x.chance);
}

function gatheredByName(solved: Solved): Map<string, Gathered> {
  const { machine, graph, nameOf, wantsHigh, written } = solved;
  const { atState, shares, chance } = solved.solution;
  const found = new Map<string, Gathered>();
  for (const [state, taken] of shares) {
    if (taken.length < 2) continue;
    const { name, step } = decisionAt(machine, graph, state);
    const { view } = machine.layout;
    const title = step.title(view);
    const options = step.options(view);
    const key = `${name}\n${title}\n${options.join()}`;
    let entry = found.get(key);
    if (!entry) {
      const blank = options.map((option) => ({ option, value: 0, taken: 0 }));
      const side = nameOf(step.side);
      entry = { step: name, title, side, word: step.side, chance: 0, value: 0, lost: 0, states: [], options: blank };
      found.set(key, entry);
    }
    entry.states.push(state);
    if (chance[state] === 0) continue;
    entry.chance += chance[state];
    entry.value += chance[state] * atState[state];
    const worthOf = (i: number) => atState[graph.target[graph.firstEdge[state] + i]];
    const kept = written(state);
    if (kept) {
      const less = kept.reduce((sum, w, i) => sum + w * (atState[state] - worthOf(i)), 0);
      entry.lost += chance[state] * less * (wantsHigh(entry.word) ? 1 : -1);
    }
    entry.options.forEach((o, i) => {
      o.value += chance[state] * worthOf(i);
      o.taken += chance[state] * taken[i];
    });
  }
  return found;
}
