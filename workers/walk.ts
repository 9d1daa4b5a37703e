import { trialsInBlock } from '../src/sim/blocks.ts';
import { Walker } from '../src/sim/sample.ts';
import type { BlockTally } from '../src/sim/tally.ts';
import { unshareAutomaton } from '../src/sim/walk/share.ts';
import { blockProgress } from './control.ts';
import type { WalkAnswer, WalkTask } from './task.ts';

let loaded: { id: number; walker: Walker } | null = null;

/** Walks the blocks of a task on this thread's kernel. */
export async function walkBlocks(task: WalkTask): Promise<WalkAnswer> {
  if (loaded?.id !== task.automaton.id) {
    loaded = { id: task.automaton.id, walker: await Walker.on(unshareAutomaton(task.automaton), task.table) };
  }
  const edges = new Float64Array(task.automaton.target.length);
  const blocks: BlockTally[] = [];
  let done = task.from;
  while (done < task.to) {
    const progress = blockProgress(task.control);
    const n = trialsInBlock(task.plan, done);
    const block = loaded.walker.block(task.seed, done, n, edges, progress.pause);
    if (block === null) break;
    blocks.push(block);
    done++;
    if (progress.done(n)) break;
  }
  return { done, edges, blocks };
}
