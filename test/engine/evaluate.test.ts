import { afterAll, describe, expect, it } from 'vitest';
import { PROGRESS_UNIT } from '../../src/engine/control.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import type { Running, Workforce } from '../../src/engine/workforce.ts';
import { planBlocks } from '../../src/sim/blocks.ts';
import { tallyPlay } from '../../src/sim/play/counts.ts';
import { PlaySession } from '../../src/sim/play/session.ts';
import { PIECE_WORDS } from '../../src/sim/walk/block.ts';
import { closePool, threadPool } from '../../workers/pool.ts';
import { threadWorkforce } from '../../workers/threads.ts';
import { shareOf, sigmasApart } from '../sim/agree.ts';
import { toyFight } from '../sim/toy.ts';
import { toyEngagement } from '../sim/toy-engagement.ts';

const source = { machine: toyFight() };
const sampled = (more: Partial<EngineOptions>): EngineOptions => ({ engine: 'sample', seed: 21, trials: 4e7, ...more });

afterAll(closePool);

describe('threads', () => {
  it('give the same bytes whatever their number', async () => {
    const one = await evaluate(source, sampled({ workforce: threadWorkforce(1) }));
    const three = await evaluate(source, sampled({ workforce: threadWorkforce(3) }));
    expect(three.tally).toEqual(one.tally);
    expect(one.tally.blocks.length).toBeGreaterThanOrEqual(100);
  });

  it('are not started for small runs, with the same counts as if they had been', async () => {
    const here = await evaluate(source, sampled({ trials: 100_000 }));
    expect(shareOf(here.tally, 'a-wins')).toBeCloseTo(0.4265, 1);
    expect(sigmasApart(here.tally, (await evaluate(source, { engine: 'exact', seed: 1 })).tally)).toBeLessThan(4.5);
  });

  it('that are killed are replaced, their blocks run again, and nothing is counted twice', async () => {
    const calm = await evaluate(source, sampled({ workforce: threadWorkforce(2) }));
    const { piscina: pool, giveBack } = await threadPool(2);
    const workforce = threadWorkforce(2);
    let killed = 0;
    const shaken = await evaluate(
      source,
      sampled({
        workforce: {
          ...workforce,
          // As work is handed out, not as progress is told: a quick machine is done before it tells any.
          run: (piece, signal) => {
            const running = workforce.run(piece, signal);
            if (killed < 2) pool.threads[killed++ % pool.threads.length]?.terminate();
            return running;
          },
        },
      }),
    );
    await giveBack();
    expect(killed).toBe(2);
    expect(shaken.tally).toEqual(calm.tally);
  });

  it('that fail at the work itself say so in one sentence', async () => {
    const machine = toyEngagement({ pairs: 3 });
    const broken = { machine, recipe: { book: { family: 'none', tables: {}, rulings: {} }, base: 'nothing' } } as never;
    await expect(
      evaluate(broken, sampled({ stateBudget: 100, trials: 60_000, workforce: threadWorkforce(2) })),
    ).rejects.toThrow(/^A worker thread failed: /);
  });
});

describe('stopping', () => {
  const threads = 2;

  it('keeps the blocks that are done, marked partial, and gives up those in hand', async () => {
    const all: Running[] = [];
    const workforce = threadWorkforce(threads);
    const watched: Workforce = {
      ...workforce,
      run: (piece, signal) => {
        const running = workforce.run(piece, signal);
        all.push(running);
        return running;
      },
    };
    const stop = new AbortController();
    let playedAtStop = 0;
    const onProgress = ({ doneTrials }: { readonly doneTrials: number }) => {
      if (doneTrials < 1e8 || playedAtStop > 0) return;
      stop.abort();
      // Counted once the word is out: however long anybody was kept waiting, a thread walks one piece more at most.
      playedAtStop = all.reduce((sum, piece) => sum + piece.trials(), 0);
    };
    const options = { trials: 2e9, workforce: watched, signal: stop.signal, onProgress };
    const { tally } = await evaluate(source, sampled(options));
    expect(tally.partial).toBe(true);
    expect(tally.trials).toBeGreaterThan(0);
    expect(tally.ends.reduce((sum, e) => sum + e.weight, 0)).toBe(tally.trials);
    // A block of eight million encounters that was played to its end after the stop would be far beyond this.
    const unheard = threads * 4 * PIECE_WORDS + (tally.blocks.length + threads) * PROGRESS_UNIT;
    expect(tally.blocks[0].trials).toBeGreaterThan(10 * unheard);
    expect(tally.trials).toBeLessThanOrEqual(playedAtStop + unheard);
  });

  it('reports a prefix: the same blocks as the first of the whole run', async () => {
    const stop = new AbortController();
    const trials = 2e8;
    const part = await evaluate(
      source,
      sampled({
        trials,
        workforce: threadWorkforce(2),
        signal: stop.signal,
        onProgress: ({ doneTrials }) => {
          if (doneTrials > 2e7) stop.abort();
        },
      }),
    );
    const whole = await evaluate(source, sampled({ trials, workforce: threadWorkforce(2) }));
    const n = part.tally.blocks.length;
    expect(part.tally.blocks).toEqual(whole.tally.blocks.slice(0, n));
  });
});

describe('precision', () => {
  it('runs until every interval is narrow enough, stops at fixed places, and says how many it took', async () => {
    const loose = await evaluate(source, sampled({ trials: undefined, precision: 0.005 }));
    const tight = await evaluate(source, sampled({ trials: undefined, precision: 0.001 }));
    expect(tight.tally.trials).toBeGreaterThan(loose.tally.trials!);
    for (const t of [loose, tight]) expect(Math.log2(t.tally.trials!) % 1).toBe(0);
    const p = shareOf(tight.tally, 'a-wins');
    expect(1.96 * Math.sqrt((p * (1 - p)) / tight.tally.trials!)).toBeLessThan(0.001);
    expect(tight.tally.partial).toBe(false);
  });

  it('stops at its cap', async () => {
    const capped = await evaluate(source, sampled({ trials: 100_000, precision: 0.00001 }));
    expect(capped.tally.trials).toBe(100_000);
  });

  it('holds for encounters that are played too', async () => {
    const large = { machine: toyEngagement({ pairs: 2 }) };
    const asked = { trials: undefined, stateBudget: 20 };
    const loose = await evaluate(large, sampled({ ...asked, precision: 0.03 }));
    const tight = await evaluate(large, sampled({ ...asked, precision: 0.008 }));
    expect(loose.method).toBe('local automata');
    expect(tight.method).toBe('phase kernels');
    expect(tight.tally.trials).toBeGreaterThan(loose.tally.trials!);
    expect(tight.tally.partial).toBe(false);
    for (const outcome of tight.tally.outcomes) {
      const p = shareOf(tight.tally, outcome.id);
      expect(1.96 * Math.sqrt((p * (1 - p)) / tight.tally.trials!)).toBeLessThan(0.008);
    }
    await expect(evaluate(large, sampled({ ...asked, precision: 2 }))).rejects.toThrow(/between 0 and 1/);
  });

  it.each([0, 1, -0.1, Number.NaN])('refuses %d', async (precision) => {
    await expect(evaluate(source, sampled({ precision }))).rejects.toThrow(/must lie between 0 and 1/);
  });
});

describe('choosing an engine', () => {
  const large = { machine: toyEngagement({ pairs: 2 }) };
  it('takes exact where the encounter fits', async () => {
    expect((await evaluate(source, { engine: 'auto', seed: 1 })).method).toBe('compiled whole');
  });
  it.each([
    ['local automata', 5_000],
    ['phase kernels', 12_000],
  ])('plays over %s where it does not and %i are asked for, and says so', async (method, trials) => {
    const played = await evaluate(large, { engine: 'auto', seed: 1, stateBudget: 100, trials });
    expect(played.method).toBe(method);
    expect(played.tally.trials).toBe(trials);
  });
  it('steps a short run as it is written, with the very results of local automata', async () => {
    const short = await evaluate(large, { engine: 'sample', seed: 1, stateBudget: 100, trials: 300 });
    expect(short.method).toBe('step by step');
    const plan = planBlocks(300);
    const local = new PlaySession([large.machine]).blocks(plan, 1, 0, plan.blocks);
    expect(short.tally).toEqual(tallyPlay(large.machine, local.counts[0], false));
  });
  it.each([
    ['pair by pair', 2, 3],
    ['layer by layer', 3, 1],
  ])('goes %s when exact is asked for %i pairs', async (method, pairs, turns) => {
    const coupled = { machine: toyEngagement({ pairs, turns }) };
    const worked = await evaluate(coupled, { engine: 'exact', seed: 1, stateBudget: 100 });
    expect(worked.method).toBe(method);
    const played = await evaluate(coupled, { engine: 'sample', seed: 1, stateBudget: 100, trials: 30_000 });
    expect(sigmasApart(played.tally, worked.tally)).toBeLessThan(4.5);
  });
});

describe('two encounters under the same dice', () => {
  it('walk the product of the automata: marginals as if alone, differences block by block', async () => {
    const pair = await evaluatePaired(source, { machine: toyFight({ b: 6 }) }, sampled({ trials: 1e6 }));
    expect(pair.pairing).toBe('product of the two automata');
    expect(pair.differences.length).toBeGreaterThanOrEqual(100);
    expect(sigmasApart(pair.a.tally, (await evaluate(source, { engine: 'exact', seed: 1 })).tally)).toBeLessThan(4.5);
    const wins = pair.a.tally.outcomes.findIndex((o) => o.id === 'a-wins');
    const mean = pair.differences.reduce((s, d) => s + d.means[wins] * d.trials, 0) / 1e6;
    expect(mean).toBeCloseTo(shareOf(pair.b.tally, 'a-wins') - shareOf(pair.a.tally, 'a-wins'), 10);
    expect(pair.joint.reduce((s, j) => s + j.weight, 0)).toBe(1e6);
  });

  it('past the budget are played with keyed dice, which takes variance out of the difference', async () => {
    const options = sampled({ trials: 20_000, stateBudget: 100 });
    const pair = await evaluatePaired({ machine: toyEngagement() }, { machine: toyEngagement({ fs: 4 }) }, options);
    expect(pair.pairing).toBe('keyed dice');
    const at = 3; // the first measure, after three outcomes
    const variance = (means: readonly number[]) => {
      const mean = means.reduce((a, b) => a + b, 0) / means.length;
      return means.reduce((a, b) => a + (b - mean) ** 2, 0) / (means.length - 1);
    };
    const alone =
      variance(pair.a.tally.blocks.map((b) => b.means[at])) + variance(pair.b.tally.blocks.map((b) => b.means[at]));
    expect(variance(pair.differences.map((d) => d.means[at]))).toBeLessThan(alone / 2);
  });
});
