import type { CellsAnswer, Failed, PlayAnswer, Task, WalkAnswer } from './task.ts';

/** The thread side: what a thread can be asked to do, each brought in on first use. */
export default async function work(task: Task): Promise<WalkAnswer | PlayAnswer | CellsAnswer | Failed> {
  try {
    switch (task.kind) {
      case 'walk':
        return await (await import('./walk.ts')).walkBlocks(task);
      case 'play':
        return await (await import('./play.ts')).playBlocks(task);
      case 'cells':
        return await (await import('./cells.ts')).exactCells(task);
    }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
