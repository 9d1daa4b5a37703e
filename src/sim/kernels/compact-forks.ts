import { grown } from '../state-table.ts';
import type { HeardWords, Source } from './compact-heard.ts';
import { ROOM } from './compact-room.ts';
import { UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';

/** A fork begins with where it looks: above these bits, the word; below, mask and shift. */
export const WORD_SHIFT = 16;
export const MASK_SHIFT = 5;
const SHIFT_MASK = 31;
export const LOOK_MASK = 2 ** (WORD_SHIFT - MASK_SHIFT) - 1;

/** The answer to a question of what is heard in an engagement. */
export function answered(question: number, i: number, heard: Int32Array, forks: Int32Array): number {
  let at = question;
  while (at >= 0) {
    const look = forks[at];
    const word = heard[(look >>> WORD_SHIFT) * ROOM + i];
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

/** Answers by what is heard of a few records, and in which bits of which word that is. */
export interface Answers {
  /** By question and those bits, UNDECIDED where others have to be asked, too. */
  readonly table: Uint8Array;
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  /** By question, the fork where it begins (or `~answer`). */
  readonly forks: Int32Array;
}

/** Stands for the answer to a question that hangs on records besides those of the table. */
export const UNDECIDED = 2 ** 7 - 1;

/** The answer to a question, which is named by where the table has its answers. */
export function answerTo(asked: number, i: number, heard: Int32Array, answers: Answers, forks: Int32Array): number {
  const { table, word, shift, bits } = answers;
  const answer = table[asked + ((heard[word * ROOM + i] >>> shift) & (2 ** bits - 1))];
  return answer === UNDECIDED ? answered(answers.forks[asked >>> bits], i, heard, forks) : answer;
}

/** Bits of what is heard by which there may be a table of answers, and bytes of all of it. */
const MOST_TABLE_BITS = 12;
const LEAST_TABLE_BITS = 2;
const MOST_TABLE_BYTES = 2 ** 20;

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
   * Answers to questions in one table, by what is heard of those records that are asked first: one look instead of one for
   * each fork, and nearly all are decided by them. With each question, where the table has its answers.
   */
  answers(questions: readonly number[]): { readonly answers: Answers; readonly from: ReadonlyMap<number, number> } {
    const forks = Int32Array.from(new Set(questions));
    const bits = Math.min(MOST_TABLE_BITS, Math.floor(Math.log2(MOST_TABLE_BYTES / Math.max(1, forks.length))));
    const seen = this.seenFirst(forks, bits);
    const size = 2 ** seen.bits;
    const table = new Uint8Array(forks.length * size);
    forks.forEach((question, k) => {
      for (let value = 0; value < size; value++) table[k * size + value] = this.answerIn(question, seen, value);
    });
    const from = new Map(Array.from(forks, (question, k) => [question, k * size]));
    return { answers: { table, forks, ...seen }, from };
  }

  /** The bits, no more than so many, of the record that most questions ask first, and of those beside it in its word. */
  private seenFirst(questions: Int32Array, most: number): Pick<Answers, 'word' | 'shift' | 'bits'> {
    const { sources } = this.words;
    const asked = sources.map((source) => questions.filter((q) => q >= 0 && this.table[q] === lookAt(source)).length);
    const first = asked.indexOf(Math.max(...asked));
    const { word } = sources[first];
    let bits = 0;
    const fits = (source: Source | undefined) => source?.word === word && bits + source.bits <= most;
    let low = first + 1;
    for (; fits(sources[low - 1]); low--) bits += sources[low - 1].bits;
    for (let high = first + 1; low <= first && fits(sources[high]); high++) bits += sources[high].bits;
    // Where not even one fits, the table decides no more than what hangs on nothing.
    return { word, shift: sources[low]?.shift ?? 0, bits: Math.max(LEAST_TABLE_BITS, bits) };
  }

  /** The answer by some bits of what is heard, or UNDECIDED. */
  private answerIn(question: number, seen: Pick<Answers, 'word' | 'shift' | 'bits'>, value: number): number {
    let at = question;
    while (at >= 0) {
      const look = this.table[at];
      const mask = (look >>> MASK_SHIFT) & LOOK_MASK;
      const place = (look & SHIFT_MASK) - seen.shift;
      // Shifted, the mask of the last bits of a word would be a negative number.
      const isSeen = look >>> WORD_SHIFT === seen.word && place >= 0 && mask * 2 ** place < 2 ** seen.bits;
      if (!isSeen) return UNDECIDED;
      at = this.table[at + 1 + ((value >>> place) & mask)];
    }
    return ~at;
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

  private fork(source: Source, nodes: readonly number[]): number {
    if (nodes.every((node) => node === nodes[0])) return nodes[0];
    const look = lookAt(source);
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

/** Where a fork looks. */
const lookAt = ({ word, shift, bits }: Source): number =>
  (word << WORD_SHIFT) | ((2 ** bits - 1) << MASK_SHIFT) | shift;
