import type { Problem } from '../../src/rules/problem.ts';
import type { Kind, Questions, Reply, Request } from './protocol.ts';

/** What became of a question: an answer, problems, or a newer question that took its place. */
export type Outcome<K extends Kind> =
  | { readonly value: Questions[K]['value']; readonly cpuMs: number }
  | { readonly problems: readonly Problem[] }
  | { readonly superseded: true };

export interface AskOptions<K extends Kind> {
  readonly soFar?: (part: Questions[K]['value']) => void;
  readonly progress?: (text: string) => void;
  /** A newer question in the same slot stops this one; by default its kind is the slot. */
  readonly slot?: string;
}

interface Open {
  readonly slot: string;
  readonly settle: (outcome: Outcome<Kind>) => void;
  readonly options: AskOptions<Kind>;
}

/** The page's side of an engine thread. */
export class Engine {
  private readonly open = new Map<number, Open>();
  private readonly worker: Worker;
  private last = 0;

  /** @param book loaded as soon as the thread is there */
  constructor(book = '') {
    this.worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module', name: book });
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      const message = `The engine could not be started (${event.message || 'its files could not be loaded'}); load the page again.`;
      for (const [id, { settle }] of this.open) {
        this.open.delete(id);
        settle({ problems: [{ path: [], message }] });
      }
    };
  }

  ask<K extends Kind>(kind: K, ask: Questions[K]['ask'], options: AskOptions<K> = {}): Promise<Outcome<K>> {
    const slot = options.slot ?? kind;
    for (const [id, open] of this.open) {
      if (open.slot !== slot) continue;
      this.open.delete(id);
      this.send({ id, kind: 'cancel' });
      open.settle({ superseded: true });
    }
    const id = ++this.last;
    return new Promise((settle) => {
      this.open.set(id, { slot, settle: settle as Open['settle'], options: options as AskOptions<Kind> });
      this.send({ id, kind, ask } as Request);
    });
  }

  /** Stops whatever runs in a slot. */
  stop(slot: string): void {
    for (const [id, open] of this.open) {
      if (open.slot !== slot) continue;
      this.open.delete(id);
      this.send({ id, kind: 'cancel' });
      open.settle({ superseded: true });
    }
  }

  private send(request: Request): void {
    this.worker.postMessage(request);
  }

  private hear(reply: Reply): void {
    const open = this.open.get(reply.id);
    if (!open) return;
    if ('soFar' in reply) open.options.soFar?.(reply.soFar as never);
    else if ('progress' in reply) open.options.progress?.(reply.progress);
    else {
      this.open.delete(reply.id);
      if ('problems' in reply) open.settle({ problems: reply.problems });
      else if ('value' in reply) open.settle({ value: reply.value as never, cpuMs: reply.cpuMs });
      else open.settle({ superseded: true });
    }
  }
}

let front: Engine | undefined;
let back: Engine | undefined;

/** Answers what is looked at. Whoever starts it may name the book that it will be asked about. */
export const engine = (book?: string): Engine => {
  front ??= new Engine(book);
  return front;
};

/** Works ahead without keeping anybody waiting. */
export const background = (): Engine => {
  back ??= new Engine();
  return back;
};
