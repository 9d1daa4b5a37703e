import { mix32 } from '../random.ts';
import { FORK } from './look-trees.ts';
import { COLUMN } from './rows.ts';
import { ANSWERS_WORD, TURN } from './space.ts';

/** Engagements in flight. */
export const BATCH = 4096;

/** What visits at places of one record need of it. Places that are about nobody have a state of their own, 0. */
export interface Visited {
  /** The record's place, or a negative number. */
  readonly record: number;
  /** By state: the answers to questions about it, and where it is idle. */
  readonly known: Int32Array;
  /** Of its expanded rows. */
  readonly columns: Int32Array;
  readonly targets: Int32Array;
}

/** Places of the sequence. */
export interface Passage {
  /** The record that each is about, or a negative number. */
  readonly owner: Int32Array;
  /** The bit of the place among those where its record may be idle, and where it then goes on. */
  readonly bit: Int32Array;
  readonly idleNext: Int32Array;
  /** For places that are about nobody: a row or a fork; else a negative number. */
  readonly root: Int32Array;
  /** The tables of those that are about a record, as far as they have been visited. */
  readonly tableAt: readonly (PlaceRows | undefined)[];
}

/** Expanded rows by state and message (see `PlaceTable`). */
export interface PlaceRows {
  readonly links: Int32Array;
  readonly expanded: Int32Array;
}

/** Engagements: what is by record and engagement is found at `record * BATCH + engagement`. */
export interface Batch {
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly turn: Int32Array;
  /** The state of each record, the answers to questions about it, and where it is idle. */
  readonly at: Int32Array;
  readonly answers: Int32Array;
  readonly idle: Int32Array;
  /** The engagements that stand at a place, from `place * BATCH` on, and how many do. */
  readonly lists: Int32Array;
  readonly lengths: Int32Array;
  /** For those that visit: their rows, then what was drawn. */
  readonly found: Int32Array;
  /** What each engagement has added up, `width` numbers each. */
  readonly sums: Float64Array;
  readonly width: number;
  /** Engagements in which a visit changed others than its record, and the effects. */
  readonly affected: Int32Array;
  affectedCount: number;
}

export interface Tables {
  readonly columns: Int32Array;
  readonly entries: Int32Array;
  readonly forks: Int32Array;
  readonly branches: Int32Array;
  /** Words of a state, and by record the words of its states. */
  readonly words: number;
  readonly dataOf: readonly Int32Array[];
  /** By what an entry does besides: what is added to the sums, and the effect on others. */
  readonly emissionOf: Int32Array;
  readonly effectOf: Int32Array;
  /** Emission `e` adds amounts `first[e]` up to `first[e + 1]`, each to a sum. */
  readonly first: Int32Array;
  readonly sumOf: Int32Array;
  readonly amount: Float64Array;
}

/**
 * The visits of the engagements that stand at a place, from number `from` up to `to`. Stops where a row has yet to be
 * found, and returns how far it came. Rows, draws and what comes of them are found in three sweeps over plain arrays, so
 * that the lookups of different engagements need not wait for each other: this is nine tenths of the work.
 */
export function visitAll(
  place: number,
  from: number,
  to: number,
  visited: Visited,
  passage: Passage,
  batch: Batch,
  tables: Tables,
): number {
  if (visited.record < 0) return visitNobody(place, from, to, passage, batch, tables);
  const found = findRows(place, from, to, visited.record, passage, batch, tables);
  draw(place, from, found, visited, batch);
  takeTargets(place, from, found, visited, passage, batch, tables);
  return found;
}

/** Finds the rows of visits, as far as they are known. */
function findRows(
  place: number,
  from: number,
  to: number,
  record: number,
  { tableAt }: Passage,
  batch: Batch,
  tables: Tables,
): number {
  const { links, expanded } = tableAt[place]!;
  const { at, lists, found } = batch;
  const states = links.length >> 1;
  for (let q = from; q < to; q++) {
    const i = lists[place * BATCH + q];
    const state = at[record * BATCH + i];
    if (state >= states) return q;
    const first = links[2 * state];
    const message = leafOf(links[2 * state + 1], i, batch, tables);
    if (first < 0 || message < 0) return q;
    const row = expanded[first + (message >> 1)];
    if (row < 0) return q;
    found[q] = row;
  }
  return to;
}

/** Draws from the rows that were found: the targets take their place. */
function draw(place: number, from: number, to: number, { columns }: Visited, batch: Batch): void {
  const { high, low, turn, lists, found } = batch;
  for (let q = from; q < to; q++) {
    const row = found[q];
    const width = (row >> 1) & 31;
    let column = (row >> 6) * COLUMN + 1;
    if (width > 0) {
      const i = lists[place * BATCH + q];
      const h = mix32(high[i] ^ (columns[column - 1 - COLUMN] + Math.imul(turn[i] + 1, 0x9e3779b1)));
      const l = mix32((low[i] ^ h) + 0x85ebca77);
      column += (h >>> (32 - width)) * COLUMN;
      if (l >>> 1 >= columns[column - 1]) column++;
    }
    found[q] = columns[column];
  }
}

/** What comes of the targets that were drawn. */
function takeTargets(
  place: number,
  from: number,
  to: number,
  { record, known, targets }: Visited,
  passage: Passage,
  batch: Batch,
  tables: Tables,
): void {
  const { at, answers, idle, lists, found } = batch;
  for (let q = from; q < to; q++) {
    const i = lists[place * BATCH + q];
    const own = record * BATCH + i;
    const target = found[q];
    const state = targets[target];
    const besides = targets[target + 2];
    const next = targets[target + 1];
    at[own] = state;
    answers[own] = known[2 * state];
    idle[own] = known[2 * state + 1];
    goOn(i, next, besides, passage, batch, tables);
  }
}

/** The same at a place that is about nobody. */
function visitNobody(place: number, from: number, to: number, passage: Passage, batch: Batch, tables: Tables): number {
  const { high, low, turn, lists } = batch;
  const { columns, entries } = tables;
  for (let q = from; q < to; q++) {
    const i = lists[place * BATCH + q];
    const v = leafOf(passage.root[place], i, batch, tables);
    if (v < 0) return q;
    const width = (v >> 1) & 31;
    let column = (v >> 6) * COLUMN + 1;
    if (width > 0) {
      const h = mix32(high[i] ^ (columns[column - 1 - COLUMN] + Math.imul(turn[i] + 1, 0x9e3779b1)));
      const l = mix32((low[i] ^ h) + 0x85ebca77);
      column += (h >>> (32 - width)) * COLUMN;
      if (l >>> 1 >= columns[column - 1]) column++;
    }
    const next = entries[columns[column]];
    const besides = entries[columns[column] + 1];
    goOn(i, next, besides, passage, batch, tables);
  }
  return to;
}

/** After a visit: what it adds up, whom else it concerns, and the place where engagement `i` stands next. */
function goOn(i: number, next: number, besides: number, passage: Passage, batch: Batch, tables: Tables): void {
  const { lists, lengths, affected } = batch;
  const { effectOf } = tables;
  let place = next;
  if (besides !== 0) addUp(i, besides, batch, tables);
  if (effectOf[besides] !== 0) {
    const k = batch.affectedCount++;
    affected[2 * k] = i;
    affected[2 * k + 1] = effectOf[besides];
  } else place = passOn(next, i, passage, batch, tables);
  lists[place * BATCH + lengths[place]++] = i;
}

/** What a branch leads to in an engagement. */
function leafOf(branch: number, i: number, batch: Batch, tables: Tables): number {
  return (branch & 1) === 1 && branch > 0 ? follow(branch, i, batch, tables) : branch;
}

function addUp(i: number, besides: number, { sums, width }: Batch, tables: Tables): void {
  const { emissionOf, first, sumOf, amount } = tables;
  const emission = emissionOf[besides];
  for (let k = first[emission]; k < first[emission + 1]; k++) sums[i * width + sumOf[k]] += amount[k];
}

/** The next place where engagement `i` has something to do. */
function passOn(
  place: number,
  i: number,
  { owner, bit, idleNext, root }: Passage,
  batch: Batch,
  tables: Tables,
): number {
  const { columns, entries } = tables;
  const { idle } = batch;
  for (let here = place; ; ) {
    const record = owner[here];
    if (record >= 0) {
      if ((idle[record * BATCH + i] & bit[here]) === 0) return here;
      here = idleNext[here];
      continue;
    }
    const v = leafOf(root[here], i, batch, tables);
    // A die, something besides, or a row that is not filled.
    if (v < 0 || (v & 62) !== 0) return here;
    const entry = columns[(v >> 6) * COLUMN + 1];
    if (entries[entry + 1] !== 0) return here;
    here = entries[entry];
  }
}

/** What a fork leads engagement `i` to: a leaf as branches hold it, or a negative number. */
function follow(branch: number, i: number, batch: Batch, { forks, branches, dataOf, words }: Tables): number {
  const { answers, at, turn } = batch;
  let v = branch;
  do {
    const fork = (v >> 1) * FORK;
    const record = forks[fork];
    const word = forks[fork + 1];
    let value: number;
    if (record === TURN) value = turn[i];
    else if (word === ANSWERS_WORD) value = answers[record * BATCH + i];
    else value = dataOf[record][at[record * BATCH + i] * words + word];
    v = branches[forks[fork + 4] + ((value >>> forks[fork + 2]) & forks[fork + 3])];
  } while ((v & 1) === 1 && v > 0);
  return v;
}
