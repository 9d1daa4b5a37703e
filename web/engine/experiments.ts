import type { ExperimentOptions, ExperimentProgress } from '../../src/experiments/options.ts';
import { run } from '../../src/experiments/run.ts';
import { sweep } from '../../src/experiments/sweep.ts';
import type { Results } from '../../src/results/types.ts';
import { axis } from '../../src/scenarios/axes.ts';
import type { LoadOptions } from '../../src/scenarios/load.ts';
import { specialFunctions } from '../../src/stats/special.ts';
import type { Listener } from './answers.ts';
import { type Experiment, withFirstLooks } from './first-look.ts';
import { load, withoutAxes } from './loading.ts';
import { pageWorkforce } from './page-workforce.ts';
import type { Play } from './protocol.ts';

/** For what is asked again about an experiment that was just played. */
export const quiet: Listener = { signal: new AbortController().signal, progress: () => {}, soFar: () => {} };

const played = new Map<string, Results>();
const MOST_KEPT = 8;

/** The results of an experiment, from memory where it was just played. */
export async function resultsOf(
  play: Play,
  listener: Listener,
  early: (results: Results) => unknown = () => {},
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
  const experiment = await experimentOf(play);
  // Advice needs more than a few plays: what is best after a hundred of them may be the worst.
  const mayLook = play.kind !== 'best' && play.scenario['engine'] !== 'exact';
  const isEngagement = play.scenario['encounter'] === 'engagement';
  const looks = { isEngagement, ...(play.kind === 'sensitivity' ? { fewestPlays: FEWEST_PLAYS_PER_CHANGE } : {}) };
  const results = await (mayLook ? withFirstLooks(experiment, looks, options, early) : experiment(options));
  listener.signal.throwIfAborted();
  if (played.size >= MOST_KEPT) played.delete(played.keys().next().value as string);
  played.set(key, results);
  return results;
}

/** Changes are small: fewer plays of each tell none of them from no change. */
const FEWEST_PLAYS_PER_CHANGE = 100;

async function experimentOf(play: Play): Promise<Experiment> {
  switch (play.kind) {
    case 'run': {
      const loaded = await load(play.scenario);
      const { observed, side } = play;
      const asked = { ...(observed === undefined ? {} : { observed }), ...(side === undefined ? {} : { side }) };
      return (options) => run(loaded, { ...options, ...asked });
    }
    case 'compare': {
      const [{ compare }, { besideBase }] = await Promise.all([
        import('../../src/experiments/compare.ts'),
        import('../../src/scenarios/beside.ts'),
      ]);
      const { neutral, base, others } = besideBase(withoutAxes(play.scenario), play.pins);
      const all = [...base, ...others.flatMap((o) => o.overrides)];
      const loading: LoadOptions = {
        later: all,
        books: all.filter((o) => o.path === 'rules').map((o) => String(o.value)),
      };
      const loaded = await load(neutral, loading);
      const asked = { base: { name: play.base, overrides: base }, variants: others, ...watched(play) };
      return (options) => compare(loaded, { ...options, ...asked });
    }
    case 'sweep': {
      const { vary } = axesOf(play);
      const loaded = await load(withoutAxes(play.scenario), { vary });
      return (options) => sweep(loaded, { ...options, axes: vary });
    }
    case 'matrix': {
      const { matrix } = await import('../../src/experiments/matrix.ts');
      const { vary } = axesOf(play);
      const loaded = await load(withoutAxes(play.scenario), { vary });
      const [rows, columns] = vary;
      return (options) => matrix(loaded, { ...options, rows, columns, ...watched(play) });
    }
    case 'best': {
      const { best } = await import('../../src/experiments/best.ts');
      const loaded = await load(withoutAxes(play.scenario));
      return (options) => best(loaded, { ...options, ...watched(play) });
    }
    case 'sensitivity': {
      const { sensitivity } = await import('../../src/experiments/sensitivity.ts');
      const loaded = await load(withoutAxes(play.scenario));
      return (options) => sensitivity(loaded, { ...options, ...watched(play) });
    }
  }
}

const watched = ({ objective }: { readonly objective?: string }) => (objective ? { objective } : {});

const axesOf = ({ axes }: { readonly axes: readonly { path: string; values: unknown }[] }) => ({
  vary: axes.map((a) => axis(a.path, a.values)),
});

function progressText({ doneCells, totalCells, cell, states, seeksBest, elapsedMs }: ExperimentProgress): string {
  // What it counts starts anew with every way to play that is tried.
  if (seeksBest) return `looking for the best choices for ${Math.round(elapsedMs / 1000)} s`;
  const cases = totalCells > 1 ? `${doneCells} of ${totalCells} cases` : '';
  const plays = cell && `${cell.doneTrials.toLocaleString('en')} of ${cell.totalTrials.toLocaleString('en')} played`;
  if (cases || plays) return [cases, plays].filter(Boolean).join(', ');
  return states ? `${states.toLocaleString('en')} states looked at` : 'working';
}
