import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { assertWithinReach, PRECISION_FIRST_BLOCKS, preciseEnough } from '../../src/engine/precision.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import { d10 } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { tallyPlay } from '../../src/sim/play/counts.ts';
import { PlaySession } from '../../src/sim/play/session.ts';
import { int, layout, type State } from '../../src/sim/state.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { toyFight } from '../sim/toy.ts';
import { toyEngagement } from '../sim/toy-engagement.ts';

const precise = (precision: number): EngineOptions => ({ engine: 'sample', seed: 21, precision });

/** Ten thousand encounters with one outcome and one measure, whose values have these counts. */
function measured(counts: Readonly<Record<number, number>>): Tally {
  return {
    kind: 'sampled',
    trials: 10_000,
    partial: false,
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    measures: [{ id: 'm', label: 'm' }],
    ends: Object.entries(counts).map(([value, weight]) => ({ outcome: 0, values: [Number(value)], weight })),
    sums: [],
    blocks: [],
  };
}

describe('precise enough', () => {
  // Half of 10,000 is known to 0.0098 to either side, a tenth to 0.0059.
  const half = { 0: 5_000, 1: 5_000 };
  const far = { ...Object.fromEntries([0, 1, 2, 3, 4, 96, 97, 98, 99, 100].map((v) => [v, 1_000])) };
  const near = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((v) => [v, 1_000]));
  it.each([
    ['one value', { 3: 10_000 }, 0.001, true],
    ['values as shares of the trials, wide', half, 0.0097, false],
    ['values as shares of the trials, narrow', half, 0.0099, true],
    ['a mean that is wider than any value, wide', far, 0.009, false],
    ['a mean that is wider than any value, narrow', far, 0.0099, true],
    ['a mean that is narrower than its values, wide', near, 0.0058, false],
    ['a mean that is narrower than its values, narrow', near, 0.0064, true],
  ] as const)('%s', (_name, counts, precision, enough) => {
    expect(preciseEnough(measured(counts), precision)).toBe(enough);
  });
});

describe('a precision out of reach', () => {
  // Half of 10,000 is known to 0.0098 to either side; a hundred times narrower takes ten thousand times as many.
  const tally: Tally = {
    ...measured({}),
    outcomes: ['won', 'lost'].map((id) => ({ id, label: id, winner: 'none', severity: 0 })),
    ends: [0, 1].map((outcome) => ({ outcome, values: [0], weight: 5_000 })),
  };
  it('is refused with the number of trials it would take, and what can be asked for', () => {
    expect(() => assertWithinReach(tally, 0.000098, 1e7)).toThrow(
      'Intervals of ±0.0098% would take about 100,000,000 trials, and at most 10,000,000 are played; ask for ±0.03% or more.',
    );
  });
  it('is refused of what is played and of what is walked before much is done', async () => {
    const far = precise(1e-7);
    await expect(evaluate({ machine: toyEngagement() }, { ...far, stateBudget: 20 })).rejects.toThrow(
      /would take about/,
    );
    await expect(evaluate({ machine: toyFight() }, far)).rejects.toThrow(/would take about/);
  });
  it('of a certain outcome is within reach for longer: its interval narrows with the trials, not with their root', () => {
    const certain = { ...measured({ 3: 10_000 }), measures: [] };
    expect(() => assertWithinReach(certain, 1e-6, 1e6)).not.toThrow();
    expect(() => assertWithinReach(certain, 1e-7, 1e6)).toThrow('about 20,000,000 trials');
  });
  it('is not refused where a few times more would do, for the first look is rough', () => {
    expect(() => assertWithinReach(tally, 0.000098, 5e7)).not.toThrow();
  });
});

describe('a run for precision', () => {
  const spec = { face: int(0, 10) };
  const oneRoll: Machine<State<typeof spec>> = {
    name: 'one roll',
    layout: layout(spec, ['roll']),
    start: (s) => {
      s.step = 'roll';
    },
    steps: {
      roll: {
        roll: d10,
        apply: (s, _given, face) => {
          s.face = face;
          s.step = 'end';
        },
        title: () => 'roll',
        result: (_s, _given, face) => `${face}`,
      },
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'face', label: 'face', of: (s) => s.face }],
    sums: [],
  };

  it('goes on until measures are narrow too, though there is but one outcome', async () => {
    const { tally } = await evaluate({ machine: oneRoll }, precise(0.001));
    const p = 0.1;
    const reach = (n: number) => 1.96 * Math.sqrt((p * (1 - p)) / n);
    expect(reach(tally.trials!)).toBeLessThan(0.001);
    expect(reach(tally.trials! / 4)).toBeGreaterThan(0.001);
  });

  it('keeps the blocks of all its stages', async () => {
    const { tally } = await evaluate({ machine: toyFight() }, precise(0.001));
    expect(tally.blocks.length).toBeGreaterThan(PRECISION_FIRST_BLOCKS);
    expect(tally.blocks.reduce((n, b) => n + b.trials, 0)).toBe(tally.trials);
    expect(tally.ends.reduce((n, e) => n + e.weight, 0)).toBe(tally.trials);
  });

  it('that is played counts every block once', async () => {
    const machine = toyEngagement();
    const options = { ...precise(0.0095), stateBudget: 20 };
    const { tally, method } = await evaluate({ machine }, options);
    expect(method).toBe('local automata');
    const blocks = tally.blocks.length;
    const blockSize = 1_024;
    expect(blocks).toBeGreaterThan(PRECISION_FIRST_BLOCKS);
    expect(Math.log2(blocks) % 1).toBe(0);
    expect(tally.trials).toBe(blocks * blockSize);
    const plan = { trials: blocks * blockSize, blockSize, blocks };
    const once = new PlaySession([machine]).blocks(plan, options.seed, 0, blocks);
    expect(tally).toEqual(tallyPlay(machine, once.counts[0], false));
  });
});
