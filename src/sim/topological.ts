/** A graph as it is laid out for all engines: the edges of a node run from `firstEdge[n]` to `firstEdge[n + 1]`. */
interface Edges {
  readonly nodes: number;
  readonly firstEdge: Int32Array;
  readonly target: Int32Array;
}

/**
 * The nodes that can be reached from node 0, each before all that it leads to. Those on a cycle, and whatever lies behind
 * one, are left out and still wait for a node before them (`waiting` above 0).
 */
export function topologicalOrder({ nodes, firstEdge, target }: Edges): { order: Int32Array; waiting: Int32Array } {
  const waiting = new Int32Array(nodes);
  for (let e = 0; e < firstEdge[nodes]; e++) waiting[target[e]]++;
  const order = new Int32Array(nodes);
  let found = 0;
  if (waiting[0] === 0) order[found++] = 0;
  for (let i = 0; i < found; i++) {
    for (let e = firstEdge[order[i]]; e < firstEdge[order[i] + 1]; e++) {
      if (--waiting[target[e]] === 0) order[found++] = target[e];
    }
  }
  return { order: order.subarray(0, found), waiting };
}
