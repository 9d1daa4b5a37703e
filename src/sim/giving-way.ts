/*
 * Long work on one thread. It is written as a generator that yields wherever it may be left for a moment: straight
 * through where nobody waits, or giving way to whoever else has something to do, such as hearing a Ctrl-C.
 */

/** Runs work to its end without a pause. */
export function straight<T>(work: Generator<number, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** setImmediate where there is one: Node has it, a page does not. */
const immediate = (globalThis as { readonly setImmediate?: (resume: () => void) => unknown }).setImmediate;

/**
 * Lets whoever else has something to do have a turn: a Ctrl-C, a message to a worker. On a page a message to oneself is
 * the quickest way, since its timers wait four milliseconds once they are nested.
 */
export function breathe(): Promise<void> {
  if (immediate) return new Promise((resume) => immediate(resume));
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    // Node's types know the port by its events only.
    (port1 as unknown as { onmessage: () => void }).onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
}

/** So long may work go on before it looks up. */
const LOOK_UP_MS = 30;

/**
 * Runs work to its end, looking up every few milliseconds.
 * @param look is told how far the work has come (what it yields); what it throws ends the work, and what it promises is
 * waited for
 */
export async function givingWay<T>(
  work: Generator<number, T>,
  look: (soFar: number) => void | Promise<void>,
): Promise<T> {
  let lookedMs = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - lookedMs < LOOK_UP_MS) continue;
    await breathe();
    await look(value);
    lookedMs = performance.now();
  }
}
