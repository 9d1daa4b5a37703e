import { type Course, NotStraight, UNPASSED } from './compact-course.ts';
import { numbersOf, type Source, sourcesOf } from './compact-messages.ts';
import { UNKNOWN } from './look-trees.ts';
import { COLUMN } from './rows.ts';
import type { Sequence } from './sequence.ts';
import { TURN } from './space.ts';

/** What is heard of all records may take so many bits, the turn aside, for a table of all that may be heard. */
const MOST_BITS = 16;

/** What a check comes to: play goes on, it has not come up, or the engagement ends (at one of `ends`). */
export const GOES_ON = 0;
export const UNSEEN = 1;
export const FIRST_END = 2;

export interface Checks {
  /** By check, turn and what is heard of all: what it comes to. */
  readonly table: Uint8Array;
  /** By check, where its part of the table begins, and how much further that of the next turn does. */
  readonly from: Int32Array;
  readonly turnStep: Int32Array;
  /** How many names there are for what is heard of all. */
  readonly size: number;
  /** Places at which engagements end. */
  readonly ends: readonly number[];
}

/**
 * Places of nobody's to which a record's deed leads: whether play goes on hangs on what is heard of all. Number 0 is no
 * check at all.
 */
export class CompactChecks<S = never> {
  private table: Uint8Array<ArrayBuffer>;
  private readonly from: number[] = [0];
  private readonly turnStep: number[] = [0];
  private readonly ends: number[] = [];
  /** By check, the stop that comes next where play goes on, and the place there. */
  private readonly nexts: { readonly stop: number; readonly place: number }[] = [{ stop: UNPASSED, place: UNPASSED }];
  private readonly sequence: Sequence<S>;
  private readonly course: Course<S>;
  private readonly turns: number;
  private readonly sources: readonly Source[];
  private readonly numbersHeard: Int32Array;
  /** How many names there are for what is heard of all. */
  readonly size: number;
  private readonly numbers = new Map<number, number>();
  private used = 1;

  constructor(sequence: Sequence<S>, course: Course<S>, turns: number) {
    this.sequence = sequence;
    this.course = course;
    this.turns = turns;
    this.sources = sourcesOf(sequence.heard, () => true);
    this.numbersHeard = new Int32Array(this.sources.length);
    const bits = this.sources.reduce((sum, source) => sum + source.bits, 0);
    if (sequence.heard.words > 1 || bits > MOST_BITS) throw new NotStraight();
    this.size = 2 ** bits;
    this.table = new Uint8Array(this.size);
  }

  laidOut(): Checks {
    const { table, from, turnStep, size, ends } = this;
    return { table, from: Int32Array.from(from), turnStep: Int32Array.from(turnStep), size, ends };
  }

  /** The check of a place of nobody's, or of one that ends. */
  of(place: number): number {
    let number = this.numbers.get(place);
    if (number === undefined) {
      number = this.sequence.controls.list[place].ends ? this.ending(place) : this.listening(place);
      this.numbers.set(place, number);
    }
    return number;
  }

  next(check: number): { readonly stop: number; readonly place: number } {
    return this.nexts[check];
  }

  /** A check that always ends. */
  private ending(place: number): number {
    return this.add(false, UNPASSED, () => FIRST_END + this.endAt(place));
  }

  private listening(place: number): number {
    const { sequence, course } = this;
    const root = sequence.roots[place] ?? UNKNOWN;
    const stop = course.after(place);
    let next: number = UNPASSED;
    const number = this.add(this.hearsTurn(root), stop, (turn, name) => {
      const row = this.rowBy(root, name, Math.max(0, turn));
      if (row < 0) return UNSEEN;
      const found = this.nextOf(row, stop, turn);
      if (sequence.controls.list[found].ends) return FIRST_END + this.endAt(found);
      if (next !== UNPASSED && next !== found) throw new NotStraight();
      next = found;
      return GOES_ON;
    });
    this.nexts[number] = { stop, place: next };
    return number;
  }

  private hearsTurn(root: number): boolean {
    return this.sequence.trees.extent(root).records.has(TURN);
  }

  private rowBy(root: number, name: number, turn: number): number {
    numbersOf(this.sources, name, this.numbersHeard);
    return this.sequence.heard.leafBy(root, this.numbersHeard, turn);
  }

  /** Where a row of a check leads. */
  private nextOf(row: number, stop: number, turn: number): number {
    const { rows, steps, controls } = this.sequence;
    if (!rows.isSingle(row)) throw new NotStraight();
    const entry = rows.columns[(row >> 5) * COLUMN + 1];
    const next = rows.entries[entry];
    const { emission, effect } = rows.besides[rows.entries[entry + 1]];
    const { turn: led, others } = steps.effects[effect];
    if (emission !== 0 || others.length > 0) throw new NotStraight();
    if (controls.list[next].ends) return next;
    this.course.assertNext(next, stop, led, turn);
    return next;
  }

  /** The rows of a place of nobody's that does not hear the turn, by the name of what is heard of all. */
  rowsAt(place: number): Int32Array {
    const root = this.sequence.roots[place] ?? UNKNOWN;
    if (this.hearsTurn(root)) throw new NotStraight();
    return new Int32Array(this.size).map((_, name) => this.rowBy(root, name, 0));
  }

  private endAt(place: number): number {
    const known = this.ends.indexOf(place);
    return known >= 0 ? known : this.ends.push(place) - 1;
  }

  private add(hearsTurn: boolean, stop: number, result: (turn: number, name: number) => number): number {
    const { size, turns } = this;
    const steps = hearsTurn ? turns : 1;
    const from = this.used * size;
    this.used += steps;
    while (this.used * size > this.table.length) {
      const longer = new Uint8Array(2 * this.table.length);
      longer.set(this.table);
      this.table = longer;
    }
    for (let turn = 0; turn < steps; turn++)
      for (let name = 0; name < size; name++)
        this.table[from + turn * size + name] = result(hearsTurn ? turn : UNKNOWN, name);
    this.turnStep.push(hearsTurn ? size : 0);
    this.nexts.push({ stop, place: UNPASSED });
    return this.from.push(from) - 1;
  }
}
