import { trialsInBlock } from '../src/sim/blocks.ts';
import { Walker } from '../src/sim/sample.ts';
import type { BlockTally } from '../src/sim/tally.ts';
import { unshareAutomaton } from '../src/sim/walk/share.ts';
import type { Failed, WalkAnswer, WalkTask } from './task.ts';
import { PROGRESS, PROGRESS_UNIT, STOP } from './task.ts';

let loaded: { id: number; walker: Walker } | null = null;

/** The thread side: walks the blocks of a task on this thread's kernel. */
export default async function work(task: WalkTask): Promise<WalkAnswer | Failed> {
  try {
    return await walk(task);
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

async function walk(task: WalkTask): Promise<WalkAnswer> {
  if (loaded?.id !== task.automaton.id) {
    loaded = { id: task.automaton.id, walker: await Walker.on(unshareAutomaton(task.automaton), task.table) };
  }
  const { walker } = loaded;
  const { control } = task;
  const edges = new Float64Array(task.automaton.target.length);
  const blocks: BlockTally[] = [];
  let done = task.from;
  for (; done < task.to; done++) {
    let told = 0;
    const pause = (started: number): boolean => {
      const units = Math.floor(started / PROGRESS_UNIT);
      Atomics.add(control, PROGRESS, units - told);
      told = units;
      return Atomics.load(control, STOP) === 1;
    };
    const n = trialsInBlock(task.plan, done);
    const block = walker.block(task.seed, done, n, edges, pause);
    if (block === null) break;
    Atomics.add(control, PROGRESS, Math.floor(n / PROGRESS_UNIT) - told);
    blocks.push(block);
    if (Atomics.load(control, STOP) === 1) {
      done++;
      break;
    }
  }
  return { done, edges, blocks };
}
