import { SimError } from '../error.ts';
import { grown } from '../state-table.ts';
import { ANSWERS_WORD, type Look, type PairSpace, TURN } from './space.ts';
import type { Position } from './steps.ts';

export const UNKNOWN = -1;
/** Numbers in a fork: pair, word, shift, mask, and where its branches are. */
export const FORK = 5;

/**
 * Trees whose forks are looks: at a pair, or at the turn. What an engagement leads to is found by looking where those
 * before it looked. Branches hold UNKNOWN, a leaf (an even number), or a fork (an odd one).
 */
export class LookTrees {
  forks = new Int32Array(1024 * FORK);
  branches = new Int32Array(8192);
  private forkCount = 0;
  private branchCount = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the state type does not matter here
  private readonly spaces: readonly PairSpace<any>[];

  // biome-ignore lint/suspicious/noExplicitAny: the state type does not matter here
  constructor(spaces: readonly PairSpace<any>[]) {
    this.spaces = spaces;
  }

  /** The leaf that a branch leads an engagement to, or UNKNOWN. */
  follow(branch: number, turn: number, states: ArrayLike<number>): number {
    const { branches } = this;
    let v = branch;
    while (v >= 0 && (v & 1) === 1) {
      v = branches[this.branchOf(v >> 1, turn, states)];
    }
    return v < 0 ? UNKNOWN : v >> 1;
  }

  /** Puts a leaf where the path leads from `roots[at]`. */
  put(roots: Int32Array, at: number, path: readonly Look[], position: Position, leaf: number): void {
    let inRoots = true;
    let place = at;
    for (const look of path) {
      const held = inRoots ? roots[place] : this.branches[place];
      const fork = held === UNKNOWN ? this.addFork(look) : held >> 1;
      if (held === UNKNOWN) (inRoots ? roots : this.branches)[place] = fork * 2 + 1;
      else if ((held & 1) === 0 || !this.isFork(fork, look))
        throw new SimError('A step of the sequence of play looked at other things than before, for no reason seen.');
      place = this.branchOf(fork, position.turn, position.states);
      inRoots = false;
    }
    (inRoots ? roots : this.branches)[place] = leaf * 2;
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

  private branchOf(fork: number, turn: number, states: ArrayLike<number>): number {
    const { forks } = this;
    const at = fork * FORK;
    const pair = forks[at];
    if (pair === TURN) return forks[at + 4] + turn;
    const { bits, answers, words } = this.spaces[pair];
    const word = forks[at + 1];
    const held = word === ANSWERS_WORD ? answers[states[pair]] : bits[states[pair] * words + word];
    return forks[at + 4] + ((held >>> forks[at + 2]) & forks[at + 3]);
  }
}

/** A longer copy; what is new is unknown. */
export function grownUnknown(from: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(least, from.length * 2)).fill(UNKNOWN);
  to.set(from);
  return to;
}
