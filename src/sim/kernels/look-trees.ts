import { SimError } from '../error.ts';
import { grown } from '../state-table.ts';
import type { Fields } from './fields.ts';
import { ANSWERS_WORD, type Look, TURN } from './space.ts';
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
      place = this.forks[fork * FORK + 4] + valueAt(this.fields, look, position);
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
}

/** What a look finds. */
export function valueAt<S>(fields: Fields<S>, { pair, word, shift, mask }: Look, { turn, words }: Position): number {
  if (pair === TURN) return turn;
  const held = word === ANSWERS_WORD ? fields.spaces[pair].answersOf(words[pair]) : words[pair][word];
  return (held >>> shift) & mask;
}

/** A longer copy; what is new is unknown. */
export function grownUnknown(from: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(least, from.length * 2)).fill(UNKNOWN);
  to.set(from);
  return to;
}
