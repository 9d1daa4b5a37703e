import { grown, StateTable } from '../state-table.ts';
import { UNKNOWN } from './look-trees.ts';

/** What is known of endings, as plain data: parts, then totals with their turns, and by these the places. */
export interface ToldTotals {
  readonly width: number;
  readonly parts: Int32Array;
  readonly totals: Int32Array;
  readonly places: Int32Array;
}

/**
 * Where engagements end whose endings hang on totals and the turn alone. What records add to the totals are parts, by
 * number; the parts of an engagement are added up in `total`, and its ending is looked up by that: thousands end in a
 * batch, and of many pairs nearly each with totals of its own.
 */
export class TotalEnds {
  private readonly width: number;
  private parts: StateTable;
  private readonly ends: StateTable;
  private places = new Int32Array(1024);
  /** The totals of the engagement at hand, and its turn. */
  private readonly total: Int32Array;

  constructor(width: number) {
    this.width = width;
    this.parts = new StateTable(width, 64);
    this.ends = new StateTable(width + 1);
    this.total = new Int32Array(width + 1);
  }

  static of({ width, parts, totals, places }: ToldTotals): TotalEnds {
    const ends = new TotalEnds(width);
    for (let at = 0; at < parts.length; at += width) ends.numberOf(parts.subarray(at, at + width));
    for (const [k, place] of places.entries()) {
      ends.total.set(totals.subarray(k * (width + 1), (k + 1) * (width + 1)));
      ends.put(place);
    }
    return ends;
  }

  told(): ToldTotals {
    const { width, parts, ends } = this;
    return {
      width,
      parts: parts.keys.slice(0, parts.count * width),
      totals: ends.keys.slice(0, ends.count * (width + 1)),
      places: this.places.slice(0, ends.count),
    };
  }

  /** The number of what a record adds, in whole numbers. */
  numberOf(amounts: Int32Array): number {
    return this.parts.intern(amounts);
  }

  /** Begins the totals of an engagement. */
  begin(turn: number): void {
    this.total.fill(0);
    this.total[this.width] = turn;
  }

  add(part: number): void {
    const { total, width, parts } = this;
    const { keys } = parts;
    for (let t = 0, at = part * width; t < width; t++) total[t] += keys[at + t];
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
