import { BYTE_CASES, casesBefore, type Die, facesByCase } from '../die.ts';
import { mix32, Sfc32 } from '../random.ts';

/** Where a played encounter gets its dice from. */
export interface Dice {
  /** Encounter `i` of the run begins. */
  begin(i: number): void;
  /** The place of a face; the layer (a whole number up to 2^21) and the step's key name the roll. */
  roll(die: Die, layer: number, step: number): number;
}

const entries = new WeakMap<Die, Uint8Array>();
function entriesOf(die: Die): Uint8Array {
  let e = entries.get(die);
  if (!e) {
    e = facesByCase(die);
    entries.set(die, e);
  }
  return e;
}

const bounds = new WeakMap<Die, Float64Array>();
/** The face (by place) of one of a wide die's cases. */
function faceOfCase(die: Die, drawn: number): number {
  let before = bounds.get(die);
  if (!before) {
    before = casesBefore(die);
    bounds.set(die, before);
  }
  let low = 0;
  let high = before.length;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (before[mid] <= drawn) low = mid;
    else high = mid;
  }
  return low;
}

/** Dice in the order they come, from the stream of a block. */
export class StreamDice implements Dice {
  private readonly random: Sfc32;
  constructor(seed: number, block: number) {
    this.random = new Sfc32(seed, block);
  }
  begin(): void {}
  roll(die: Die): number {
    if (die.total > BYTE_CASES) return faceOfCase(die, this.random.belowWide(die.total));
    return entriesOf(die)[this.random.below(die.total)];
  }
}

/**
 * Dice named by encounter, layer, step and how often that step has come before: two variants that make the same roll get
 * the same face, whatever else has happened in between. So a comparison sees the rule, not the luck.
 *
 * Names are hashed to 64 bits, in two halves: with 32, two of 100,000 encounters would already be the same one.
 */
export class KeyedDice implements Dice {
  readonly seed: number;
  /** The name of the encounter, in two halves. */
  high = 0;
  low = 0;
  private readonly times = new Map<number, number>();

  constructor(seed: number) {
    this.seed = seed;
  }

  begin(i: number): void {
    const { seed } = this;
    const [seedLow, seedHigh] = [(seed % WORD) | 0, Math.floor(seed / WORD) | 0];
    const a = mix32(seedLow ^ mix32(seedHigh + 0x51ed270b));
    this.high = mix32(a ^ mix32((i % WORD) + 0x2545f491));
    this.low = mix32((this.high ^ mix32(Math.floor(i / WORD) + 0x9e3779b9)) + mix32(a ^ (i % WORD)));
    if (this.times.size > 0) this.times.clear();
  }

  roll(die: Die, layer: number, step = 0): number {
    const name = layer * WORD + (step >>> 0);
    const before = this.times.get(name) ?? 0;
    this.times.set(name, before + 1);
    if (die.total > BYTE_CASES) return faceOfCase(die, this.belowWide(die.total, layer, step, before));
    return entriesOf(die)[this.below(die.total, layer, step, before)];
  }

  /** The same for n up to 2^53: two words, stirred again until they lie below the last full run. */
  belowWide(n: number, layer: number, step: number, before: number): number {
    const limit = 2 ** 53 - (2 ** 53 % n);
    const high = mix32(this.high ^ step);
    const low = mix32((this.low ^ high) + Math.imul(layer + 1, 0x9e3779b1));
    let h = mix32(high ^ mix32(low + Math.imul(before + 1, 0x85ebca77)));
    for (let again = 1; ; again++) {
      const upper = h >>> 11;
      h = mix32(h ^ mix32(low + Math.imul(again, 0xc2b2ae3d)));
      const drawn = upper * WORD + (h >>> 0);
      if (drawn < limit) return drawn % n;
    }
  }

  /** A whole number from 0 to n - 1 (n up to 256), by the name of the roll alone. */
  below(n: number, layer: number, step: number, before: number): number {
    const limit = 256 - (256 % n);
    const high = mix32(this.high ^ step);
    const low = mix32((this.low ^ high) + Math.imul(layer + 1, 0x9e3779b1));
    let h = mix32(high ^ mix32(low + Math.imul(before + 1, 0x85ebca77)));
    // Past the last full run of faces the byte is thrown away and the hash stirred again: unbiased, as everywhere.
    for (let again = 1; (h & 255) >= limit; again++) h = mix32(h ^ mix32(low + Math.imul(again, 0xc2b2ae3d)));
    return (h & 255) % n;
  }
}

const WORD = 2 ** 32;
