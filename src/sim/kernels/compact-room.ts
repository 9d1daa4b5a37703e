import { MOST_WORDS } from './compact-heard.ts';

/** Engagements that there is room for at once. */
export const ROOM = 2 ** 14;
/** Bytes of one number for each of them. */
export const EACH = 4 * ROOM;
const MOST_SEATS = 4096;
const MOST_CHECKS = 4096;
const AFTER_WORDS = (13 + MOST_WORDS) * EACH;

/** Where things lie in the memory over which a batch is played: at these bytes, whatever the tables. */
export const AT = {
  high: 0,
  low: EACH,
  ways: 2 * EACH,
  /** Those who draw and, one batch further on, those who need no die. */
  who: 3 * EACH,
  found: 5 * EACH,
  stopped: 7 * EACH,
  stoppedBy: 8 * EACH,
  /** Those who have something added, and those who wait for nobody: who they are and, one batch further on, what and where. */
  adds: 9 * EACH,
  waits: 11 * EACH,
  heard: 13 * EACH,
  lengths: AFTER_WORDS,
  questions: AFTER_WORDS + 4 * MOST_SEATS,
  /** How many have stopped, and how many need no die. */
  counts: AFTER_WORDS + 4 * (MOST_SEATS + MOST_CHECKS),
} as const;
const FIRST_FREE = AT.counts + 64;

type Numbers = Int32Array | Uint16Array | Uint8Array;

/** Memory that is given out piece by piece. */
export class Room {
  readonly buffer: ArrayBuffer;
  private used = FIRST_FREE;

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
  }

  /** Bytes that are needed for so many of one number each, and tables of these bytes. */
  static bytesFor(bytes: readonly number[]): number {
    return bytes.reduce((sum, n) => sum + rounded(n), FIRST_FREE);
  }

  /** A piece of so many bytes: where it begins. */
  take(bytes: number): number {
    const at = this.used;
    this.used += rounded(bytes);
    return at;
  }

  /** A copy of a table: where it begins. */
  put(table: Numbers): number {
    const at = this.take(table.byteLength);
    new Uint8Array(this.buffer, at, table.byteLength).set(
      new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
    );
    return at;
  }

  /** One number for each engagement. */
  each(at: number): Int32Array {
    return new Int32Array(this.buffer, at, ROOM);
  }
}

/** Pieces begin where a line of the cache does. */
const rounded = (bytes: number): number => (bytes + 63) & ~63;
