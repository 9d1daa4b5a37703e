import type { Redis } from 'ioredis';
import type { Workforce } from '../engine/workforce.ts';
import { parseAddress } from './address.ts';
import { answerText } from './answers.ts';
import { connect, KEPT_SECONDS, QUEUE_NAME, queuePackages, WORK_MISSING, workPlace } from './connect.ts';
import { packed } from './packing.ts';
import { MAX_WIRE_BYTES, readWork } from './wire.ts';

/** A piece should take a second; one that takes this long is given up by the threads of a worker. */
export const MOST_PIECE_MS = 30 * 60_000;
/** Works that are kept read: coordinators that take turns find theirs again. */
const MOST_WORKS = 8;
/** Short, so that the pieces of a worker that died are soon somebody else's. */
const LOCK_MS = 5_000;
const STALLED_EVERY_MS = 2_000;
const MOST_STALLS = 10;
/** How often the server is asked whether it is still there, by a worker that lets go. */
const ASKED_EVERY_MS = 500;

export interface Worker {
  /** Pieces done so far. */
  readonly pieces: () => number;
  /** Finishes what is in hand and lets go; or, where the server is gone, drops it: others do it again. */
  readonly close: () => Promise<'finished' | 'dropped'>;
  readonly shown: string;
}

/**
 * Serves a queue: takes pieces, has them computed by `threads`, gives the answers back. Nothing is computed in this
 * process's event loop, which must keep renewing the locks of what is in hand.
 */
export async function serve(
  url: string,
  threads: Workforce,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Worker> {
  const address = parseAddress(url, env);
  const { Worker } = await queuePackages();
  const redis = await connect(address);
  const works = new Map<string, ReturnType<typeof readWork>>();
  let pieces = 0;

  const workOf = (name: string): ReturnType<typeof readWork> => {
    let work = works.get(name);
    if (!work) {
      work = redis.get(workPlace(name)).then((text) => {
        if (text === null) throw new Error(`${WORK_MISSING}.`);
        return readWork(text, name);
      });
      work.catch(() => works.delete(name));
      if (works.size >= MOST_WORKS) works.delete(works.keys().next().value!);
      works.set(name, work);
    }
    return work;
  };
  const worker = new Worker(
    QUEUE_NAME,
    async ({ data }) => {
      const { work, part } = data as { work?: unknown; part?: unknown };
      if (typeof work !== 'string' || typeof part !== 'string' || part.length > MAX_WIRE_BYTES)
        throw new Error('The piece does not have the shape of one.');
      const piece = await (await workOf(work))(part);
      const answer = await threads.run(piece).answer;
      pieces++;
      return packed(answerText(answer!));
    },
    {
      connection: address.options,
      concurrency: threads.width,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      maxStalledCount: MOST_STALLS,
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: { age: KEPT_SECONDS },
    },
  );
  worker.on('error', () => {});
  await worker.waitUntilReady();
  return {
    shown: address.shown,
    pieces: () => pieces,
    close: async () => {
      const how = await Promise.race([worker.close().then(() => 'finished' as const), noAnswer(redis)]);
      redis.disconnect();
      return how;
    },
  };
}

/**
 * Waits until the server has not answered for as long as a piece is ours. A worker that lets go would wait for ever to hand
 * it in, and even to say goodbye.
 */
async function noAnswer(redis: Redis): Promise<'dropped'> {
  for (;;) {
    const isLost = pause(LOCK_MS).then(() => true);
    // Refused at once, it has not answered either.
    if (
      await Promise.race([
        redis
          .ping()
          .then(() => false)
          .catch(() => isLost),
        isLost,
      ])
    )
      return 'dropped';
    await pause(ASKED_EVERY_MS);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms).unref());
