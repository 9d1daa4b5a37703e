import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerText } from '../src/cluster/answers.ts';
import { queueWorkforce } from '../src/cluster/queue.ts';
import { evaluate } from '../src/engine/evaluate.ts';
import { type BlocksWork, workKey } from '../src/engine/work.ts';
import { inOrder, type Workforce } from '../src/engine/workforce.ts';
import { loadScenario } from '../src/scenarios/files.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { closePool } from '../workers/pool.ts';
import { threadWorkforce } from '../workers/threads.ts';
import { median } from './measure.ts';

/** What a piece costs besides its work: pieces of a few microseconds over a real server, with a worker of its own. */
export interface QueueFindings {
  readonly pieces: number;
  /** Processor time per piece. */
  readonly coordinatorMs: number;
  readonly workerMs: number;
  readonly serverMs: number;
  readonly answerBytes: number;
  /** How much more memory the coordinator holds after all pieces than after a tenth of them. */
  readonly grownMb: number;
}

/** Two worker processes of one thread each against two threads, over the same blocks in pieces of about a second. */
export interface FleetFindings {
  readonly trials: number;
  readonly threadsMs: number;
  readonly queueMs: number;
  /** Processor time of everything that took part. */
  readonly threadsCpuMs: number;
  readonly queueCpuMs: number;
  readonly equal: boolean;
}

const PORT = 7_397;
const ADDRESS = `redis://127.0.0.1:${PORT}`;

/** Null where there is no redis-server. */
export async function queueCosts(pieces: number): Promise<QueueFindings | null> {
  return onServer(1, async (workforce, server, [worker]) => {
    const { recipe } = prepareCell(await loadScenario('volley'));
    const plan = { trials: pieces * 64, blockSize: 64, blocks: pieces };
    const work: BlocksWork = { kind: 'walk', recipes: [recipe], plan, seed: 1 };
    const key = workKey(work);
    const cut = function* (from: number, to: number) {
      for (let k = from; k < to; k++) yield { work, key, place: k, from: k, to: k + 1 };
    };
    let answerBytes = 0;
    const run = (from: number, to: number) =>
      inOrder(workforce, undefined, cut(from, to), (answer, i) => {
        if (i === 0) answerBytes = answerText(answer).length;
        return true;
      });
    const tenth = Math.floor(pieces / 10);
    await run(0, tenth);
    globalThis.gc?.();
    const memory = process.memoryUsage().heapUsed;
    const before = [ownCpuMs(), cpuMs(worker), cpuMs(server)];
    await run(tenth, pieces);
    const [coordinatorMs, workerMs, serverMs] = [ownCpuMs(), cpuMs(worker), cpuMs(server)].map(
      (ms, i) => (ms - before[i]) / (pieces - tenth),
    );
    globalThis.gc?.();
    const grownMb = (process.memoryUsage().heapUsed - memory) / 1e6;
    return { pieces, coordinatorMs, workerMs, serverMs, answerBytes, grownMb };
  });
}

export async function queueAgainstThreads(trials: number, rounds = 3): Promise<FleetFindings | null> {
  return onServer(2, async (workforce, server, workers) => {
    const { built, recipe } = prepareCell(await loadScenario('column-v-line'));
    let seed = 1;
    const timed = async (force: Workforce, others: readonly ChildProcess[], n = trials) => {
      const cpu = () => ownCpuMs() + others.reduce((sum, p) => sum + cpuMs(p), 0);
      const [from, fromCpu] = [performance.now(), cpu()];
      const options = { engine: 'sample', trials: n, seed, workforce: force } as const;
      const { tally } = await evaluate({ machine: built.machine, recipe }, options);
      return { ms: performance.now() - from, cpuMs: cpu() - fromCpu, ends: JSON.stringify(tally.ends) };
    };
    // Both compile and start before the clock does.
    const threads = threadWorkforce(2);
    await timed(threads, [], trials / 4);
    await timed(workforce, [], trials / 4);
    const found: { t: Awaited<ReturnType<typeof timed>>; q: Awaited<ReturnType<typeof timed>> }[] = [];
    for (seed = 2; seed < 2 + rounds; seed++)
      found.push({ t: await timed(threads, []), q: await timed(workforce, [server, ...workers]) });
    await closePool();
    return {
      trials,
      threadsMs: median(found.map((f) => f.t.ms)),
      queueMs: median(found.map((f) => f.q.ms)),
      threadsCpuMs: median(found.map((f) => f.t.cpuMs)),
      queueCpuMs: median(found.map((f) => f.q.cpuMs)),
      equal: found.every((f) => f.t.ends === f.q.ends),
    };
  });
}

/** A real server and workers of one thread each, ended afterwards. */
async function onServer<T>(
  workers: number,
  measure: (workforce: Workforce, server: ChildProcess, workers: readonly ChildProcess[]) => Promise<T>,
): Promise<T | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'grognard-bench-'));
  const server = spawn('redis-server', ['--port', String(PORT), '--bind', '127.0.0.1', '--save', '', '--dir', folder]);
  await new Promise<void>((resolve) => {
    server.stdout.on('data', (text) => /Ready to accept/.test(String(text)) && resolve());
  });
  const main = join(import.meta.dirname, '../src/cli/main.js');
  const started = Array.from({ length: workers }, () =>
    spawn(process.execPath, [main, 'work', '--queue', ADDRESS, '--threads', '1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  let workforce: Workforce | undefined;
  try {
    await Promise.all(started.map((worker) => once(worker.stderr!, 'data')));
    workforce = await queueWorkforce(ADDRESS);
    return await measure(workforce, server, started);
  } finally {
    await workforce?.close();
    for (const worker of started) worker.kill('SIGTERM');
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time of another process so far, all its threads. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
