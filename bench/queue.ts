import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerText } from '../src/cluster/answers.ts';
import { queueWorkforce } from '../src/cluster/queue.ts';
import { type BlocksWork, workKey } from '../src/engine/work.ts';
import { inOrder } from '../src/engine/workforce.ts';
import { loadScenario } from '../src/scenarios/files.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';

/** What a piece costs besides its work: pieces of a few microseconds over a real server, with a worker of its own. */
export interface QueueFindings {
  readonly pieces: number;
  readonly coordinatorMs: number;
  readonly workerMs: number;
  readonly answerBytes: number;
  /** How much more memory the coordinator holds after all pieces than after a tenth of them. */
  readonly grownMb: number;
}

const PORT = 7_397;
const URL_ = `redis://127.0.0.1:${PORT}`;

export async function queueCosts(pieces: number): Promise<QueueFindings> {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-bench-'));
  const server = spawn('redis-server', ['--port', String(PORT), '--bind', '127.0.0.1', '--save', '', '--dir', folder]);
  await new Promise<void>((resolve) => {
    server.stdout.on('data', (text) => /Ready to accept/.test(String(text)) && resolve());
  });
  const main = join(import.meta.dirname, '../src/cli/main.js');
  const worker = spawn(process.execPath, [main, 'work', '--queue', URL_, '--threads', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(worker.stderr!, 'data');
  try {
    const loaded = await loadScenario('volley');
    const { recipe } = prepareCell(loaded);
    const plan = { trials: pieces * 64, blockSize: 64, blocks: pieces };
    const work: BlocksWork = { kind: 'walk', recipes: [recipe], plan, seed: 1 };
    const key = workKey(work);
    const workforce = await queueWorkforce(URL_);
    const cut = function* (from: number, to: number) {
      for (let k = from; k < to; k++) yield { work, key, place: k, from: k, to: k + 1 };
    };
    let answerBytes = 0;
    const run = (from: number, to: number) =>
      inOrder(workforce, undefined, cut(from, to), (answer) => {
        answerBytes = answerText(answer).length;
        return true;
      });
    const tenth = Math.floor(pieces / 10);
    await run(0, tenth);
    globalThis.gc?.();
    const memory = process.memoryUsage().heapUsed;
    const workerBefore = cpuMs(worker.pid!);
    const before = process.cpuUsage();
    await run(tenth, pieces);
    const { user, system } = process.cpuUsage(before);
    const workerAfter = cpuMs(worker.pid!);
    globalThis.gc?.();
    const grownMb = (process.memoryUsage().heapUsed - memory) / 1e6;
    await workforce.close();
    const n = pieces - tenth;
    return {
      pieces,
      coordinatorMs: (user + system) / 1000 / n,
      workerMs: (workerAfter - workerBefore) / n,
      answerBytes,
      grownMb,
    };
  } finally {
    worker.kill('SIGTERM');
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time of another process so far, all its threads. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
