import type { Automaton } from './automaton.ts';
import { END, type Graph } from './graph.ts';

type Merged = Omit<Automaton, 'name' | 'outcomes' | 'measures' | 'sums' | 'states'>;

/**
 * Merges states with equal futures and lays what is left out as nodes in topological order. The graph has no cycle, so
 * one pass from the ends backwards finds every merge: two states are one when the same die (or chooser) leads them,
 * face by face, to the same nodes with the same emissions.
 */
export function mergeBackwards(graph: Graph, order: Int32Array): Merged {
  const { firstEdge, target, emission, dieOf, endOf, states } = graph;
  /** The state that stands for a state; for ends ~end. */
  const standsFor = new Int32Array(states);
  let slots = new Int32Array(1024).fill(-1);
  const kept: number[] = [];

  const signature = (s: number): number => {
    let h = Math.imul(dieOf[s] + 7, 0x9e3779b1);
    for (let e = firstEdge[s]; e < firstEdge[s + 1]; e++) {
      h = Math.imul(h ^ standsFor[target[e]], 0x85ebca6b);
      h = Math.imul((h ^ (h >>> 15)) + emission[e], 0xc2b2ae35);
    }
    return (h ^ (h >>> 16)) >>> 0;
  };
  const equal = (a: number, b: number): boolean => {
    if (dieOf[a] !== dieOf[b]) return false;
    const n = firstEdge[a + 1] - firstEdge[a];
    if (n !== firstEdge[b + 1] - firstEdge[b]) return false;
    for (let i = 0; i < n; i++) {
      const x = firstEdge[a] + i;
      const y = firstEdge[b] + i;
      if (standsFor[target[x]] !== standsFor[target[y]] || emission[x] !== emission[y]) return false;
    }
    return true;
  };
  const insert = (s: number): number => {
    const mask = slots.length - 1;
    let slot = signature(s) & mask;
    while (slots[slot] !== -1) {
      if (equal(slots[slot], s)) return slots[slot];
      slot = (slot + 1) & mask;
    }
    slots[slot] = s;
    return s;
  };

  for (let i = states - 1; i >= 0; i--) {
    const s = order[i];
    if (dieOf[s] === END) {
      standsFor[s] = ~endOf[s];
      continue;
    }
    standsFor[s] = insert(s);
    if (standsFor[s] === s) {
      kept.push(s);
      if (kept.length * 2 > slots.length) {
        slots = new Int32Array(slots.length * 4).fill(-1);
        for (const k of kept) insert(k);
      }
    }
  }
  kept.reverse();
  return layOut(graph, kept, standsFor);
}

function layOut(graph: Graph, kept: readonly number[], standsFor: Int32Array): Merged {
  const nodeOf = new Int32Array(graph.states);
  let edges = 0;
  for (let node = 0; node < kept.length; node++) {
    const s = kept[node];
    nodeOf[s] = node;
    edges += graph.firstEdge[s + 1] - graph.firstEdge[s];
  }
  const firstEdge = new Int32Array(kept.length + 1);
  const target = new Int32Array(edges);
  const emission = new Int32Array(edges);
  const dieOf = new Int32Array(kept.length);
  const from = graph.target;
  let at = 0;
  for (let node = 0; node < kept.length; node++) {
    const s = kept[node];
    firstEdge[node] = at;
    dieOf[node] = graph.dieOf[s] >= 0 ? graph.dieOf[s] : graph.dieOf[s] + 1;
    for (let e = graph.firstEdge[s]; e < graph.firstEdge[s + 1]; e++) {
      const to = standsFor[from[e]];
      target[at] = to < 0 ? to : nodeOf[to];
      emission[at++] = graph.emission[e];
    }
  }
  firstEdge[kept.length] = at;
  const start = standsFor[0] < 0 ? standsFor[0] : nodeOf[standsFor[0]];
  return {
    nodes: kept.length,
    dice: graph.dice,
    dieOf,
    choosers: graph.choosers,
    firstEdge,
    target,
    emission,
    emissions: graph.emissions,
    ends: graph.ends,
    start,
    startEmission: graph.startEmission,
  };
}
