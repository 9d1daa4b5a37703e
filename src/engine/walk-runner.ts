import type { Recipe } from '../scenarios/recipe.ts';
import type { Automaton } from '../sim/automaton.ts';
import { type BlockPlan, trialsInBlock } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { arcsOf, propagate } from '../sim/exact.ts';
import { breathe } from '../sim/giving-way.ts';
import { Walker } from '../sim/sample.ts';
import type { BlockTally } from '../sim/tally.ts';
import { shareAutomaton } from '../sim/walk/share.ts';
import { walkTable } from '../sim/walk/table.ts';
import type { EngineOptions } from './types.ts';
import { type BlocksWork, type WalkAnswer, workKey } from './work.ts';
import { blocksInOrder, PROGRESS_EVERY_MS, type Workforce } from './workforce.ts';

/** Encounters in a fine piece at the least: handing it over costs a little, and a dead thread loses it. */
const FINE_TRIALS = 2 ** 21;
/** Steps in a coarse piece: about a second. */
const COARSE_STEPS = 1e9;
/** Work below this is done before a thread has started, or a queue has answered. */
const SHARED_FROM_MS = 120;
const GUESSED_NS_PER_STEP = 1.5;

/** What is walked: an automaton, and the recipes it was compiled from, where others are to compile it too. */
export interface Walkable {
  readonly automaton: Automaton;
  readonly recipes?: readonly Recipe[];
}

/** Runs blocks of a plan, with the same counts whoever does it. `done` may fall short after a stop. */
export type WalkRunner = (plan: BlockPlan, from: number, to: number) => Promise<WalkAnswer>;

export async function walkRunner(source: Walkable, options: EngineOptions, trials: number): Promise<WalkRunner> {
  const { workforce } = options;
  const shared =
    workforce && isWorthSharing(source.automaton, trials) && (workforce.grain === 'fine' || source.recipes);
  return shared ? sharedOut(source, options, workforce) : inProcess(source.automaton, options);
}

/** Whether a run of this length takes long enough for a workforce to pay. */
export const isWorthSharing = (automaton: Automaton, trials: number): boolean =>
  (trials * stepsEach(automaton) * GUESSED_NS_PER_STEP) / 1e6 > SHARED_FROM_MS;

/** Steps of one encounter, on average. */
function stepsEach(automaton: Automaton): number {
  const arcs = arcsOf(automaton);
  propagate(arcs);
  return arcs.atNode.reduce((a, b) => a + b, 0);
}

/** Small runs: control goes back to the event loop between blocks. */
async function inProcess(automaton: Automaton, options: EngineOptions): Promise<WalkRunner> {
  const walker = await Walker.on(automaton);
  return async (plan, from, to) => {
    const edges = new Float64Array(automaton.target.length);
    const blocks: BlockTally[] = [];
    const startMs = performance.now();
    let toldMs = startMs;
    let done = from;
    while (done < to && !options.signal?.aborted) {
      blocks.push(walker.block(options.seed, done, trialsInBlock(plan, done), edges)!);
      done++;
      const nowMs = performance.now();
      if (nowMs - toldMs < PROGRESS_EVERY_MS / 5) continue;
      toldMs = nowMs;
      const doneTrials = Math.min(plan.trials, done * plan.blockSize);
      options.onProgress?.({ doneTrials, totalTrials: plan.trials, elapsedMs: nowMs - startMs });
      await breathe();
    }
    return { done, edges, blocks };
  };
}

/** Large runs: blocks go to the workforce, piece by piece. */
function sharedOut({ automaton, recipes = [] }: Walkable, options: EngineOptions, workforce: Workforce): WalkRunner {
  const fine = workforce.grain === 'fine';
  const local = fine ? { automaton: shareAutomaton(automaton), table: walkTable(automaton) } : undefined;
  const pieceTrials = fine ? FINE_TRIALS : COARSE_STEPS / stepsEach(automaton);
  return async (plan, from, to) => {
    // Threads that share the automaton need no recipe.
    const work: BlocksWork = { kind: 'walk', recipes: fine ? [] : recipes, plan, seed: options.seed };
    const key = workKey(work);
    const perPiece = Math.max(1, Math.floor(pieceTrials / plan.blockSize));
    const edges = new Float64Array(automaton.target.length);
    const blocks: BlockTally[] = [];
    let done = from;
    await blocksInOrder<WalkAnswer>(
      workforce,
      options,
      { plan, from, to, perPiece },
      (a, b) => ({ work, key, place: Math.floor(a / perPiece), from: a, to: b, ...(local ? { local } : {}) }),
      (answer) => {
        if (answer.edges.length !== edges.length)
          throw new SimError('An answer counts another encounter than the one that was asked for.');
        for (let e = 0; e < edges.length; e++) edges[e] += answer.edges[e];
        for (const block of answer.blocks) blocks.push(block);
        done = answer.done;
      },
    );
    return { done, edges, blocks };
  };
}
