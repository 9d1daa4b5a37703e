import type { Automaton } from '../automaton.ts';

/** A way through one row: the edges walked, in order, where they lead, and in how many of the row's cases. */
export interface Path {
  readonly edges: readonly number[];
  /** A node, or ~end. */
  readonly to: number;
  readonly cases: number;
}

/** Several rolls drawn at once: the paths of a row, whose cases add up to `total`. */
export interface FusedRow {
  readonly total: number;
  readonly paths: readonly Path[];
}

/** A fused row may throw away at most this share of the random bits. */
const WASTED_AT_MOST = 0.25;

/** How many of `width` entries carry one of `total` cases. */
export const validEntries = (width: number, total: number): number => width - (width % total);

/**
 * Draws as many rolls at once as one random byte carries: two D10 are one roll of 100 cases, three D6 one of 216. Rolls
 * after a node are taken in when all its ways have one (or have ended), so a row is a node and a few levels below it.
 * Half the look-ups, and half the rows: in a fight both sides roll before anything else happens. Null for a die that has
 * more cases than a row has entries.
 */
export function fuse(automaton: Automaton, node: number, width: number): FusedRow | null {
  const { dice, dieOf } = automaton;
  if (dice[dieOf[node]].total > width) return null;
  let row: FusedRow = { total: 1, paths: [{ edges: [], to: node, cases: 1 }] };
  for (;;) {
    const open = row.paths.filter((p) => p.to >= 0);
    if (open.length === 0) return row;
    const spread = open.map((p) => dice[dieOf[p.to]].total).reduce(lcm, 1);
    const total = row.total * spread;
    const first = row.total === 1;
    if (!first && (total > width || validEntries(width, total) < width * (1 - WASTED_AT_MOST))) return row;
    row = {
      total,
      paths: row.paths.flatMap((p) => (p.to < 0 ? [{ ...p, cases: p.cases * spread }] : onward(automaton, p, spread))),
    };
  }
}

function onward(automaton: Automaton, path: Path, spread: number): Path[] {
  const die = automaton.dice[automaton.dieOf[path.to]];
  const first = automaton.firstEdge[path.to];
  return die.weights.map((weight, f) => ({
    edges: [...path.edges, first + f],
    to: automaton.target[first + f],
    cases: (path.cases * spread * weight) / die.total,
  }));
}

function lcm(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
