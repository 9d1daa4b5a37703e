import { type Automaton, refuseOpenChoices } from '../automaton.ts';
import { SimError } from '../error.ts';
import { fuse, validEntries } from './fuse.ts';
import { clearVisits, type Kernel } from './kernel.ts';
import { sharedBytes } from './memory.ts';
import { NO_ROW, type RowPath, RowPaths } from './row-paths.ts';
import { spreadOf } from './spread.ts';

/**
 * The automaton laid out for walking: rows of `width` entries, so that some random bits are one draw (of one roll or of
 * several at once). Bits past the last full run of a row's cases lead back to the same row (an unbiased re-roll without
 * a branch); a path to an end leads to row 0, where the next encounter starts. Plain data in shared memory.
 */
export interface WalkTable {
  readonly width: number;
  readonly rows: number;
  /** Where each entry leads: the first entry of a row. 16 bits wide where that is enough. */
  readonly next: Uint16Array | Int32Array;
  /** Where the cases of each row begin in `pathOf`. */
  readonly firstCase: Int32Array;
  /** The path of each case; the cases of a row repeat over its entries. */
  readonly pathOf: Int32Array;
  /** Where the edges of each path begin in `edges`. */
  readonly firstStep: Int32Array;
  /** Edges of the automaton. */
  readonly edges: Int32Array;
  /** For a row that goes on with a wide die, the one entry that leads there; below 0 for all others. */
  readonly via: Int32Array;
}

/** The narrow kernel takes tables of at most this many entries, in rows of this width. */
export const NARROW_ENTRIES = 65_536;
const NARROW_WIDTH = 256;
export const fitsNarrow = (entries: number, width: number): boolean =>
  entries <= NARROW_ENTRIES && width === NARROW_WIDTH;
/** The most entries that the wide kernel carries. */
export const WIDE_ENTRIES = 1 << 25;
/** Tables past this many entries leave the cache: there, rows half as wide are quicker. */
const CACHE_ENTRIES = 131_072;

/** How many entries of a row are draws that count. */
export const validIn = (table: WalkTable, row: number): number =>
  validEntries(table.width, table.firstCase[row + 1] - table.firstCase[row]);

export function walkTable(automaton: Automaton, width?: number): WalkTable {
  refuseOpenChoices(automaton);
  if (width !== undefined) return layOut(automaton, allRows(automaton, width), width);
  const rows = fuseAll(automaton, 256, CACHE_ENTRIES);
  if (rows) return layOut(automaton, rows, 256);
  const narrower = narrowest(automaton);
  return layOut(automaton, allRows(automaton, narrower), narrower);
}

function allRows(automaton: Automaton, width: number): Rows {
  const rows = fuseAll(automaton, width, WIDE_ENTRIES);
  if (!rows) throw new TableTooLargeError(automaton, width);
  return rows;
}

/** The narrowest row that carries every die, wasting no more than two fifths of the bits. */
function narrowest(automaton: Automaton): number {
  const totals = [...new Set(automaton.dieOf)].map((d) => automaton.dice[d].total);
  if (totals.some((t) => t > 256)) return 256;
  return [128, 256].find((w) => totals.every((t) => t <= w && validEntries(w, t) >= w * 0.6)) ?? 256;
}

/** No entry, or more than one, leads to a row from within its die. */
const NOWHERE = -1;
const SEVERAL = -2;

interface Row {
  /** The node that begins here; -1 for a row that goes on with a wide die. */
  readonly node: number;
  readonly total: number;
  readonly paths: readonly RowPath[];
  /** Reached from other rows of the same die only. */
  readonly goesOn?: boolean;
}

/** Rows without their paths, of which each has those up to where the next one's begin. */
interface Rows {
  readonly list: readonly (Omit<Row, 'paths'> & { readonly firstPath: number })[];
  readonly paths: RowPaths;
}

/** The rows that walking from node 0 comes to, row 0 first; null when they have more entries than allowed. */
function fuseAll(automaton: Automaton, width: number, entries: number): Rows | null {
  const list: Rows['list'][number][] = [];
  const paths = new RowPaths();
  const seen = new Uint8Array(automaton.nodes);
  const waiting = [0];
  seen[0] = 1;
  for (let i = 0; i < waiting.length; i++) {
    const fused = fuse(automaton, waiting[i], width);
    const added: Row[] = fused ? [{ node: waiting[i], ...fused }] : wideRows(automaton, waiting[i], width, list.length);
    for (const { node, total, goesOn, paths: own } of added) {
      list.push({ node, total, goesOn, firstPath: paths.count });
      for (const path of own) {
        paths.add(path);
        if (path.row !== undefined || path.to < 0 || seen[path.to]) continue;
        seen[path.to] = 1;
        waiting.push(path.to);
      }
    }
    if (list.length * width > entries) return null;
  }
  return { list, paths };
}

/** The rows of a node whose die is wider than a row; `at` is the place of the first among all rows. */
function wideRows(automaton: Automaton, node: number, width: number, at: number): Row[] {
  const spread = spreadOf(automaton.dice[automaton.dieOf[node]], width);
  const first = automaton.firstEdge[node];
  // Row 0 is where encounters start, and visits to it are counted as such: a re-draw goes to a copy of it.
  const again = at === 0 ? spread.length : 0;
  const row = (entries: (typeof spread)[number], r: number): Row => ({
    node: r === 0 ? node : -1,
    goesOn: r > 0,
    total: width,
    paths: entries.map((entry) =>
      'face' in entry
        ? { edges: [first + entry.face], to: automaton.target[first + entry.face], cases: entry.entries }
        : { edges: [], to: node, cases: entry.entries, row: at + (entry.row === 0 ? again : entry.row) },
    ),
  });
  const rows = spread.map(row);
  const goesBack = rows.some((r) => r.paths.some((p) => p.row === at + again));
  return again > 0 && goesBack ? [...rows, { ...rows[0], node: -1 }] : rows;
}

function layOut(automaton: Automaton, { list, paths }: Rows, width: number): WalkTable {
  const entries = list.length * width;
  const memory = shared(automaton.name);
  const next = fitsNarrow(entries, width) ? memory.words16(entries) : memory.words32(entries);
  const firstCase = memory.words32(list.length + 1);
  const pathOf = memory.words32(list.reduce((n, row) => n + row.total, 0));
  const firstStep = memory.words32(paths.count + 1);
  const edges = memory.words32(paths.firstStep[paths.count]);
  firstStep.set(paths.firstStep.subarray(0, firstStep.length));
  edges.set(paths.edges.subarray(0, edges.length));
  const via = memory.words32(list.length).fill(NOWHERE);
  const rowOf = new Int32Array(automaton.nodes);
  list.forEach((row, i) => {
    if (row.node >= 0) rowOf[row.node] = i;
  });
  let at = 0;
  list.forEach(({ total, firstPath }, r) => {
    firstCase[r] = at;
    const from = at;
    const valid = validEntries(width, total);
    const last = list[r + 1]?.firstPath ?? paths.count;
    for (let path = firstPath; path < last; path++) {
      const [row, to] = [paths.row[path], paths.to[path]];
      const leads = row !== NO_ROW ? row * width : to < 0 ? 0 : rowOf[to] * width;
      if (row !== NO_ROW && list[row].goesOn) via[row] = via[row] === NOWHERE ? r * width + at - from : SEVERAL;
      for (let i = 0; i < paths.cases[path]; i++) {
        for (let e = at - from; e < valid; e += total) next[r * width + e] = leads;
        pathOf[at++] = path;
      }
    }
    next.fill(r * width, r * width + valid, (r + 1) * width);
  });
  firstCase[list.length] = at;
  return { width, rows: list.length, next, firstCase, pathOf, firstStep, edges, via };
}

/** Shared memory where there is any, so that threads read one copy. */
function shared(name: string) {
  const take = (bytes: number) => sharedBytes(bytes, `the walk table of '${name}'`);
  return {
    words16: (n: number) => new Uint16Array(take(n * 2)),
    words32: (n: number) => new Int32Array(take(n * 4)),
  };
}

/** The encounter was compiled, but its table is more than a kernel carries; what can be played by layers or records still is. */
export class TableTooLargeError extends SimError {
  constructor(automaton: Automaton, width: number) {
    super(
      `The walk table of '${automaton.name}' would need more than ${WIDE_ENTRIES.toLocaleString('en')} entries ` +
        `(${automaton.nodes.toLocaleString('en')} nodes, rows ${width} wide); ask for fewer measures, or a smaller engagement.`,
    );
  }
}

/** Adds a block's visits to the counts of the automaton's edges, and clears the visits. */
export function foldVisits(table: WalkTable, kernel: Kernel, counts: Float64Array): void {
  const { visits, stride } = kernel;
  const { width, rows, firstCase, pathOf, firstStep, edges, via } = table;
  const walked: number[] = [];
  for (let r = 0; r < rows; r++) {
    // Wide dice have many rows that are hardly ever reached.
    if (via[r] >= 0 && visits[via[r] * stride] === 0) continue;
    walked.push(r);
    const total = firstCase[r + 1] - firstCase[r];
    const valid = validEntries(width, total);
    for (let t = 0; t < total; t++) {
      let n = 0;
      for (let e = t; e < valid; e += total) n += visits[(r * width + e) * stride];
      if (n === 0) continue;
      const path = pathOf[firstCase[r] + t];
      for (let s = firstStep[path]; s < firstStep[path + 1]; s++) counts[edges[s]] += n;
    }
  }
  for (const r of walked) clearVisits(kernel, r * width, (r + 1) * width);
}
