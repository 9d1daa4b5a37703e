import type { Workforce } from '../engine/workforce.ts';

/** Where a command writes to and asks from. Tables go to `out`; progress, messages and errors to `err`. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard output is a terminal. */
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Somebody can answer questions. */
  readonly canAsk: boolean;
  readonly columns: number;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** Asks one question and gives the answer, without the line's end. */
  readonly ask: (question: string) => Promise<string>;
  /** Whoever shares in the work of an experiment, in the place of threads; it is told which experiment it is. */
  readonly workforceFor?: (order: string) => Workforce;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const EXIT = { done: 0, failed: 1, wrongInput: 2, interrupted: 130 } as const;

/** Ctrl-C at a question: nobody needs to be told what they have just done. */
export class PromptStopped extends Error {
  override name = 'PromptStopped';
}

/** Ctrl-C before a queue had answered: the work is left there. */
export class StoppedOnQueue extends Error {
  override name = 'StoppedOnQueue';
}

/** The process's own streams. */
export function processIo(signal: AbortSignal): Io {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    canAsk: process.stdin.isTTY === true && process.stdout.isTTY === true,
    // A terminal that has not said its size yet says 0.
    columns: process.stdout.columns || 80,
    signal,
    ask: async (question) => {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      // While it asks, readline hears Ctrl-C itself; and after Ctrl-D no answer would ever come.
      let stop = (): void => {};
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(new PromptStopped());
        lines.once('SIGINT', stop).once('close', stop);
        signal.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([lines.question(question), stopped]);
      } finally {
        signal.removeEventListener('abort', stop);
        lines.close();
      }
    },
    env: process.env,
  };
}
