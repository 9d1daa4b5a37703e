import type { Answer, Piece } from '../engine/work.ts';
import type { Workforce } from '../engine/workforce.ts';
import { VERSION } from '../results/version.ts';
import { SimError } from '../sim/error.ts';
import { parseAddress } from './address.ts';
import { readAnswer } from './answers.ts';
import { connect, QUEUE_NAME, queuePackages, TRIES, WORK_MISSING } from './connect.ts';
import { type PieceEvent, readEvents } from './events.ts';
import { batched, Jobs, refusalOf } from './jobs.ts';
import { toWire, type WirePiece } from './wire.ts';

/** Pieces on their way at the same time: two for each of two thousand threads. */
const WIDTH = 2_048;
/** Events are missed while a connection is down: outstanding pieces are looked at this often. */
const LOOK_EVERY_MS = 2_000;
const LOOKED_AT_ONCE = 1_000;
/** How long nobody does the work before that is said. */
const LONELY_AFTER_MS = 4_000;

interface Waiting {
  readonly piece: Piece;
  readonly wire: WirePiece;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: Error) => void;
  readonly signal: AbortSignal | undefined;
  /** How often it was asked for anew. */
  renewals: number;
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
  const { Queue } = await queuePackages();
  const redis = await connect(address);
  const queue = new Queue(QUEUE_NAME, { connection: address.options });
  // Outages are waited out.
  queue.on('error', () => {});
  const listener = redis.duplicate();
  listener.on('error', () => {});
  const close = async () => {
    listener.disconnect();
    // Without a connection there is nobody to say goodbye to.
    await Promise.race([queue.close(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    await queue.disconnect().catch(() => {});
    redis.disconnect();
  };
  const server = { jobs: new Jobs(queue, redis), countWorkers: () => queue.getWorkersCount(), close };
  const coordinator = new Coordinator(server, address.shown, options.onNews ?? (() => {}));
  await readEvents(listener, queue.toKey('events'), coordinator.onEvents);
  return coordinator;
}

interface Server {
  readonly jobs: Jobs;
  readonly countWorkers: () => Promise<number>;
  readonly close: () => Promise<void>;
}

class Coordinator implements Workforce {
  readonly width = WIDTH;
  readonly grain = 'coarse';
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly abortable = new WeakSet<AbortSignal>();
  private readonly timer: NodeJS.Timeout;
  private readonly startMs = performance.now();
  private readonly startedAtMs = Date.now();
  private saidLonely = false;
  private looking = false;
  private readonly server: Server;
  private readonly shown: string;
  private readonly onNews: (text: string) => void;
  private readonly send = batched<WirePiece>((pieces) => {
    this.server.jobs.add(pieces).catch((error: Error) => this.refused(error, pieces));
  });
  private readonly lookSoon = batched<string>((names) => void this.look(names).catch(() => {}));

  constructor(server: Server, shown: string, onNews: (text: string) => void) {
    this.server = server;
    this.shown = shown;
    this.onNews = onNews;
    this.timer = setInterval(() => void this.lookAtAll(), LOOK_EVERY_MS);
  }

  readonly onEvents = (events: readonly PieceEvent[]): void => {
    for (const { event, name, text } of events) {
      if (!this.waiting.has(name)) continue;
      if (text !== undefined) this.done(name, text);
      // A piece that was there already may have been done long ago.
      else if (event === 'duplicated' || event === 'failed') this.lookSoon(name);
    }
  };

  run(piece: Piece, signal?: AbortSignal) {
    const answer = new Promise<Answer | undefined>((resolve, reject) => {
      if (signal?.aborted) return resolve(undefined);
      const wire = toWire(piece);
      const mine: Waiting = { piece, wire, resolve, reject, signal, renewals: 0 };
      if (signal) this.listenTo(signal);
      const others = this.waiting.get(wire.name);
      if (others) others.push(mine);
      else {
        this.waiting.set(wire.name, [mine]);
        this.send(wire);
      }
    });
    return { answer, trials: () => 0 };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const name of [...this.waiting.keys()]) this.settle(name, (w) => w.resolve(undefined));
    await this.server.close();
  }

  /** One listener for all pieces of a run: thousands of them wait at the same time. */
  private listenTo(signal: AbortSignal): void {
    if (this.abortable.has(signal)) return;
    this.abortable.add(signal);
    signal.addEventListener('abort', () => this.giveUp(signal), { once: true });
  }

  /** The pieces stay in the queue: whoever types the same line again finds them there. */
  private giveUp(signal: AbortSignal): void {
    for (const [name, all] of [...this.waiting]) {
      const others = all.filter((w) => w.signal !== signal);
      if (others.length > 0) this.waiting.set(name, others);
      else this.waiting.delete(name);
      for (const w of all) if (w.signal === signal) w.resolve(undefined);
    }
  }

  private done(name: string, text: string): void {
    const [first] = this.waiting.get(name) ?? [];
    if (!first) return;
    try {
      const answer = readAnswer(text, first.piece);
      this.settle(name, (w) => w.resolve(answer));
    } catch (error) {
      this.fail(name, `A worker of the queue answered what it was not asked: ${(error as Error).message}`);
    }
  }

  private settle(name: string, how: (w: Waiting) => void): void {
    const all = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    for (const w of all) how(w);
  }

  private fail(name: string, message: string): void {
    this.settle(name, (w) => w.reject(new SimError(message)));
  }

  /** Pieces that did not arrive because of an outage are found missing at the next look, and sent again. */
  private refused(error: Error, pieces: readonly WirePiece[]): void {
    const refusal = refusalOf(error);
    if (refusal) for (const { name } of pieces) this.settle(name, (w) => w.reject(refusal));
  }

  private async look(names: readonly string[]): Promise<void> {
    const states = await this.server.jobs.look(names);
    const again: WirePiece[] = [];
    for (const [i, state] of states.entries()) {
      const name = names[i];
      const [first] = this.waiting.get(name) ?? [];
      if (!first) continue;
      if (state.kind === 'completed') this.done(name, state.text);
      else if (state.kind === 'unknown') again.push(first.wire);
      else if (state.kind === 'failed') {
        const isOld = state.finishedAtMs < this.startedAtMs;
        if ((isOld || state.reason.startsWith(WORK_MISSING)) && first.renewals++ < TRIES) again.push(first.wire);
        else this.fail(name, `A piece failed ${TRIES} times on the workers of the queue: ${state.reason}`);
      }
    }
    if (again.length === 0) return;
    await this.server.jobs.renew(again).catch((error: Error) => this.refused(error, again));
  }

  private async lookAtAll(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      // Those that have waited longest come first, and go to the end of the row.
      const names = [...this.waiting.keys()].slice(0, LOOKED_AT_ONCE);
      for (const name of names) {
        const all = this.waiting.get(name)!;
        this.waiting.delete(name);
        this.waiting.set(name, all);
      }
      if (names.length > 0) await this.look(names);
      await this.sayWhetherLonely();
    } catch {
      // The connection is down; the next look may find it up.
    } finally {
      this.looking = false;
    }
  }

  private async sayWhetherLonely(): Promise<void> {
    if (this.saidLonely || this.waiting.size === 0 || performance.now() - this.startMs < LONELY_AFTER_MS) return;
    if ((await this.server.countWorkers()) > 0) return;
    this.saidLonely = true;
    this.onNews(
      `No worker of version ${VERSION} serves the queue at ${this.shown}; start one: grognard work --queue URL`,
    );
  }
}
