import { afterAll, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import { planBlocks } from '../../src/sim/blocks.ts';
import { compile } from '../../src/sim/compile.ts';
import { runBlocks, Walker } from '../../src/sim/sample.ts';
import { closePool, threadPool } from '../../workers/pool.ts';
import { threadWorkforce } from '../../workers/threads.ts';
import { toyFight } from '../sim/toy.ts';

afterAll(closePool);

it('threads that die as a run is stopped leave a gap, and only what comes before it is reported', async () => {
  const source = { machine: toyFight() };
  const options: EngineOptions = { engine: 'sample', seed: 21, trials: 4e8, workforce: threadWorkforce(2) };
  const { piscina, giveBack } = await threadPool(2);
  // Threads that are up before the run begins are about level in it: the first block is long done when it is stopped.
  await evaluate(source, { ...options, trials: 3e7 });
  const stop = new AbortController();
  const { tally } = await evaluate(source, {
    ...options,
    signal: stop.signal,
    onProgress: ({ doneTrials }) => {
      if (doneTrials < 6e7 || stop.signal.aborted) return;
      for (const thread of piscina.threads) thread.terminate();
      stop.abort();
    },
  });
  await giveBack();
  expect(tally.partial).toBe(true);
  expect(tally.blocks.reduce((n, b) => n + b.trials, 0)).toBe(tally.trials);
  const automaton = compile(toyFight());
  const edges = new Float64Array(automaton.target.length);
  const blocks = Math.min(4, tally.blocks.length);
  const here = runBlocks(await Walker.on(automaton), planBlocks(4e8), options.seed, 0, blocks, edges);
  expect(tally.blocks.slice(0, blocks)).toEqual(here);
});
