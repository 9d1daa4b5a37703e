import { type Automaton, refuseOpenChoices } from './automaton.ts';
import { SimError } from './error.ts';
import { byDice, sumMoments } from './sums.ts';
import type { Tally } from './tally.ts';

/** The automaton with faces that lead to the same place taken together: what propagation walks. */
export interface Arcs {
  readonly automaton: Automaton;
  readonly firstArc: Int32Array;
  /** A node, or ~end. */
  readonly to: Int32Array;
  readonly share: Float64Array;
  readonly atNode: Float64Array;
  readonly atEnd: Float64Array;
  readonly nodeRest: Float64Array;
  readonly endRest: Float64Array;
}

/** How far from 1 the probabilities may add up. */
const TOTAL_WITHIN = 1e-12;

/** Prepares an automaton for propagation; refuses open choices. */
export function arcsOf(automaton: Automaton): Arcs {
  const { nodes, firstEdge, target, dieOf, dice } = automaton;
  const firstArc = new Int32Array(nodes + 1);
  const to: number[] = [];
  const share: number[] = [];
  refuseOpenChoices(automaton);
  for (let n = 0; n < nodes; n++) {
    firstArc[n] = to.length;
    const die = dice[dieOf[n]];
    const weights = new Map<number, number>();
    for (let f = 0; f < die.weights.length; f++) {
      const t = target[firstEdge[n] + f];
      weights.set(t, (weights.get(t) ?? 0) + die.weights[f]);
    }
    for (const [t, w] of weights) {
      to.push(t);
      share.push(w / die.total);
    }
  }
  firstArc[nodes] = to.length;
  return {
    automaton,
    firstArc,
    to: Int32Array.from(to),
    share: Float64Array.from(share),
    atNode: new Float64Array(nodes),
    atEnd: new Float64Array(automaton.ends.length),
    nodeRest: new Float64Array(nodes),
    endRest: new Float64Array(automaton.ends.length),
  };
}

/** The probability of every end, by forward propagation with compensated sums. The array belongs to `arcs`. */
export function propagate(arcs: Arcs): Float64Array {
  const { automaton, firstArc, to, share, atNode, atEnd, nodeRest, endRest } = arcs;
  atNode.fill(0);
  atEnd.fill(0);
  nodeRest.fill(0);
  endRest.fill(0);
  if (automaton.start < 0) {
    atEnd[~automaton.start] = 1;
    return atEnd;
  }
  atNode[0] = 1;
  for (let n = 0; n < automaton.nodes; n++) {
    const p = atNode[n];
    for (let a = firstArc[n]; a < firstArc[n + 1]; a++) {
      const t = to[a];
      if (t >= 0) add(atNode, nodeRest, t, p * share[a]);
      else add(atEnd, endRest, ~t, p * share[a]);
    }
  }
  return atEnd;
}

function add(sum: Float64Array, rest: Float64Array, i: number, amount: number): void {
  const y = amount - rest[i];
  const t = sum[i] + y;
  rest[i] = t - sum[i] - y;
  sum[i] = t;
}

/** Works an encounter out exactly. */
export function exact(automaton: Automaton): Tally {
  const arcs = arcsOf(automaton);
  const weights = propagate(arcs);
  assertWhole(automaton.name, weights);
  const shares = byDice(automaton);
  return {
    kind: 'exact',
    trials: null,
    partial: false,
    outcomes: automaton.outcomes,
    measures: automaton.measures,
    ends: automaton.ends.map((e, i) => ({ outcome: e.outcome, values: e.values, weight: weights[i] })),
    sums: automaton.sums.map(({ id, label }, k) => ({ id, label, ...sumMoments(automaton, shares, (e) => e[k]) })),
    blocks: [],
  };
}

/** Probabilities that do not add up to 1 are a fault, never a result. */
export function assertWhole(name: string, weights: Float64Array): void {
  let sum = 0;
  let rest = 0;
  for (const w of weights) {
    const y = w - rest;
    const t = sum + y;
    rest = t - sum - y;
    sum = t;
  }
  if (!(Math.abs(sum - 1) <= TOTAL_WITHIN)) {
    throw new SimError(`The probabilities of '${name}' add up to ${sum}, not 1.`);
  }
}
