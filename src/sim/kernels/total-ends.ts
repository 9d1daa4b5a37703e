import { grown, StateTable } from '../state-table.ts';
import { UNKNOWN } from './look-trees.ts';

/** Two totals share a word. */
const BITS = 16;

/** What is known of endings, as plain data: parts, then totals with their turns, and by these the places. */
export interface KnownTotals {
  readonly words: number;
  readonly parts: Int32Array;
  readonly totals: Int32Array;
  readonly places: Int32Array;
}

/**
 * Where engagements end whose endings hang on totals and the turn alone. What records add to the totals are parts, by
 * number; the parts of an engagement are added up in `total`, and its ending is looked up by that: thousands end in a
 * batch, and of many pairs nearly each with totals of its own. Two totals are added at once, as neither fills its bits.
 */
export class TotalEnds {
  private readonly words: number;
  private readonly parts: StateTable;
  private readonly ends: StateTable;
  private places = new Int32Array(1024);
  /** The totals of the engagement at hand, and its turn. */
  private readonly total: Int32Array;

  /** @param words that the totals take, see `packed` */
  constructor(words: number) {
    this.words = words;
    this.parts = new StateTable(words, 64);
    this.ends = new StateTable(words + 1);
    this.total = new Int32Array(words + 1);
  }

  static of({ words, parts, totals, places }: KnownTotals): TotalEnds {
    const ends = new TotalEnds(words);
    for (let at = 0; at < parts.length; at += words) ends.numberOf(parts.subarray(at, at + words));
    for (const [k, place] of places.entries()) {
      ends.total.set(totals.subarray(k * (words + 1), (k + 1) * (words + 1)));
      ends.put(place);
    }
    return ends;
  }

  known(): KnownTotals {
    const { words, parts, ends } = this;
    return {
      words,
      parts: parts.keys.slice(0, parts.count * words),
      totals: ends.keys.slice(0, ends.count * (words + 1)),
      places: this.places.slice(0, ends.count),
    };
  }

  /** The number of what a record adds. */
  numberOf(packed: Int32Array): number {
    return this.parts.intern(packed);
  }

  /** Begins the totals of an engagement with those of its first record. */
  begin(turn: number, part: number): void {
    const { total, words, parts } = this;
    const { keys } = parts;
    for (let t = 0, at = part * words; t < words; t++) total[t] = keys[at + t];
    total[words] = turn;
  }

  add(part: number): void {
    const { total, words, parts } = this;
    const { keys } = parts;
    for (let t = 0, at = part * words; t < words; t++) total[t] += keys[at + t];
  }

  /** Where the engagement ends; UNKNOWN where that has yet to be worked out. */
  place(): number {
    const end = this.ends.find(this.total);
    return end < 0 ? UNKNOWN : this.places[end];
  }

  put(place: number): void {
    const end = this.ends.intern(this.total);
    if (end >= this.places.length) this.places = grown(this.places);
    this.places[end] = place;
  }
}

/** Words that so many totals take. */
export const wordsOf = (totals: number): number => Math.ceil(totals / 2);

/** Amounts of a record two to a word; null where they are not whole, or those of so many records may not have the room. */
export function packed(amounts: readonly number[], records: number): Int32Array | null {
  const fits = (amount: number) => Number.isInteger(amount) && amount >= 0 && amount * records < 2 ** BITS;
  if (!amounts.every(fits)) return null;
  return Int32Array.from(
    { length: wordsOf(amounts.length) },
    (_, w) => amounts[2 * w] | ((amounts[2 * w + 1] ?? 0) << BITS),
  );
}
