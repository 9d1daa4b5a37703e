import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { SimError } from '../sim/error.ts';
import { KEPT_SECONDS, TRIES, workPlace } from './connect.ts';
import { textOf } from './events.ts';
import type { WirePiece } from './wire.ts';

/** What the server knows of a piece. */
export type JobState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'completed'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly finishedAtMs: number };

/** Pieces as jobs of a queue, each under its own name. Many go in one message: a message costs more than a piece. */
export class Jobs {
  /** Works that were sent, and are there unless the server has lost them. */
  private readonly stored = new Map<string, Promise<unknown>>();
  private readonly queue: Queue;
  private readonly redis: Redis;

  constructor(queue: Queue, redis: Redis) {
    this.queue = queue;
    this.redis = redis;
  }

  /** Asks for pieces; those that were asked for before stay as they are. */
  async add(pieces: readonly WirePiece[]): Promise<void> {
    const works = new Map(pieces.map((p) => [p.work, p.text]));
    await Promise.all([...works].map(([work, text]) => this.store(work, text)));
    const opts = { attempts: TRIES, removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: { age: KEPT_SECONDS } };
    await this.queue.addBulk(
      pieces.map(({ name, work, part }) => ({
        name: 'piece',
        data: { work, part },
        opts: { ...opts, jobId: name },
      })),
    );
  }

  /** Asks for pieces again that failed, or that the server has forgotten with its last second before a crash. */
  async renew(pieces: readonly WirePiece[]): Promise<void> {
    for (const { work } of pieces) this.stored.delete(work);
    await Promise.all(pieces.map((p) => this.queue.remove(p.name)));
    await this.add(pieces);
  }

  /** One read per piece gives state and value together: between two reads, a piece could end. */
  async look(names: readonly string[]): Promise<JobState[]> {
    const pipeline = this.redis.pipeline();
    for (const name of names)
      pipeline.hmget(this.queue.toKey(name), 'timestamp', 'finishedOn', 'returnvalue', 'failedReason');
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, fields]) => {
      if (error) throw error;
      return stateOf(fields as (string | null)[]);
    });
  }

  private store(work: string, text: string): Promise<unknown> {
    let storing = this.stored.get(work);
    if (!storing) {
      storing = this.redis.set(workPlace(work), text, 'EX', KEPT_SECONDS);
      this.stored.set(work, storing);
      storing.catch(() => this.stored.delete(work));
    }
    return storing;
  }
}

function stateOf([askedAt, finishedOn, returned, reason]: readonly (string | null)[]): JobState {
  if (askedAt === null) return { kind: 'unknown' };
  if (finishedOn === null) return { kind: 'pending' };
  if (reason !== null) return { kind: 'failed', reason, finishedAtMs: Number(finishedOn) };
  return { kind: 'completed', text: textOf(returned ?? 'null') };
}

/** Short against a piece, long enough for a busy fleet's pieces to share a message. */
const GATHER_MS = 5;

/** Gathers what comes within a few milliseconds. */
export function batched<T>(act: (items: readonly T[]) => void): (item: T) => void {
  let items: T[] = [];
  const flush = () => {
    const batch = items;
    items = [];
    act(batch);
  };
  return (item) => {
    if (items.push(item) === 1) setTimeout(flush, GATHER_MS);
  };
}

/** Why the server refuses work for good; undefined where it may take it once it can be reached again. */
export function refusalOf(error: Error): SimError | undefined {
  const { message } = error;
  if (error.name !== 'ReplyError' || /^(LOADING|BUSY|TRYAGAIN|MASTERDOWN)/.test(message)) return undefined;
  if (message.startsWith('OOM')) return new SimError('The server of the queue is full: its memory limit is reached.');
  if (message.startsWith('MISCONF'))
    return new SimError('The server of the queue takes nothing: it cannot write to its disk.');
  return new SimError(`The server of the queue refuses the work: ${message.replace(/\.$/, '')}.`);
}
