import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/scenarios/files.ts';
import { command } from './command.ts';
import { freePort, hasRedis } from './redis.ts';

/*
 * The recipes of docs/more-machines.md, played as they stand there with the real program.
 */

const root = mkdtempSync(join(tmpdir(), 'grognard-recipes-'));
const bin = join(root, 'bin');
const docs = join(packageRoot(), 'docs');

beforeAll(() => {
  mkdirSync(bin);
  const words = command.map((word) => `"${word}"`).join(' ');
  writeFileSync(join(bin, 'grognard'), `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(join(bin, 'grognard'), 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a line of shell in a folder, with `grognard` on the path. */
const shell = async (line: string, cwd: string): Promise<string> => {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  return (await promisify(execFile)('sh', ['-c', line], { cwd, env, maxBuffer: 1e8 })).stdout;
};
const folder = (name: string): string => {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
};

const hasParallel = /GNU parallel/.test(String(spawnSync('parallel', ['--version']).stdout));
if (!hasParallel) process.stderr.write('SKIPPED: the recipe for GNU parallel is not played: it is not installed.\n');

it.skipIf(!hasParallel).concurrent('GNU parallel: the line of the page gives what one machine gives', async () => {
  const page = readFileSync(join(docs, 'more-machines.md'), 'utf8');
  const line = /^parallel .*$/m.exec(page)?.[0] ?? '';
  expect(line).toContain('--shard {}/16');
  const cwd = folder('parallel');
  writeFileSync(
    join(cwd, 'fight.yaml'),
    readFileSync(join(packageRoot(), 'src/scenarios/examples/oth/column-v-line.yaml')),
  );
  // Four shards of fewer encounters: the line is what is tried, not the machine.
  const smaller = line.replace('1e10', '1.2e7').replaceAll('16', '4').replace('parallel ', 'parallel --jobs 2 ');
  await shell(smaller, cwd);
  const merged = await shell('grognard merge parts --format json', cwd);
  const alone = await shell('grognard run fight.yaml --engine sample --trials 1.2e7 --format json', cwd);
  expect(merged === alone).toBe(true);
  rmSync(join(cwd, 'parts/shard-3-of-4.jsonl'));
  await expect(shell('grognard merge parts', cwd)).rejects.toThrow(/shard 3 of 4 is missing/);
});

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: { readonly name?: string; readonly path: string; readonly pattern?: string };
}

describe('the CI matrix', () => {
  const { jobs } = parse(readFileSync(join(docs, 'fleet/ci-matrix.yaml'), 'utf8')) as {
    jobs: Record<'shard' | 'merge', { steps: Step[]; needs?: string; strategy?: { matrix: { shard: number[] } } }>;
  };
  const store = () => folder('ci/artifacts');
  /** Plays the steps of one job on a machine of its own. */
  const play = async (steps: readonly Step[], machine: string, fill: (text: string) => string): Promise<string> => {
    const cwd = folder(`ci/${machine}`);
    for (const { run, uses, with: how } of steps) {
      if (run !== undefined && !run.startsWith('npm install')) await shell(fill(run), cwd);
      if (uses?.startsWith('actions/upload-artifact'))
        cpSync(join(cwd, how!.path), join(store(), fill(how!.name!)), { recursive: true });
      if (uses?.startsWith('actions/download-artifact'))
        for (const name of readdirSync(store())) cpSync(join(store(), name), join(cwd, how!.path), { recursive: true });
    }
    return cwd;
  };

  it.concurrent('gives what one machine gives', async () => {
    const { shard: shards } = jobs.shard.strategy!.matrix;
    expect(jobs.merge.needs).toBe('shard');
    const job = async (shard: number): Promise<void> => {
      const values: Record<string, number> = { 'matrix.shard': shard, 'strategy.job-total': shards.length };
      await play(jobs.shard.steps, `shard-${shard}`, (text) =>
        text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => String(values[name])),
      );
    };
    await Promise.all(shards.map(job));
    const machine = await play(jobs.merge.steps, 'merge', (text) => text);
    const [line] = jobs.shard.steps.flatMap((s) => (s.run?.startsWith('grognard') ? [s.run] : []));
    const alone = await shell(`${line.replace(/--shard .*$/, '')} --format json`, machine);
    expect(readFileSync(join(machine, 'report/results.json'), 'utf8') === alone).toBe(true);
  });
});

describe.skipIf(!hasRedis)('the compose file', () => {
  interface Service {
    readonly command: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  }
  const { services } = parse(readFileSync(join(docs, 'fleet/compose.yaml'), 'utf8')) as {
    services: Record<'queue' | 'worker', Service>;
  };
  /** What a container would run, here: another port and folder, no packages to fetch, `$$` as the compose file means it. */
  const begin = (service: Service, changes: readonly (readonly [string, string])[], cwd: string): ChildProcess => {
    const here = (text: string) =>
      changes.reduce((t, [from, to]) => t.replaceAll(from, to), text.replaceAll('$$', '$')).replace(/\$\{.*\}/, SECRET);
    const [program, ...args] = service.command.map(here);
    const own = Object.fromEntries(Object.entries(service.environment).map(([name, v]) => [name, here(v)]));
    const env = { ...process.env, ...own, PATH: `${bin}${delimiter}${process.env['PATH']}` };
    return spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const SECRET = 'a-secret-of-the-tests';
  const said = (stream: Readable, what: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      let text = '';
      stream.on('data', (more) => {
        text += more;
        if (what.test(text)) resolve();
      });
      stream.on('end', () => reject(new Error(text)));
    });

  it.concurrent('starts a server and a worker that serve a run, show no password and end when told', async () => {
    const cwd = folder('compose');
    const port = await freePort();
    const config = join(cwd, 'queue.conf');
    const queue = begin(
      services.queue,
      [
        ['/tmp/queue.conf', `${config} --port ${port} --bind 127.0.0.1`],
        [`> ${config} --port ${port} --bind 127.0.0.1`, `> ${config}`],
        ['valkey-server', 'redis-server'],
      ],
      cwd,
    );
    await said(queue.stdout!, /Ready to accept connections/);
    const worker = begin(
      services.worker,
      [
        ['npm install --global grognard bullmq ioredis && ', ''],
        ['queue:6379', `127.0.0.1:${port}`],
      ],
      cwd,
    );
    await said(worker.stderr!, /Serving the queue at 127\.0\.0\.1/);
    for (const { pid } of [queue, worker]) {
      const shown = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      expect(shown).not.toContain(SECRET);
    }
    const line = 'grognard sweep column-v-line --vary attacker.fs=5..8 --format json';
    const address = `GROGNARD_QUEUE=redis://127.0.0.1:${port} GROGNARD_QUEUE_PASSWORD=${SECRET}`;
    expect((await shell(`${address} ${line}`, cwd)) === (await shell(line, cwd))).toBe(true);
    for (const child of [worker, queue]) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
    }
    expect(readdirSync(cwd).some((name) => name.startsWith('appendonly'))).toBe(true);
  });
});
