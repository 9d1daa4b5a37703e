import { SimError } from '../error.ts';
import type { Reads } from '../reads.ts';
import type { Codec, Layout } from '../state.ts';
import { grown, StateTable } from '../state-table.ts';

/** Where the bits of a look are: in the states of a pair, or the turn. */
export interface Look {
  /** The place of a pair, or TURN. */
  readonly pair: number;
  readonly word: number;
  readonly shift: number;
  /** Of the value, once it is shifted down. */
  readonly mask: number;
}
export const TURN = -2;

/** The word of a look at an answer. */
export const ANSWERS_WORD = -1;

/** Answers to a question, by number: more than this many and it is not one that others should ask. */
const ANSWERS = 16;
const ANSWER_BITS = 4;
/** The questions about a pair whose answers fit into a word. */
export const MOST_FACTS = 8;

/** States of one pair as they are between procedures, numbered as they come up; with each, what others may ask of it. */
export class PairSpace<S> {
  readonly codec: Codec;
  readonly words: number;
  /** By state, the answers to what others ask, in one word; and the number of that word among those that have come up. */
  answers = new Int32Array(1024);
  kinds = new Int32Array(1024);
  /** By kind, the word. */
  readonly kindWords: number[] = [];
  private readonly table: StateTable;
  private readonly reads: Reads;
  private readonly facts: readonly number[];
  private readonly known = new Map<number, unknown[]>();
  private readonly stepBits: { readonly word: number; readonly mask: number };

  constructor(layout: Layout<S>, paths: readonly string[], facts: readonly number[]) {
    this.codec = layout.codec(paths);
    this.reads = layout.reads!;
    this.facts = facts;
    this.words = this.codec.words;
    this.table = new StateTable(this.words);
    this.stepBits = this.codec.bitsOf('step');
    for (const f of facts) this.known.set(f, []);
  }

  /** The words of all states. */
  get bits(): Int32Array {
    return this.table.keys;
  }

  get count(): number {
    return this.table.count;
  }

  /** The number of a state; whatever step it is at. The scratch state may be changed by it. */
  intern(key: Int32Array): number {
    key[this.stepBits.word] &= ~this.stepBits.mask;
    const before = this.table.count;
    const x = this.table.intern(key);
    if (x === before) this.enter(x);
    return x;
  }

  load(x: number): void {
    this.codec.unpack(this.table.keys, x * this.words);
  }

  copy(x: number, into: Int32Array): void {
    const { keys } = this.table;
    for (let w = 0, at = x * this.words; w < this.words; w++) into[w] = keys[at + w];
  }

  lookAtField(pair: number, path: string): Look {
    const { word, shift, mask } = this.codec.bitsOf(path);
    return { pair, word, shift, mask: mask >>> shift };
  }

  lookAtFact(pair: number, fact: number): Look {
    return { pair, word: ANSWERS_WORD, shift: ANSWER_BITS * this.facts.indexOf(fact), mask: ANSWERS - 1 };
  }

  private enter(x: number): void {
    const { facts, reads } = this;
    if (x === this.answers.length) {
      this.answers = grown(this.answers);
      this.kinds = grown(this.kinds);
    }
    this.load(x);
    let word = 0;
    reads.unseen(() => {
      facts.forEach((f, i) => {
        const known = this.known.get(f)!;
        const answer = reads.facts[f].ask();
        let place = known.indexOf(answer);
        if (place < 0) place = known.push(answer) - 1;
        if (place >= ANSWERS) throw new SimError('A question that pairs ask of each other has too many answers.');
        word |= place << (ANSWER_BITS * i);
      });
    });
    this.answers[x] = word;
    let kind = this.kindWords.indexOf(word);
    if (kind < 0) kind = this.kindWords.push(word) - 1;
    this.kinds[x] = kind;
  }
}
