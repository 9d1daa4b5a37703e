import { setImmediate } from 'node:timers/promises';
import type { PlayAnswer, PlayTask } from '../../workers/task.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import type { Recipe } from '../scenarios/recipe.ts';
import { type BlockPlan, planBlocks } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { addCounts, emptyCounts } from '../sim/play/counts.ts';
import { PlaySession } from '../sim/play/session.ts';
import { assertTrials } from '../sim/sample.ts';
import { onPool } from './tasks.ts';
import type { EngineOptions } from './types.ts';

/** Played encounters take microseconds, not nanoseconds, so a run that names no number takes fewer of them. */
export const DEFAULT_PLAYS = 100_000;
/** Fewer than so many are played before a thread has started and filled its local automata. */
const THREADS_FROM_PLAYS = 50_000;
let played = 0;

/** What can be played: a machine, and (for threads) the recipe it was built from. */
export interface Playable {
  readonly machine: AnyMachine;
  readonly recipe?: Recipe;
}

/** Plays a run of one machine, or of two under the same dice, over local automata. */
export async function play(
  sources: readonly Playable[],
  options: EngineOptions,
): Promise<PlayAnswer & { plan: BlockPlan }> {
  const trials = options.trials ?? DEFAULT_PLAYS;
  assertTrials(trials);
  const plan = planBlocks(trials);
  const recipes = sources.flatMap((s) => (s.recipe ? [s.recipe] : []));
  const threaded = trials >= THREADS_FROM_PLAYS && recipes.length === sources.length;
  const answer = await (threaded ? playOnThreads(recipes, plan, options) : playHere(sources, plan, options));
  if (answer.done === 0) {
    throw new SimError('The run was stopped before its first block was done; there is nothing to report.');
  }
  return { ...answer, plan };
}

async function playHere(sources: readonly Playable[], plan: BlockPlan, options: EngineOptions): Promise<PlayAnswer> {
  const session = new PlaySession(sources.map((s) => s.machine));
  const startMs = performance.now();
  let answer: PlayAnswer | null = null;
  for (let k = 0; k < plan.blocks && !options.signal?.aborted; k++) {
    answer = joined(answer, session.blocks(plan, options.seed, k, k + 1), sources.length);
    options.onProgress?.({
      doneTrials: Math.min(plan.trials, (k + 1) * plan.blockSize),
      totalTrials: plan.trials,
      elapsedMs: performance.now() - startMs,
    });
    await setImmediate();
  }
  return answer ?? { done: 0, counts: [], joint: null, states: 0 };
}

async function playOnThreads(recipes: readonly Recipe[], plan: BlockPlan, options: EngineOptions): Promise<PlayAnswer> {
  const id = played++;
  const answers = await onPool<PlayTask, PlayAnswer>(options, plan, 0, plan.blocks, 1, (from, to, control) => ({
    kind: 'play',
    id,
    recipes,
    plan,
    seed: options.seed,
    from,
    to,
    control,
  }));
  return answers.reduce<PlayAnswer | null>((all, a) => joined(all, a, recipes.length), null)!;
}

function joined(all: PlayAnswer | null, next: PlayAnswer, machines: number): PlayAnswer {
  if (!all) return next;
  const counts = Array.from({ length: machines }, (_, p) =>
    addCounts(all.counts[p] ?? emptyCounts(), next.counts[p] ?? emptyCounts()),
  );
  let joint: Map<string, number> | null = null;
  if (all.joint && next.joint) {
    joint = new Map(all.joint);
    for (const [key, n] of next.joint) joint.set(key, (joint.get(key) ?? 0) + n);
  }
  return { done: next.done, counts, joint, states: Math.max(all.states, next.states) };
}
