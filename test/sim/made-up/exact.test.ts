import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { straight } from '../../../src/sim/giving-way.ts';
import { type ExactPairsOptions, workingByPairs } from '../../../src/sim/kernels/exact-pairs.ts';
import { Reach } from '../../../src/sim/kernels/reach.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import type { Machine } from '../../../src/sim/machine.ts';
import type { Tally } from '../../../src/sim/tally.ts';
import { lawSlowly } from '../../rules/slow-stepper.ts';
import { madeUp } from './engagement.ts';

/** Those of the first that are small enough to be worked out by the letter. */
const SEEDS = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 19, 24, 26, 29];

/** Chances of endings, as the slow stepper names them. */
const law = ({ outcomes, ends }: Tally): Map<string, number> =>
  new Map(ends.map(({ outcome, values, weight }) => [[outcomes[outcome].id, ...values].join(' '), weight]));

function expectSameLaw(found: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): void {
  for (const end of new Set([...found.keys(), ...wanted.keys()]))
    expect(found.get(end) ?? 0, end).toBeCloseTo(wanted.get(end) ?? 0, 12);
}

function expectSame(found: Tally, wanted: Tally): void {
  expectSameLaw(law(found), law(wanted));
  for (const [k, { id, mean, sd }] of wanted.sums.entries()) {
    expect(found.sums[k].mean, id).toBeCloseTo(mean, 12);
    expect(found.sums[k].sd, id).toBeCloseTo(sd, 8);
  }
}

const byPairs = (machine: Machine<unknown>, options: ExactPairsOptions = {}): Tally =>
  straight(workingByPairs(machine, options)).tally;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('engagements that nobody has thought up', () => {
  it.each(SEEDS)('come out exact as by the letter, whichever engine is asked (%i)', (seed) => {
    const machine = madeUp(seed);
    const whole = exact(compile(machine));
    expectSameLaw(law(whole), lawSlowly(machine, 30_000)!);
    expectSame(exactByLayers(machine).tally, whole);
    expectSame(byPairs(machine), whole);
  });

  it.each(SEEDS.slice(0, 8))('come out the same pair by pair where nothing was foreseen (%i)', (seed) => {
    const machine = madeUp(seed);
    vi.spyOn(Reach.prototype, 'all').mockImplementation(function* () {});
    expectSame(byPairs(machine), exact(compile(machine)));
  });

  it.each(SEEDS.slice(8, 15))('come out the same without WebAssembly, sums one by one (%i)', (seed) => {
    const machine = madeUp(seed);
    vi.stubGlobal('WebAssembly', undefined);
    expectSame(byPairs(machine, { mostNumbers: 0 }), exact(compile(machine)));
  });
});
