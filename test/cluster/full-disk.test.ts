import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePool } from '../../workers/pool.ts';
import { grognard } from '../cli/harness.ts';
import { hasRedis, inspect, RedisServer, startWorker, untilDone } from './redis.ts';

/*
 * A real file system of a few megabytes that runs full while the work goes on. Mounting one wants an administrator on
 * Linux; elsewhere this is skipped aloud.
 */

const root = mkdtempSync(join(tmpdir(), 'grognard-disk-'));
const disk = join(root, 'disk');
mkdirSync(disk);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', disk]).status === 0;
if (!isMounted) process.stderr.write('SKIPPED: a full disk is not tested: no file system can be mounted here.\n');

const filler = join(disk, 'filler');
/** Takes all the room that is left. */
function fill(): void {
  const chunk = Buffer.alloc(4096);
  try {
    for (;;) writeFileSync(filler, chunk, { flag: 'a' });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}
const SWEEP = ['sweep', 'column-v-line', '--vary', 'attacker.fs=5..8', '--vary', 'defender.fs=5..7'];

afterAll(async () => {
  await closePool();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(root, { recursive: true, force: true });
});

describe.skipIf(!isMounted)('a disk that runs full', () => {
  it('stops a shard with a sentence, and the same line goes on from there when there is room', async () => {
    const folder = join(disk, 'parts');
    const line = [...SWEEP, '--shard', '1/1', '--out', folder];
    fill();
    // Room for the head and a few answers.
    writeFileSync(filler, Buffer.alloc(10 * 1024 * 1024 - 96 * 1024));
    const full = await grognard(line);
    expect([full.code, full.err]).toEqual([
      1,
      `Cannot write to ${folder}: the disk is full. What is written down stays; typed again, the same line goes on from there.\n`,
    ]);
    const [part] = readdirSync(folder);
    expect(part).toBe('shard-1-of-1.jsonl.part');
    const written = readFileSync(join(folder, part), 'utf8').split('\n').slice(0, -1);
    expect(written.length).toBeGreaterThan(1);
    rmSync(filler);
    expect((await grognard(line)).code).toBe(0);
    // What had been done was not done again.
    const whole = readFileSync(join(folder, 'shard-1-of-1.jsonl'), 'utf8').split('\n');
    expect(whole.slice(0, written.length)).toEqual(written);
    const merged = await grognard(['merge', folder, '--format', 'json']);
    expect(merged.out === (await grognard([...SWEEP, '--format', 'json'])).out).toBe(true);
    rmSync(folder, { recursive: true });
  });

  describe.skipIf(!hasRedis)('at the coordinator of a queue', () => {
    let server: RedisServer;
    let queue: Queue;
    let worker: Awaited<ReturnType<typeof startWorker>>;
    beforeAll(async () => {
      server = await RedisServer.begin();
      queue = inspect(server.url);
      worker = await startWorker(server.url);
    });
    afterAll(async () => {
      worker.child.kill('SIGTERM');
      await worker.ended;
      await queue.disconnect();
      await server.kill();
    });

    it('costs nothing that is done: nothing half-written, and typed again it is there at once', async () => {
      const out = join(disk, 'report');
      const env = { GROGNARD_QUEUE: server.url };
      const line = [...SWEEP, '--out', out];
      // There is room when it starts, and none when it is to write.
      const running = grognard(line, { env });
      await untilDone(queue, 1);
      fill();
      const full = await running;
      expect([full.code, full.err]).toEqual([1, expect.stringMatching(/the disk is full/)]);
      expect(existsSync(out)).toBe(false);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
      // Told at once where there is no room from the start.
      expect((await grognard(line, { env })).err).toMatch(/^The disk of the output folder .* is full\.\n$/);
      rmSync(filler);
      // No worker serves any more: all answers are in the queue.
      const again = await grognard(line, { env });
      expect(again.code).toBe(0);
      const alone = await grognard([...SWEEP, '--format', 'json']);
      expect(readFileSync(join(out, 'results.json'), 'utf8') === alone.out).toBe(true);
    });
  });
});
