import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { parseAddress } from '../../src/cluster/address.ts';
import { QUEUE_NAME } from '../../src/cluster/connect.ts';
import { packageRoot } from '../../src/scenarios/files.ts';

/** Is there a real server on this machine? */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const PASSWORD = 'a-password-of-the-tests';

/** A real server with a password and an append-only file, on a port of its own. */
export class RedisServer {
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'grognard-redis-'));
  private process: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async begin(): Promise<RedisServer> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const server = new RedisServer(port);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = [
      ...['--port', String(this.port), '--bind', '127.0.0.1', '--requirepass', PASSWORD],
      ...['--appendonly', 'yes', '--save', '', '--dir', this.folder, '--maxmemory-policy', 'noeviction'],
    ];
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => {
        if (/Ready to accept connections/.test(String(text))) resolve();
      });
      child.once('exit', () => reject(new Error('redis-server ended')));
    });
  }

  /** kill -9: what it had not yet written down is lost. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

const tsx = fileURLToPath(import.meta.resolve('tsx'));
const main = join(packageRoot(), 'src/cli/main.ts');

/** The real program in a process of its own. */
export function program(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--import', tsx, main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stdout.resume();
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  const said = async (what: RegExp): Promise<void> => {
    const over = ended.then(() => Promise.reject(new Error(`The program ended: ${err}`)));
    over.catch(() => {});
    while (!what.test(err)) await Promise.race([once(child.stderr, 'data'), over]);
  };
  return { child, ended, said, err: () => err };
}

/** Starts a worker and waits until it serves. */
export async function startWorker(url: string): Promise<ReturnType<typeof program>> {
  const worker = program(['work', '--threads', '1'], { GROGNARD_QUEUE: url });
  await worker.said(/Serving the queue/);
  return worker;
}

/** The queue as the server sees it. */
export function inspect(url: string): Queue {
  const queue = new Queue(QUEUE_NAME, { connection: parseAddress(url, {}).options });
  queue.on('error', () => {});
  return queue;
}

/** Waits until so many pieces are done. */
export async function untilDone(queue: Queue, pieces: number): Promise<void> {
  while ((await queue.getCompletedCount()) < pieces) await new Promise((resume) => setTimeout(resume, 20));
}
