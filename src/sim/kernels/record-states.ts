import { TablesFullError } from '../error.ts';
import { grown, StateTable } from '../state-table.ts';
import { EMPTY } from './slots.ts';
import type { Change, RecordSpace } from './space.ts';

/** Numbers in a move: the state, the change, the state that it leads to, and one to spare. */
export const MOVE_BITS = 2;
export const MOVE = 2 ** MOVE_BITS;
/** No change at all. */
export const UNCHANGED = 0;
const MOST_STATES = 2 ** 21;

/**
 * The states of one record that have come up, by number, and where changes lead from each. Tables by state are plain
 * arrays then, and a play passes numbers on.
 */
export class RecordStates<S> {
  readonly space: RecordSpace<S>;
  words = 0;
  count = 0;
  /** By state, its words: the answers to questions about it, then its fields. */
  data = new Int32Array(0);
  /** By state, the places of the sequence where it has nothing to do, as bits. */
  idle = new Int32Array(1024);
  idleVersion = 0;
  private table!: StateTable;
  private key!: Int32Array;
  /** Moves that are known, by open addressing. */
  moves = new Int32Array(1024 * MOVE).fill(EMPTY);
  private moveCount = 0;
  private changes!: StateTable;
  private changeKey!: Int32Array;

  constructor(space: RecordSpace<S>) {
    this.space = space;
  }

  /** States keep their numbers, with room for what has grown; changes and moves begin anew. */
  begin(words: number): void {
    const { data, count } = this;
    const before = this.words;
    this.words = words;
    this.table = new StateTable(words);
    this.key = new Int32Array(words);
    this.data = new Int32Array(Math.max(1024, this.capacity) * words);
    this.count = 0;
    this.idle.fill(0);
    for (let s = 0; s < count; s++) {
      this.key.fill(0);
      for (let w = 0; w < before; w++) this.key[w] = data[s * before + w];
      this.internKey();
    }
    this.moves.fill(EMPTY);
    this.moveCount = 0;
    this.changes = new StateTable(2 * words);
    this.changeKey = new Int32Array(2 * words);
    // Number 0 is no change.
    this.changes.intern(this.changeKey);
  }

  /** No state has a number as high as this, as long as tables by state need not grow. */
  get capacity(): number {
    return this.idle.length;
  }

  /** The number of the state that the record starts in. */
  get start(): number {
    this.key.fill(0);
    return this.internKey();
  }

  /** A state has nothing to do at a place. */
  noteIdle(state: number, bit: number): void {
    if ((this.idle[state] & bit) !== 0) return;
    this.idle[state] |= bit;
    this.idleVersion++;
  }

  changeNumber(change: Change | null): number {
    if (!change) return UNCHANGED;
    this.changeKey.set(change.mask);
    this.changeKey.set(change.bits, this.words);
    return this.changes.intern(this.changeKey);
  }

  /** The state after a change of this number. */
  after(state: number, change: number): number {
    if (change === UNCHANGED) return state;
    const at = moveAt(this.moves, state, change);
    if (this.moves[at] !== EMPTY) return this.moves[at + 2];
    const { words } = this;
    const { keys } = this.changes;
    const c = 2 * change * words;
    for (let w = 0; w < words; w++) this.key[w] = (this.data[state * words + w] & ~keys[c + w]) | keys[c + words + w];
    const next = this.internKey();
    this.keep(state, change, next);
    return next;
  }

  /** The state after a change that has no number. */
  changed(state: number, change: Change | null): number {
    if (!change) return state;
    const { words } = this;
    for (let w = 0; w < words; w++) this.key[w] = (this.data[state * words + w] & ~change.mask[w]) | change.bits[w];
    return this.internKey();
  }

  private keep(state: number, change: number, next: number): void {
    if (++this.moveCount * 2 * MOVE > this.moves.length) {
      const before = this.moves;
      this.moves = new Int32Array(before.length * 2).fill(EMPTY);
      for (let m = 0; m < before.length; m += MOVE)
        if (before[m] !== EMPTY) this.put(before[m], before[m + 1], before[m + 2]);
    }
    this.put(state, change, next);
  }

  private put(state: number, change: number, next: number): void {
    const at = moveAt(this.moves, state, change);
    this.moves[at] = state;
    this.moves[at + 1] = change;
    this.moves[at + 2] = next;
  }

  /** The number of the state in `key`, whose answers may be left over from another state. */
  private internKey(): number {
    const { key, words } = this;
    key[0] = 0;
    const state = this.table.intern(key);
    if (state < this.count) return state;
    this.count++;
    if (state >= MOST_STATES) throw new TablesFullError('A record of the engagement has too many states.');
    if (state >= this.capacity) this.idle = grown(this.idle);
    if ((state + 1) * words > this.data.length) this.data = grown(this.data);
    this.data.set(key, state * words);
    this.data[state * words] = this.space.answersOf(key);
    return state;
  }
}

/** Where a move is, or would be put. */
export function moveAt(moves: Int32Array, state: number, change: number): number {
  let h = Math.imul(state, 0x9e3779b1) ^ Math.imul(change, 0x85ebca6b);
  h ^= h >>> 15;
  // The length is a power of two.
  const last = moves.length - MOVE;
  for (let at = (h << MOVE_BITS) & last; ; at = (at + MOVE) & last)
    if ((moves[at] === state && moves[at + 1] === change) || moves[at] === EMPTY) return at;
}
