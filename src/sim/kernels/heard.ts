import { grown, StateTable } from '../state-table.ts';
import type { Fields } from './fields.ts';
import { FORK, grownUnknown, type LookTrees, UNKNOWN } from './look-trees.ts';
import { ANSWERS_WORD, TURN } from './space.ts';
import type { Position } from './steps.ts';

/** The turn has the lowest bits of the first word. */
export const TURN_MASK = 31;
const TURN_BITS = 5;
const FIRST_BITS = 4;
/** Numbers in a listener before its masks: where its cells begin, and how many there are less one. */
export const LISTENER = 2;
const FIRST_CELLS = 8;

/** Where what is heard of a record stands among the words of an engagement. */
interface Stand {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/**
 * What records may know of each other, in few words for each engagement: a number for all that anybody was seen to look
 * at in a record, and the turn. What a tree of looks leads to is found by these words at once; the tree is asked when they
 * come up for the first time.
 */
export class Heard<S> {
  /** Words of an engagement. */
  words = 1;
  /** Goes up when numbers are given anew: what was packed before means nothing then. */
  version = 0;
  /** By number: a tree's cells, and the bits of each word that it listens to. */
  listeners = new Int32Array(0);
  /** Words that were heard, and the leaf that they lead to, twice; a negative number where the cell is empty. */
  cells = new Int32Array(256).fill(UNKNOWN);
  private readonly fields: Fields<S>;
  private readonly trees: LookTrees<S>;
  private stands: readonly Stand[] = [];
  private readonly bits: number[];
  /** By record: bits that somebody looks at, numbers of what they hold, and the number of each state. */
  private readonly looks: readonly Int32Array[];
  private numbers: StateTable[] = [];
  private numbersByState: Int32Array[] = [];
  /** By record and number, a state of which that is heard. */
  private samples: number[][] = [];
  private readonly key: Int32Array;
  private listenerOf = new Map<number, number>();
  private held: number[] = [];
  private scratch = new Int32Array(1);
  private cellCount = 0;

  constructor(fields: Fields<S>, trees: LookTrees<S>) {
    this.fields = fields;
    this.trees = trees;
    this.key = new Int32Array(fields.words);
    this.bits = fields.records.map(() => FIRST_BITS);
    this.looks = fields.records.map(() => {
      const looks = new Int32Array(fields.words);
      looks[ANSWERS_WORD] = -1;
      return looks;
    });
    this.layOut();
  }

  /** Where what is heard of a record stands. */
  standOf(record: number): Stand {
    return this.stands[record];
  }

  /** Where what is heard of each record stands. */
  get standing(): readonly Stand[] {
    return this.stands;
  }

  /**
   * The leaf that a tree leads to by the numbers of what is heard of each record; UNKNOWN where none has come up, or where
   * the tree looks at more than is heard.
   */
  leafBy(root: number, numbers: Int32Array, turn: number): number {
    const { forks, branches } = this.trees;
    let held = root;
    while (held > 0 && (held & 1) === 1) {
      const at = (held >> 1) * FORK;
      const pair = forks[at];
      const shift = forks[at + 2];
      const mask = forks[at + 3];
      let value = turn;
      if (pair !== TURN) {
        const word = forks[at + 1];
        const sample = this.samples[pair][numbers[pair]];
        if (sample === undefined || ((mask << shift) & ~this.looks[pair][word]) !== 0) return UNKNOWN;
        const { data, words } = this.fields.records[pair];
        value = data[sample * words + word];
      }
      held = branches[forks[at + 4] + ((value >>> shift) & mask)];
    }
    return held < 0 ? UNKNOWN : held >> 1;
  }

  /** The record that a fork looks at, and by number of what is heard of it the branch; UNKNOWN where it looks at more than that. */
  branchesOf(fork: number): { readonly record: number; readonly branches: readonly number[] } {
    const { forks, branches } = this.trees;
    const [record, word, shift, mask, first] = forks.subarray(fork * FORK, (fork + 1) * FORK);
    const { data, words } = this.fields.records[record];
    const isHeard = ((mask << shift) & ~this.looks[record][word]) === 0;
    return {
      record,
      branches: this.samples[record].map((sample) =>
        isHeard ? branches[first + ((data[sample * words + word] >>> shift) & mask)] : UNKNOWN,
      ),
    };
  }

  /** What is heard of a state of a record, where it stands among the words. */
  partOf(record: number, state: number): number {
    for (;;) {
      const number = this.numberOf(record, state);
      const { shift, mask } = this.stands[record];
      if (number <= mask >>> shift) return number << shift;
      this.bits[record]++;
      this.layOut();
    }
  }

  /** The number of a tree for those who listen: a leaf as branches hold it, or a listener, twice and one. */
  earOf(root: number): number {
    if (root < 0 || (root & 1) === 0) return root;
    let listener = this.listenerOf.get(root);
    if (listener === undefined) {
      listener = this.listenerOf.size;
      this.listenerOf.set(root, listener);
      const stride = LISTENER + this.words;
      while ((listener + 1) * stride > this.listeners.length) this.listeners = grown(this.listeners);
      this.held.push(0);
      this.room(listener, FIRST_CELLS);
    }
    return listener * 2 + 1;
  }

  /** Keeps what a tree leads to from a position. */
  learn(root: number, position: Position): void {
    if (root < 0 || (root & 1) === 0) return;
    const leaf = this.trees.leaf(root, position);
    if (leaf < 0) return;
    if (!this.listensTo(root, position)) this.layOut();
    const heard = this.wordsOf(position);
    const listener = this.earOf(root) >> 1;
    this.widen(listener, root, position);
    if (this.held[listener] * 2 > this.listeners[listener * (LISTENER + this.words) + 1]) this.rehash(listener);
    const masks = listener * (LISTENER + this.words) + LISTENER;
    for (let w = 0; w < this.words; w++) heard[w] &= this.listeners[masks + w];
    this.put(listener, heard, leaf * 2);
  }

  /** The words of an engagement, until somebody asks for others. */
  private wordsOf({ states, turn }: Position): Int32Array {
    for (;;) {
      const { version, stands } = this;
      if (this.scratch.length !== this.words) this.scratch = new Int32Array(this.words);
      const { scratch } = this;
      scratch.fill(0);
      scratch[0] = turn;
      for (let record = 0; record < stands.length; record++)
        scratch[stands[record].word] |= this.partOf(record, states[record]);
      if (version === this.version) return scratch;
    }
  }

  /** Whether all that a tree looks at on its way from a position is told apart. */
  private listensTo(root: number, position: Position): boolean {
    let covered = true;
    this.along(root, position, (pair, word, bits) => {
      if (pair === TURN || (bits & ~this.looks[pair][word]) === 0) return;
      this.looks[pair][word] |= bits;
      covered = false;
    });
    return covered;
  }

  /** A listener hears all that its tree looks at on the way from a position. What it knew hangs on less, and stays true. */
  private widen(listener: number, root: number, position: Position): void {
    const masks = listener * (LISTENER + this.words) + LISTENER;
    this.along(root, position, (pair) => {
      const { word, mask } = pair === TURN ? { word: 0, mask: TURN_MASK } : this.stands[pair];
      this.listeners[masks + word] |= mask;
    });
  }

  private along(root: number, position: Position, look: (pair: number, word: number, bits: number) => void): void {
    const { forks, branches } = this.trees;
    for (let held = root; held > 0 && (held & 1) === 1; ) {
      const at = (held >> 1) * FORK;
      const pair = forks[at];
      const word = forks[at + 1];
      const shift = forks[at + 2];
      const mask = forks[at + 3];
      look(pair, word, mask << shift);
      const { data, words } = this.fields.records[Math.max(0, pair)];
      const value = pair === TURN ? position.turn : data[position.states[pair] * words + word];
      held = branches[forks[at + 4] + ((value >>> shift) & mask)];
    }
  }

  private put(listener: number, heard: Int32Array, held: number): void {
    const { words, cells, listeners } = this;
    const at = listener * (LISTENER + words);
    for (let slot = hashed(heard, words); ; slot++) {
      const cell = listeners[at] + (slot & listeners[at + 1]) * (words + 1);
      const isEmpty = cells[cell + words] < 0;
      let w = 0;
      while (w < words && cells[cell + w] === heard[w]) w++;
      if (w < words && !isEmpty) continue;
      if (isEmpty) this.held[listener]++;
      cells.set(heard, cell);
      cells[cell + words] = held;
      return;
    }
  }

  private rehash(listener: number): void {
    const { words, listeners } = this;
    const at = listener * (LISTENER + words);
    const [from, last] = [listeners[at], listeners[at + 1]];
    const before = this.cells.slice(from, from + (last + 1) * (words + 1));
    this.held[listener] = 0;
    this.room(listener, 2 * (last + 1));
    for (let c = 0; c < before.length; c += words + 1)
      if (before[c + words] >= 0) this.put(listener, before.slice(c, c + words), before[c + words]);
  }

  /** Gives a listener so many cells, all empty. */
  private room(listener: number, cells: number): void {
    const at = listener * (LISTENER + this.words);
    this.listeners[at] = this.cellCount;
    this.listeners[at + 1] = cells - 1;
    this.cellCount += cells * (this.words + 1);
    while (this.cellCount > this.cells.length) this.cells = grownUnknown(this.cells, 0);
  }

  /** The number of what is heard of a state of a record. */
  numberOf(record: number, state: number): number {
    let known = this.numbersByState[record];
    if (state >= known.length) known = this.numbersByState[record] = grownUnknown(known, state + 1);
    if (known[state] === UNKNOWN) {
      const { data, words } = this.fields.records[record];
      for (let w = 0; w < words; w++) this.key[w] = data[state * words + w] & this.looks[record][w];
      known[state] = this.numbers[record].intern(this.key);
      this.samples[record][known[state]] ??= state;
    }
    return known[state];
  }

  /** Gives records their places among the words, and forgets all that was heard. */
  private layOut(): void {
    let word = 0;
    let used = TURN_BITS;
    this.stands = this.bits.map((bits) => {
      if (used + bits > 32) {
        word++;
        used = 0;
      }
      const stand = { word, shift: used, mask: (2 ** bits - 1) << used };
      used += bits;
      return stand;
    });
    this.words = word + 1;
    this.numbers = this.looks.map((looks) => new StateTable(looks.length, 16));
    this.samples = this.looks.map(() => []);
    this.numbersByState = this.looks.map(() => new Int32Array(1024).fill(UNKNOWN));
    this.listenerOf = new Map();
    this.listeners = new Int32Array(64 * (LISTENER + this.words));
    this.held = [];
    this.cells.fill(UNKNOWN);
    this.cellCount = 0;
    this.version++;
  }
}

/** Where a cell is looked for first, as `visit-loop.ts` does. */
function hashed(heard: Int32Array, words: number): number {
  let h = 0;
  for (let w = 0; w < words; w++) {
    h = Math.imul(h ^ heard[w], 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h;
}
