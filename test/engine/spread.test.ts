import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import { objectiveValue, pairedDifference } from '../../src/experiments/objective-value.ts';
import { d6 } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { int, layout, type State } from '../../src/sim/state.ts';

const spec = { left: int(0, 3) };
type S = State<typeof spec>;

/** Three dice; each face of `scale` or more adds itself, and the last adds what is left besides. */
function adding(from: number, scale = 1): Machine<S> {
  return {
    name: 'adding',
    layout: layout(spec, ['roll']),
    steps: {
      roll: {
        roll: d6,
        side: 'a',
        apply: (s, _given, face, emit) => {
          if (face >= from) emit('sum', scale * face);
          if (face === 6) s.left = 1;
          s.left--;
          s.step = s.left === 0 ? 'end' : 'roll';
        },
        title: () => 'roll',
        result: () => '',
      },
    },
    start: (s) => {
      s.left = 3;
      s.step = 'roll';
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [],
    sums: [{ id: 'sum', label: 'sum' }],
  };
}

/** Every way the dice can fall. */
function byHand(from: number): { mean: number; sd: number } {
  const totals: [number, number][] = [];
  const go = (left: number, sum: number, p: number): void => {
    for (let face = 1; face <= 6; face++) {
      const next = sum + (face >= from ? face : 0);
      if (left === 1 || face === 6) totals.push([next, p / 6]);
      else go(left - 1, next, p / 6);
    }
  };
  go(3, 0, 1);
  const mean = totals.reduce((m, [x, p]) => m + x * p, 0);
  return { mean, sd: Math.sqrt(totals.reduce((v, [x, p]) => v + p * (x - mean) ** 2, 0)) };
}

const sampled = { engine: 'sample', seed: 2, trials: 1_000_000 } as const;

describe('the spread of what adds up along the way', () => {
  it.each([1, 3])('is that of all ways the dice fall, exact and sampled, from %d', async (from) => {
    const { mean, sd } = byHand(from);
    const whole = (await evaluate({ machine: adding(from) }, { engine: 'exact', seed: 1 })).tally.sums[0];
    expect([whole.mean, whole.sd]).toEqual([expect.closeTo(mean, 12), expect.closeTo(sd, 12)]);
    const walked = (await evaluate({ machine: adding(from) }, sampled)).tally.sums[0];
    expect(Math.abs(walked.sd - sd)).toBeLessThan(0.01);
  });

  it('is known on both sides of a pair', async () => {
    const pair = await evaluatePaired({ machine: adding(1) }, { machine: adding(3) }, sampled);
    expect(pair.pairing).toBe('product of the two automata');
    expect(Math.abs(pair.a.tally.sums[0].sd - byHand(1).sd)).toBeLessThan(0.01);
    expect(Math.abs(pair.b.tally.sums[0].sd - byHand(3).sd)).toBeLessThan(0.01);
  });

  it('loses no digits to large amounts', async () => {
    const { tally } = await evaluate({ machine: adding(1, 1e9) }, { engine: 'exact', seed: 1 });
    expect(tally.sums[0].sd / 1e9).toBeCloseTo(byHand(1).sd, 10);
  });

  // Blocks hold 64: the first has a last block of one, the second two even ones.
  it.each([65, 128, 200])('gives means intervals that hold 95 times in 100, over %d trials', async (trials) => {
    const runs = 1_000;
    const truth = byHand(3).mean;
    let held = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { tally } = await evaluate({ machine: adding(3) }, { engine: 'sample', seed, trials });
      const { low, high } = objectiveValue({ id: 'sum', label: 'sum', kind: 'mean', goodFor: 'none', sum: 0 }, tally)
        .interval!;
      if (low <= truth && truth <= high) held++;
      expect((high - low) / (4 * byHand(3).sd)).toBeLessThan(1.4 / Math.sqrt(trials));
    }
    expect(Math.abs(held / runs - 0.95)).toBeLessThan(3 * Math.sqrt((0.95 * 0.05) / runs));
  });

  it('gives paired differences intervals that hold 95 times in 100', async () => {
    const runs = 500;
    const truth = byHand(3).mean - byHand(1).mean;
    const sum = { id: 'sum', label: 'sum', kind: 'mean', goodFor: 'none', sum: 0 } as const;
    for (const more of [{}, { sharedBase: true }]) {
      let held = 0;
      for (let seed = 0; seed < runs; seed++) {
        const options = { engine: 'sample', seed, trials: 150, ...more } as const;
        const pair = await evaluatePaired({ machine: adding(1) }, { machine: adding(3) }, options);
        const { low, high } = pairedDifference(sum, sum, pair);
        if (low <= truth && truth <= high) held++;
      }
      expect(Math.abs(held / runs - 0.95), JSON.stringify(more)).toBeLessThan(3 * Math.sqrt((0.95 * 0.05) / runs));
    }
  });
});
