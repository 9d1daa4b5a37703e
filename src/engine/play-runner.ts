import type { AnyMachine } from '../rules/encounter.ts';
import type { Recipe } from '../scenarios/recipe.ts';
import { assertTrials } from '../sim/asked.ts';
import { type BlockPlan, planBlocks } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { breathe } from '../sim/giving-way.ts';
import { hasKernels } from '../sim/kernels/has-kernels.ts';
import { addCounts, emptyCounts, tallyPlay } from '../sim/play/counts.ts';
import { JOINT_KINDS, PlaySession, type PlayStyle } from '../sim/play/session.ts';
import { addSumDifferences } from '../sim/play/sum-differences.ts';
import type { Tally } from '../sim/tally.ts';
import {
  assertPrecision,
  assertWithinReach,
  mayBeOutOfReach,
  PRECISION_FIRST_BLOCKS,
  preciseEnough,
} from './precision.ts';
import type { EngineOptions } from './types.ts';
import { type BlocksWork, canPlayTogether, type PlayAnswer, workKey } from './work.ts';
import { blocksInOrder, type Workforce } from './workforce.ts';

/** Played encounters take microseconds, not nanoseconds, so a run that names no number takes fewer of them. */
const DEFAULT_PLAYS = 100_000;
/** Of engagements that are stepped: intervals of ±0.7 points after some ten seconds of work. */
const DEFAULT_STEPPED_PLAYS = 20_000;
export const defaultPlays = ({ looksAcross }: AnyMachine): number =>
  looksAcross ? DEFAULT_STEPPED_PLAYS : DEFAULT_PLAYS;
/** A run of fewer plays is over before a thread has started and filled its local automata. */
const SHARED_FROM_PLAYS = 50_000;
/** The same for walks of compiled automata, which are some fifty times quicker. */
const SHARED_FROM_WALKS = 10_000_000;
/** The most a run for precision plays before it gives up. */
const PRECISION_PLAYS = 1e8;
const PRECISION_BLOCK = 2 ** 10;
/** Plays and walks in a coarse piece: about a second. */
const COARSE_PLAYS = 2 ** 13;
const COARSE_WALKS = 2 ** 19;
/** With fewer plays one thread is done, or nearly, before others had much to do: it fills what they play over. */
const TOGETHER_FROM_PLAYS = 1_000_000;
/** Pieces for each thread, where they wait for each other at the end of one. */
const TOGETHER_PIECES = 12;
/** Blocks of plays stay small enough to be shared out: one takes seconds, however long the run. */
const LARGEST_PLAY_BLOCK = 2 ** 16;

/**
 * From this many plays on it pays to work phase kernels out first: they cost as much as local automata at 10,000 to 16,000
 * plays of the built-in engagements. Counted by what was asked for, never by threads.
 */
const KERNELS_FROM_PLAYS = 12_000;

/** Fewer than this are over before local automata are filled: they are stepped as they are written, with the same results. */
const LOCAL_FROM_PLAYS = 1_000;
export const isShort = ({ trials, precision }: EngineOptions): boolean =>
  precision === undefined && trials !== undefined && trials < LOCAL_FROM_PLAYS;

/**
 * How a run of one machine is played: over phase kernels where there are some and the run is long enough; step by step
 * where procedures look into each other's records.
 */
export function styleOf(machine: AnyMachine, options: EngineOptions): PlayStyle {
  if (isShort(options)) return { direct: true };
  const { trials, precision } = options;
  const plays =
    precision === undefined ? (trials ?? defaultPlays(machine)) : Math.min(trials ?? PRECISION_PLAYS, precision ** -2);
  if (!hasKernels(machine)) return {};
  if (machine.looksAcross) return { direct: true };
  return plays >= KERNELS_FROM_PLAYS ? { kernels: true } : {};
}

export const methodOf = ({ walk, direct }: PlayStyle): string =>
  walk ? 'walk' : direct ? 'step by step' : 'local automata';

/** What can be played: a machine, and (for threads) the recipe it was built from. */
export interface Playable {
  readonly machine: AnyMachine;
  readonly recipe?: Recipe;
}

/** Plays a run of one machine, or of two under the same dice, over local automata; `plan` is what was to be played. */
export async function play(
  sources: readonly Playable[],
  options: EngineOptions,
  style: PlayStyle = {},
): Promise<PlayAnswer & { plan: BlockPlan }> {
  const played =
    options.precision === undefined
      ? await fixedPlays(sources, options, style)
      : await untilPrecise(sources, options, options.precision, style);
  if (played.counts.every(({ trials }) => trials === 0))
    throw new SimError('The run was stopped before any of it was played; there is nothing to report.');
  return played;
}

/** How a run of this many plays is cut into blocks. */
export const playPlan = (trials: number): BlockPlan => planBlocks(trials, LARGEST_PLAY_BLOCK);

async function fixedPlays(sources: readonly Playable[], options: EngineOptions, style: PlayStyle) {
  const trials = options.trials ?? Math.min(...sources.map((s) => defaultPlays(s.machine)));
  assertTrials(trials);
  const plan = playPlan(trials);
  return { ...(await player(sources, options, trials, style)(plan, 0, plan.blocks)), plan };
}

/** As with walks: looks only after 8, 16, 32 … blocks, never by the clock. */
async function untilPrecise(sources: readonly Playable[], options: EngineOptions, precision: number, style: PlayStyle) {
  assertPrecision(precision);
  const cap = options.trials ?? PRECISION_PLAYS;
  assertTrials(cap);
  const blockSize = Math.min(cap, PRECISION_BLOCK);
  const plan: BlockPlan = { trials: cap, blockSize, blocks: Math.ceil(cap / blockSize) };
  // A run that names its trials is given what those come to.
  if (options.trials === undefined && mayBeOutOfReach(precision, cap, options.level))
    for (const tally of firstPlays(sources, options.seed)) assertWithinReach(tally, precision, cap, options.level);
  const run = player(sources, options, style.walk ? 0 : SHARED_FROM_PLAYS, style);
  let answer: PlayAnswer | null = null;
  for (let want = Math.min(plan.blocks, PRECISION_FIRST_BLOCKS); ; want = Math.min(plan.blocks, want * 2)) {
    const next: PlayAnswer = await run(plan, answer?.done ?? 0, want);
    answer = joined(answer, next, sources.length);
    if (next.done < want || want === plan.blocks) return { ...answer, plan };
    const { counts } = answer;
    const tallies = sources.map((s, i) => tallyPlay(s.machine, counts[i], false));
    if (tallies.every((tally) => preciseEnough(tally, precision, options.level))) {
      return { ...answer, plan: { trials: want * blockSize, blockSize, blocks: want } };
    }
  }
}

/** Plays that show what a precision takes, at the cost of a moment: tables are not filled for what is refused. */
const FIRST_PLAYS = 512;

function firstPlays(sources: readonly Playable[], seed: number): Tally[] {
  const plan = { trials: FIRST_PLAYS, blockSize: FIRST_PLAYS, blocks: 1 };
  return sources.map(({ machine }) => {
    const { counts } = new PlaySession([machine], { direct: true }).blocks(plan, seed, 0, 1);
    return tallyPlay(machine, counts[0], false);
  });
}

/** Plays blocks `from` to `to` of a plan, keeping from one call to the next what it has filled. */
type PlayStage = (plan: BlockPlan, from: number, to: number) => Promise<PlayAnswer>;

function player(sources: readonly Playable[], options: EngineOptions, trials: number, style: PlayStyle): PlayStage {
  const recipes = sources.flatMap((s) => (s.recipe ? [s.recipe] : []));
  const { workforce } = options;
  const worth = goesWhole(options) || trials >= (style.walk ? SHARED_FROM_WALKS : SHARED_FROM_PLAYS);
  const shared = workforce && worth && recipes.length === sources.length;
  return shared ? sharedOut(recipes, options, style, workforce) : playHere(sources, options, style);
}

/** Whether all of a run goes to one thread, while others are busy with others of its kind. */
const goesWhole = ({ isOneOfMany, workforce }: EngineOptions): boolean =>
  isOneOfMany === true && workforce?.grain === 'fine';

function playHere(sources: readonly Playable[], options: EngineOptions, style: PlayStyle): PlayStage {
  let made: PlaySession | undefined;
  const startMs = performance.now();
  return async (plan, from, to) => {
    made ??= await PlaySession.on(
      sources.map((s) => s.machine),
      style,
    );
    const session = made;
    let answer: PlayAnswer | null = null;
    for (let k = from; k < to && !options.signal?.aborted; k++) {
      answer = joined(answer, session.blocks(plan, options.seed, k, k + 1), sources.length);
      options.onProgress?.({
        doneTrials: Math.min(plan.trials, (k + 1) * plan.blockSize),
        totalTrials: plan.trials,
        elapsedMs: performance.now() - startMs,
      });
      await breathe();
    }
    return answer ?? { ...NOTHING, done: from };
  };
}

function sharedOut(
  recipes: readonly Recipe[],
  options: EngineOptions,
  style: PlayStyle,
  workforce: Workforce,
): PlayStage {
  return async (plan, from, to) => {
    const work: BlocksWork = { kind: 'play', recipes, style, plan, seed: options.seed };
    const key = workKey(work);
    const pieceTrials = workforce.grain === 'fine' ? 0 : style.walk ? COARSE_WALKS : COARSE_PLAYS;
    const together = workforce.meets && canPlayTogether(work) ? blocksTogether(plan, to - from, workforce.width) : 1;
    const perPiece = goesWhole(options) ? to - from : Math.max(together, Math.floor(pieceTrials / plan.blockSize));
    let all: PlayAnswer | null = null;
    await blocksInOrder<PlayAnswer>(
      workforce,
      options,
      { plan, from, to, perPiece },
      (a, b) => ({ work, key, place: Math.floor(a / perPiece), from: a, to: b }),
      (answer) => {
        all = joined(all, answer, recipes.length);
      },
    );
    return all ?? { ...NOTHING, done: from };
  };
}

/** How many of some blocks are one piece, where threads play over tables that one of them fills. */
function blocksTogether({ blockSize }: BlockPlan, blocks: number, threads: number): number {
  if (blocks * blockSize < TOGETHER_FROM_PLAYS) return blocks;
  return Math.ceil(blocks / (threads * TOGETHER_PIECES));
}

const NOTHING: PlayAnswer = { done: 0, counts: [], joint: null, sumDifferences: null };

function joined(all: PlayAnswer | null, next: PlayAnswer, machines: number): PlayAnswer {
  if (!all) return next.joint && next.joint.size > JOINT_KINDS ? { ...next, joint: null } : next;
  // Stopped before a block was done: nothing comes in, and what there was stays whole.
  if (next.counts.length === 0) return { ...all, done: next.done };
  const counts = Array.from({ length: machines }, (_, p) =>
    addCounts(all.counts[p] ?? emptyCounts(), next.counts[p] ?? emptyCounts()),
  );
  let joint: Map<string, number> | null = null;
  if (all.joint && next.joint) {
    joint = new Map(all.joint);
    for (const [key, n] of next.joint) joint.set(key, (joint.get(key) ?? 0) + n);
    // Counted over all pieces, so that how the run was cut makes no difference.
    if (joint.size > JOINT_KINDS) joint = null;
  }
  const sumDifferences =
    all.sumDifferences && next.sumDifferences ? addSumDifferences(all.sumDifferences, next.sumDifferences) : null;
  return { done: next.done, counts, joint, sumDifferences };
}
