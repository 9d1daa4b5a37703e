import { describe, expect, it } from 'vitest';
import { type Die, d4, d6, d10, d100, mix, twoD6 } from '../../src/sim/die.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Sfc32, seedState } from '../../src/sim/random.ts';
import { chiSigmas } from './agree.ts';

/** sfc32 once more, from its definition, in arithmetic modulo 2^32 on BigInt. */
function* independent(state: Int32Array): Generator<number> {
  const M = (1n << 32n) - 1n;
  let [a, b, c, counter] = Array.from(state, (w) => BigInt(w >>> 0));
  for (;;) {
    const out = (a + b + counter) & M;
    counter = (counter + 1n) & M;
    a = b ^ (b >> 9n);
    b = (c + ((c << 3n) & M)) & M;
    c = (((c << 21n) & M) | (c >> 11n)) & M;
    c = (c + out) & M;
    yield Number(out);
  }
}

describe('the generator', () => {
  it('equals an independent implementation for two hundred thousand draws', () => {
    const state = new Int32Array(4);
    seedState(12345, 678, state);
    const reference = independent(state);
    const ours = new Sfc32(12345, 678);
    let unequal = 0;
    for (let i = 0; i < 200_000; i++) if (ours.next() !== reference.next().value) unequal++;
    expect(unequal).toBe(0);
  });

  it('starts seeds past 2^32 apart', () => {
    expect(new Sfc32(7, 0).next()).not.toBe(new Sfc32(7 + 2 ** 32, 0).next());
    expect(new Sfc32(7, 0).next()).not.toBe(new Sfc32(7, 2 ** 32).next());
  });

  it.each([
    ['neighbouring seeds', (i: number) => new Sfc32(i, 0)],
    ['neighbouring blocks', (i: number) => new Sfc32(1, i)],
  ])('shows no correlation between %s', (_name, make) => {
    const n = 100_000;
    let sum = 0;
    let last = make(0).next() / 2 ** 32 - 0.5;
    for (let i = 1; i <= n; i++) {
      const now = make(i).next() / 2 ** 32 - 0.5;
      sum += now * last;
      last = now;
    }
    // Products of independent uniforms have variance 1/144.
    expect(Math.abs(sum / Math.sqrt(n / 144))).toBeLessThan(4.5);
  });
});

const dice: readonly Die[] = [d4, d6, twoD6, d10, d100, mix([60, 25, 15])];
const sources = [
  [
    'a stream',
    (die: Die) => {
      const d = new StreamDice(42, 0);
      return () => d.roll(die);
    },
  ],
  [
    'keys',
    (die: Die) => {
      const d = new KeyedDice(42);
      let i = 0;
      return () => {
        d.begin(i++);
        return d.roll(die, 77);
      };
    },
  ],
] as const;

describe.each(sources)('dice from %s', (_name, roller) => {
  it.each(dice.map((d) => [d.id, d] as const))('%s passes chi-squared', (_id, die) => {
    const n = 150_000;
    const counts = new Float64Array(die.faces.length);
    const roll = roller(die);
    for (let i = 0; i < n; i++) counts[roll()]++;
    let chi = 0;
    die.weights.forEach((w, f) => {
      const e = (n * w) / die.total;
      chi += (counts[f] - e) ** 2 / e;
    });
    expect(Math.abs(chiSigmas(chi, die.faces.length - 1))).toBeLessThan(4.5);
  });

  it.each(dice.map((d) => [d.id, d] as const))('%s passes a serial test on pairs', (_id, die) => {
    const n = 150_000;
    const k = die.faces.length;
    const counts = new Float64Array(k * k);
    const roll = roller(die);
    for (let i = 0; i < n; i++) counts[roll() * k + roll()]++;
    let chi = 0;
    for (let x = 0; x < k; x++) {
      for (let y = 0; y < k; y++) {
        const e = (n * die.weights[x] * die.weights[y]) / die.total ** 2;
        chi += (counts[x * k + y] - e) ** 2 / e;
      }
    }
    expect(Math.abs(chiSigmas(chi, k * k - 1))).toBeLessThan(4.5);
  });
});
