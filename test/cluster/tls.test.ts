import { spawnSync } from 'node:child_process';
import type { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grognard } from '../cli/harness.ts';
import { hasRedis, inspect, PASSWORD, program, RedisServer, startWorker } from './redis.ts';

/** A server that was built without TLS does not know the option; one that knows it ends because it listens nowhere. */
const knowsTls = () =>
  /not listen anywhere/.test(
    String(spawnSync('redis-server', ['--port', '0', '--tls-port', '0', '--save', ''], { timeout: 60_000 }).stdout),
  );
const canSecure = hasRedis && spawnSync('openssl', ['version']).status === 0 && knowsTls();
if (!canSecure) process.stderr.write('SKIPPED: TLS is not tested: it wants openssl and a redis-server with TLS.\n');

const SWEEP = ['sweep', 'column-v-line', '--vary', 'attacker.fs=5..8', '--trials', '20000', '--engine', 'sample'];

describe.skipIf(!canSecure)('a queue over TLS', () => {
  let server: RedisServer;
  let queue: Queue;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  const trusting = () => ({ GROGNARD_QUEUE_CA: server.authority });
  beforeAll(async () => {
    server = await RedisServer.begin({ tls: true });
    queue = inspect(server.url, trusting());
    worker = await startWorker(server.url, { ...trusting(), GROGNARD_DEBUG: '1' });
  });
  afterAll(async () => {
    worker.child.kill('SIGTERM');
    await worker.ended;
    await queue.disconnect();
    await server.kill();
  });

  it('works with a certificate of an authority that is named, and nothing shows the password', async () => {
    const bare = server.url.replace(`:${PASSWORD}@`, '');
    const env = { GROGNARD_QUEUE: bare, GROGNARD_QUEUE_PASSWORD: PASSWORD, ...trusting() };
    const shared = await grognard([...SWEEP, '--format', 'json'], { env });
    expect([shared.code, shared.err]).toEqual([0, '']);
    expect(shared.out === (await grognard([...SWEEP, '--format', 'json'])).out).toBe(true);
    expect(await queue.getCompletedCount()).toBeGreaterThan(0);
    // The line that reproduces it names neither queue nor password.
    const named = await grognard([...SWEEP, '--queue', server.url, '--format', 'json'], { env: trusting() });
    expect(named.out === shared.out).toBe(true);
    expect(JSON.parse(named.out).command).toBe(`grognard ${SWEEP.join(' ')} --seed 1`);
    for (const text of [shared.out, named.err, named.out]) expect(text).not.toContain(PASSWORD);
  });

  it("trusts the system's own list too (NODE_EXTRA_CA_CERTS)", async () => {
    const run = program(['run', 'volley'], { GROGNARD_QUEUE: server.url, NODE_EXTRA_CA_CERTS: server.authority });
    expect([await run.ended, run.err()]).toEqual([0, '']);
  });

  it.each<[string, (url: string) => string, Record<string, string>, RegExp]>([
    ['a certificate that nobody vouches for', (u) => u, {}, /its certificate is signed by nobody who is trusted here/],
    ['another host name', (u) => u.replace('127.0.0.1', 'localhost'), { ca: 'yes' }, /is that of another host/],
    ['a missing file', (u) => u, { GROGNARD_QUEUE_CA: '/nowhere/ca.crt' }, /cannot be read: \/nowhere\/ca\.crt/],
    ['a wrong password', (u) => u.replace(PASSWORD, 'guess'), { ca: 'yes' }, /it refuses the password/],
  ])('refuses %s in one sentence', async (_name, change, { ca, ...env }, message) => {
    const { code, err } = await grognard(['run', 'volley', '--queue', change(server.url)], {
      env: { ...env, ...(ca ? trusting() : {}) },
    });
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(new RegExp(`${PASSWORD}|guess`));
  });

  it('leaves no password in what a worker prints', async () => {
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(worker.err()).toMatch(/^Serving the queue at 127\.0\.0\.1:\d+ on 1 thread/);
    expect(`${worker.err()}${worker.out()}`).not.toContain(PASSWORD);
  });
});
