import type { Heard } from './heard.ts';

const WORD_BITS = 32;
/** Words of an engagement that the memory of a batch has room for. */
export const MOST_WORDS = 4;

/** Bits of what is heard of all records that are about one of them. */
export interface Source {
  readonly record: number;
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
}

/** Nothing is heard. */
export const NOTHING: Source = { record: 0, word: 0, shift: 0, bits: 0 };

/** What is heard of each record, packed for compact tables: the turn, which is that of the whole batch, has no part in it. */
export class HeardWords<S> {
  /** By record. */
  readonly sources: readonly Source[];
  readonly words: number;
  private readonly heard: Heard<S>;

  constructor(heard: Heard<S>) {
    let [word, used] = [0, 0];
    this.heard = heard;
    this.sources = heard.standing.map(({ shift, mask }, record) => {
      const bits = WORD_BITS - Math.clz32(mask >>> shift);
      if (used + bits > WORD_BITS) [word, used] = [word + 1, 0];
      used += bits;
      return { record, word, shift: used - bits, bits };
    });
    this.words = word + 1;
    if (this.words > MOST_WORDS) throw new TooMuchHeard();
  }

  /** What is heard of a record, from where `Heard` has packed it. */
  part(record: number, packed: number): number {
    const { shift, mask } = this.heard.standOf(record);
    return ((packed & mask) >>> shift) << this.sources[record].shift;
  }

  partOf(record: number, state: number): number {
    return this.part(record, this.heard.partOf(record, state));
  }

  /** Bits of a record's word that are about others. */
  besides(record: number): number {
    const { shift, bits } = this.sources[record];
    return ~((2 ** bits - 1) << shift);
  }
}

/** More is heard than there is room for. */
export class TooMuchHeard extends Error {}
