import { buildRecipe } from '../src/scenarios/recipe.ts';
import { PlaySession } from '../src/sim/play/session.ts';
import { blockProgress } from './control.ts';
import type { PlayAnswer, PlayTask } from './task.ts';

let loaded: { id: number; session: PlaySession } | null = null;

/** Plays the blocks of a task over this thread's local automata. */
export async function playBlocks(task: PlayTask): Promise<PlayAnswer> {
  if (loaded?.id !== task.id) {
    const built = await Promise.all(task.recipes.map(buildRecipe));
    loaded = {
      id: task.id,
      session: new PlaySession(
        built.map((b) => b.machine),
        task.style,
      ),
    };
  }
  return loaded.session.blocks(task.plan, task.seed, task.from, task.to, () => blockProgress(task.control));
}
