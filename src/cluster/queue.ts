import { setMaxListeners } from 'node:events';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Answer, Piece } from '../engine/work.ts';
import type { Workforce } from '../engine/workforce.ts';
import { VERSION } from '../results/version.ts';
import { SimError } from '../sim/error.ts';
import { parseAddress } from './address.ts';
import { connect, KEPT_SECONDS, QUEUE_NAME, queuePackages, workPlace } from './connect.ts';
import { readAnswer, toWire, type WirePiece } from './wire.ts';

/** Pieces on their way at the same time: enough for a few hundred threads. */
const WIDTH = 256;
export const TRIES = 3;
/** Events are missed while a connection is down: outstanding pieces are looked at this often. */
const LOOK_EVERY_MS = 2_000;
const LOOKED_AT_ONCE = 200;
/** So long without anybody to do the work before that is said. */
const LONELY_AFTER_MS = 4_000;
/** What a worker says when Redis has forgotten the work of a piece. */
export const WORK_MISSING = 'The work of this piece is missing';

interface Waiting {
  readonly piece: Piece;
  readonly wire: WirePiece;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: Error) => void;
  /** Failures that were there before anybody asked this time. */
  renewed: number;
  /** Stops listening for a stop. */
  forget?: () => void;
}

/**
 * The workers of a queue, wherever they are. A piece is a job under its own name: asked for twice it is computed once,
 * and a run that is typed again finds what is done.
 */
export async function queueWorkforce(
  url: string,
  options: {
    readonly onNews?: (text: string) => void;
    readonly env?: Readonly<Record<string, string | undefined>>;
  } = {},
): Promise<Workforce> {
  const address = parseAddress(url, options.env ?? process.env);
  const { Queue, QueueEvents } = await queuePackages();
  const redis = await connect(address);
  const queue = new Queue(QUEUE_NAME, { connection: address.options });
  const events = new QueueEvents(QUEUE_NAME, { connection: address.options });
  // Outages are waited out.
  queue.on('error', () => {});
  events.on('error', () => {});
  await events.waitUntilReady();
  return new Coordinator(queue, events, redis, address.shown, options.onNews ?? (() => {}));
}

class Coordinator implements Workforce {
  readonly width = WIDTH;
  readonly grain = 'coarse';
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly stored = new Map<string, Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;
  private readonly startMs = performance.now();
  private readonly startedAt = Date.now();
  private saidLonely = false;
  private looking = false;
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly redis: Redis;
  private readonly shown: string;
  private readonly onNews: (text: string) => void;

  constructor(queue: Queue, events: QueueEvents, redis: Redis, shown: string, onNews: (text: string) => void) {
    this.queue = queue;
    this.events = events;
    this.redis = redis;
    this.shown = shown;
    this.onNews = onNews;
    events.on('completed', ({ jobId, returnvalue }) => this.done(jobId, String(returnvalue)));
    events.on('failed', ({ jobId }) => void this.look(jobId).catch(() => {}));
    this.timer = setInterval(() => void this.lookAtAll(), LOOK_EVERY_MS);
  }

  run(piece: Piece, signal?: AbortSignal) {
    const answer = new Promise<Answer | undefined>((resolve, reject) => {
      if (signal?.aborted) return resolve(undefined);
      const wire = toWire(piece);
      const mine: Waiting = { piece, wire, resolve, reject, renewed: 0 };
      this.waiting.set(wire.name, [...(this.waiting.get(wire.name) ?? []), mine]);
      // The piece stays in the queue: whoever types the same line again finds it there.
      const giveUp = () => this.settle(wire.name, (w) => w.resolve(undefined));
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', giveUp, { once: true });
      mine.forget = () => signal?.removeEventListener('abort', giveUp);
      this.send(mine)
        .then(() => this.look(wire.name))
        .catch((error: Error) => this.settle(wire.name, (w) => w.reject(error)));
    });
    return { answer, trials: () => 0 };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const name of [...this.waiting.keys()]) this.settle(name, (w) => w.resolve(undefined));
    // Without a connection there is nobody to say goodbye to.
    const goodbye = Promise.allSettled([this.events.close(), this.queue.close()]);
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    await this.queue.disconnect().catch(() => {});
    await this.events.disconnect().catch(() => {});
    this.redis.disconnect();
  }

  private async send({ wire }: Waiting): Promise<void> {
    let storing = this.stored.get(wire.work);
    if (!storing) {
      storing = this.redis.set(workPlace(wire.work), wire.text, 'EX', KEPT_SECONDS);
      this.stored.set(wire.work, storing);
    }
    await storing;
    await this.queue.add(
      'piece',
      { work: wire.work, part: wire.part },
      {
        jobId: wire.name,
        attempts: TRIES,
        removeOnComplete: { age: KEPT_SECONDS },
        removeOnFail: { age: KEPT_SECONDS },
      },
    );
  }

  private done(name: string, text: string): void {
    const [first] = this.waiting.get(name) ?? [];
    if (!first) return;
    try {
      const answer = readAnswer(text, first.piece);
      this.settle(name, (w) => w.resolve(answer));
    } catch (error) {
      this.settle(name, (w) =>
        w.reject(new SimError(`A worker of the queue answered what it was not asked: ${(error as Error).message}`)),
      );
    }
  }

  private settle(name: string, how: (w: Waiting) => void): void {
    const all = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    for (const w of all) {
      w.forget?.();
      how(w);
    }
  }

  /** The state is read before the job: the other way round, a job that ends in between would have no value yet. */
  private async look(name: string): Promise<void> {
    const [first] = this.waiting.get(name) ?? [];
    if (!first) return;
    const state = await this.queue.getJobState(name);
    if (state === 'unknown') {
      // Redis has forgotten it, with its last second before a crash.
      this.stored.delete(first.wire.work);
      return this.send(first);
    }
    if (state !== 'completed' && state !== 'failed') return;
    const job = await this.queue.getJob(name);
    if (!job) return;
    if (state === 'completed') return this.done(name, String(job.returnvalue));
    const reason = job.failedReason ?? '';
    const isOld = (job.finishedOn ?? 0) < this.startedAt;
    if ((isOld || reason.startsWith(WORK_MISSING)) && first.renewed < TRIES) {
      first.renewed++;
      await job.remove();
      this.stored.delete(first.wire.work);
      return this.send(first);
    }
    this.settle(name, (w) =>
      w.reject(new SimError(`A piece failed ${TRIES} times on the workers of the queue: ${reason}`)),
    );
  }

  private async lookAtAll(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      // Those that have waited longest come first, and go to the end of the row.
      for (const name of [...this.waiting.keys()].slice(0, LOOKED_AT_ONCE)) {
        const all = this.waiting.get(name);
        if (!all) continue;
        this.waiting.delete(name);
        this.waiting.set(name, all);
        await this.look(name);
      }
      if (!this.saidLonely && this.waiting.size > 0 && performance.now() - this.startMs > LONELY_AFTER_MS) {
        if ((await this.queue.getWorkersCount()) > 0) return;
        this.saidLonely = true;
        this.onNews(
          `No worker of version ${VERSION} serves the queue at ${this.shown}; start one: grognard work --queue URL`,
        );
      }
    } catch {
      // The connection is down; the next look may find it up.
    } finally {
      this.looking = false;
    }
  }
}
