import { SimError } from '../error.ts';
import { grownUnknown, type LookTrees, UNKNOWN } from './look-trees.ts';
import { EMPTY, Slots } from './slots.ts';
import type { Look } from './space.ts';
import type { Position } from './steps.ts';

/** A hundred looks that lead elsewhere than those before them: no table of looks helps then. */
const MOST_TREES = 100;

/** The words of all states of a record. */
interface StateWords {
  readonly data: Int32Array;
  readonly words: number;
}

/**
 * The rows of a place that is about one record. States that agree on all that visits there have looked at are one kind;
 * what visits look at besides leads through a tree to the number of a message; kind and message have a row.
 *
 *   state ─▶ kind ─▶ tree of looks at others ─▶ message;  kind, message ─▶ row
 */
export class PlaceTable<S> {
  readonly owner: number;
  private kinds: Slots;
  private readonly trees: LookTrees<S>;
  /** By kind, the tree that its looks lead through; as `LookTrees` numbers branches. */
  private roots = new Int32Array(16).fill(UNKNOWN);
  /** By kind and message, the row. */
  private rows: Int32Array;
  /** How many bits of a place in `rows` are the message's. */
  private messageBits = 2;
  /** By state: where its expanded rows begin, one for each message, and the tree. */
  links = new Int32Array(128).fill(UNKNOWN);
  expanded = new Int32Array(64).fill(UNKNOWN);
  private linked = 0;
  private kindCount = 0;
  private messages = 0;
  private treeRoots: number[] = [];

  constructor(owner: number, words: number, trees: LookTrees<S>) {
    this.owner = owner;
    this.trees = trees;
    this.kinds = new Slots(words, 1);
    this.rows = new Int32Array(16 << this.messageBits).fill(UNKNOWN);
  }

  covers(looks: Int32Array): boolean {
    return this.kinds.covers(looks);
  }

  /** Tells states apart by these bits too, from now on. What is in the table is forgotten. */
  widen(looks: Int32Array): void {
    this.kinds.widen(looks);
    this.roots.fill(UNKNOWN);
    this.rows.fill(UNKNOWN);
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
    if (this.links.length < 2 * states) this.links = grownUnknown(this.links, 2 * states);
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
    const first = this.links[2 * state];
    if (first < 0) return UNKNOWN;
    const message = this.trees.leaf(this.links[2 * state + 1], position);
    return message < 0 ? UNKNOWN : this.expanded[first + message];
  }

  /** Keeps an expanded row of a state, whose own row is known. */
  link(state: number, held: StateWords, position: Position, expanded: number): void {
    const root = this.roots[this.kindOf(state, held)];
    if (this.links[2 * state] === UNKNOWN || this.links[2 * state + 1] !== root) {
      const width = 1 << this.messageBits;
      while (this.linked + width > this.expanded.length) this.expanded = grownUnknown(this.expanded, 0);
      this.links[2 * state] = this.linked;
      this.links[2 * state + 1] = root;
      this.linked += width;
    }
    this.expanded[this.links[2 * state] + this.trees.leaf(root, position)] = expanded;
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
      this.rows = grownUnknown(this.rows, 0);
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
    this.rows.fill(UNKNOWN, kind << this.messageBits, (kind + 1) << this.messageBits);
    this.unlink();
  }

  private addMessage(): void {
    this.messages++;
    if (this.messages <= 1 << this.messageBits) return;
    const before = this.rows;
    const width = 1 << this.messageBits;
    this.messageBits++;
    this.unlink();
    this.rows = new Int32Array(before.length * 2).fill(UNKNOWN);
    for (let kind = 0; kind < this.kindCount; kind++)
      this.rows.set(before.subarray(kind * width, (kind + 1) * width), kind * 2 * width);
  }
}
