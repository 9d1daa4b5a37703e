import { type Die, facesByCase } from '../die.ts';
import { mix32, Sfc32 } from '../random.ts';

/** Where a played encounter gets its dice from. */
export interface Dice {
  /** Encounter `i` of the run begins. */
  begin(i: number): void;
  /** The place of a face; `key` names the roll (layer and step). */
  roll(die: Die, key: number): number;
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

/** Dice in the order they come, from the stream of a block. */
export class StreamDice implements Dice {
  private readonly random: Sfc32;
  constructor(seed: number, block: number) {
    this.random = new Sfc32(seed, block);
  }
  begin(): void {}
  roll(die: Die): number {
    return entriesOf(die)[this.random.below(die.total)];
  }
}

/**
 * Dice named by encounter, layer, step and how often that step has come before: two variants that make the same roll get
 * the same face, whatever else has happened in between. So a comparison sees the rule, not the luck.
 */
export class KeyedDice implements Dice {
  private readonly seed: number;
  private encounter = 0;
  private readonly times = new Map<number, number>();

  constructor(seed: number) {
    this.seed = mix32(seed % 4294967296) ^ mix32(Math.floor(seed / 4294967296) + 0x51ed270b);
  }

  begin(i: number): void {
    this.encounter = mix32(
      this.seed ^ mix32((i % 4294967296) + 0x2545f491) ^ mix32(Math.floor(i / 4294967296) + 0x9e3779b9),
    );
    this.times.clear();
  }

  roll(die: Die, key: number): number {
    const before = this.times.get(key) ?? 0;
    this.times.set(key, before + 1);
    const limit = 256 - (256 % die.total);
    let h = mix32(this.encounter ^ mix32(key + 0x68e31da4) ^ mix32(before + 0x1b56c4e9));
    // Past the last full run of faces the byte is thrown away and the hash stirred again: unbiased, as everywhere.
    while ((h & 255) >= limit) h = mix32(h + 0x9e3779b9);
    return entriesOf(die)[(h & 255) % die.total];
  }
}
