import { grown } from '../state-table.ts';
import type { HeardWords, Source } from './compact-heard.ts';
import { UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';
import { BATCH } from './visit-loop.ts';

/** A fork begins with where it looks: above these bits, by how much the word lies further on; below, mask and shift. */
export const WORD_SHIFT = 16;
export const MASK_SHIFT = 5;
export const SHIFT_MASK = 31;
export const LOOK_MASK = 2 ** (WORD_SHIFT - MASK_SHIFT) - 1;

/** The answer to a question of what is heard in an engagement. */
export function answered(question: number, i: number, heard: Int32Array, forks: Int32Array): number {
  let at = question;
  while (at >= 0) {
    const look = forks[at];
    const word = heard[(look >>> (WORD_SHIFT + 2)) + i];
    at = forks[at + 1 + ((word >>> (look & SHIFT_MASK)) & (look >>> MASK_SHIFT) & LOOK_MASK)];
  }
  return ~at;
}

/** More than there are numbers of what is heard of a record. */
const MOST_NUMBERS = 2 ** 16;

/** What a fork has found: the number of what is heard of a record. */
interface Found {
  readonly record: number;
  readonly number: number;
}

/** What is heard of all may take so many bits for a table of all answers. */
const MOST_TABLE_BITS = 12;

/**
 * Questions of all records as forks: each looks at what is heard of one record, and by its number leads on to another
 * fork, or to an answer (as `~answer`). Questions that come to the same share their forks.
 */
export class HeardForks<S> {
  private table = new Int32Array(1024);
  private used = 0;
  private readonly places = new Map<string, number>();
  private readonly sequence: Sequence<S>;
  private readonly words: HeardWords<S>;

  constructor(sequence: Sequence<S>, words: HeardWords<S>) {
    this.sequence = sequence;
    this.words = words;
  }

  laidOut(): Int32Array {
    return this.table.slice(0, this.used);
  }

  /**
   * Answers to questions in one table, by all that may be heard, and where that of each question begins: one look instead
   * of one for each fork. Null where more may be heard than there is room for.
   */
  answers(
    questions: Iterable<number>,
  ): { readonly table: Uint8Array; readonly from: ReadonlyMap<number, number> } | null {
    const { sources } = this.words;
    const bits = sources.reduce((sum, source) => sum + source.bits, 0);
    if (bits > MOST_TABLE_BITS) return null;
    const size = 2 ** bits;
    const from = new Map<number, number>();
    for (const question of questions) if (!from.has(question)) from.set(question, from.size * size);
    const table = new Uint8Array(from.size * size);
    const heard = new Int32Array(1);
    for (const [question, first] of from)
      for (let word = 0; word < size; word++) {
        heard[0] = word;
        table[first + word] = answered(question, 0, heard, this.table);
      }
    return { table, from };
  }

  /**
   * The question that a tree of looks asks in a turn: `answer` is told the leaf, or UNKNOWN where none has come up. What
   * the first fork has found of its record is remembered, so that nobody looks at that again: most questions are answered
   * by the first record then.
   */
  question(root: number, turn: number, answer: (leaf: number) => number): number {
    const { trees, heard } = this.sequence;
    const known = new Map<number, number>();
    const ask = (held: number, first: Found | null): number => {
      if (held < 0 || (held & 1) === 0) return ~answer(held < 0 ? UNKNOWN : held >> 1);
      const name = held * MOST_NUMBERS + (first ? first.number + 1 : 0);
      let node = known.get(name);
      if (node === undefined) {
        node = lookAt(held >> 1, first);
        known.set(name, node);
      }
      return node;
    };
    const lookAt = (fork: number, first: Found | null): number => {
      const by = trees.turnBranch(fork, turn);
      if (by !== null) return ask(by, first);
      const { record, branches } = heard.branchesOf(fork);
      if (record === first?.record) return ask(branches[first.number] ?? UNKNOWN, first);
      const source = this.words.sources[record];
      const nodes = Array.from({ length: 2 ** source.bits }, (_, number) =>
        ask(branches[number] ?? UNKNOWN, first ?? { record, number }),
      );
      return this.fork(source, nodes);
    };
    return ask(root, null);
  }

  private fork({ word, shift, bits }: Source, nodes: readonly number[]): number {
    if (nodes.every((node) => node === nodes[0])) return nodes[0];
    const look = ((4 * word * BATCH) << WORD_SHIFT) | ((2 ** bits - 1) << MASK_SHIFT) | shift;
    const name = `${look} ${nodes.join()}`;
    let place = this.places.get(name);
    if (place === undefined) {
      place = this.used;
      this.used += nodes.length + 1;
      while (this.used > this.table.length) this.table = grown(this.table);
      this.table[place] = look;
      this.table.set(nodes, place + 1);
      this.places.set(name, place);
    }
    return place;
  }
}
