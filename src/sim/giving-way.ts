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

/** So long may work go on before it looks up. */
const LOOK_UP_MS = 30;

/**
 * Runs work to its end, looking up every few milliseconds.
 * @param look is told how far the work has come (what it yields); what it throws ends the work
 */
export async function givingWay<T>(work: Generator<number, T>, look: (soFar: number) => void): Promise<T> {
  let lookedMs = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - lookedMs < LOOK_UP_MS) continue;
    await new Promise((resume) => setTimeout(resume, 0));
    look(value);
    lookedMs = performance.now();
  }
}
