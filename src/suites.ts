import type { VariantInput } from './experiments/inputs.ts';
import type { LogEntry } from './experiments/luck-log.ts';
import type { ExperimentOptions } from './experiments/options.ts';
import type { PointsOptions as PointsBy } from './experiments/points/points.ts';
import type { TargetResults } from './experiments/targets/check.ts';
import type { Axis, Results } from './results/types.ts';
import type { SuiteOptions } from './scenarios/suite/load.ts';
import type { Suite } from './scenarios/suite/suite.ts';
import { shared, type Threads } from './threads-option.ts';

export type { LogEntry } from './experiments/luck-log.ts';
export type { TargetResult, TargetResults } from './experiments/targets/check.ts';
export type { SuiteOptions } from './scenarios/suite/load.ts';
export type { Suite } from './scenarios/suite/suite.ts';

/** A suite, its file, or a rulebook for its built-in suite. */
export type SuiteInput = string | Suite;

/**
 * A suite file, read and checked; or the built-in suite of a rulebook or rulebook file.
 *
 *   const suite = await loadSuite('my-suite.yaml');
 *   await impact(suite, { variants: ['my-variant.yaml'] });
 */
export async function loadSuite(source: string, options: SuiteOptions = {}): Promise<Suite> {
  const { isBuiltIn } = await import('./rules/built-in.ts');
  const { builtInSuite } = await import('./scenarios/suite/built-in.ts');
  if (isBuiltIn(source)) return builtInSuite(source);
  const { loadBook, loadSuite: load, readText } = await import('./scenarios/files.ts');
  const { isRulebook } = await import('./scenarios/is-rulebook.ts');
  return isRulebook(readText(source).value) ? builtInSuite(await loadBook(source)) : load(source, options);
}

const suiteOf = async (input: SuiteInput): Promise<Suite> => (typeof input === 'string' ? loadSuite(input) : input);

async function overridesFrom(input: VariantInput) {
  const [{ namedOverrides }, { loadVariant }] = await Promise.all([
    import('./experiments/inputs.ts'),
    import('./scenarios/files.ts'),
  ]);
  return namedOverrides(input, loadVariant);
}

export interface ImpactOptions extends ExperimentOptions, Threads {
  readonly variants: readonly VariantInput[];
  /** What they are set against; the suite's own rules unless said. */
  readonly against?: VariantInput;
}

/**
 * What variants, single figures or another edition change over a whole suite, exactly.
 *
 *   const { impact: moved } = await impact('oth2', { variants: ['rules.fire.small-arms.initial-volley=1'] });
 */
export async function impact(suite: SuiteInput, { variants, against, ...rest }: ImpactOptions): Promise<Results> {
  const experiments = await import('./experiments/impact/impact.ts');
  return experiments.impact(await suiteOf(suite), {
    ...(await shared(rest)),
    variants: await Promise.all(variants.map(overridesFrom)),
    ...(against === undefined ? {} : { against: await overridesFrom(against) }),
  });
}

/** Holds the rules, or a variant of them, to the targets of a suite, exactly. */
export async function check(
  suite: SuiteInput,
  { variant, ...rest }: ExperimentOptions & Threads & { readonly variant?: VariantInput } = {},
): Promise<TargetResults> {
  const { checkTargets } = await import('./experiments/targets/check.ts');
  return checkTargets(
    await suiteOf(suite),
    variant === undefined ? undefined : await overridesFrom(variant),
    await shared(rest),
  );
}

/** The smallest change of several figures that meets every target of a suite, or the best compromise. */
export async function tuneTargets(
  suite: SuiteInput,
  { parameters, ...rest }: ExperimentOptions & Threads & { readonly parameters: readonly (string | Axis)[] },
): Promise<Results> {
  const [experiments, { axisOf }] = await Promise.all([
    import('./experiments/targets/tune.ts'),
    import('./experiments/inputs.ts'),
  ]);
  return experiments.tuneTargets(await suiteOf(suite), { ...(await shared(rest)), parameters: parameters.map(axisOf) });
}

/**
 * What troops are worth in even fights: those of a rulebook, or those of a file of one's own.
 *
 *   const { points: worth } = await points('oth2', { troops: 'my-troops.yaml' });
 */
export async function points(
  rules: string,
  { troops, ...rest }: PointsBy & Threads & { readonly troops?: string } = {},
): Promise<Results> {
  const [{ points: price }, { builtInBook, isBookFile }, { loadBook, loadTroops }] = await Promise.all([
    import('./experiments/points/points.ts'),
    import('./rules/built-in.ts'),
    import('./scenarios/files.ts'),
  ]);
  const [{ builtInDuels }, { bookTroops }] = await Promise.all([
    import('./scenarios/suite/duels.ts'),
    import('./scenarios/troops/roster.ts'),
  ]);
  const book = isBookFile(rules) ? await loadBook(rules) : await builtInBook(rules);
  const priced = troops === undefined ? bookTroops(book, {}) : (await loadTroops([troops], book)).troops;
  return price(await builtInDuels(isBookFile(rules) ? book : rules, book, priced), await shared(rest));
}

/**
 * How lucky was each player, given what was rolled for?
 *
 *   const volley = await load('volley');
 *   const { log } = await luck([{ loaded: volley, observed: 'target.hits=3', players: ['Anna', 'Bert'] }]);
 */
export async function luck(
  entries: readonly LogEntry[],
  options: ExperimentOptions & Threads & { readonly title?: string } = {},
): Promise<Results> {
  const { luckLog } = await import('./experiments/luck-log.ts');
  return luckLog(entries, await shared(options));
}
