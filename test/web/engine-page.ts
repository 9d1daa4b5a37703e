import type { Page } from 'playwright-core';
import { workerFile } from './browser.ts';

export interface EngineReply {
  readonly value?: unknown;
  readonly problems?: readonly { readonly message: string }[];
  /** The first part of an answer that came in parts. */
  readonly first?: unknown;
  /** From the question to the first part of an answer, by the clock. */
  readonly firstMs: number;
}

/** `onFirst` hears as soon as a part of the answer is there. */
export type AskEngine = (kind: string, ask: unknown, onFirst?: () => void) => Promise<EngineReply>;

/** Runs in the browser as it is written here: what compiles this file must not add anything to it. */
const ASKING = `(file) => {
  const worker = new Worker(new URL(file, location.href), { type: 'module' });
  const open = new Map();
  let last = 0;
  worker.onmessage = ({ data }) => {
    const question = open.get(data.id);
    if (!question || 'progress' in data) return;
    question.firstMs ??= performance.now() - question.startMs;
    question.isSeen();
    if ('soFar' in data) {
      question.first ??= data.soFar;
      return;
    }
    open.delete(data.id);
    const content = data.value && data.value.content;
    if (content instanceof Uint8Array) data.value.content = [...content];
    question.resolve({ value: data.value, problems: data.problems, first: question.first, firstMs: question.firstMs });
  };
  globalThis.askEngine = (kind, ask) =>
    new Promise((resolve) => {
      const question = { resolve, startMs: performance.now() };
      globalThis.firstFigures = new Promise((isSeen) => Object.assign(question, { isSeen }));
      open.set(++last, question);
      worker.postMessage({ id: last, kind, ask });
    });
}`;

/** The engine's thread on a page that has nothing else: what is asked goes straight to it. */
export async function engineOn(page: Page, address: string): Promise<AskEngine> {
  await page.goto(`${address}icon.svg`);
  await page.evaluate(`(${ASKING})(${JSON.stringify(workerFile())})`);
  return (kind, ask, onFirst) => {
    const reply = page.evaluate<EngineReply>(`askEngine(${JSON.stringify(kind)}, ${JSON.stringify(ask)})`);
    if (onFirst) void page.evaluate('firstFigures').then(onFirst);
    return reply;
  };
}
