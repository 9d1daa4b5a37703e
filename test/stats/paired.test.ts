import { describe, expect, test } from 'vitest';
import { mcnemar } from '../../src/stats/mcnemar.ts';
import { pairedMean } from '../../src/stats/paired-mean.ts';
import { pairedProportions } from '../../src/stats/paired-proportions.ts';
import { coverage, means, PAIRS, poisson, shares } from './paired-coverage.ts';

/** Expected flips; close together where there are few, so that no dip of the coverage hides between them. */
const FLIPS = [0];
for (let flips = 0.02; flips <= 100; flips *= flips > 1 && flips < 12 ? 1.012 : 1.055) FLIPS.push(flips);

/** From so many expected flips on intervals of shares hold the truth at most 97% of the time. */
const NARROW_FROM = 3.1;

/** Where the interval after no flip, and that after one, ends just after that of seven, and of ten, begins: both hold it. */
const isBesideAnEnd = (flips: number, towards: number): boolean => {
  const apart = flips * (2 * towards - 1);
  return (apart > 3.29 && apart < 3.32) || (towards > 0.98 && flips > 5.36 && flips < 5.68);
};

const poissonUpTo = (k: number, mean: number): number =>
  Array.from({ length: k + 1 }, (_, i) => poisson(mean, i)).reduce((sum, p) => sum + p, 0);

describe('coverage of paired intervals from 0 to 100 expected flips', () => {
  test.each([
    ['shares, all flips one way', 1, shares],
    ['shares, nine in ten one way', 0.9, shares],
    ['shares, as many each way', 0.5, shares],
    ['means, all flips one way', 1, means],
    ['means, nine in ten one way', 0.9, means],
    ['means, as many each way', 0.5, means],
  ])(
    '%s: 93 to 97 in a hundred, and above that only where there are hardly flips to count',
    (_name, towards, interval) => {
      for (const flips of FLIPS) {
        const held = coverage(flips, towards, interval);
        expect(held, `${flips} flips`).toBeGreaterThanOrEqual(0.93);
        // Below that, intervals are too wide and never too narrow: see the next tests for why.
        const isNarrow = interval === shares ? flips >= NARROW_FROM && !isBesideAnEnd(flips, towards) : flips >= 20;
        if (isNarrow) expect(held, `${flips} flips`).toBeLessThanOrEqual(0.97);
      }
    },
  );

  // Coverage jumps where an interval ends: it is least and most just beside an end.
  const besideEnds = (most: number, away: readonly number[]): readonly number[] =>
    Array.from({ length: most + 1 }, (_, b) => away.map((c) => shares(b, c)))
      .flat()
      .flatMap(({ low, high }) => [low, high])
      .flatMap((end) => [end * PAIRS * (1 - 1e-7), end * PAIRS * (1 + 1e-7)]);

  test('all flips one way: 93 to 97% beside any end of an interval', () => {
    for (const flips of besideEnds(60, [0])) {
      if (flips <= 0) continue;
      const held = coverage(flips, 1, shares);
      expect(held, `${flips} flips`).toBeGreaterThanOrEqual(0.93);
      if (flips >= NARROW_FROM && !isBesideAnEnd(flips, 1)) expect(held, `${flips} flips`).toBeLessThanOrEqual(0.97);
      expect(flips < NARROW_FROM || held <= 0.981, `${flips} flips`).toBe(true);
    }
  });

  test('and where some flips go the other way', () => {
    for (const apart of besideEnds(8, [0, 1, 2, 3])) {
      if (apart <= 0 || apart > 12) continue;
      for (const back of [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3]) {
        const flips = apart + 2 * back;
        const held = coverage(flips, (apart + back) / flips, shares);
        expect(held, `${apart} and ${back}`).toBeGreaterThanOrEqual(0.93);
        const isBeside = isBesideAnEnd(flips, (apart + back) / flips);
        if (flips >= NARROW_FROM && !isBeside) expect(held, `${apart} and ${back}`).toBeLessThanOrEqual(0.97);
      }
    }
  });

  test('two hundred pairs: not below 93% either, and up to 97% from seven expected flips on', () => {
    const pairs = 200;
    const log = [0];
    for (let i = 1; i <= pairs; i++) log.push(log[i - 1] + Math.log(i));
    const intervals = Array.from({ length: 26 }, (_, b) =>
      Array.from({ length: 26 }, (_, c) => pairedProportions({ towards: b, away: c, pairs })),
    );
    for (const towards of [0.5, 0.6, 0.75, 0.9, 1]) {
      for (let flips = 0.1; flips < 9; flips *= 1.02) {
        const [p, q] = [(flips * towards) / pairs, (flips * (1 - towards)) / pairs];
        let held = 0;
        for (const [b, row] of intervals.entries()) {
          for (const [c, { low, high }] of row.entries()) {
            if (low > p - q || high < p - q || (q === 0 && c > 0)) continue;
            const chosen = log[pairs] - log[b] - log[c] - log[pairs - b - c];
            const flipped = b * Math.log(p) + (c === 0 ? 0 : c * Math.log(q));
            held += Math.exp(chosen + flipped + (pairs - b - c) * Math.log1p(-p - q));
          }
        }
        expect(held, `${flips} flips, ${towards}`).toBeGreaterThanOrEqual(0.93);
        if (flips >= 7) expect(held, `${flips} flips, ${towards}`).toBeLessThanOrEqual(0.97);
      }
    }
  });

  /*
   * 93 to 97 % cannot be had everywhere, whatever the interval. Suppose that three flips one way and none the other kept
   * 0 out. More than three would then do so too, and where flips go either way alike, three expected in all, that alone
   * goes wrong 8.5 % of the time: coverage is below 93 % there. So after up to three flips one way the interval reaches
   * from 0 to beyond the count, and holds any smaller number of expected flips; and it holds them after no flip at all
   * and after one, which are too likely to be left out. Up to 1.15 expected flips, all one way, three flips or fewer come
   * up more than 97 % of the time. With none expected none comes, and coverage is 100 %.
   */
  test('up to 1.15 expected flips, all one way, no interval covers less than 97%', () => {
    const allOneWay = (from: number, mean: number) => 1 - poissonUpTo(from - 1, mean);
    const wronglyOneSided = 2 * poisson(1.5, 0) * allOneWay(3, 1.5);
    expect(wronglyOneSided).toBeGreaterThan(0.07);
    for (const flips of FLIPS.filter((f) => f <= 1.15)) {
      expect(poissonUpTo(3, flips), `${flips} flips`).toBeGreaterThan(0.97);
      if (flips > 0.073) expect(poisson(flips, 0), 'no flip is too likely to be left out').toBeGreaterThan(0.07);
      expect(coverage(flips, 1, shares)).toBeGreaterThan(0.97);
    }
    for (const count of [0, 1, 2, 3]) {
      const { low, high } = shares(count, 0);
      expect([low <= 0, high * PAIRS >= Math.max(count, 1.15)], `after ${count}`).toEqual([true, true]);
    }
  });

  /*
   * Where flips go either way alike, nothing can be done up to 2.8 expected flips. An interval keeps 0 out after so many
   * flips one way, more of them the more came the other way. All such choices are tried: of those that never go wrong
   * more than 7 % of the time, none goes wrong more than 3 % of the time there.
   */
  test('up to 2.8 expected flips, as many each way, no interval covers less than 97%', () => {
    const means = [2.8, 3.2, 3.6, 4, 4.5, 5, 6, 7].map((flips) => flips / 2);
    const atLeast = (from: number) => means.map((mean) => 1 - poissonUpTo(from - 1, mean));
    let tried = 0;
    const most = (other: number, from: number, wrong: readonly number[]): number => {
      if (wrong.some((share) => share > 0.07)) return 0;
      tried++;
      if (other === 5) return wrong[0];
      const share = Array.from({ length: 13 - from }, (_, more) => Math.max(from, other + 1) + more);
      return Math.max(
        ...share.map((first) => {
          const tail = atLeast(first);
          return most(
            other + 1,
            first,
            wrong.map((w, i) => w + 2 * poisson(means[i], other) * tail[i]),
          );
        }),
      );
    };
    // What is left out of the count, six or more flips either way, is too rare to matter.
    expect(
      most(
        0,
        1,
        means.map(() => 0),
      ),
    ).toBeLessThan(0.0298);
    expect(tried).toBeGreaterThan(100);
    expect(coverage(2.8, 0.5, shares)).toBeGreaterThan(0.97);
  });

  /** Limits of a Poisson mean whose mid-p tails are 2.5 % each. */
  function midPLimits(count: number): { low: number; high: number } {
    const halved = (f: (mean: number) => number, [low, high]: readonly [number, number]): number => {
      for (let i = 0; i < 50; i++) {
        const middle = (low + high) / 2;
        if (f(middle) > 0.025) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    };
    const below = (mean: number) => poissonUpTo(count, mean) - poisson(mean, count) / 2;
    const high = halved(below, [count, count + 30 + 6 * Math.sqrt(count)]);
    return { high, low: count === 0 ? 0 : -halved((m) => 1 - below(-m), [-count, 0]) };
  }

  test('mid-p limits, squared and added, are over 97% for longer than the score interval', () => {
    const limits = Array.from({ length: 40 }, (_, count) => midPLimits(count));
    const midP = (b: number, c: number) => ({
      low: (b - c - Math.hypot(b - limits[b].low, limits[c].high - c)) / PAIRS,
      high: (b - c + Math.hypot(limits[b].high - b, c - limits[c].low)) / PAIRS,
    });
    for (const flips of [4, 5]) {
      expect(coverage(flips, 0.5, midP)).toBeGreaterThan(0.97);
      expect(coverage(flips, 0.5, shares)).toBeLessThan(0.97);
    }
  });

  test('other levels hold as well', () => {
    for (const level of [0.8, 0.99]) {
      for (const flips of [15, 40, 90]) {
        const held = coverage(flips, 0.8, (b, c) => pairedProportions({ towards: b, away: c, pairs: PAIRS }, level));
        expect(Math.abs(held - level), `${level}, ${flips} flips`).toBeLessThan(0.02);
      }
    }
  });
});

describe('pairs, worked by hand', () => {
  test('no pair that differs leaves room for some, not for nothing', () => {
    // With no pair that differs the score at a difference d is the root of n d / (1 - d): z² at d = z² / (n + z²).
    const { low, high } = pairedProportions({ towards: 0, away: 0, pairs: 200 });
    expect(high).toBeCloseTo(3.31 / (200 + 3.31), 9);
    expect(low).toBeCloseTo(-3.31 / (200 + 3.31), 9);
    const z2 = (1.02 * 2.5758293035489004) ** 2;
    expect(pairedProportions({ towards: 0, away: 0, pairs: 200 }, 0.99).high).toBeCloseTo(z2 / (200 + z2), 12);
    expect(pairedMean({ n: 200, mean: 0, variance: 0, largest: 3 }).high).toBeGreaterThan(0.02);
  });

  /** The likeliest share of the second kind of flip at a given difference, by trying ever finer steps. */
  function likeliest(b: number, c: number, n: number, difference: number): number {
    const log = (q: number) =>
      (b > 0 ? b * Math.log(q + difference) : 0) +
      (c > 0 ? c * Math.log(q) : 0) +
      (n - b - c) * Math.log(1 - 2 * q - difference);
    let [low, high] = [Math.max(0, -difference), (1 - difference) / 2];
    for (let i = 0; i < 200; i++) {
      const [x, y] = [low + (high - low) / 3, high - (high - low) / 3];
      if (log(x) < log(y)) low = x;
      else high = y;
    }
    return (low + high) / 2;
  }

  test.each([
    [1, 1, 44],
    [0, 8, 44],
    [9, 2, 60],
    [3, 3, 200],
    [30, 1, 80],
  ])('%d and %d of %d pairs: the score at either end of the interval is the quantile', (b, c, n) => {
    const { low, high } = pairedProportions({ towards: b, away: c, pairs: n });
    for (const end of [low, high]) {
      const q = likeliest(b, c, n, end);
      const score = (b - c - n * end) / Math.sqrt(n * (2 * q + end * (1 - end)));
      // A little wider for few flips.
      expect(Math.abs(score)).toBeCloseTo(1.959963984540054 * (1 + 0.02 * Math.min(1, 10 / (b + c))), 5);
    }
  });

  test('turned round, the interval is mirrored', () => {
    for (const [b, c] of [
      [0, 0],
      [3, 0],
      [17, 4],
      [200, 200],
    ]) {
      const one = pairedProportions({ towards: b, away: c, pairs: 400 });
      const other = pairedProportions({ towards: c, away: b, pairs: 400 });
      expect(one.low).toBeCloseTo(-other.high, 13);
      expect(one.pValue).toBe(other.pValue);
    }
  });

  test('McNemar adds up the coins', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    for (const [b, c] of [
      [6, 0],
      [5, 5],
      [12, 3],
      [40, 21],
    ]) {
      const fewer = Math.min(b, c);
      let tail = 0;
      for (let k = 0; k <= fewer; k++) tail += choose(b + c, k) / 2 ** (b + c);
      expect(mcnemar(b, c)).toBeCloseTo(Math.min(1, 2 * tail), 12);
    }
    expect(mcnemar(0, 0)).toBe(1);
    // On either side of where the normal takes over.
    expect(mcnemar(500_800, 499_100) / mcnemar(500_900, 499_200)).toBeCloseTo(1, 3);
  });
});
