import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { evaluate } from '../src/engine/evaluate.ts';
import { load } from '../src/index.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { closePool } from '../workers/pool.ts';
import { threadWorkforce } from '../workers/threads.ts';
import { theFight } from './fight.ts';
import { median } from './measure.ts';
import { engagementPrograms } from './native-engagement.ts';

export interface ThreadFindings {
  readonly trials: number;
  readonly oneMs: number;
  readonly twoMs: number;
  readonly equal: boolean;
}

/** One thread against two over the same blocks, walking time only: the pool is warmed up before the clock starts. */
export async function threads(trials: number): Promise<ThreadFindings> {
  const { machine } = await theFight();
  const times: Record<1 | 2, number[]> = { 1: [], 2: [] };
  const tallies: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const n of [1, 2] as const) {
      await evaluate({ machine }, { engine: 'sample', trials: 6e7, seed: 1, workforce: threadWorkforce(n) });
      const from = performance.now();
      const { tally } = await evaluate(
        { machine },
        { engine: 'sample', trials, seed: 1, workforce: threadWorkforce(n) },
      );
      times[n].push(performance.now() - from);
      tallies.push(JSON.stringify(tally.ends));
    }
  }
  await closePool();
  return { trials, oneMs: median(times[1]), twoMs: median(times[2]), equal: new Set(tallies).size === 1 };
}

/** The same over engagements played by phase kernels, from the first table on: one of two threads fills them for both. */
export async function engagementThreads(trials: number): Promise<ThreadFindings> {
  const { built, recipe } = prepareCell(await load('three-a-side'), []);
  const times: Record<1 | 2, number> = { 1: 0, 2: 0 };
  const tallies: string[] = [];
  for (const n of [1, 2] as const) {
    const from = performance.now();
    const { tally } = await evaluate(
      { machine: built.machine, recipe },
      { engine: 'sample', trials, seed: 1, workforce: threadWorkforce(n) },
    );
    times[n] = performance.now() - from;
    tallies.push(JSON.stringify(tally.ends));
    await closePool();
  }
  return { trials, oneMs: times[1], twoMs: times[2], equal: new Set(tallies).size === 1 };
}

/** What two cores of this machine give at best: two programs in C at once against one after another; medians of three. */
export async function twoPrograms(plays: number): Promise<Pick<ThreadFindings, 'oneMs' | 'twoMs'> | null> {
  const [native] = await engagementPrograms();
  if (!native) return null;
  const once = () => promisify(execFile)(native.program, [String(plays), '1']);
  const times: Record<'one' | 'two', number[]> = { one: [], two: [] };
  for (let round = 0; round < 3; round++) {
    let from = performance.now();
    await once();
    await once();
    times.one.push(performance.now() - from);
    from = performance.now();
    await Promise.all([once(), once()]);
    times.two.push(performance.now() - from);
  }
  return { oneMs: median(times.one), twoMs: median(times.two) };
}

/** Milliseconds from asking a long run to stop until its partial result is there; median of five. */
export async function stopTime(): Promise<number> {
  const { machine } = await theFight();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const stop = new AbortController();
    let askedMs = 0;
    const onProgress = ({ doneTrials }: { doneTrials: number }) => {
      if (doneTrials < 1e8 || askedMs > 0) return;
      askedMs = performance.now();
      stop.abort();
    };
    await evaluate(
      { machine },
      { engine: 'sample', trials: 1e11, seed: 1, workforce: threadWorkforce(2), signal: stop.signal, onProgress },
    );
    times.push(performance.now() - askedMs);
  }
  await closePool();
  return median(times);
}
