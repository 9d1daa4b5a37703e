import { TablesFullError } from '../error.ts';
import type { Reads } from '../reads.ts';
import type { Codec, Layout } from '../state.ts';
import { StateTable } from '../state-table.ts';
import { EMPTY, Slots } from './slots.ts';

/** Where the bits of a look are: in the words of a record, among its answers, or the turn. */
export interface Look {
  /** The place of a record, or TURN. */
  readonly pair: number;
  readonly word: number;
  readonly shift: number;
  /** Of the value, once it is shifted down. */
  readonly mask: number;
}
export const TURN = -2;
/** The word of a record that holds answers to questions about it. */
export const ANSWERS_WORD = 0;

/** Answers to a question, by number: more than this many and it is not one that others should ask. */
const ANSWERS = 16;
const ANSWER_BITS = 4;
/** The questions about a record whose answers fit into a word. */
export const MOST_FACTS = 8;
/** Words that a record may take, that of its answers among them. */
export const MOST_WORDS = 7;

/** Something has come up for which tables have no room as they are: they are begun anew, with room for it. */
export class Grew extends Error {}

/** Bits that are set in a record. */
export interface Change {
  readonly pair: number;
  readonly mask: Int32Array;
  readonly bits: Int32Array;
}

/**
 * One record as it is between procedures, in few words: a field takes part from the moment it is first changed, and holds
 * how it differs from the start. With each record comes what others may know of it: the answers to their questions.
 */
export class RecordSpace<S> {
  readonly codec: Codec;
  readonly pair: number;
  private readonly reads: Reads;
  private readonly start: Int32Array;
  private readonly raw: Int32Array;
  /** By field of the state. */
  private readonly looks: (Look | undefined)[] = [];
  private readonly rawBits: ({ readonly word: number; readonly shift: number; readonly mask: number } | undefined)[];
  private readonly placed: number[] = [];
  /** Bits that are used of each word; answers have the first for themselves. */
  private readonly used: number[] = [32, 0];
  /** Places of the questions about it. */
  readonly facts: readonly number[];
  private readonly factLooks: ReadonlyMap<number, Look>;
  private readonly answers = new Map<number, unknown[]>();
  /** Answers to the questions about it, by the fields behind them. */
  private known!: Slots;
  /** Changes by number: many entries set the same. */
  private changeTable!: StateTable;
  private changes: Change[] = [];

  constructor(layout: Layout<S>, record: string, pair: number, fields: readonly number[], facts: readonly number[]) {
    this.codec = layout.codec([record]);
    this.pair = pair;
    this.reads = layout.reads!;
    this.facts = facts;
    for (const f of facts) this.answers.set(f, []);
    // One look each: those who looked keep it, and they are many.
    this.factLooks = new Map(
      facts.map((f, i) => [f, { pair, word: ANSWERS_WORD, shift: ANSWER_BITS * i, mask: ANSWERS - 1 }]),
    );
    this.start = new Int32Array(this.codec.words);
    this.raw = new Int32Array(this.codec.words);
    this.codec.pack(this.start);
    this.rawBits = [];
    for (const f of fields) this.rawBits[f] = this.codec.bitsOf(layout.fields[f + 1].path);
  }

  get words(): number {
    return this.used.length;
  }

  /** Begins what is known of the record anew, in so many words. */
  begin(words: number): void {
    this.known = new Slots(words, 1);
    this.changeTable = new StateTable(2 * words, 16);
    this.changes = [];
  }

  /** Where a field of the record is; undefined while it has never changed. */
  lookAt(field: number): Look | undefined {
    return this.looks[field];
  }

  /** Where the answer to a question about the record is; undefined where the question is about another. */
  lookAtFact(fact: number): Look | undefined {
    return this.factLooks.get(fact);
  }

  /** Adds the bits of a field to those of a mask. */
  addTo(mask: Int32Array, field: number): void {
    const look = this.looks[field];
    if (look) mask[look.word] |= look.mask << look.shift;
  }

  /** Puts the record into the scratch state. */
  load(words: Int32Array, at = 0): void {
    const { raw } = this;
    raw.set(this.start);
    for (const f of this.placed) {
      const { word, shift, mask } = this.looks[f]!;
      const bits = this.rawBits[f]!;
      raw[bits.word] ^= ((words[at + word] >>> shift) & mask) << bits.shift;
    }
    this.codec.unpack(raw, 0);
  }

  /** What fields of the scratch state have been set to. */
  changeOf(written: readonly number[], words: number): Change | null {
    if (!written.some((f) => this.rawBits[f])) return null;
    const { raw } = this;
    this.codec.pack(raw);
    return this.changeTo(
      written,
      (f) => {
        const { word, shift, mask } = this.rawBits[f]!;
        return (raw[word] & mask) >>> shift;
      },
      words,
    );
  }

  /** The change that sets those of the fields that are its own to values, as they are packed. */
  changeTo(written: readonly number[], packed: (field: number) => number, words: number): Change | null {
    const own = written.filter((f) => this.rawBits[f]);
    if (own.length === 0) return null;
    const key = new Int32Array(2 * words);
    let isNew = false;
    for (const f of own) {
      const at = this.rawBits[f]!;
      const value = packed(f) ^ ((this.start[at.word] & at.mask) >>> at.shift);
      if (value !== 0 && !this.looks[f]) {
        this.place(f);
        isNew = true;
      }
      const look = this.looks[f];
      if (!look || isNew) continue;
      key[look.word] |= look.mask << look.shift;
      key[words + look.word] |= value << look.shift;
    }
    if (isNew) throw new Grew();
    const number = this.changeTable.intern(key);
    this.changes[number] ??= { pair: this.pair, mask: key.subarray(0, words), bits: key.subarray(words) };
    return this.changes[number];
  }

  private place(field: number): void {
    const { mask, shift } = this.rawBits[field]!;
    const most = mask >>> shift;
    const width = 32 - Math.clz32(most);
    let word = this.used.findIndex((taken) => taken + width <= 32);
    if (word < 0) word = this.used.push(0) - 1;
    if (word >= MOST_WORDS)
      throw new TablesFullError('A record of the engagement has more fields than tables can hold.');
    this.looks[field] = { pair: this.pair, word, shift: this.used[word], mask: most };
    this.used[word] += width;
    this.placed.push(field);
  }

  /** The answers to all questions about the record in `words`, packed. */
  answersOf(words: Int32Array): number {
    const at = this.known.find(words, 0);
    return this.known.data[at] === EMPTY ? this.ask(words) : this.known.data[at];
  }

  private ask(words: Int32Array): number {
    const { reads } = this;
    this.load(words);
    let word = 0;
    const looks = new Int32Array(this.known.words);
    this.facts.forEach((f, i) => {
      const known = this.answers.get(f)!;
      const answer = reads.askAside(reads.facts[f]);
      for (const field of reads.facts[f].fields) this.addTo(looks, field);
      let place = known.indexOf(answer);
      if (place < 0) place = known.push(answer) - 1;
      if (place >= ANSWERS)
        throw new TablesFullError('A question that records ask of each other has too many answers.');
      word |= place << (ANSWER_BITS * i);
    });
    if (!this.known.covers(looks)) this.known.widen(looks);
    this.known.data[this.known.put(words, 0)] = word;
    return word;
  }
}
