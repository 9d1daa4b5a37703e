import type { ExperimentOptions, ExperimentProgress } from '../../src/experiments/options.ts';
import type { Results } from '../../src/results/types.ts';

/** An experiment that waits for nothing but how it is to be worked out. */
export type Experiment = (options: ExperimentOptions) => Promise<Results>;

/** This many engagements are played in a moment. */
const FIRST_PLAYS = 100;
/** Of many cases each is played less often, but never so little that it says nothing. */
const PLAYS_OF_ALL = 200;
const FEWEST_PLAYS = 20;

interface Looks {
  readonly isEngagement: boolean;
  /** Of each case in the first look. */
  readonly fewestPlays?: number;
}

/** No built-in fight has as many states; whatever has more is not there in a moment. */
const MANY_STATES = 2_500;
/** An engagement may be slow with few states. Fights are not judged by the clock: a busy machine would call them slow. */
const SOON_MS = 150;
/** A look that takes longer would keep the answer itself waiting. */
const LONG_LOOK_MS = 1_000;

/**
 * The whole answer of an experiment. Where that is long in coming, the same is played a hundred times first, so that
 * there are figures with their interval within a second: what is being worked out waits for them. Where the answer itself
 * is being sampled, by threads of their own, ten times as many follow, and so on: the interval closes in.
 */
export async function withFirstLooks(
  experiment: Experiment,
  { isEngagement, fewestPlays = FEWEST_PLAYS }: Looks,
  options: ExperimentOptions,
  early: (results: Results) => unknown,
): Promise<Results> {
  const { onProgress: _quiet, workforce: _others, ...alone } = options;
  let isDone = false;
  let plays = 0;
  let looking: Promise<void> | undefined;
  const lookWith = async (trials: number): Promise<void> => {
    plays = trials;
    const startMs = performance.now();
    const look = await experiment({ ...alone, engine: 'sample', isPastCompiling: true, trials }).catch(() => null);
    // Whatever is wrong is said by the answer itself.
    if (look && !isDone && !options.signal?.aborted) await early(look);
    if (!look || performance.now() - startMs > LONG_LOOK_MS) plays = Number.POSITIVE_INFINITY;
    looking = undefined;
  };
  const onProgress = (progress: ExperimentProgress): void | Promise<void> => {
    options.onProgress?.(progress);
    const isSlow = isEngagement && progress.elapsedMs > SOON_MS;
    const isLong = isSlow || progress.cell !== undefined || (progress.states ?? 0) > MANY_STATES;
    const isFirst = plays === 0 && isLong;
    const isWorthMore = plays > 0 && plays * 10 < (progress.cell?.totalTrials ?? 0);
    if (isFirst) looking = lookWith(Math.max(fewestPlays, firstPlays(progress)));
    else if (isWorthMore) looking ??= lookWith(plays * 10);
    return looking;
  };
  try {
    return await experiment({ ...options, onProgress });
  } finally {
    isDone = true;
  }
}

const firstPlays = ({ totalCells }: ExperimentProgress): number =>
  Math.min(FIRST_PLAYS, Math.round(PLAYS_OF_ALL / totalCells));
