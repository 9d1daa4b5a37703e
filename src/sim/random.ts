/**
 * sfc32 (Chris Doty-Humphrey's Small Fast Counting generator, 128 bits of state): adds, shifts and xors only, which
 * JavaScript does at full speed, and no known failure in PractRand or TestU01. Seeded through a mixing function, so that
 * neighbouring seeds and blocks share nothing; each block of encounters has a stream of its own.
 */
export class Sfc32 {
  private readonly s = new Int32Array(4);

  constructor(seed: number, stream: number) {
    seedState(seed, stream, this.s);
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const { s } = this;
    const out = (s[0] + s[1] + s[3]) | 0;
    s[3] = (s[3] + 1) | 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = (s[2] + (s[2] << 3)) | 0;
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + out;
    return out >>> 0;
  }

  /** A whole number from 0 to n - 1 (n up to 256), unbiased: values past the last full run of n are thrown away. */
  below(n: number): number {
    const limit = 256 - (256 % n);
    for (;;) {
      const byte = this.next() & 255;
      if (byte < limit) return byte % n;
    }
  }

  /** The same for n up to 2^53. */
  belowWide(n: number): number {
    const limit = 2 ** 53 - (2 ** 53 % n);
    for (;;) {
      const draw = (this.next() >>> 11) * 2 ** 32 + this.next();
      if (draw < limit) return draw % n;
    }
  }
}

/** Rounds that the published generator takes before its first output counts. */
const WARM_UP = 15;

/** Fills `state` for (seed, stream). Seeds and streams are whole numbers up to 2^53. */
export function seedState(seed: number, stream: number, state: Int32Array): void {
  state[0] = mix32(low(seed) ^ mix32(high(seed) + 0x51ed270b));
  state[1] = mix32(state[0] ^ mix32(low(stream) + 0x2545f491));
  state[2] = mix32(state[1] ^ mix32(high(stream) + 0x9e3779b9));
  state[3] = 1;
  for (let i = 0; i < WARM_UP; i++) {
    const out = (state[0] + state[1] + state[3]) | 0;
    state[3] = (state[3] + 1) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = (state[2] + (state[2] << 3)) | 0;
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + out;
  }
}

const low = (n: number): number => (n % 4294967296) | 0;
const high = (n: number): number => Math.floor(n / 4294967296) | 0;

/** MurmurHash3's finaliser: every bit of the input reaches every bit of the output. */
export function mix32(n: number): number {
  let h = n | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The highest seed; each gives a run of its own. */
export const LAST_SEED = 2 ** 32 - 1;

/** A seed of another run, as good as any. */
export const nextSeed = (seed: number): number => (seed === LAST_SEED ? 0 : seed + 1);
