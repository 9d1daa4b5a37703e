import type { Automaton } from './automaton.ts';

/** By edge, how likely it is once its node is reached: by the dice. */
export function byDice({ nodes, dieOf, dice, firstEdge, target }: Automaton): Float64Array {
  const shares = new Float64Array(target.length);
  for (let n = 0; n < nodes; n++) {
    const { weights, total } = dice[dieOf[n]];
    for (let f = 0; f < weights.length; f++) shares[firstEdge[n] + f] = weights[f] / total;
  }
  return shares;
}

/** The same as often as edges were walked. A node that was never reached has no part in anything. */
export function byCounts({ nodes, firstEdge }: Automaton, counts: Float64Array): Float64Array {
  const shares = new Float64Array(counts.length);
  for (let n = 0; n < nodes; n++) {
    let reached = 0;
    for (let e = firstEdge[n]; e < firstEdge[n + 1]; e++) reached += counts[e];
    if (reached > 0) for (let e = firstEdge[n]; e < firstEdge[n + 1]; e++) shares[e] = counts[e] / reached;
  }
  return shares;
}

/**
 * Mean and spread of what adds up along the way, going backwards over the edges: what comes after a node depends on the
 * node alone. Spreads are taken around each node's mean, so that large amounts lose no digits.
 */
export function sumMoments(
  automaton: Automaton,
  shares: Float64Array,
  amountOf: (emission: readonly number[]) => number,
): { readonly mean: number; readonly sd: number } {
  const { nodes, firstEdge, target, emission, emissions, start, startEmission } = automaton;
  const amounts = emissions.map(amountOf);
  const before = amounts[startEmission];
  if (start < 0) return { mean: before, sd: 0 };
  const mean = new Float64Array(nodes);
  const variance = new Float64Array(nodes);
  for (let n = nodes - 1; n >= 0; n--) {
    for (let e = firstEdge[n]; e < firstEdge[n + 1]; e++) {
      const t = target[e];
      mean[n] += shares[e] * (amounts[emission[e]] + (t >= 0 ? mean[t] : 0));
    }
    for (let e = firstEdge[n]; e < firstEdge[n + 1]; e++) {
      const t = target[e];
      const off = amounts[emission[e]] + (t >= 0 ? mean[t] : 0) - mean[n];
      variance[n] += shares[e] * ((t >= 0 ? variance[t] : 0) + off * off);
    }
  }
  return { mean: before + mean[0], sd: Math.sqrt(variance[0]) };
}
