import type { Reply, Request } from './protocol.ts';

/*
 * The engine's own thread. The listener stands before anything is loaded: a module worker loses messages that come while
 * its modules are still on their way.
 */
const stops = new Map<number, AbortController>();
const answers = () => import('./answers.ts');

const send = (reply: Reply): void => {
  const transfer = 'value' in reply ? buffersOf(reply.value) : [];
  self.postMessage(reply, { transfer });
};
const buffersOf = (value: unknown): ArrayBuffer[] => {
  const content = (value as { content?: unknown } | null)?.content;
  return content instanceof Uint8Array && content.buffer instanceof ArrayBuffer ? [content.buffer] : [];
};

/** One question after the other; a later one waits for no more than the next pause of the one before it. */
let last: Promise<void> = Promise.resolve();

self.onmessage = ({ data: request }: MessageEvent<Request>) => {
  if (request.kind === 'cancel') {
    stops.get(request.id)?.abort();
    return;
  }
  const stop = new AbortController();
  stops.set(request.id, stop);
  last = last.then(async () => {
    const startMs = performance.now();
    try {
      if (stop.signal.aborted) return send({ id: request.id, cancelled: true });
      const { answer } = await answers();
      const value = await answer(request, {
        signal: stop.signal,
        progress: (text) => send({ id: request.id, progress: text }),
        soFar: (part) => send({ id: request.id, soFar: part }),
      });
      send({ id: request.id, value, cpuMs: performance.now() - startMs });
    } catch (error) {
      if (stop.signal.aborted) send({ id: request.id, cancelled: true });
      else send({ id: request.id, problems: (await answers()).problemsOf(error) });
    } finally {
      stops.delete(request.id);
    }
  });
};
