import { describe, expect, it } from 'vitest';
import { assertSeed, assertTrials } from '../../src/sim/asked.ts';
import { clockOf, nextTurn, putClock, shareClock } from '../../src/sim/clock.ts';
import { d6, die, twoD6 } from '../../src/sim/die.ts';
import { Emissions } from '../../src/sim/ends.ts';
import { SparseSums } from '../../src/sim/kernels/sparse-sums.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { addSumDifferences, noSumDifferences, sumDifferences } from '../../src/sim/play/sum-differences.ts';
import { Sfc32 } from '../../src/sim/random.ts';
import { clock, int, layout } from '../../src/sim/state.ts';
import { StateTable } from '../../src/sim/state-table.ts';

describe('what is asked of a run', () => {
  it.each([0, 1, 4_294_967_295])('a seed may be %d', (seed) => {
    expect(() => assertSeed(seed)).not.toThrow();
  });
  it.each([-1, 0.5, 4_294_967_296, Number.NaN, 1e12])('a seed may not be %d', (seed) => {
    expect(() => assertSeed(seed)).toThrow(/The seed is .*; it must be a whole number from 0 to 4,294,967,295/);
  });
  it.each([1, 1e12])('trials may be %d', (trials) => {
    expect(() => assertTrials(trials)).not.toThrow();
  });
  it.each([0, -3, 2.5, 1e12 + 1, Number.POSITIVE_INFINITY])('trials may not be %d', (trials) => {
    expect(() => assertTrials(trials)).toThrow(/it must be a whole number from 1 to 1,000,000,000,000/);
  });
});

describe('amounts that are added up along the way', () => {
  const places = (...lists: readonly number[][]) => {
    const emissions = new Emissions(lists[0].length);
    return lists.map((amounts) => emissions.placeOf(Float64Array.from(amounts)));
  };
  it('have a place each, the same for the same amounts, and the first for nothing', () => {
    expect(places([0, 0], [1, 0], [0, 1], [1, 0], [2, 0], [0, 0])).toEqual([0, 1, 2, 1, 3, 0]);
  });
  it('are told apart where they are large, below nothing, broken, or many', () => {
    const amounts = [15, 16, 17, 272, -1, 0.5, 1.5, 1];
    expect(new Set(places(...amounts.map((n) => [n, 0, 0, 0, 0]))).size).toBe(amounts.length);
    const many = [[1, 1, 1, 1, 1], [1, 1, 1, 1, 2], [1, 1, 1, 2, 1], [1, 1, 1, 1, 0]]; // biome-ignore format: a table
    expect(new Set(places(...many)).size).toBe(many.length);
    // A thousandth sum is no other one's twelve bits.
    const far = (k: number) => Array.from({ length: 1000 }, (_, i) => (i === k ? 1 : 0));
    expect(new Set(places(far(0), far(255), far(256), far(512), far(999))).size).toBe(5);
  });
});

describe('differences of sums under the same dice', () => {
  const [hits, shed] = ['hits', 'shed'].map((id) => ({ id, label: id }));
  it('are squared and the largest of them kept, by the first machine that has the sum', () => {
    // Three encounters: hits 1, 4, 2 against 3, 4, 0; shed 5, 0, 1, which the second machine does not have.
    const found = sumDifferences(
      [{ sums: [hits, shed] }, { sums: [hits] }],
      [Float64Array.of(1, 5, 4, 0, 2, 1), Float64Array.of(3, 4, 0)],
      3,
    );
    expect(found.squares[0]).toBe(4 + 0 + 4);
    expect(found.largest[0]).toBe(2);
    expect(found.most[0]).toBe(4);
    expect([found.squares[1], found.largest[1]]).toEqual([0, 0]);
    // Of two sums that both have, each is set against its own: hits 1 and 4 against 3 and 4, shed 5 and 0 against 1 and 9.
    const each = sumDifferences(
      [{ sums: [hits, shed] }, { sums: [hits, shed] }],
      [Float64Array.of(1, 5, 4, 0), Float64Array.of(3, 1, 4, 9)],
      2,
    );
    expect(Array.from(each.squares)).toEqual([4, 16 + 81]);
    // A later block adds its squares; of the largest the larger counts, and nothing changes nothing.
    const both = addSumDifferences(found, { squares: [1, 9], largest: [1, 3], most: [7, 3] });
    expect(both).toEqual({ squares: [9, 9], largest: [2, 3], most: [7, 3] });
    expect(addSumDifferences(noSumDifferences(2), both)).toEqual(both);
  });
});

describe('tables that grow', () => {
  it('know every state again that they held before they grew', () => {
    const table = new StateTable(3, 2);
    const keys = Array.from({ length: 500 }, (_, i) => Int32Array.of(i % 7, i, -i));
    expect(keys.map((key) => table.intern(key))).toEqual([...keys.keys()]);
    expect(keys.map((key) => table.intern(key))).toEqual([...keys.keys()]);
    expect(table.find(Int32Array.of(0, 1, 2))).toBe(-1);
  });
  it('keep sums and their order, and forget them when cleared', () => {
    const sums = new SparseSums();
    const keys = Array.from({ length: 3000 }, (_, i) => (i % 2) * 2 ** 40 + i);
    for (let round = 1; round <= 2; round++) {
      for (const again of [1, 10]) for (const [i, key] of keys.entries()) sums.add(key, again * i * round);
      expect(Array.from(keys, (_, i) => [sums.keys[i], sums.at(i)])).toEqual(
        keys.map((key, i) => [key, 11 * i * round]),
      );
      expect(sums.count).toBe(keys.length);
      sums.clear();
    }
  });
});

describe('a clock', () => {
  /** Turns 3 to 5. */
  const watched = () => {
    const watch = clockOf([{ path: 'turn', field: clock(3, 5) }])!;
    const view: { turn?: number } = {};
    putClock(watch, view, view, 'turn', 3);
    const asked = (work: () => unknown) => {
      Object.assign(watch, { looked: false, ticked: false });
      const value = work();
      return { value, looked: watch.looked, ticked: watch.ticked };
    };
    return { view, asked };
  };
  it('is seen where it is read or set', () => {
    const { view, asked } = watched();
    expect(asked(() => view.turn)).toEqual({ value: 3, looked: true, ticked: false });
    expect(asked(() => Object.assign(view, { turn: 4 }).turn)).toEqual({ value: 4, looked: true, ticked: false });
  });
  it('goes on unseen, but for the last turn and for a second turn in one go', () => {
    const { view, asked } = watched();
    expect(asked(() => nextTurn(view))).toEqual({ value: true, looked: false, ticked: true });
    expect(asked(() => nextTurn(view))).toEqual({ value: true, looked: false, ticked: true });
    expect(asked(() => nextTurn(view))).toEqual({ value: false, looked: true, ticked: false });
    expect(view.turn).toBe(5);
    view.turn = 3;
    expect(asked(() => [nextTurn(view), nextTurn(view)])).toEqual({ value: [true, true], looked: true, ticked: true });
  });
  it('that is shared tells whoever moves it on', () => {
    const { view } = watched();
    const [other, looks] = [{}, [] as string[]];
    shareClock(view, other, () => looks.push('looked'));
    expect(nextTurn(other)).toBe(true);
    expect([view.turn, looks]).toEqual([4, ['looked']]);
  });
});

describe('draws of dice', () => {
  it('of 2D6 are those of two D6 added up', () => {
    const ways = new Map<number, number>();
    for (const x of d6.faces) for (const y of d6.faces) ways.set(x + y, (ways.get(x + y) ?? 0) + 1);
    expect(new Map(twoD6.faces.map((face, i) => [face, twoD6.weights[i]]))).toEqual(ways);
  });
  it('past 2^32 take 21 bits of one word and all of the next', () => {
    const [ours, words] = [new Sfc32(7, 0), new Sfc32(7, 0)];
    const many = 2 ** 50 + 1;
    const draw = (): bigint => {
      const drawn = (BigInt(words.next() >>> 11) << 32n) + BigInt(words.next());
      // The last part of the range is short of a whole round of results and is drawn again.
      return drawn < BigInt(7 * many) ? drawn % BigInt(many) : draw();
    };
    for (let i = 0; i < 50; i++) expect(ours.belowWide(many)).toBe(Number(draw()));
  });
  it('of 256 cases are still drawn with a byte', () => {
    const faces = Array.from({ length: 256 }, (_, i) => i);
    const [dice, words, wide] = [new StreamDice(5, 1), new Sfc32(5, 1), die('D256', faces)];
    expect(faces.map(() => dice.roll(wide))).toEqual(faces.map(() => words.below(256)));
  });
});

describe('whole numbers in a state', () => {
  it.each([
    [2 ** 31, 2 ** 32],
    [-(2 ** 31), 2 ** 31 - 1],
  ])('may run from %d to %d', (min, max) => {
    expect(() => layout({ x: int(min, max) }, ['go'])).not.toThrow();
  });
  it('have at most 2^32 values', () => {
    expect(() => layout({ x: int(-(2 ** 31), 2 ** 31) }, ['go'])).toThrow(/more than 4,294,967,296 values/);
  });
});
