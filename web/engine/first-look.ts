import type { ExperimentOptions, ExperimentProgress } from '../../src/experiments/options.ts';
import type { Results } from '../../src/results/types.ts';

/** An experiment that waits for nothing but how it is to be worked out. */
export type Experiment = (options: ExperimentOptions) => Promise<Results>;

/** This many engagements are played in a moment. */
const FIRST_PLAYS = 100;
/** Of many cases each is played less often, but never so little that it says nothing. */
const PLAYS_OF_ALL = 200;
const FEWEST_PLAYS = 20;
/** No built-in fight has as many states; whatever has more is not there in a moment. */
const MANY_STATES = 2_500;
/** An engagement may be slow with few states. Fights are not judged by the clock: a busy machine would call them slow. */
const SOON_MS = 150;
/** A look that takes longer would keep the answer itself waiting. */
const LONG_LOOK_MS = 1_000;

/**
 * The whole answer of an experiment. Where that is long in coming, the same is played a hundred times meanwhile, so that
 * there are figures with their interval within a second. Where the answer itself is being sampled, by threads of their
 * own, ten times as many follow, and so on: the interval closes in.
 */
export async function withFirstLooks(
  experiment: Experiment,
  isEngagement: boolean,
  options: ExperimentOptions,
  early: (results: Results) => void,
): Promise<Results> {
  let isDone = false;
  let seen: ExperimentProgress | undefined;
  const whole = (isLong: () => void): Promise<Results> => {
    const onProgress = (progress: ExperimentProgress) => {
      seen = progress;
      const isSlow = isEngagement && progress.elapsedMs > SOON_MS;
      if (isSlow || progress.cell || (progress.states ?? 0) > MANY_STATES) isLong();
      options.onProgress?.(progress);
    };
    return experiment({ ...options, onProgress }).finally(() => {
      isDone = true;
    });
  };
  let answer: Promise<Results> | undefined;
  await new Promise<void>((goOn, fail) => {
    answer = whole(goOn);
    answer.then(() => goOn(), fail);
  });
  for (let plays = firstPlays(seen); !isDone; plays *= 10) {
    const { onProgress: _quiet, workforce: _others, ...alone } = options;
    const startMs = performance.now();
    const look = await experiment({ ...alone, engine: 'sample', isPastCompiling: true, trials: plays }).catch(
      () => null,
    );
    // Whatever is wrong is said by the answer itself.
    if (!look || isDone || options.signal?.aborted) break;
    early(look);
    const isWorthMore = plays * 10 < (seen?.cell?.totalTrials ?? 0);
    if (!isWorthMore || performance.now() - startMs > LONG_LOOK_MS) break;
  }
  return answer!;
}

const firstPlays = (progress: ExperimentProgress | undefined): number =>
  Math.max(FEWEST_PLAYS, Math.min(FIRST_PLAYS, Math.round(PLAYS_OF_ALL / (progress?.totalCells ?? 1))));
