import { seedState } from '../random.ts';
import type { Kernel } from './kernel.ts';
import type { WalkTable } from './table.ts';

/**
 * Words walked between looks at the clock of the run. Long enough that the optimised loop does the work, short enough
 * that a cancelled run stops within milliseconds.
 */
export const PIECE_WORDS = 8_192;
/** Below this many words the plain loop takes over. */
const SHORTEST_PIECE = 16;

const loaded = new WeakMap<Kernel, WalkTable>();

/** Puts a table into the kernel of this thread, unless it is there. Several runs may take turns on one kernel. */
export function loadTable(kernel: Kernel, table: WalkTable): void {
  if (loaded.get(kernel) === table) return;
  kernel.load(table.next);
  loaded.set(kernel, table);
}

/**
 * Plays exactly `n` encounters of block `block`, counting every edge in `kernel.visits`.
 *
 * The rule that every reader of a block follows: each random word gives one roll to each of four lanes, in order; a lane
 * at row 0 starts an encounter when its roll is valid, as long as fewer than n have been started; then it finishes.
 * Counting starts, not ends, keeps short encounters from being favoured.
 *
 * @param startValid how many entries of row 0 are valid rolls
 * @param pause called after every piece with the encounters started; return true to give the block up
 * @returns false when given up
 */
export function runBlock(
  kernel: Kernel,
  table: WalkTable,
  startValid: number,
  seed: number,
  block: number,
  n: number,
  pause?: (started: number) => boolean,
): boolean {
  const { state, walk } = kernel;
  const mask = table.width - 1;
  seedState(seed, block, state);
  state.fill(0, 4, 8);
  let started = 0;
  for (;;) {
    // A word starts at most four encounters, so this many words can never start too many.
    const words = Math.min(PIECE_WORDS, (n - started) >>> 2);
    if (words < SHORTEST_PIECE) break;
    walk(words, mask);
    started = startsCounted(kernel, startValid);
    if (pause?.(started)) return false;
  }
  finish(kernel, mask, startValid, n - started);
  return true;
}

function startsCounted({ visits, stride }: Kernel, valid: number): number {
  let n = 0;
  for (let b = 0; b < valid; b++) n += visits[b * stride];
  return n;
}

/** The last few starts, and the encounters still in flight: the same rule, a roll at a time. */
function finish(kernel: Kernel, mask: number, startValid: number, starts: number): void {
  const { state, next, visits, stride, unit } = kernel;
  let left = starts;
  while (left > 0 || state[4] !== 0 || state[5] !== 0 || state[6] !== 0 || state[7] !== 0) {
    const bits = nextBits(state);
    for (let lane = 0; lane < 4; lane++) {
      const row = state[4 + lane] / unit;
      const roll = (bits >>> (8 * lane)) & mask;
      if (row === 0) {
        if (left === 0) continue;
        if (roll < startValid) left--;
      }
      visits[(row + roll) * stride]++;
      state[4 + lane] = next[(row + roll) * stride];
    }
  }
}

/** One step of the generator on a kernel's state. */
export function nextBits(state: Int32Array): number {
  const bits = (state[0] + state[1] + state[3]) | 0;
  state[3] = (state[3] + 1) | 0;
  state[0] = state[1] ^ (state[1] >>> 9);
  state[1] = (state[2] + (state[2] << 3)) | 0;
  state[2] = ((state[2] << 21) | (state[2] >>> 11)) + bits;
  return bits;
}
