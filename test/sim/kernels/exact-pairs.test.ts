import { afterEach, describe, expect, it, vi } from 'vitest';
import { load } from '../../../src/index.ts';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { compile } from '../../../src/sim/compile.ts';
import { OutOfReachError } from '../../../src/sim/error.ts';
import { exact } from '../../../src/sim/exact.ts';
import { straight } from '../../../src/sim/giving-way.ts';
import { workingByPairs } from '../../../src/sim/kernels/exact-pairs.ts';
import { JointNumbers } from '../../../src/sim/kernels/joint-numbers.ts';
import { NUMBER_BYTES } from '../../../src/sim/kernels/joint-wasm-code.ts';
import { PairRows } from '../../../src/sim/kernels/pair-rows.ts';
import { Reach } from '../../../src/sim/kernels/reach.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import type { Tally } from '../../../src/sim/tally.ts';
import { toyDuties } from '../../kit/toy-duties.ts';
import { toyEngagement } from '../toy-engagement.ts';

/** Every ending with its weight, and every sum: the same to within rounding. */
function expectSame(found: Tally, wanted: Tally): void {
  const weights = ({ ends }: Tally) => new Map(ends.map((e) => [`${e.outcome} ${e.values.join(' ')}`, e.weight]));
  const [a, b] = [weights(found), weights(wanted)];
  for (const key of new Set([...a.keys(), ...b.keys()])) expect(a.get(key) ?? 0, key).toBeCloseTo(b.get(key) ?? 0, 12);
  found.sums.forEach(({ id, mean, sd }, k) => {
    expect(mean, id).toBeCloseTo(wanted.sums[k].mean, 12);
    expect(sd, id).toBeCloseTo(wanted.sums[k].sd, 10);
  });
}

const byPairs = (machine: AnyMachine): Tally => straight(workingByPairs(machine)).tally;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('two records worked out pair by pair', () => {
  it.each([1, 2, 4])('come out as layer by layer over %i turns', (turns) => {
    const machine = toyEngagement({ pairs: 2, turns, fs: 4 }) as AnyMachine;
    expectSame(byPairs(machine), exactByLayers(machine).tally);
  });

  it.each(['nothing', 'neighbours', 'the turn', 'all'] as const)(
    'come out as compiled whole where duties touch %s',
    (touches) => {
      const machine = toyDuties({ touches, units: 2 }) as AnyMachine;
      expectSame(byPairs(machine), exact(compile(machine)));
    },
  );

  it('come out as compiled whole in a small engagement of Over the Hills, sums followed all at once or one by one', async () => {
    const unit = { fs: 3 };
    const scenario = {
      ...{ rules: 'oth2', encounter: 'engagement', distance: 6, turns: 1 },
      a: { ...unit, tactic: 'close-and-fire', others: [unit] },
      b: { ...unit, tactic: 'stand', others: [unit] },
    };
    const { machine } = prepareCell(await load(scenario)).built;
    const wanted = exact(compile(machine));
    expectSame(byPairs(machine), wanted);
    const oneByOne = straight(workingByPairs(machine, { mostNumbers: 0 }));
    expectSame(oneByOne.tally, wanted);
    // So many pairs of states there were, however often they were gone through.
    expect(oneByOne.states).toBe(straight(workingByPairs(machine)).states);
    expect(oneByOne.states).toBeGreaterThan(100);
  });

  it('end for certain where nobody rolls a die', async () => {
    const unit = { fs: 3, tactic: [{ do: 'hold' }, { do: 'rest' }] };
    const side = { ...unit, others: [unit] };
    const scenario = { rules: 'oth2', encounter: 'engagement', distance: 40, turns: 2, a: side, b: side };
    const { ends } = byPairs(prepareCell(await load(scenario)).built.machine);
    expect(ends.map(({ weight }) => weight)).toEqual([1]);
  });

  it('come out as layer by layer in a short engagement of Pike and Shot', async () => {
    const { machine } = prepareCell(await load('brigades-engage'), [{ path: 'turns', value: 1 }]).built;
    expectSame(byPairs(machine), exactByLayers(machine).tally);
  });

  it('are given up early where the turns to come multiply past the limit', async () => {
    const { machine } = prepareCell(await load('brigades-engage')).built;
    const run = workingByPairs(machine);
    let visits = 0;
    const all = (): void => {
      for (let step = run.next(); !step.done; step = run.next()) visits = step.value;
    };
    expect(all).toThrow(/too large to be worked out exactly.*fewer turns, or let it be sampled/);
    // Three turns of six: 12,654 states.
    expect(visits).toBeLessThan(25_000);
  });

  it.each(['nothing', 'neighbours', 'the turn', 'all'] as const)(
    'come out the same where nothing of it was foreseen and duties touch %s',
    (touches) => {
      const machine = toyDuties({ touches, units: 2 }) as AnyMachine;
      const restarts = vi.spyOn(PairRows.prototype, 'rest');
      vi.spyOn(Reach.prototype, 'all').mockImplementation(function* () {});
      expectSame(byPairs(machine), exact(compile(machine)));
      expect(restarts.mock.calls.length).toBeGreaterThan(1);
    },
  );

  it('come out the same without WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    const machine = toyEngagement({ pairs: 2, turns: 3, fs: 4 }) as AnyMachine;
    expectSame(byPairs(machine), exactByLayers(machine).tally);
  });

  it('are given up past their limit', () => {
    const machine = toyEngagement({ pairs: 2, turns: 4, fs: 5 }) as AnyMachine;
    expect(() => straight(workingByPairs(machine, { mostVisits: 50 }))).toThrow(OutOfReachError);
  });
});

describe('the memory of pairs of states', () => {
  it('gives out noughts, and keeps what is in it where it needs more room', () => {
    const memory = new JointNumbers(2, 8);
    const first = memory.take(64);
    memory.numbers[first / NUMBER_BYTES] = 5;
    const { buffer } = memory.numbers;
    const second = memory.take(20_000);
    expect(memory.numbers.buffer).not.toBe(buffer);
    expect(memory.numbers[first / NUMBER_BYTES]).toBe(5);
    memory.give(first, 64);
    expect(memory.take(64)).toBe(first);
    expect(memory.numbers[first / NUMBER_BYTES]).toBe(0);
    expect(second).toBeGreaterThanOrEqual(first + 64 * NUMBER_BYTES);
  });
});
