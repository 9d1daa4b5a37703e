import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { preciseEnough } from '../../src/engine/precision.ts';
import { compile } from '../../src/sim/compile.ts';
import { die } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { tallyCounts, Walker } from '../../src/sim/sample.ts';
import { flag, layout, type State } from '../../src/sim/state.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import type { Interval } from '../../src/stats/interval.ts';
import { wilson } from '../../src/stats/wilson.ts';

/** How often 95% intervals from the sampling walk hold the exact value, over 10,000 runs each. */
const RUNS = 10_000;
/** Three standard errors of a share of 95% among so many runs. */
const NOISE = 3 * Math.sqrt((0.95 * 0.05) / RUNS);

const spec = { hit: flag() };
type S = State<typeof spec, 'roll'>;

/** One roll that hits in `faces` of `sides` cases. */
function coin(faces: number, sides: number): Machine<S> {
  const list = Array.from({ length: sides }, (_, i) => i + 1);
  return {
    name: 'coin',
    layout: layout(spec, ['roll']) as Machine<S>['layout'],
    start: (s) => {
      s.step = 'roll';
    },
    steps: {
      roll: {
        roll: die(`D${sides}`, list),
        title: () => 'a roll',
        result: () => '',
        apply: (s, _given, face) => {
          s.hit = face <= faces;
          s.step = 'end';
        },
      },
    },
    outcomes: [
      { id: 'miss', label: 'miss', winner: 'b', severity: -1 },
      { id: 'hit', label: 'hit', winner: 'a', severity: 1 },
    ],
    outcome: (s) => (s.hit ? 'hit' : 'miss'),
    measures: [],
    sums: [],
  };
}

/** Counts of hits in `RUNS` runs of `trials`, each with a seed of its own. */
async function counts(faces: number, sides: number, trials: number): Promise<number[]> {
  const automaton = compile(coin(faces, sides));
  const walker = await Walker.on(automaton);
  const edges = new Float64Array(automaton.target.length);
  return Array.from({ length: RUNS }, (_, seed) => Math.round(walker.block(seed, 0, trials, edges)!.means[1] * trials));
}

const coverage = (found: readonly number[], trials: number, p: number, interval: (x: number, n: number) => Interval) =>
  found.filter((x) => {
    const { low, high } = interval(x, trials);
    return low <= p && p <= high;
  }).length / found.length;

/** What the interval's coverage truly is: the probability of every count whose interval holds p. */
function trueCoverage(trials: number, p: number, interval: (x: number, n: number) => Interval): number {
  let logP = trials * Math.log1p(-p);
  let sum = 0;
  for (let x = 0; x <= trials; x++) {
    const { low, high } = interval(x, trials);
    if (low <= p && p <= high) sum += Math.exp(logP);
    logP += Math.log((trials - x) / (x + 1)) + Math.log(p / (1 - p));
  }
  return sum;
}

describe('coverage of 95% intervals', () => {
  test.each([
    [1, 10, 2_000],
    [3, 10, 2_000],
    [5, 10, 1_000],
    [1, 100, 20_000],
    [97, 100, 8_000],
  ])('Wilson, %d in %d over %d trials: 95% within its noise', async (faces, sides, trials) => {
    const p = faces / sides;
    const found = coverage(await counts(faces, sides, trials), trials, p, wilson);
    expect(Math.abs(found - 0.95)).toBeLessThan(NOISE + 0.003);
    // Counts are whole, so the true coverage swings a little about 95%: the sample must agree with that swing.
    expect(Math.abs(found - trueCoverage(trials, p, wilson))).toBeLessThan(NOISE);
  });

  test.each([
    [1, 10, 5],
    [1, 10, 50],
    [1, 100, 100],
    [5, 10, 1],
    [5, 10, 17],
    [9, 10, 200],
    [1, 256, 1_000],
  ])('Clopper–Pearson, %d in %d over %d trials: never below 95%', async (faces, sides, trials) => {
    const p = faces / sides;
    expect(trueCoverage(trials, p, clopperPearson)).toBeGreaterThanOrEqual(0.95);
    expect(coverage(await counts(faces, sides, trials), trials, p, clopperPearson)).toBeGreaterThan(0.95 - NOISE);
  });

  test('the true coverage of Clopper–Pearson is at least 95% all over', () => {
    for (const trials of [1, 2, 5, 10, 40, 150]) {
      for (let p = 0.01; p < 1; p += 0.01) {
        expect(trueCoverage(trials, p, clopperPearson), `${trials} trials at ${p}`).toBeGreaterThanOrEqual(0.95 - 1e-9);
      }
    }
  });
});

describe('coverage of runs that stop when they are precise enough', () => {
  // The rule of the engine on smaller blocks: looks after 8, 16, 32 … blocks. The precision is chosen so that about half
  // of the runs stop at the first look, which is where looking more than once could do harm.
  test('95% within the noise, at the worst choice of precision', async () => {
    const automaton = compile(coin(3, 10));
    const walker = await Walker.on(automaton);
    const block = 256;
    const precision = 1.959963984540054 * Math.sqrt(0.21 / (8 * block + 3.84));
    let held = 0;
    const stops = new Map<number, number>();
    for (let seed = 0; seed < RUNS; seed++) {
      const tally = sequential(walker, seed, block, precision);
      const count = tally.ends.find((e) => e.outcome === 1)!.weight;
      const { low, high } = wilson(count, tally.trials!);
      if (low <= 0.3 && 0.3 <= high) held++;
      stops.set(tally.trials!, (stops.get(tally.trials!) ?? 0) + 1);
    }
    expect(stops.size).toBe(2);
    expect(Math.min(...stops.values())).toBeGreaterThan(RUNS / 5);
    expect(Math.abs(held / RUNS - 0.95)).toBeLessThan(NOISE + 0.006);
  });

  test('the engine itself: 2,000 runs to 0.2%', async () => {
    const machine = coin(3, 10);
    let held = 0;
    for (let seed = 0; seed < 2_000; seed++) {
      const { tally } = await evaluate({ machine }, { engine: 'sample', precision: 0.002, seed });
      const { low, high } = wilson(tally.ends.find((e) => e.outcome === 1)!.weight, tally.trials!);
      expect(high - low).toBeLessThanOrEqual(0.004);
      if (low <= 0.3 && 0.3 <= high) held++;
    }
    expect(held / 2_000).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / 2_000));
  });
});

function sequential(walker: Walker, seed: number, block: number, precision: number): Tally {
  const edges = new Float64Array(walker.automaton.target.length);
  for (let done = 0, want = 8; ; want *= 2) {
    for (; done < want; done++) walker.block(seed, done, block, edges);
    const tally = tallyCounts(walker.automaton, { edges, blocks: [] }, done * block, false);
    if (preciseEnough(tally, precision)) return tally;
  }
}
