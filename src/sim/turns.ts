import type { Clock } from './clock.ts';
import type { Codec } from './state.ts';
import { grown, StateTable } from './state-table.ts';

/** How a face came to lead where it does; from 0 up: as the face in that place does, which is alike. */
export const IN_ANY_TURN = -1;
/** It moved the clock on by one turn and did not look at it otherwise. */
export const INTO_THE_NEXT = -2;
export const LOOKS_AT_CLOCK = -3;

const NONE = -1;

/**
 * Finds states that differ in the turn alone. In a game of eight turns most states come back in turn after turn, and a
 * face whose working never looked at the clock leads from each of them to the same place.
 */
export class Turns {
  readonly clock: Clock;
  private readonly word: number;
  private readonly shift: number;
  private readonly mask: number;
  private readonly words: number;
  /** States without their turns. */
  private readonly timeless: StateTable;
  private readonly key: Int32Array;
  /** By state, its timeless state. */
  private kinds = new Int32Array(1024);
  /** By timeless state, the first state of that kind that was worked out without a look at the clock. */
  private firsts = new Int32Array(1024).fill(NONE);
  /** By turn and timeless state, the state. */
  private readonly places: Int32Array[] = [];

  constructor(clock: Clock, codec: Codec) {
    const { word, shift, mask } = codec.bitsOf(clock.path);
    this.clock = clock;
    this.word = word;
    this.shift = shift;
    this.mask = mask;
    this.words = codec.words;
    this.timeless = new StateTable(codec.words);
    this.key = new Int32Array(codec.words);
  }

  /** The clock has not been looked at from here on. */
  forget(): void {
    this.clock.looked = false;
    this.clock.ticked = false;
  }

  /** What the last face did with the clock. */
  get way(): number {
    const { looked, ticked } = this.clock;
    return looked ? LOOKS_AT_CLOCK : ticked ? INTO_THE_NEXT : IN_ANY_TURN;
  }

  /** Takes a new state in. */
  enter(keys: Int32Array, state: number): void {
    this.copy(keys, state);
    this.key[this.word] &= ~this.mask;
    this.note(state, this.turnOf(keys, state), this.timeless.intern(this.key));
  }

  /** A state that is this one in another turn, or -1. */
  twin(state: number): number {
    return this.firsts[this.kinds[state]];
  }

  /** The state has been worked out without a look at the clock: its like may go by it. */
  keep(state: number): void {
    this.firsts[this.kinds[state]] = state;
  }

  /** Where a face of a twin leads in the turn of `state`, or `later` turns after it; -1 past the last turn. */
  follow(table: StateTable, to: number, state: number, later: number): number {
    const turn = this.turnOf(table.keys, state) + later;
    if (turn > this.clock.last) return NONE;
    const kind = this.kinds[to];
    const known = this.places[turn]?.[kind] ?? NONE;
    if (known !== NONE) return known;
    this.copy(table.keys, to);
    const { key, word, mask, shift } = this;
    key[word] = (key[word] & ~mask) | (turn << shift);
    const made = table.intern(key);
    this.note(made, turn, kind);
    return made;
  }

  private note(state: number, turn: number, kind: number): void {
    if (state >= this.kinds.length) this.kinds = grown(this.kinds);
    if (kind >= this.firsts.length) this.firsts = grownNone(this.firsts);
    this.places[turn] ??= new Int32Array(this.firsts.length).fill(NONE);
    while (kind >= this.places[turn].length) this.places[turn] = grownNone(this.places[turn]);
    this.kinds[state] = kind;
    this.places[turn][kind] = state;
  }

  /** Turns are counted from 0 here, whatever the clock starts at. */
  private turnOf(keys: Int32Array, state: number): number {
    return (keys[state * this.words + this.word] & this.mask) >>> this.shift;
  }

  private copy(keys: Int32Array, state: number): void {
    const { key, words } = this;
    for (let w = 0, from = state * words; w < words; w++) key[w] = keys[from + w];
  }
}

const grownNone = (from: Int32Array): Int32Array<ArrayBuffer> => grown(from).fill(NONE, from.length);
