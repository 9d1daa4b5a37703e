import { mix32 } from '../random.ts';
import { FORK } from './look-trees.ts';
import { COLUMN, ENTRY, IDLE } from './rows.ts';
import { EMPTY, find } from './slots.ts';
import { ANSWERS_WORD, TURN } from './space.ts';

/** What a visit needs of its place and of the record that it is about. */
export interface Visited {
  /** Rows or forks, by bits of the record. */
  readonly data: Int32Array;
  readonly mask: Int32Array;
  readonly places: number;
  /** In each engagement: the record's words, and where what is known of it is. */
  readonly held: Int32Array;
  readonly knownAt: Int32Array;
  /** What is known, by bits of the record. */
  readonly known: Int32Array;
  readonly knownMask: Int32Array;
  readonly knownPlaces: number;
  /** The bit of the place among those where its record may be idle. */
  readonly bit: number;
}

/** Places of the sequence, as far as they can be passed through without a visit. */
export interface Passage {
  /** The record that each is about, or a negative number. */
  readonly owner: Int32Array;
  /** The bit of the place among those where its record may be idle, and where it then goes on. */
  readonly bit: Int32Array;
  readonly idleNext: Int32Array;
  /** For places that are about nobody: a row or a fork; else a negative number. */
  readonly root: Int32Array;
}

/** What all visits share. */
export interface Batch {
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly turn: Int32Array;
  /** Words of a record. */
  readonly words: number;
  /** By record, in each engagement: its words, and where what is known of it is; and what is known. */
  readonly held: readonly Int32Array[];
  readonly knownAt: readonly Int32Array[];
  readonly known: readonly Int32Array[];
  /** By place in the sequence, the engagements that stand there. */
  readonly lists: readonly Int32Array[];
  readonly lengths: Int32Array;
  /** Engagements in which a visit did more than to move its record on, and what. */
  readonly besides: Int32Array;
  besidesCount: number;
}

export interface Tables {
  readonly columns: Int32Array;
  readonly entries: Int32Array;
  readonly forks: Int32Array;
  readonly branches: Int32Array;
  /** By what an entry does besides, whether that changes others. */
  readonly changesOthers: Uint8Array;
}

/**
 * The visits of the engagements in `list` from place `from` up to `to`. Stops where a row has yet to be filled, and
 * returns how far it came; or after an engagement of whose record nothing is known yet. One function over plain arrays:
 * it is nine tenths of the work.
 */
export function visitAll(
  list: Int32Array,
  from: number,
  to: number,
  visited: Visited,
  passage: Passage,
  batch: Batch,
  tables: Tables,
): number {
  const { data, mask, places, held, knownAt, known, knownMask, knownPlaces, bit } = visited;
  const { high, low, turn, lists, lengths, besides, words } = batch;
  const { columns, entries, changesOthers } = tables;
  for (let q = from; q < to; q++) {
    const i = list[q];
    const own = i * words;
    let v = data[find(data, mask, held, own, words, words + 1, places)];
    if ((v & 1) === 1 && v > 0) v = follow(v, i, batch, tables);
    if (v < 0) return q;
    const b = (v >> 1) & 31;
    let at = (v >> 6) * COLUMN + 1;
    if (b === IDLE) known[knownAt[i]] |= bit;
    else if (b > 0) {
      const h = mix32(high[i] ^ (columns[at - 1 - COLUMN] + Math.imul(turn[i] + 1, 0x9e3779b1)));
      const l = mix32((low[i] ^ h) + 0x85ebca77);
      at += (h >>> (32 - b)) * COLUMN;
      if (l >>> 1 >= columns[at - 1]) at++;
    }
    const entry = columns[at];
    let next = entries[entry];
    const more = entries[entry + 1];
    if (more !== 0) {
      const k = batch.besidesCount++;
      besides[2 * k] = i;
      besides[2 * k + 1] = more;
    }
    if (entries[entry + 2] !== 0) {
      for (let w = 0; w < words; w++)
        held[own + w] = (held[own + w] & entries[entry + ENTRY + w]) | entries[entry + ENTRY + words + w];
      const place = find(known, knownMask, held, own, words, words + 2, knownPlaces);
      knownAt[i] = place;
      if (known[place] === EMPTY) {
        knownAt[i] = EMPTY;
        lists[next][lengths[next]++] = i;
        return q + 1;
      }
    }
    if (changesOthers[more] === 0) next = passOn(next, i, passage, batch, tables);
    lists[next][lengths[next]++] = i;
  }
  return to;
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
  const { known, knownAt } = batch;
  for (let at = place; ; ) {
    const record = owner[at];
    if (record >= 0) {
      if ((known[record][knownAt[record][i]] & bit[at]) === 0) return at;
      at = idleNext[at];
      continue;
    }
    let v = root[at];
    if ((v & 1) === 1 && v > 0) v = follow(v, i, batch, tables);
    // A die, something besides, or a row that is not filled.
    if (v < 0 || (v & 62) !== 0) return at;
    const entry = columns[(v >> 6) * COLUMN + 1];
    if (entries[entry + 1] !== 0) return at;
    at = entries[entry];
  }
}

/** What a fork leads engagement `i` to: a leaf as branches hold it, or a negative number. */
function follow(branch: number, i: number, batch: Batch, { forks, branches }: Tables): number {
  const { known, knownAt, held, words } = batch;
  let v = branch;
  do {
    const at = (v >> 1) * FORK;
    const record = forks[at];
    const word = forks[at + 1];
    let value: number;
    if (word === ANSWERS_WORD) value = known[record][knownAt[record][i] + 1];
    else if (record === TURN) value = batch.turn[i];
    else value = held[record][i * words + word];
    v = branches[forks[at + 4] + ((value >>> forks[at + 2]) & forks[at + 3])];
  } while ((v & 1) === 1 && v > 0);
  return v;
}
