import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** V8 whose options are known; another would say on the screen that it does not know one. */
const KNOWN_V8 = 13;
/** A heap may have grown by so much, in percent, before garbage is collected. */
const GROWTH = 20;

/**
 * Lets heaps grow by a fifth between collections, where V8 would let them double. Tables of engagements are filled for
 * seconds and then stay: most of what heaps took for that was never given back. It holds for all of the process, so only
 * a program that is this one alone may ask for it.
 */
export function keepHeapsSmall(): void {
  if (Number.parseInt(process.versions.v8, 10) <= KNOWN_V8) setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/**
 * Gives back what this thread has left behind. One that only waits for others never does so by itself: what it came to
 * while it looked whether an encounter can be compiled, some 30 MB, would lie there for the whole run.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}
