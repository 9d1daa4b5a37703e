/**
 * Grognard as a library. Every function takes a scenario (a built-in name, a file, an object in the shape of a file, or
 * one that `load` gave) and gives the same `Results` that the commands print and the reports draw.
 *
 *   import { compare, load } from 'grognard';
 *   const fight = await load('fight.yaml', { rules: 'oth2' });
 *   const { verdicts } = await compare(fight, { variants: ['oth-half', 'attacker.fs=9'] });
 *
 * docs/library.md has an example of each.
 *
 * Rulebooks, engines and statistics are brought in when they are first needed.
 */
import type { BestOptions } from './experiments/best.ts';
import type { CompareOptions as CompareBy } from './experiments/compare.ts';
import type { VariantInput } from './experiments/inputs.ts';
import type { MatrixOptions as MatrixBy } from './experiments/matrix.ts';
import type { ExperimentOptions as Options } from './experiments/options.ts';
import type { RunOptions as RunBy } from './experiments/run.ts';
import type { SensitivityOptions as SensitivityBy } from './experiments/sensitivity.ts';
import type { SweepOptions as SweepBy } from './experiments/sweep.ts';
import type { TuneOptions as TuneBy } from './experiments/tune.ts';
import type { ExplainedRoll } from './explain/rolls.ts';
import type { Axis, Results } from './results/types.ts';
import type { PlayedBook } from './rules/played.ts';
import type { LoadOptions as LoadBy } from './scenarios/load.ts';
import type { LoadedScenario } from './scenarios/prepare.ts';
import type { VariantSource } from './scenarios/variant-input.ts';
import type { Story } from './sim/trace.ts';
import { shared, type Threads } from './threads-option.ts';

export type { Workforce } from './engine/workforce.ts';
export type { BestOptions } from './experiments/best.ts';
export type { VariantInput } from './experiments/inputs.ts';
export type { ExperimentProgress } from './experiments/options.ts';
export type { ExplainedRoll } from './explain/rolls.ts';
export * from './outputs.ts';
export type * from './results/types.ts';
export type { Rulebook } from './rules/book.ts';
export type { PlayedBook } from './rules/played.ts';
export { InputError, type Problem } from './rules/problem.ts';
export type { Variant } from './rules/variant.ts';
export type { LoadedScenario } from './scenarios/prepare.ts';
export type { Reasons } from './sim/machine.ts';
export type { Story } from './sim/trace.ts';
export * from './suites.ts';

/** A scenario in any of the ways it may be given. */
export type Scenario = string | Readonly<Record<string, unknown>> | LoadedScenario;

/** An axis as `attacker.fs=4..10`, `rules=oth2,oth-half`, or its values in full. */
export type AxisInput = string | Axis;

export type LoadOptions = Omit<LoadBy, 'variants'> & {
  /** Laid over the rulebook after the file's own: variant files, objects in the shape of one. */
  readonly variants?: readonly VariantSource[];
};
export type ExperimentOptions = Options & Threads;
export type RunOptions = RunBy & Threads;
export type SensitivityOptions = SensitivityBy & Threads;
export type CompareOptions = Omit<CompareBy, 'variants'> &
  Threads & {
    /** Rulebooks, variant files, single values or edits; several in one list are laid on together. */
    readonly variants?: readonly VariantInput[];
  };
export type SweepOptions = Omit<SweepBy, 'axes'> & Threads & { readonly axes?: readonly AxisInput[] };
export type MatrixOptions = Omit<MatrixBy, 'rows' | 'columns'> &
  Threads & {
    readonly rows?: AxisInput;
    readonly columns?: AxisInput;
  };
export type TuneOptions = Omit<TuneBy, 'target' | 'parameters'> &
  Threads & {
    /** 0.5, "50%", or with its objective: "attacker wins 50%". */
    readonly target: number | string;
    /** What may move: `rules.fire.small-arms.initial-volley=0..3`. */
    readonly parameters: readonly AxisInput[];
  };

/** Reads and checks a scenario; every mistake in it is told at once in an `InputError`. */
export async function load(
  source: string | Readonly<Record<string, unknown>>,
  options: LoadOptions = {},
): Promise<LoadedScenario> {
  const { loadScenario, loadVariant } = await import('./scenarios/files.ts');
  const { variants, ...rest } = options;
  if (variants === undefined) return loadScenario(source, rest);
  const { variantsIn } = await import('./scenarios/variant-input.ts');
  return loadScenario(source, { ...rest, variants: await variantsIn(variants, loadVariant) });
}

/**
 * A rulebook file of one's own, read and checked, or the same as an object; or a built-in one by its name, 'oth2'. What
 * comes back is a value: pass it on.
 *
 *   const book = await loadBook('my-game.yaml');
 *   await run(await load({ encounter: 'firefight', attacker: 'guards', defender: 'militia' }, { rules: book }));
 */
export async function loadBook(source: string | Readonly<Record<string, unknown>>): Promise<PlayedBook> {
  const files = await import('./scenarios/files.ts');
  return files.loadBook(source);
}

/** One scenario, all the cells of its `vary`: outcomes, measures, intervals; with `observed`, how lucky a result was. */
export async function run(scenario: Scenario, options: RunOptions = {}): Promise<Results> {
  const experiments = await import('./experiments/run.ts');
  return experiments.run(await loaded(scenario), await shared(options));
}

/** A base against variants: every difference with its interval, and a plain verdict for each variant. */
export async function compare(scenario: Scenario, options: CompareOptions = {}): Promise<Results> {
  const [experiments, { namedOverrides }, { loadVariant }, { BOOK_IDS }] = await Promise.all([
    import('./experiments/compare.ts'),
    import('./experiments/inputs.ts'),
    import('./scenarios/files.ts'),
    import('./rules/built-in.ts'),
  ]);
  const { variants, ...rest } = options;
  const base = await loaded(scenario);
  const books = [...BOOK_IDS, ...base.books.keys()];
  const read = variants && (await Promise.all(variants.map((v) => namedOverrides(v, loadVariant, books))));
  return experiments.compare(base, { ...(await shared(rest)), ...(read ? { variants: read } : {}) });
}

/** One or two axes over anything in the scenario or the rulebook. */
export async function sweep(scenario: Scenario, options: SweepOptions = {}): Promise<Results> {
  const [experiments, { axisOf }] = await Promise.all([
    import('./experiments/sweep.ts'),
    import('./experiments/inputs.ts'),
  ]);
  const { axes, ...rest } = options;
  return experiments.sweep(await loaded(scenario), {
    ...(await shared(rest)),
    ...(axes ? { axes: axes.map(axisOf) } : {}),
  });
}

/** Choices of one side against those of the other: values, dominated choices, and the mixed equilibrium. */
export async function matrix(scenario: Scenario, options: MatrixOptions = {}): Promise<Results> {
  const [experiments, { axisOf }] = await Promise.all([
    import('./experiments/matrix.ts'),
    import('./experiments/inputs.ts'),
  ]);
  const { rows, columns, ...rest } = options;
  return experiments.matrix(await loaded(scenario), {
    ...(await shared(rest)),
    ...(rows ? { rows: axisOf(rows) } : {}),
    ...(columns ? { columns: axisOf(columns) } : {}),
  });
}

/** What one point of every modifier is worth here, ranked. */
export async function sensitivity(scenario: Scenario, options: SensitivityOptions = {}): Promise<Results> {
  const experiments = await import('./experiments/sensitivity.ts');
  return experiments.sensitivity(await loaded(scenario), await shared(options));
}

/** The values that come nearest to a wanted figure, and the variant file that sets them. */
export async function tune(scenario: Scenario, options: TuneOptions): Promise<Results> {
  const [experiments, { parseTarget }, { axisOf }] = await Promise.all([
    import('./experiments/tune.ts'),
    import('./experiments/target.ts'),
    import('./experiments/inputs.ts'),
  ]);
  const { target, parameters, ...rest } = options;
  const wanted = typeof target === 'string' ? parseTarget(target) : { value: target };
  return experiments.tune(await loaded(scenario), {
    ...(await shared(rest)),
    ...(rest.objective === undefined && wanted.objective !== undefined ? { objective: wanted.objective } : {}),
    target: wanted.value,
    parameters: parameters.map(axisOf),
  });
}

/** The best choices at every decision, and what they gain: solved where the encounter fits, else searched. */
export async function best(scenario: Scenario, options: BestOptions = {}): Promise<Results> {
  const experiments = await import('./experiments/best.ts');
  return experiments.best(await loaded(scenario), options);
}

/** Every roll of a scenario (of its first cell), with the rows that count and the chance of each result. */
export async function explain(scenario: Scenario): Promise<readonly ExplainedRoll[]> {
  const { explainRolls } = await import('./explain/rolls.ts');
  return explainRolls(await firstMachine(await loaded(scenario)));
}

export interface StoryOptions {
  /** Which encounter of a sampled run, from 0. */
  readonly encounter?: number;
  readonly seed?: number;
  /** Encounters of that run; as many as `run` would play unless given. */
  readonly trials?: number;
}

/** One encounter of a sampled run (of the first cell), told die by die. */
export async function story(scenario: Scenario, options: StoryOptions = {}): Promise<Story> {
  const [{ storyOf }, { DEFAULT_SEED }] = await Promise.all([
    import('./explain/story.ts'),
    import('./experiments/options.ts'),
  ]);
  const ready = await loaded(scenario);
  const { encounter = 0, seed = ready.options.seed ?? DEFAULT_SEED } = options;
  const trials = options.trials ?? ready.options.trials;
  return storyOf(await firstMachine(ready), { encounter, seed, ...(trials === undefined ? {} : { trials }) });
}

async function firstMachine(scenario: LoadedScenario) {
  const [{ combinations }, { prepareCell }] = await Promise.all([
    import('./scenarios/axes.ts'),
    import('./scenarios/prepare.ts'),
  ]);
  return prepareCell(scenario, combinations(scenario.vary)[0]).built.machine;
}

/** Lets go of the threads at once. A script ends by itself without it. */
export async function close(): Promise<void> {
  const { closePool } = await import('../workers/pool.ts');
  await closePool();
}

async function loaded(scenario: Scenario): Promise<LoadedScenario> {
  return typeof scenario === 'object' && 'named' in scenario && 'overrides' in scenario
    ? (scenario as LoadedScenario)
    : load(scenario as string | Readonly<Record<string, unknown>>);
}
