import { SimError, TablesFullError } from '../error.ts';
import type { Heard } from './heard.ts';
import { grownUnknown, type LookTrees, UNKNOWN, withUnknown } from './look-trees.ts';
import { EMPTY, Slots } from './slots.ts';
import type { Look } from './space.ts';
import type { Position } from './steps.ts';

/** A hundred looks that lead elsewhere than those before them: no table of looks helps then. */
const MOST_TREES = 100;

/** Numbers in an expanded row of a state: where it is among all, and what it leads by (see `ExpandedRows.leadOf`). */
export const EXPANDED = 2;

/** Different rows of a kind, numbered in sixteen bits. */
const MOST_ROWS = 2 ** 15 - 1;
/** Tables by state grow by so many, and no further than states have been seen: there is one for every place. */
const STATES_AT_ONCE = 2 ** 11;

/** The words of all states of a record. */
interface StateWords {
  readonly data: Int32Array;
  readonly words: number;
}

/**
 * The rows of a place that is about one record. States that agree on all that visits there have looked at are one kind;
 * what visits look at besides leads through a tree to the number of a message; kind and message have a row. Most messages
 * come to the same thing for a kind, so its different rows are numbered, and a state has an expanded one for each.
 *
 *   state ─▶ kind ─▶ tree of looks at others ─▶ message;  kind, message ─▶ row, and its number among the kind's
 *   state, number ─▶ expanded row
 */
export class PlaceTable<S> {
  readonly owner: number;
  private kinds: Slots;
  private readonly trees: LookTrees<S>;
  private readonly heard: Heard<S>;
  /** By kind, the tree that its looks lead through; as `LookTrees` numbers branches. */
  private roots = new Int32Array(16).fill(UNKNOWN);
  /** How many bits of a place in `numbers` are the message's. */
  messageBits = 2;
  /** By kind and message, the number of the row among those of the kind; and by kind, those. */
  numbers: Int16Array;
  private rowsOf: (number[] | undefined)[] = [];
  /** By kind, the tree as those know it who listen. */
  ears = new Int32Array(16).fill(UNKNOWN);
  private heardVersion = 0;
  /** By state: where its expanded rows begin, one for each row of its kind, which stands before them. */
  links = new Int32Array(64).fill(UNKNOWN);
  expanded = new Int32Array(64).fill(UNKNOWN);
  private linked = 0;
  private room = 2;
  private kindCount = 0;
  private messages = 0;
  private treeRoots: number[] = [];

  constructor(owner: number, words: number, trees: LookTrees<S>, heard: Heard<S>) {
    this.owner = owner;
    this.trees = trees;
    this.heard = heard;
    this.kinds = new Slots(words, 1);
    this.numbers = new Int16Array(16 << this.messageBits).fill(UNKNOWN);
  }

  /** With ears for what is heard as it is packed now. */
  listening(): this {
    const { heard } = this;
    if (this.heardVersion === heard.version) return this;
    for (let kind = 0; kind < this.kindCount; kind++) this.ears[kind] = heard.earOf(this.roots[kind]);
    this.heardVersion = heard.version;
    return this;
  }

  /** How many kinds and messages have come up. */
  get kindsHeld(): number {
    return this.kindCount;
  }
  get messagesHeld(): number {
    return this.messages;
  }
  /** The tree that a kind's looks lead through. */
  rootOf(kind: number): number {
    return this.roots[kind];
  }
  /** Expanded rows that a state has room for. */
  get rowsHeld(): number {
    return this.room;
  }

  covers(looks: Int32Array): boolean {
    return this.kinds.covers(looks);
  }

  /** Tells states apart by these bits too, from now on. What is in the table is forgotten. */
  widen(looks: Int32Array): void {
    this.kinds.widen(looks);
    this.roots.fill(UNKNOWN);
    this.numbers.fill(UNKNOWN);
    this.rowsOf = [];
    this.heardVersion = 0;
    this.kindCount = 0;
    this.messages = 0;
    this.treeRoots = [];
    this.unlink();
  }

  private unlink(): void {
    this.links.fill(UNKNOWN);
    this.expanded.fill(UNKNOWN);
    this.linked = 0;
  }

  /** The row of a state whatever others do, as far as one is known. */
  rowAlone(state: number, held: StateWords): number {
    const kind = this.kindOf(state, held);
    // A leaf is an even number.
    if (kind < 0 || this.roots[kind] < 0 || (this.roots[kind] & 1) === 1) return UNKNOWN;
    return this.rowAt(kind, this.roots[kind] >> 1);
  }

  /** The row of a state, as far as one is known. */
  rowOf(state: number, held: StateWords, position: Position): number {
    const kind = this.kindOf(state, held);
    if (kind < 0) return UNKNOWN;
    const message = this.trees.leaf(this.roots[kind], position);
    return message < 0 ? UNKNOWN : this.rowAt(kind, message);
  }

  private rowAt(kind: number, message: number): number {
    const number = this.numbers[(kind << this.messageBits) + message];
    return number < 0 ? UNKNOWN : this.rowsOf[kind]![number];
  }

  /** The expanded row that a state is linked to, or a negative number. */
  linkOf(state: number, position: Position): number {
    const first = this.links[state] ?? UNKNOWN;
    if (first < 0) return UNKNOWN;
    const kind = this.expanded[first - 1];
    const message = this.trees.leaf(this.roots[kind], position);
    const number = message < 0 ? UNKNOWN : this.numbers[(kind << this.messageBits) + message];
    return number < 0 ? UNKNOWN : this.expanded[first + number * EXPANDED];
  }

  /** Keeps an expanded row of a state, whose own row is known, and what it leads by. */
  link(state: number, held: StateWords, position: Position, expanded: number, lead: number): void {
    const kind = this.kindOf(state, held);
    const root = this.roots[kind];
    const at = (kind << this.messageBits) + this.trees.leaf(root, position);
    if (state >= this.links.length) this.links = withUnknown(this.links, state + STATES_AT_ONCE);
    if (this.links[state] === UNKNOWN) {
      const width = 1 + this.room * EXPANDED;
      while (this.linked + width > this.expanded.length) this.expanded = grownUnknown(this.expanded, 0);
      this.expanded[this.linked] = kind;
      this.links[state] = this.linked + 1;
      this.linked += width;
    }
    const row = this.links[state] + this.numbers[at] * EXPANDED;
    this.expanded[row] = expanded;
    this.expanded[row + 1] = lead;
    this.heard.learn(root, position);
    this.ears[kind] = this.heard.earOf(root);
  }

  private numberOf(kind: number, row: number): number {
    const rows = this.rowsOf[kind];
    if (!rows) {
      // Most kinds have but one: an array that it was pushed to would have room for more.
      this.rowsOf[kind] = [row];
      return 0;
    }
    const known = rows.indexOf(row);
    if (known >= 0) return known;
    if (rows.length === MOST_ROWS) throw new TablesFullError('A step of the sequence of play has too many rows.');
    if (rows.push(row) > this.room) {
      this.room *= 2;
      this.unlink();
    }
    return rows.length - 1;
  }

  /** The kind of a state, or UNKNOWN. */
  private kindOf(state: number, { data, words }: StateWords): number {
    return this.kinds.data[this.kinds.find(data, state * words)];
  }

  put(state: number, { data, words }: StateWords, path: readonly Look[], position: Position, row: number): void {
    const at = this.kinds.put(data, state * words);
    if (this.kinds.data[at] === EMPTY) this.kinds.data[at] = this.newKind();
    const kind = this.kinds.data[at];
    const message = this.messageOf(kind, path, position);
    this.numbers[(kind << this.messageBits) + message] = this.numberOf(kind, row);
  }

  private newKind(): number {
    const kind = this.kindCount++;
    if (kind === this.roots.length) {
      this.roots = grownUnknown(this.roots, 0);
      this.ears = grownUnknown(this.ears, 0);
      this.numbers = this.spread(this.messageBits, this.roots.length);
    }
    return kind;
  }

  /** The number of what a path finds; the kind is led through another tree where its own looks elsewhere. */
  private messageOf(kind: number, path: readonly Look[], position: Position): number {
    const { trees, treeRoots } = this;
    const own = treeRoots.indexOf(this.roots[kind]);
    for (let k = Math.max(0, own); ; k = (k + 1) % (treeRoots.length + 1)) {
      if (k === treeRoots.length) treeRoots.push(UNKNOWN);
      if (k >= MOST_TREES) throw new SimError('A step of the sequence of play looks at ever other things.');
      if (!trees.fits(treeRoots[k], path, position)) continue;
      const { root, leaf } = trees.lead(treeRoots[k], path, position, this.messages);
      treeRoots[k] = root;
      if (leaf === this.messages) this.addMessage();
      if (this.roots[kind] !== root && this.roots[kind] !== UNKNOWN) this.forget(kind);
      this.roots[kind] = root;
      return leaf;
    }
  }

  private forget(kind: number): void {
    // Expanded rows go by the numbers of rows, which stay.
    this.numbers.fill(UNKNOWN, kind << this.messageBits, (kind + 1) << this.messageBits);
  }

  private addMessage(): void {
    this.messages++;
    if (this.messages <= 1 << this.messageBits) return;
    this.numbers = this.spread(this.messageBits + 1, this.roots.length);
    this.messageBits++;
  }

  /** Numbers by kind and message, with room for so many kinds, and messages of so many bits. */
  private spread(bits: number, kinds: number): Int16Array<ArrayBuffer> {
    const { numbers, messageBits } = this;
    const after = new Int16Array(kinds << bits).fill(UNKNOWN);
    for (let at = 0, to = 0; at < numbers.length; at += 1 << messageBits, to += 1 << bits)
      after.set(numbers.subarray(at, at + (1 << messageBits)), to);
    return after;
  }
}
