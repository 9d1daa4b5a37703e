import { describe, expect, it } from 'vitest';
import type { AnyMachine } from '../../src/rules/encounter.ts';
import { JointMasses } from '../../src/sim/kernels/joint-masses.ts';
import { JointNumbers } from '../../src/sim/kernels/joint-numbers.ts';
import { NUMBER_BYTES } from '../../src/sim/kernels/joint-wasm-code.ts';
import { PairsForecast } from '../../src/sim/kernels/pairs-forecast.ts';
import type { Stand } from '../../src/sim/kernels/reach.ts';
import { FIRST_FORECAST, LayerForecast } from '../../src/sim/layer-forecast.ts';
import { toyEngagement } from './toy-engagement.ts';

/** What may come up at one place: so many states of each record. */
const stands = (first: number, second: number) =>
  [{ sets: [{ list: { length: first } }, { list: { length: second } }] }] as unknown as readonly Stand[];

describe('a forecast of pairs of states', () => {
  /** The turn at which it gives up; 0 if it never does. */
  const givenUpAt = (turns: number, pairsIn: (turn: number) => number, areAlike = false): number => {
    const forecast = new PairsForecast(turns, 1e7);
    for (let turn = 1; turn <= turns; turn++)
      try {
        forecast.turnDone(stands(pairsIn(turn) / 10, 10), areAlike);
      } catch {
        return turn;
      }
    return 0;
  };
  it('lets through what does not grow, and what stays small', () => {
    expect(givenUpAt(100, () => 100_000)).toBe(0);
    // From too few nothing is told, however they grow.
    expect(givenUpAt(5, (turn) => 10 ** turn / 100)).toBe(0);
  });
  it('adds up what is to come, growing by the root of what it grew by; a fifth of it is visited, or of one in twenty', () => {
    // Four turns, the second with four times the first: twice that in the third, and 1.414 times that in the last:
    // 1 + 2 + 2.83, a fifth of it 1.166: 10 millions are reached from 8.58 on.
    const fourfold = (millions: number) => (turn: number) => (turn === 1 ? millions / 4 : millions) * 1e6;
    expect([8.6, 8.5].map((millions) => givenUpAt(4, fourfold(millions)))).toEqual([2, 0]);
    expect([172, 170].map((millions) => givenUpAt(4, fourfold(millions), true))).toEqual([2, 0]);
    // The same in each of five turns: of the last four a fifth.
    expect([12.6, 12.4].map((millions) => givenUpAt(5, () => millions * 1e6))).toEqual([2, 0]);
  });
  it('counts those that are left, and visits', () => {
    const forecast = new PairsForecast(3, 1000);
    expect(() => forecast.counted({ most: 100, all: 5000 })).not.toThrow();
    expect(() => forecast.counted({ most: 100, all: 5001 })).toThrow(/100 joint states/);
    expect(() => forecast.counted({ most: 30_000_001, all: 1 })).toThrow(/30,000,001 joint states/);
    forecast.visited(600);
    forecast.visited(400);
    expect(() => forecast.visited(1)).toThrow(/too large/);
    expect(() => new PairsForecast(3, 1000).asked(50)).not.toThrow();
    expect(() => new PairsForecast(3, 1000).asked(51)).toThrow(/too large/);
  });
  it('tells how much is done: of twenty states worth 240 visits each, and 1,000 pairs of which 3 in 10 are visited', () => {
    const forecast = new PairsForecast(3);
    forecast.asked(20);
    forecast.counted({ most: 10, all: 1000 });
    const [before, once] = [4800, 300];
    expect(forecast.shareAfter(0, 1)).toBeCloseTo(before / (before + once), 12);
    expect(forecast.shareAfter(150, 2)).toBeCloseTo((before + 150) / (before + 2 * once), 12);
    expect(forecast.shareAfter(400, 1)).toBe(1);
  });
});

describe('a forecast of layers', () => {
  /** Nine turns, each a layer. */
  const forecast = () => {
    const machine = toyEngagement({ pairs: 1, turns: 9, fs: 8 }) as AnyMachine;
    return new LayerForecast(machine, (s) => (s as { turn: number }).turn);
  };
  it('has nothing to go by at first, and asks again when states have doubled', () => {
    const told = forecast();
    told.layerDone(1, 10_000);
    expect(told.total(4, FIRST_FORECAST - 1)).toBeNull();
    expect(told.total(4, FIRST_FORECAST)).not.toBeNull();
    expect(told.total(5, 2 * FIRST_FORECAST - 1)).toBeNull();
    expect(told.total(6, 2 * FIRST_FORECAST)).not.toBeNull();
    // Nothing is known of half as far.
    expect(forecast().total(4, FIRST_FORECAST)).toBeNull();
  });
  it('goes on as states have grown from half as far: evenly, squared', () => {
    // After three of nine layers 30,000; after six 60,000, or 120,000.
    for (const [states, all] of [[60_000, 90_000], [120_000, 270_000]]) {
      const told = forecast();
      told.layerDone(3, 30_000);
      expect(told.total(6, states)).toBeCloseTo(all, 6);
    } // biome-ignore format: a table
    const done = forecast();
    done.layerDone(3, 30_000);
    expect(done.total(9, 90_000)).toBeNull();
  });
});

describe('the chances of pairs of states', () => {
  it('are kept where there come to be more columns than there was room for', () => {
    const numbers = new JointNumbers(2, 8);
    const kinds = () => ({ numbers: new Int32Array(1).fill(-1), firsts: [] as number[] });
    const block = new JointMasses(2, [kinds(), kinds()], numbers).blockOf(0);
    const put = (row: number, column: number, chance: number): void => {
      const at = block.columnAt(column);
      numbers.numbers[block.rowFor(row) / NUMBER_BYTES + 2 * at] = chance;
    };
    // Rows of states 7 and 300, then columns one after the other, each with a chance of its own.
    const chance = (row: number, column: number) => row + column / 1000;
    for (let column = 0; column < 150; column++) for (const row of [7, 300]) put(row, 3 * column, chance(row, column));
    expect([block.rowStates, block.columnStates.length]).toEqual([[7, 300], 150]);
    for (const [i, row] of [7, 300].entries())
      for (let column = 0; column < 150; column++) {
        expect(block.columnAt(3 * column)).toBe(column);
        expect(block.chanceAt(i, column)).toBe(chance(row, column));
      }
    // A column that came later is not in a row that nobody has led on.
    put(8, 0, 0.5);
    for (let column = 150; column < 400; column++) block.columnAt(3 * column);
    expect(block.chanceAt(2, 399)).toBe(0);
  });
});
