import { grown } from '../state-table.ts';
import type { Fields } from './fields.ts';
import { type Look, TURN } from './space.ts';
import type { Position } from './steps.ts';

export const UNKNOWN = -1;
/** Numbers in a fork: record, word, shift, mask, and where its branches are. */
export const FORK = 5;

/**
 * Trees whose forks are looks: at a record, or at the turn. What an engagement leads to is found by looking where those
 * before it looked. Branches hold UNKNOWN, a leaf (an even number), or a fork (an odd one).
 */
export class LookTrees<S> {
  forks = new Int32Array(256 * FORK);
  branches = new Int32Array(2048);
  private forkCount = 0;
  private branchCount = 0;
  private readonly fields: Fields<S>;

  constructor(fields: Fields<S>) {
    this.fields = fields;
  }

  /** Whether a tree looks where the path does, as far as it has been led there. */
  fits(root: number, path: readonly Look[], position: Position): boolean {
    let held = root;
    for (const look of path) {
      if (held === UNKNOWN) return true;
      if ((held & 1) === 0 || !this.isFork(held >> 1, look)) return false;
      held = this.branches[this.branchAt(held, look, position)];
    }
    return held === UNKNOWN || (held & 1) === 0;
  }

  /** Leads a path through a tree that fits it: the leaf is the one at its end, or a new one of this number. */
  lead(root: number, path: readonly Look[], position: Position, newLeaf: number): { root: number; leaf: number } {
    let first = root;
    let held = root;
    // Where `held` was read; the root is in no branch.
    let at = -1;
    const set = (value: number): void => {
      if (at < 0) first = value;
      else this.branches[at] = value;
      held = value;
    };
    for (const look of path) {
      if (held === UNKNOWN) set(this.addFork(look) * 2 + 1);
      at = this.branchAt(held, look, position);
      held = this.branches[at];
    }
    if (held === UNKNOWN) set(newLeaf * 2);
    return { root: first, leaf: held >> 1 };
  }

  /** The leaf that a position leads to, or UNKNOWN. */
  leaf(root: number, position: Position): number {
    let held = root;
    const { forks, branches } = this;
    const { records } = this.fields;
    while (held > 0 && (held & 1) === 1) {
      const fork = (held >> 1) * FORK;
      const pair = forks[fork];
      let value = position.turn;
      if (pair !== TURN) {
        const { data, words } = records[pair];
        value = data[position.states[pair] * words + forks[fork + 1]];
      }
      held = branches[forks[fork + 4] + ((value >>> forks[fork + 2]) & forks[fork + 3])];
    }
    return held < 0 ? UNKNOWN : held >> 1;
  }

  /** The branch of a fork that looks at the turn; null where it looks at a record. */
  turnBranch(fork: number, turn: number): number | null {
    const [pair, , shift, mask, first] = this.forks.subarray(fork * FORK, (fork + 1) * FORK);
    return pair === TURN ? this.branches[first + ((turn >>> shift) & mask)] : null;
  }

  /** All leaves of a tree, and the records that it looks at (the turn is TURN). */
  extent(root: number): { readonly leaves: Set<number>; readonly records: Set<number> } {
    const leaves = new Set<number>();
    const records = new Set<number>();
    const waiting = [root];
    for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) {
      if (held < 0) continue;
      if ((held & 1) === 0) leaves.add(held >> 1);
      else {
        const at = (held >> 1) * FORK;
        records.add(this.forks[at]);
        for (let v = 0; v <= this.forks[at + 3]; v++) waiting.push(this.branches[this.forks[at + 4] + v]);
      }
    }
    return { leaves, records };
  }

  private branchAt(held: number, look: Look, position: Position): number {
    return this.forks[(held >> 1) * FORK + 4] + valueAt(this.fields, look, position);
  }

  private addFork({ pair, word, shift, mask }: Look): number {
    const fork = this.forkCount++;
    while ((fork + 1) * FORK > this.forks.length) this.forks = grown(this.forks);
    while (this.branchCount + mask + 1 > this.branches.length) this.branches = grown(this.branches);
    this.forks.set([pair, word, shift, mask, this.branchCount], fork * FORK);
    this.branches.fill(UNKNOWN, this.branchCount, this.branchCount + mask + 1);
    this.branchCount += mask + 1;
    return fork;
  }

  private isFork(fork: number, { pair, word, shift }: Look): boolean {
    const at = fork * FORK;
    return this.forks[at] === pair && this.forks[at + 1] === word && this.forks[at + 2] === shift;
  }
}

/** What a look finds. */
export function valueAt<S>({ records }: Fields<S>, { pair, word, shift, mask }: Look, position: Position): number {
  if (pair === TURN) return position.turn;
  const { data, words } = records[pair];
  return (data[position.states[pair] * words + word] >>> shift) & mask;
}

/** A copy of half as much again, or more; what is new is unknown. It is written all over, so there is no more of it. */
export function grownUnknown(from: Int32Array, least: number): Int32Array<ArrayBuffer> {
  return withUnknown(from, Math.max(least, from.length + (from.length >> 1)));
}

/** A copy of this length; what is new is unknown. */
export function withUnknown(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length).fill(UNKNOWN, from.length);
  to.set(from);
  return to;
}
