import { mix32 } from '../random.ts';
import { FORK } from './look-trees.ts';
import { COLUMN, STATE_BITS, STATE_MASK } from './rows.ts';
import { ANSWERS_WORD, TURN } from './space.ts';

/** What a visit needs of its place and of the pair that it is about. */
export interface Visited {
  readonly key: number;
  /** By state, a row or a fork. */
  readonly root: Int32Array;
  /** In each engagement: the state, the places where nothing is to be done, and what others may know. */
  readonly own: Int32Array;
  readonly idle: Int32Array;
  readonly kinds: Int32Array;
  /** By state, the last two. */
  readonly byState: Int32Array;
}

/** Places of the sequence, as far as they can be passed through without a visit. */
export interface Passage {
  /** The pair that each is about, or a negative number. */
  readonly owner: Int32Array;
  /** The bit of the place among those where its pair may be idle, and where it then goes on. */
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
  /** By pair, in each engagement: its state, the kind of its answers, where it is idle; and the words of its states. */
  readonly states: readonly Int32Array[];
  readonly kinds: readonly Int32Array[];
  readonly idle: readonly Int32Array[];
  readonly words: readonly number[];
  /** By place in the sequence, the engagements that stand there. */
  readonly lists: readonly Int32Array[];
  readonly lengths: Int32Array;
  /** Engagements in which a visit did more than to move its pair on, and what. */
  readonly besides: Int32Array;
  besidesCount: number;
}

export interface Tables {
  readonly columns: Int32Array;
  readonly forks: Int32Array;
  readonly branches: Int32Array;
  /** By pair, the words of its states, and answers by their kind. */
  readonly bits: readonly Int32Array[];
  readonly kindWords: readonly (readonly number[])[];
  /** By what an entry does besides, whether that changes others. */
  readonly changesOthers: Uint8Array;
}

/**
 * The visits of the engagements in `list` from place `from` up to `to`; stops where a row has yet to be filled, and
 * returns how far it came. One function over plain arrays: it is nine tenths of the work.
 */
export function visitAll(
  list: Int32Array,
  from: number,
  to: number,
  { key, root, own, idle, kinds, byState }: Visited,
  passage: Passage,
  batch: Batch,
  tables: Tables,
): number {
  const { high, low, turn, lists, lengths, besides } = batch;
  const { columns, changesOthers } = tables;
  for (let q = from; q < to; q++) {
    const i = list[q];
    let v = root[own[i]];
    if ((v & 1) === 1 && v > 0) v = follow(v, i, batch, tables);
    if (v < 0) return q;
    const b = (v >> 1) & 31;
    let at = (v >> 6) * COLUMN + 1;
    if (b > 0) {
      const h = mix32(high[i] ^ (key + Math.imul(turn[i] + 1, 0x9e3779b1)));
      const l = mix32((low[i] ^ h) + 0x85ebca77);
      at += (h >>> (32 - b)) * COLUMN;
      if (l >>> 1 >= columns[at - 1]) at++;
    }
    const entry = columns[at];
    const state = entry & STATE_MASK;
    own[i] = state;
    idle[i] = byState[2 * state];
    kinds[i] = byState[2 * state + 1];
    let next = entry >>> STATE_BITS;
    const more = columns[at + 2];
    if (more !== 0) {
      const k = batch.besidesCount++;
      besides[2 * k] = i;
      besides[2 * k + 1] = more;
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
  const { columns } = tables;
  const { idle } = batch;
  for (let at = place; ; ) {
    const pair = owner[at];
    if (pair >= 0) {
      if ((idle[pair][i] & bit[at]) === 0) return at;
      at = idleNext[at];
      continue;
    }
    let v = root[at];
    if ((v & 1) === 1 && v > 0) v = follow(v, i, batch, tables);
    // A die, something besides, or a row that is not filled.
    if (v < 0 || (v & 62) !== 0) return at;
    const column = (v >> 6) * COLUMN;
    if (columns[column + 3] !== 0) return at;
    at = columns[column + 1] >>> STATE_BITS;
  }
}

/** What a fork leads engagement `i` to: a leaf as branches hold it, or a negative number. */
function follow(branch: number, i: number, batch: Batch, { forks, branches, bits, kindWords }: Tables): number {
  let v = branch;
  do {
    const at = (v >> 1) * FORK;
    const pair = forks[at];
    const word = forks[at + 1];
    let held: number;
    if (word === ANSWERS_WORD) held = kindWords[pair][batch.kinds[pair][i]];
    else if (pair === TURN) held = batch.turn[i];
    else held = bits[pair][batch.states[pair][i] * batch.words[pair] + word];
    v = branches[forks[at + 4] + ((held >>> forks[at + 2]) & forks[at + 3])];
  } while ((v & 1) === 1 && v > 0);
  return v;
}
