import { describe, expect, it } from 'vitest';
import { type Die, d6, d10 } from '../../../src/sim/die.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { chiSigmas } from '../agree.ts';

const ENCOUNTERS = 200_000;

/** How far pairs of rolls, one pair an encounter, lie from independence. */
function pairSigmas(die: Die, pair: (dice: KeyedDice) => readonly [number, number]): number {
  const k = die.faces.length;
  const counts = new Float64Array(k * k);
  const dice = new KeyedDice(12_345);
  for (let i = 0; i < ENCOUNTERS; i++) {
    dice.begin(i);
    const [x, y] = pair(dice);
    counts[x * k + y]++;
  }
  const expected = ENCOUNTERS / (k * k);
  return chiSigmas(
    counts.reduce((chi, n) => chi + (n - expected) ** 2 / expected, 0),
    k * k - 1,
  );
}

const faces = (seed: number): number[] => {
  const dice = new KeyedDice(seed);
  return Array.from({ length: 50 }, (_, i) => {
    dice.begin(i);
    return dice.roll(d10, 7);
  });
};

describe('keyed dice', () => {
  it.each([d6, d10])('give the same name a new roll when it comes again in an encounter ($id)', (die) => {
    expect(Math.abs(pairSigmas(die, (dice) => [dice.roll(die, 7), dice.roll(die, 7)]))).toBeLessThan(4.5);
  });

  it.each([d6, d10])('give two names rolls of their own ($id)', (die) => {
    expect(Math.abs(pairSigmas(die, (dice) => [dice.roll(die, 7), dice.roll(die, 8)]))).toBeLessThan(4.5);
  });

  it('give a name the same roll whatever else was rolled in between', () => {
    const [plain, busy] = [new KeyedDice(3), new KeyedDice(3)];
    for (let i = 0; i < 50; i++) {
      plain.begin(i);
      busy.begin(i);
      const first = plain.roll(d10, 7);
      busy.roll(d10, 99);
      expect(busy.roll(d10, 7)).toBe(first);
      busy.roll(d6, 5);
      expect(busy.roll(d10, 7)).toBe(plain.roll(d10, 7));
    }
  });

  it('are the same for the same seed and others for another, past 2^32 too', () => {
    expect(faces(1)).toEqual(faces(1));
    expect(faces(1)).not.toEqual(faces(2));
    expect(faces(1)).not.toEqual(faces(1 + 2 ** 32));
  });
});
