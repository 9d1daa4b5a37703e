import type { Automaton } from '../automaton.ts';
import type { Die } from '../die.ts';
import { SimError } from '../error.ts';

/**
 * The automaton laid out for walking: a row a node, `width` entries a row, so that some random bits are one roll. Bits
 * past the last full run of the die's faces lead back to the same row (an unbiased re-roll without a branch); an edge to
 * an end leads to row 0, where the next encounter starts.
 */
export interface WalkTable {
  readonly width: number;
  readonly rows: number;
  /** Where each entry leads: the first entry of a row. 16 bits wide where that is enough. */
  readonly next: Uint16Array | Int32Array;
}

/** Up to this many entries a table fits the narrow kernel (and the first-level cache of most machines). */
export const NARROW_ENTRIES = 65_536;
/** The most entries that the wide kernel carries. */
export const WIDE_ENTRIES = 1 << 25;
const WIDTHS = [16, 32, 64, 128, 256] as const;
/** Tables past this many entries leave the cache: there, narrower rows win although more bits are thrown away. */
const CACHE_ENTRIES = 262_144;

/** How many of `width` entries carry a face of the die. */
export const validEntries = (width: number, die: Die): number => width - (width % die.total);

/** Which face (by place) an entry stands for. */
export function faceOfEntry(die: Die): Uint8Array {
  const faces = new Uint8Array(die.total);
  let at = 0;
  die.weights.forEach((w, f) => {
    for (let i = 0; i < w; i++) faces[at++] = f;
  });
  return faces;
}

/** 256 wide while the table stays in the cache; past that, the narrowest row that wastes less than two fifths. */
export function chooseWidth(automaton: Automaton): number {
  if (automaton.nodes * 256 <= CACHE_ENTRIES) return 256;
  const used = usedDice(automaton);
  return WIDTHS.find((w) => used.every((d) => d.total <= w && validEntries(w, d) / w >= 0.6)) ?? 256;
}

function usedDice(automaton: Automaton): Die[] {
  return [...new Set(automaton.dieOf)].map((d) => automaton.dice[d]);
}

export function walkTable(automaton: Automaton, width = chooseWidth(automaton)): WalkTable {
  const { nodes, dice, dieOf, firstEdge, target } = automaton;
  const entries = nodes * width;
  if (entries > WIDE_ENTRIES) {
    throw new SimError(
      `The walk table of '${automaton.name}' would need ${entries.toLocaleString('en')} entries; ` +
        `${WIDE_ENTRIES.toLocaleString('en')} is the most. Ask for fewer measures, or a smaller engagement.`,
    );
  }
  const next = allocate(automaton.name, entries);
  const faces = dice.map(faceOfEntry);
  for (let n = 0; n < nodes; n++) {
    const die = dice[dieOf[n]];
    const valid = validEntries(width, die);
    const face = faces[dieOf[n]];
    for (let b = 0; b < width; b++) {
      if (b >= valid) next[n * width + b] = n * width;
      else next[n * width + b] = Math.max(0, target[firstEdge[n] + face[b % die.total]]) * width;
    }
  }
  return { width, rows: nodes, next };
}

/** Shared memory, so that threads read one copy. */
function allocate(name: string, entries: number): Uint16Array | Int32Array {
  try {
    return entries <= NARROW_ENTRIES
      ? new Uint16Array(new SharedArrayBuffer(entries * 2))
      : new Int32Array(new SharedArrayBuffer(entries * 4));
  } catch {
    throw new SimError(
      `There is not enough memory for the walk table of '${name}' (${entries.toLocaleString('en')} entries).`,
    );
  }
}

/** Adds a block's visits to the counts of the edges, and clears the visits. */
export function foldVisits(automaton: Automaton, width: number, visits: Int32Array, edges: Float64Array): void {
  const { nodes, dice, dieOf, firstEdge } = automaton;
  const faces = dice.map(faceOfEntry);
  for (let n = 0; n < nodes; n++) {
    const die = dice[dieOf[n]];
    const face = faces[dieOf[n]];
    const valid = validEntries(width, die);
    const row = n * width;
    const first = firstEdge[n];
    for (let b = 0, t = 0; b < valid; b++) {
      edges[first + face[t]] += visits[row + b];
      if (++t === die.total) t = 0;
    }
  }
  visits.fill(0, 0, nodes * width);
}
