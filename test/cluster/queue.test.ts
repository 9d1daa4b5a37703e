import { type Queue, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/cluster/address.ts';
import { QUEUE_NAME } from '../../src/cluster/connect.ts';
import { closePool } from '../../workers/pool.ts';
import { grognard } from '../cli/harness.ts';
import { hasRedis, ownQueue, program, RedisServer, startWorker, untilDone } from './redis.ts';

if (!hasRedis) process.stderr.write('SKIPPED: the queue is not tested: there is no redis-server on this machine.\n');

const PIECES = 36;
/** A sweep of 36 sampled cells, a piece each; every seed is other work. */
const sweep = (seed: number): string[] => [
  ...['sweep', 'column-v-line', '--vary', 'attacker.fs=5..10', '--vary', 'defender.fs=5..10'],
  ...['--trials', '500000', '--seed', String(seed), '--format', 'json'],
];
const alone = async (seed: number): Promise<string> => (await grognard(sweep(seed))).out;

const onQueueAt =
  ({ url }: RedisServer) =>
  (seed: number) =>
    grognard(sweep(seed), { env: { GROGNARD_QUEUE: url } });

afterAll(closePool);

/** Most of these wait: for locks to run out, for a server that is gone. Each has a server of its own, so all wait at once. */
describe.skipIf(!hasRedis).concurrent('a queue', () => {
  it('loses nothing and counts nothing twice when workers and server are killed, and is gone for 20 s', async () => {
    const { server, queue, end } = await ownQueue();
    const first = await startWorker(server.url);
    const running = onQueueAt(server)(1);
    await untilDone(queue, 3);
    first.child.kill('SIGKILL');
    await server.kill();
    await server.start();
    const second = await startWorker(server.url);
    await untilDone(queue, 8);
    await server.kill();
    // 20 s without a connection.
    await new Promise((resume) => setTimeout(resume, 20_000));
    await server.start();
    const { code, out } = await running;
    expect(code).toBe(0);
    expect(out === (await alone(1))).toBe(true);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(second.err()).toMatch(/Finishing what is in hand.*\nDid \d+ pieces?\.\n$/);
    await end();
  });

  it('goes on where a coordinator was killed; two at once share the pieces; a stalled worker is not waited for', async () => {
    const { server, queue, end } = await ownQueue();
    const onQueue = onQueueAt(server);
    const stalled = await startWorker(server.url);
    const killed = program(sweep(2), { GROGNARD_QUEUE: server.url });
    await untilDone(queue, 2);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // It holds a piece that others have to take over; later it delivers that piece a second time.
    stalled.child.kill('SIGSTOP');
    const worker = await startWorker(server.url);
    const both = await Promise.all([onQueue(2), onQueue(2)]);
    stalled.child.kill('SIGCONT');
    const expected = await alone(2);
    for (const { out } of both) expect(out === expected).toBe(true);
    expect(await queue.getCompletedCount()).toBe(PIECES);
    for (const w of [stalled, worker]) {
      w.child.kill('SIGTERM');
      expect(await w.ended).toBe(0);
    }
    // All is done: typed again it needs no worker. A disk that cannot be written to costs nothing that is done.
    const full = await grognard([...sweep(2), '--out', '/proc/nothing'], { env: { GROGNARD_QUEUE: server.url } });
    expect([full.code, full.err]).toEqual([1, expect.stringMatching(/^Cannot write to \/proc\/nothing/)]);
    expect((await onQueue(2)).out === expected).toBe(true);
    await end();
  });

  it('says on Ctrl-C that the rest stays in the queue, and typed again it goes on from there', async () => {
    const { server, queue, end } = await ownQueue();
    const worker = await startWorker(server.url);
    const stop = new AbortController();
    const stopped = grognard(sweep(5), { env: { GROGNARD_QUEUE: server.url }, signal: stop.signal });
    await untilDone(queue, 4);
    stop.abort();
    const { code, out, err } = await stopped;
    expect([code, err]).toEqual([130, expect.stringMatching(/stays in the queue: typed again, the same line goes on/)]);
    if (out !== '') expect(JSON.parse(out).partial ?? JSON.parse(out).cells.length < PIECES).toBeTruthy();
    expect((await onQueueAt(server)(5)).out === (await alone(5))).toBe(true);
    expect(await queue.getCompletedCount()).toBe(PIECES);
    // Before anything is done there is nothing to show; the work is left there all the same.
    const early = AbortSignal.timeout(1);
    await queue.pause();
    const nothing = await grognard(sweep(6), { env: { GROGNARD_QUEUE: server.url }, signal: early });
    expect([nothing.code, nothing.err]).toEqual([130, expect.stringMatching(/stays in the queue: typed again/)]);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await end();
  });

  it('waits for a server that says nothing for 20 s', async () => {
    const { server, queue, end } = await ownQueue();
    const worker = await startWorker(server.url);
    const running = onQueueAt(server)(7);
    await untilDone(queue, 3);
    server.signal('SIGSTOP');
    await new Promise((resume) => setTimeout(resume, 20_000));
    server.signal('SIGCONT');
    expect((await running).out === (await alone(7))).toBe(true);
    expect(await queue.getCompletedCount()).toBe(PIECES);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await end();
  });

  it.each<[string, boolean, (server: RedisServer) => unknown, (server: RedisServer) => unknown]>([
    ['has died', false, (server) => server.kill(), (server) => server.start()],
    ['has died while there is a piece in hand', true, (server) => server.kill(), (server) => server.start()],
    ['says nothing any more', true, (server) => server.signal('SIGSTOP'), (server) => server.signal('SIGCONT')],
  ])('a worker ends at the first word when the server %s', async (_, isBusy, goes, comesBack) => {
    const { server, queue, end } = await ownQueue();
    const worker = await startWorker(server.url);
    const asking = program(isBusy ? sweep(9) : ['--version'], { GROGNARD_QUEUE: server.url });
    await untilDone(queue, isBusy ? 2 : 0);
    await goes(server);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    // Who has nothing in hand may have no goodbye to say.
    expect(worker.err()).toMatch(
      /Finishing what is in hand.*\n(The server .* does not answer: .*\n)?Did \d+ pieces?\.\n$/,
    );
    await comesBack(server);
    await untilDone(queue, 0);
    asking.child.kill('SIGINT');
    await asking.ended;
    await end();
  });

  it('tells of a server whose memory is full', async () => {
    const small = await RedisServer.begin({ more: ['--maxmemory', '1mb'] });
    const { code, err } = await grognard(sweep(8), { env: { GROGNARD_QUEUE: small.url } });
    expect([code, err]).toEqual([1, 'The server of the queue is full: its memory limit is reached.\n']);
    await small.kill();
  });
});

describe.skipIf(!hasRedis)('the coordinator of a queue', () => {
  let server: RedisServer;
  let queue: Queue;
  let end: () => Promise<void>;
  const connection = () => parseAddress(server.url, {}).options;
  beforeAll(async () => {
    ({ server, queue, end } = await ownQueue());
  });
  afterAll(() => end());

  it('does not mix versions, says when nobody serves, and shows no password', async () => {
    await queue.obliterate({ force: true });
    const other = new Worker('grognard-9.9.9', async () => 'wrong', { connection: connection() });
    other.on('error', () => {});
    let err = '';
    const stop = new AbortController();
    const { code, out } = await grognard(sweep(3), {
      env: { GROGNARD_QUEUE: server.url },
      signal: stop.signal,
      err: (text) => {
        err += text;
        if (/No worker of version .* serves the queue at 127\.0\.0\.1:\d+; start one/.test(err)) stop.abort();
      },
    });
    expect(code).toBe(130);
    expect(`${err}${out}`).not.toContain('a-password');
    await other.close();
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'a piece that fails three times is told with its cause',
      () => {
        throw new Error('the book is upside down');
      },
      /^A piece failed 3 times on the workers of the queue: the book is upside down\n$/,
    ],
    ['an answer of another shape is refused', () => '{"cells":[null,null]}', /answered what it was not asked/],
  ])('%s', async (_name, work, message) => {
    await queue.obliterate({ force: true });
    const worker = new Worker(QUEUE_NAME, async () => work(), { connection: connection() });
    worker.on('error', () => {});
    const { code, err } = await onQueueAt(server)(4);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    await worker.close();
  });

  it('refuses a wrong password and an address that is none, without showing either', async () => {
    const wrong = await grognard(['run', 'volley', '--queue', server.url.replace('a-password', 'another')]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/cannot be used: it refuses the password/)]);
    expect(wrong.err).not.toContain('another');
    const odd = await grognard(['run', 'volley', '--queue', 'http://:secret@host']);
    expect([odd.code, odd.err]).toEqual([1, expect.stringMatching(/^The address of a queue is redis:/)]);
  });
});
