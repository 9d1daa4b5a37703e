import type { Task } from '../../workers/worker.ts';

/** The listener stands before anything is loaded: messages that come while modules load would be lost. */
const work = () => import('../../workers/worker.ts');
let last: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Task>) => {
  last = last.then(async () => {
    const { default: run } = await work();
    self.postMessage(await run(data));
  });
};
