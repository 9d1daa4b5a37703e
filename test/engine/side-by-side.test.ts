import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import { wilson } from '../../src/stats/wilson.ts';
import { closePool } from '../../workers/pool.ts';
import { threadWorkforce } from '../../workers/threads.ts';
import { toyFight } from '../sim/toy.ts';
import { toyEngagement } from '../sim/toy-engagement.ts';
import { oneRoll } from './one-roll.ts';

const sampled = (more: Partial<EngineOptions> = {}): EngineOptions => ({ engine: 'sample', seed: 5, ...more });
const tallyOf = async (machine: ReturnType<typeof toyFight>, options: EngineOptions) =>
  (await evaluate({ machine }, options)).tally;

afterAll(closePool);

describe('runs at the same time in one process', () => {
  it('count as they do one after the other, on this thread', async () => {
    const fights = [toyFight(), toyFight({ a: 5 }), toyFight({ rounds: 6, b: 9 })];
    const options = sampled({ trials: 100_000 });
    const alone = [];
    for (const fight of fights) alone.push(await tallyOf(fight, options));
    expect(await Promise.all(fights.map((fight) => tallyOf(fight, options)))).toEqual(alone);
  });

  it('count as they do one after the other, on pools of different numbers of threads', async () => {
    const asked = [1, 2, 3].map((threads) => sampled({ workforce: threadWorkforce(threads), trials: 3e7 }));
    const alone = await tallyOf(toyFight(), asked[0]);
    const together = await Promise.all(asked.map((options) => tallyOf(toyFight(), options)));
    for (const tally of together) expect(tally).toEqual(alone);
  });
});

describe('exact work that is stopped', () => {
  const stopped = (states: number) => {
    const stop = new AbortController();
    let heard = 0;
    const onStates = (found: number) => {
      heard = found;
      if (found > states) stop.abort();
    };
    return { signal: stop.signal, onStates, heard: () => heard };
  };

  it('ends while states are counted, with a sentence and no result', async () => {
    const { signal, onStates, heard } = stopped(10);
    const machine = toyEngagement({ pairs: 3, turns: 12, fs: 9 });
    const run = evaluate({ machine }, { engine: 'exact', seed: 1, stateBudget: 1e6, signal, onStates });
    await expect(run).rejects.toThrow(/^The work was stopped while states were counted/);
    expect(heard()).toBeLessThan(1e6);
  });

  it('ends in the middle of a layer too', async () => {
    const { signal, onStates } = stopped(200);
    const machine = toyEngagement({ pairs: 3, turns: 12, fs: 9 });
    const run = evaluate({ machine }, { engine: 'exact', seed: 1, stateBudget: 100, signal, onStates });
    await expect(run).rejects.toThrow(/stopped while states were counted/);
  });
});

describe('played encounters that are stopped', () => {
  it.each([8 * 1024, 12 * 1024])('keep the spread of their sums and what happened together, at %d', async (at) => {
    const stop = new AbortController();
    const options = sampled({
      stateBudget: 100,
      precision: 0.001,
      signal: stop.signal,
      onProgress: ({ doneTrials }) => {
        if (doneTrials >= at) stop.abort();
      },
    });
    const pair = await evaluatePaired({ machine: toyEngagement() }, { machine: toyEngagement({ fs: 4 }) }, options);
    expect(pair.a.tally.partial).toBe(true);
    expect(pair.joint.reduce((sum, j) => sum + j.weight, 0)).toBe(pair.a.tally.trials);
    for (const { sd } of pair.a.tally.sums) expect(sd).toBeGreaterThan(0);
  });
});

describe('a pair run for precision', () => {
  it.each([0.0019, 0.00125, 0.0009])('is as precise as asked on both sides, at %d', async (precision) => {
    const pair = await evaluatePaired({ machine: oneRoll(3) }, { machine: oneRoll(5) }, sampled({ precision }));
    for (const { tally } of [pair.a, pair.b]) {
      const hits = tally.ends.filter((e) => e.outcome === 0).reduce((sum, e) => sum + e.weight, 0);
      const { low, high } = wilson(hits, tally.trials!);
      expect((high - low) / 2).toBeLessThanOrEqual(precision);
    }
  });

  it('gives no differences of figures that are not the same', async () => {
    const other = { ...oneRoll(5), measures: [{ id: 'other', label: 'other', of: () => 1 }] };
    const pair = await evaluatePaired({ machine: oneRoll(3) }, { machine: other }, sampled({ trials: 10_000 }));
    expect(pair.differences).toEqual([]);
  });
});

describe('seeds', () => {
  it.each([-1, 0.5, Number.NaN, 2 ** 32])('%d is refused', async (seed) => {
    await expect(evaluate({ machine: toyFight() }, { engine: 'sample', seed })).rejects.toThrow(/^The seed is /);
  });
});
