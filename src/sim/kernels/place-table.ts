import { SimError } from '../error.ts';
import type { Heard } from './heard.ts';
import { grownUnknown, type LookTrees, UNKNOWN } from './look-trees.ts';
import { EMPTY, Slots } from './slots.ts';
import type { Look } from './space.ts';
import type { Position } from './steps.ts';

/** A hundred looks that lead elsewhere than those before them: no table of looks helps then. */
const MOST_TREES = 100;

/** Numbers in an expanded row of a state: where it is among all, and what it leads by (see `ExpandedRows.leadOf`). */
export const EXPANDED = 2;

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
  /** By kind and message, the row. */
  private rows: Int32Array;
  /** How many bits of a place in `rows` are the message's. */
  messageBits = 2;
  /** By kind and message, the number of the row among those of the kind; and by kind, those. */
  numbers: Int32Array;
  private rowsOf: number[][] = [];
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
    this.rows = new Int32Array(16 << this.messageBits).fill(UNKNOWN);
    this.numbers = new Int32Array(this.rows.length).fill(UNKNOWN);
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
    this.rows.fill(UNKNOWN);
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

  reserve(states: number): void {
    if (this.links.length < states) this.links = grownUnknown(this.links, states);
  }

  /** The row of a state whatever others do, as far as one is known. */
  rowAlone(state: number, held: StateWords): number {
    const kind = this.kindOf(state, held);
    // A leaf is an even number.
    if (kind < 0 || this.roots[kind] < 0 || (this.roots[kind] & 1) === 1) return UNKNOWN;
    return this.rows[(kind << this.messageBits) + (this.roots[kind] >> 1)];
  }

  /** The row of a state, as far as one is known. */
  rowOf(state: number, held: StateWords, position: Position): number {
    const kind = this.kindOf(state, held);
    if (kind < 0) return UNKNOWN;
    const message = this.trees.leaf(this.roots[kind], position);
    return message < 0 ? UNKNOWN : this.rows[(kind << this.messageBits) + message];
  }

  /** The expanded row that a state is linked to, or a negative number. */
  linkOf(state: number, position: Position): number {
    const first = this.links[state];
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
    if (this.numbers[at] === UNKNOWN) this.numbers[at] = this.numberOf(kind, this.rows[at]);
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
    this.rowsOf[kind] ??= [];
    const rows = this.rowsOf[kind];
    const known = rows.indexOf(row);
    if (known >= 0) return known;
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
    this.rows[(kind << this.messageBits) + message] = row;
  }

  private newKind(): number {
    const kind = this.kindCount++;
    if (kind === this.roots.length) {
      this.roots = grownUnknown(this.roots, 0);
      this.ears = grownUnknown(this.ears, 0);
      this.rows = grownUnknown(this.rows, 0);
      this.numbers = grownUnknown(this.numbers, 0);
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
    for (const table of [this.rows, this.numbers])
      table.fill(UNKNOWN, kind << this.messageBits, (kind + 1) << this.messageBits);
  }

  private addMessage(): void {
    this.messages++;
    if (this.messages <= 1 << this.messageBits) return;
    this.rows = this.spread(this.rows);
    this.numbers = this.spread(this.numbers);
    this.messageBits++;
  }

  /** The same by kind and message, with room for twice as many messages. */
  private spread(before: Int32Array): Int32Array<ArrayBuffer> {
    const width = 1 << this.messageBits;
    const after = new Int32Array(before.length * 2).fill(UNKNOWN);
    for (let kind = 0; kind < this.kindCount; kind++)
      after.set(before.subarray(kind * width, (kind + 1) * width), kind * 2 * width);
    return after;
  }
}
