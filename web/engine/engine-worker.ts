import type { Question } from './answers.ts';
import type { Reply, Request } from './protocol.ts';

/*
 * The engine's own thread. The listener stands before anything is loaded: a module worker loses messages that come while
 * its modules are still on their way.
 */
const stops = new Map<number, AbortController>();
const answers = () => import('./answers.ts');
// Before the first question is put; the page that starts this thread names the rulebook that it will ask about.
void answers().then(({ fetchBook }) => fetchBook(self.name));

const send = (reply: Reply): void => {
  const transfer = 'value' in reply ? buffersOf(reply.value) : [];
  self.postMessage(reply, { transfer });
};
const buffersOf = (value: unknown): ArrayBuffer[] => {
  const content = (value as { content?: unknown } | null)?.content;
  return content instanceof Uint8Array && content.buffer instanceof ArrayBuffer ? [content.buffer] : [];
};

/** One question after the other, but for those that play nothing: they need not wait for a long answer, only for its next pause. */
let last: Promise<void> = Promise.resolve();
const AT_ONCE: readonly Request['kind'][] = ['form', 'troops', 'keep', 'allowed'];

self.onmessage = ({ data: request }: MessageEvent<Request>) => {
  if (request.kind === 'cancel') {
    stops.get(request.id)?.abort();
    return;
  }
  const stop = new AbortController();
  stops.set(request.id, stop);
  if (AT_ONCE.includes(request.kind)) void reply(request, stop.signal);
  else last = last.then(() => reply(request, stop.signal));
};

async function reply(request: Question, signal: AbortSignal): Promise<void> {
  const startMs = performance.now();
  try {
    if (signal.aborted) return send({ id: request.id, cancelled: true });
    const { answer } = await answers();
    const value = await answer(request, {
      signal,
      progress: (text) => send({ id: request.id, progress: text }),
      soFar: (part) => send({ id: request.id, soFar: part }),
    });
    send({ id: request.id, value, cpuMs: performance.now() - startMs });
  } catch (error) {
    if (signal.aborted) send({ id: request.id, cancelled: true });
    else send({ id: request.id, problems: (await answers()).problemsOf(error) });
  } finally {
    stops.delete(request.id);
  }
}
