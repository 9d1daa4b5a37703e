import { newControl, stop, trialsDone } from '../../src/engine/control.ts';
import type { Answer } from '../../src/engine/work.ts';
import type { Running, Workforce } from '../../src/engine/workforce.ts';
import { SimError } from '../../src/sim/error.ts';
import type { Failed, Task } from '../../workers/worker.ts';

interface Job {
  readonly task: Task;
  readonly settle: (answer: Answer | undefined) => void;
  readonly fail: (error: Error) => void;
}

/** One core is left for the page itself. */
const cores = (): number => Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));

/** Workers of the page around workers/worker.ts: with shared memory where the page is isolated, with copies where not. */
class PageWorkforce implements Workforce {
  readonly width = cores();
  readonly grain = 'fine';
  private readonly idle: Worker[] = [];
  private readonly waiting: Job[] = [];
  private readonly jobs = new Map<Worker, Job>();

  run(piece: Task['piece'], signal?: AbortSignal): Running {
    const control = newControl();
    const answer = new Promise<Answer | undefined>((settle, fail) => {
      const job: Job = { task: { piece, control }, settle, fail };
      if (signal?.aborted) return settle(undefined);
      signal?.addEventListener('abort', () => this.giveUp(job), { once: true });
      this.waiting.push(job);
      this.next();
    });
    return { answer, trials: () => trialsDone(control) };
  }

  async close(): Promise<void> {
    for (const worker of [...this.idle, ...this.jobs.keys()]) worker.terminate();
    this.idle.length = 0;
    for (const job of [...this.jobs.values(), ...this.waiting]) job.settle(undefined);
    this.jobs.clear();
    this.waiting.length = 0;
  }

  private next(): void {
    while (this.waiting.length > 0 && (this.idle.length > 0 || this.jobs.size < this.width)) {
      const worker = this.idle.pop() ?? this.started();
      const job = this.waiting.shift()!;
      this.jobs.set(worker, job);
      worker.postMessage(job.task);
    }
  }

  private started(): Worker {
    const worker = new Worker(new URL('./pool-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer | Failed>) => {
      const job = this.jobs.get(worker);
      this.jobs.delete(worker);
      this.idle.push(worker);
      if ('failed' in data) job?.fail(new SimError(`A worker failed: ${data.failed}`));
      else job?.settle(data);
      this.next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const job = this.jobs.get(worker);
      this.jobs.delete(worker);
      worker.terminate();
      job?.fail(new SimError(`A worker of the page ended (${event.message || 'its files could not be loaded'}).`));
      this.next();
    };
    return worker;
  }

  /** A worker that shares memory hears the word itself; one that does not is ended, and another takes its place. */
  private giveUp(job: Job): void {
    const place = this.waiting.indexOf(job);
    if (place >= 0) {
      this.waiting.splice(place, 1);
      job.settle(undefined);
      return;
    }
    stop(job.task.control);
    if (typeof SharedArrayBuffer !== 'undefined') return;
    for (const [worker, own] of this.jobs) {
      if (own !== job) continue;
      this.jobs.delete(worker);
      worker.terminate();
      job.settle(undefined);
      this.next();
    }
  }
}

let workforce: PageWorkforce | undefined;

/** Started with the first work that is worth it. */
export const pageWorkforce = (): Workforce => {
  workforce ??= new PageWorkforce();
  return workforce;
};
