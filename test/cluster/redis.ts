import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { parseAddress } from '../../src/cluster/address.ts';
import { QUEUE_NAME } from '../../src/cluster/connect.ts';
import { command } from './command.ts';

/** Is there a real server on this machine? */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export const PASSWORD = 'a-password-of-the-tests';

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** A certificate for 127.0.0.1, signed by an authority of our own. */
function certify(folder: string): void {
  const openssl = (line: string) => {
    const { status, stderr } = spawnSync('openssl', line.split(' '), { cwd: folder });
    if (status !== 0) throw new Error(String(stderr));
  };
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=grognard-tests -keyout ca.key -out ca.crt');
  openssl('req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout server.key -out server.csr');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  openssl('x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt');
}

/** A real server with a password and an append-only file, on a port of its own. */
export class RedisServer {
  readonly port: number;
  readonly folder = mkdtempSync(join(tmpdir(), 'grognard-redis-'));
  private readonly isSecure: boolean;
  private readonly more: readonly string[];
  private process: ChildProcess | undefined;

  private constructor(port: number, isSecure: boolean, more: readonly string[]) {
    this.port = port;
    this.isSecure = isSecure;
    this.more = more;
    if (isSecure) certify(this.folder);
  }

  static async begin({ tls = false, more = [] as readonly string[] } = {}): Promise<RedisServer> {
    const port = await freePort();
    const server = new RedisServer(port, tls, more);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis${this.isSecure ? 's' : ''}://:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  /** The certificate of whoever signed the server's. */
  get authority(): string {
    return join(this.folder, 'ca.crt');
  }

  async start(): Promise<void> {
    const at = (name: string) => join(this.folder, name);
    const secure = [
      ...['--port', '0', '--tls-port', String(this.port), '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', at('server.crt'), '--tls-key-file', at('server.key'), '--tls-ca-cert-file', at('ca.crt')],
    ];
    const options = [
      ...(this.isSecure ? secure : ['--port', String(this.port)]),
      ...['--bind', '127.0.0.1', '--requirepass', PASSWORD],
      ...['--appendonly', 'yes', '--save', '', '--dir', this.folder, '--maxmemory-policy', 'noeviction'],
      ...this.more,
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

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process?.kill(signal);
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

/** The real program in a process of its own. */
export function program(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [node, ...before] = command;
  const child = spawn(node, [...before, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
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
  return { child, ended, said, err: () => err, out: () => out };
}

/** Starts a worker and waits until it serves. */
export async function startWorker(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ReturnType<typeof program>> {
  const worker = program(['work', '--threads', '1'], { GROGNARD_QUEUE: url, ...env });
  await worker.said(/Serving the queue/);
  return worker;
}

/** The queue as the server sees it. */
export function inspect(url: string, env: Readonly<Record<string, string>> = {}): Queue {
  const queue = new Queue(QUEUE_NAME, { connection: parseAddress(url, env).options });
  queue.on('error', () => {});
  return queue;
}

/** Waits until so many pieces are done. */
export async function untilDone(queue: Queue, pieces: number): Promise<void> {
  while ((await queue.getCompletedCount()) < pieces) await new Promise((resume) => setTimeout(resume, 20));
}

/** A server of one's own with its queue: faults that befall it befall nobody else. */
export async function ownQueue() {
  const server = await RedisServer.begin();
  const queue = inspect(server.url);
  const end = async (): Promise<void> => {
    await queue.disconnect();
    await server.kill();
  };
  return { server, queue, end };
}
