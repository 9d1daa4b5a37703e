import { TablesFullError } from '../error.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Change, RecordSpace } from './space.ts';

/** No change at all. */
export const UNCHANGED = 0;
const MOST_STATES = 2 ** 21;

/**
 * The states of one record that have come up, by number, and the changes to it. Tables by state are plain arrays then, and
 * a play passes numbers on.
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
  private changes!: StateTable;
  private changeKey!: Int32Array;

  constructor(space: RecordSpace<S>) {
    this.space = space;
  }

  /** States keep their numbers, with room for what has grown; changes begin anew. */
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
    const { words } = this;
    const { keys } = this.changes;
    const c = 2 * change * words;
    for (let w = 0; w < words; w++) this.key[w] = (this.data[state * words + w] & ~keys[c + w]) | keys[c + words + w];
    return this.internKey();
  }

  /** The state after a change that has no number. */
  changed(state: number, change: Change | null): number {
    if (!change) return state;
    const { words } = this;
    for (let w = 0; w < words; w++) this.key[w] = (this.data[state * words + w] & ~change.mask[w]) | change.bits[w];
    return this.internKey();
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
