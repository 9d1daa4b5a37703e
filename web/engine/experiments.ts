import { DEFAULT_TRIALS } from '../../src/engine/evaluate.ts';
import type { ExperimentOptions, ExperimentProgress } from '../../src/experiments/options.ts';
import { run } from '../../src/experiments/run.ts';
import { sweep } from '../../src/experiments/sweep.ts';
import type { Results } from '../../src/results/types.ts';
import { axis } from '../../src/scenarios/axes.ts';
import type { LoadOptions } from '../../src/scenarios/load.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { specialFunctions } from '../../src/stats/special.ts';
import type { Listener } from './answers.ts';
import { load, withoutAxes } from './loading.ts';
import { pageWorkforce } from './page-workforce.ts';
import type { Play } from './protocol.ts';

/** For what is asked again about an experiment that was just played. */
export const quiet: Listener = { signal: new AbortController().signal, progress: () => {}, soFar: () => {} };

const played = new Map<string, Results>();
const MOST_KEPT = 8;
/** This many engagements are played in a moment. */
const FIRST_LOOK_TRIALS = 100;
/** This many states are compiled in a moment. */
const FIRST_LOOK_STATES = 6_000;
const LONG_LOOK_MS = 1_000;

/** The results of an experiment, from memory where it was just played. */
export async function resultsOf(
  play: Play,
  listener: Listener,
  early: (results: Results) => void = () => {},
): Promise<Results> {
  const key = JSON.stringify(play);
  const known = played.get(key);
  if (known) return known;
  const options: ExperimentOptions = {
    command: play.command,
    signal: listener.signal,
    workforce: pageWorkforce(),
    onProgress: (p) => listener.progress(progressText(p)),
  };
  // Comparisons judge exact figures too (effect sizes, power); a single answer needs none of it.
  if (play.kind !== 'run') await specialFunctions();
  const results = await playedNow(play, options, early);
  listener.signal.throwIfAborted();
  if (played.size >= MOST_KEPT) played.delete(played.keys().next().value as string);
  played.set(key, results);
  return results;
}

async function playedNow(play: Play, options: ExperimentOptions, early: (r: Results) => void): Promise<Results> {
  switch (play.kind) {
    case 'run':
      return runSoon(play, options, early);
    case 'compare': {
      const [{ compare }, { beside }] = await Promise.all([
        import('../../src/experiments/compare.ts'),
        import('../../src/scenarios/beside.ts'),
      ]);
      const { neutral, base, others } = beside(withoutAxes(play.scenario), play.pins);
      const all = [...base, ...others.flatMap((o) => o.overrides)];
      const loading: LoadOptions = {
        later: all,
        books: all.filter((o) => o.path === 'rules').map((o) => String(o.value)),
      };
      return compare(await load(neutral, loading), {
        ...options,
        base: { name: play.base, overrides: base },
        variants: others,
        ...(play.objective ? { objective: play.objective } : {}),
      });
    }
    case 'sweep':
      return sweep(await load(withoutAxes(play.scenario), axesOf(play)), { ...options, axes: axesOf(play).vary });
    case 'matrix': {
      const { matrix } = await import('../../src/experiments/matrix.ts');
      const { vary } = axesOf(play);
      return matrix(await load(withoutAxes(play.scenario), { vary }), {
        ...options,
        rows: vary[0],
        columns: vary[1],
        ...(play.objective ? { objective: play.objective } : {}),
      });
    }
    case 'best': {
      const { best } = await import('../../src/experiments/best.ts');
      const objective = play.objective ? { objective: play.objective } : {};
      return best(await load(withoutAxes(play.scenario)), { ...options, ...objective });
    }
    case 'sensitivity': {
      const { sensitivity } = await import('../../src/experiments/sensitivity.ts');
      const objective = play.objective ? { objective: play.objective } : {};
      return sensitivity(await load(withoutAxes(play.scenario)), { ...options, ...objective });
    }
  }
}

const axesOf = ({ axes }: { readonly axes: readonly { path: string; values: unknown }[] }) => ({
  vary: axes.map((a) => axis(a.path, a.values)),
});

/**
 * Engagements are played a little first, then ten times as often, and so on: there is something to see within a second,
 * and its interval closes in. Those that are small enough are exact at once.
 */
async function runSoon(
  play: Play & { readonly kind: 'run' },
  options: ExperimentOptions,
  early: (results: Results) => void,
): Promise<Results> {
  const loaded = await load(play.scenario);
  const observed = {
    ...(play.observed === undefined ? {} : { observed: play.observed }),
    ...(play.side === undefined ? {} : { side: play.side }),
  };
  const { engine, trials: whole = DEFAULT_TRIALS, seed } = loaded.options;
  if (loaded.encounter !== 'engagement' || loaded.vary.length > 0 || engine === 'exact') {
    return run(loaded, { ...options, ...observed });
  }
  const look = { ...loaded, options: { ...(engine ? { engine } : {}), ...(seed === undefined ? {} : { seed }) } };
  const coupled = (prepareCell(loaded).built.machine.records ?? []).length > 1;
  let stateBudget = FIRST_LOOK_STATES;
  for (let trials = FIRST_LOOK_TRIALS; trials < whole; trials *= 10) {
    const startMs = performance.now();
    const first = await run(look, { ...options, ...observed, trials, stateBudget });
    if (first.cells[0].engine === 'exact') return first;
    early(first);
    // One pair is exact before long. For others, only what is over in a moment is worth doing twice.
    if (!coupled || performance.now() - startMs > LONG_LOOK_MS) break;
    stateBudget = 1;
  }
  return run(loaded, { ...options, ...observed });
}

function progressText({ doneCells, totalCells, cell, states }: ExperimentProgress): string {
  if (cell) return `${cell.doneTrials.toLocaleString('en')} of ${cell.totalTrials.toLocaleString('en')} played`;
  if (totalCells > 1) return `${doneCells} of ${totalCells} cases`;
  return states ? `${states.toLocaleString('en')} states looked at` : 'working';
}
