import type { Evaluation } from '../engine/types.ts';
import { resultsFrame } from '../results/frame.ts';
import type { Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import {
  type LoadedScenario,
  type Override,
  type PreparedCell,
  prepareCell,
  type Sides,
} from '../scenarios/prepare.ts';
import { baseName } from './base-name.ts';
import { absorbedChanges } from './caps.ts';
import { cellResult, withBooksOf, withDetails } from './cells.ts';
import { corrected, exactDifferences, type FullDifference, published, sampledDifferences } from './differences.ts';
import { interactions } from './interactions.ts';
import { defaultObjective, objective, shapeOf } from './objective.ts';
import { type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { type PairRun, PairRunner } from './pair.ts';
import { CellProgress } from './progress.ts';
import { robustness } from './rulings.ts';
import { canLookAtAll, scoresOf } from './scores.ts';
import { unlessStopped } from './stopped.ts';
import { gridSize } from './sweep.ts';
import { verdict } from './verdict.ts';

/** What is set against the base: any overrides under a name. A variant file is `{ path: 'variant', value }`. */
export interface NamedOverrides {
  readonly name: string;
  readonly overrides: readonly Override[];
}

export interface CompareOptions extends ExperimentOptions {
  /** Left out, the scenario's `vary` gives them: its first cell is the base. */
  readonly variants?: readonly NamedOverrides[];
  /** What makes the base out of the scenario, where that is not the scenario itself; variants then start from scratch too. */
  readonly base?: NamedOverrides;
  /** What the verdicts are about: an outcome, "attacker wins", a measure or its tail. */
  readonly objective?: string;
  /** Also flip every ruling that touches the encounter, and say whether each verdict survives. */
  readonly rulings?: boolean;
  /** Only name the readings on which a verdict hangs, as far as that is quick; `rulings` tries them all. */
  readonly readings?: boolean;
  /** Also lay every two variants on together, and say how that differs from the sum of each. */
  readonly interactions?: boolean;
}

/** A base against any number of variants: every outcome and measure, its difference, and a plain verdict. */
export async function compare(scenario: LoadedScenario, options: CompareOptions = {}): Promise<Results> {
  const { base: baseOverrides, variants: requested, name } = comparedOverrides(scenario, options);
  const loaded = await withBooksOf(scenario, [{ overrides: baseOverrides }, ...requested]);
  const base = prepareCell(loaded, baseOverrides);
  if (options.objective !== undefined) objective(options.objective, shapeOf(base), base.sides);
  const prepared = requested.map((v) => prepareCell(loaded, v.overrides));
  const progress = new CellProgress(requested.length + 1, loaded, options);
  const runner = new PairRunner(loaded, base, { ...options, sharedBase: requested.length > 1 }, () => progress);
  const runs: PairRun[] = [];
  for (const variant of prepared) {
    const against = () => runner.against(variant);
    // When stopped, the variants that are done are given back.
    const run = runs.length === 0 ? await against() : await unlessStopped(options, against);
    if (!run) break;
    runs.push(run);
    await progress.cellDone();
  }
  const variants = requested.slice(0, runs.length);
  const baseEvaluation = await runner.evaluateBase();
  await progress.cellDone();
  const tallies = [baseEvaluation, ...runs.map((r) => r.variant)].map((e) => e.tally);
  const headline = options.objective ?? defaultObjective(tallies, base.sides);
  const differences = corrected(
    runs.flatMap((run, i) => differencesOf(loaded, options, run, i, variants, base.sides)),
    engineOptions(loaded, options).level,
  );
  const flipped = options.rulings
    ? await robustness({ loaded, base: baseOverrides, variants, runs, differences, headline, options })
    : undefined;
  const quick = options.readings === true && !options.rulings && !options.signal?.aborted;
  const hanging = quick ? await import('./hanging/compare.ts') : undefined;
  const doubtful = await hanging?.hangingVerdicts({
    loaded,
    sides: base.sides,
    headline,
    cells: [
      { overrides: baseOverrides, evaluation: baseEvaluation },
      ...runs.map((run, i) => ({ overrides: variants[i].overrides, evaluation: run.variant })),
    ],
  });
  const what = {
    kind: loaded.encounter,
    sides: base.sides,
    ...(options.objective && { objective: options.objective }),
  };
  const together =
    options.interactions && runs.length > 1
      ? await unlessStopped(options, () => interactions(loaded, runner, variants, what, differences))
      : undefined;
  const { seed, precision } = engineOptions(loaded, options);
  const label = (name: string) => ({ variant: name });
  return {
    ...resultsFrame('compare', loaded, base, seed, options.command),
    cells: [
      withDetails(
        cellResult(
          base,
          baseEvaluation,
          precision,
          label(
            name ??
              baseName(
                loaded,
                base,
                (options.variants ?? []).flatMap((v) => v.overrides),
              ),
          ),
        ),
        baseEvaluation.tally,
        runs.length + 1,
      ),
      ...runs.map((run, i) =>
        withDetails(
          cellResult(prepared[i], run.variant, precision, label(variants[i].name)),
          run.variant.tally,
          runs.length + 1,
        ),
      ),
    ],
    differences: differences.map(published),
    verdicts: runs.map((run, i) =>
      verdict({
        kind: loaded.encounter,
        sides: base.sides,
        objective: headline,
        run,
        cell: i + 1,
        name: variants[i].name,
        differences,
        caps: capNotes(base, baseEvaluation, prepared[i], run.variant),
        rulings: flipped ? [flipped.notes[i]] : (doubtful?.notesOf(i + 1) ?? []),
      }),
    ),
    ...(flipped ? { robustness: flipped.checks } : {}),
    ...(doubtful?.readings ? { readings: doubtful.readings } : {}),
    ...(together && together.length > 0 ? { interactions: together } : {}),
    ...(runs.length < requested.length ? { partial: true } : {}),
  };
}

/** What the ends of tables swallow of a change; encounters too large to be looked at whole are passed over. */
function capNotes(base: PreparedCell, first: Evaluation, variant: PreparedCell, second: Evaluation): string[] {
  if (!canLookAtAll(first) || !canLookAtAll(second)) return [];
  return absorbedChanges(scoresOf(base.built.machine, first), scoresOf(variant.built.machine, second));
}

function differencesOf(
  loaded: LoadedScenario,
  options: CompareOptions,
  run: PairRun,
  index: number,
  variants: readonly NamedOverrides[],
  sides: Sides,
): FullDifference[] {
  const what = {
    cell: index + 1,
    variant: variants[index].name,
    kind: loaded.encounter,
    sides,
    ...(options.objective === undefined ? {} : { objective: options.objective }),
  };
  return run.kind === 'exact'
    ? exactDifferences(what, run.base.tally, run.variant.tally)
    : sampledDifferences(what, run.pair);
}

interface ComparedOverrides {
  readonly base: Override[];
  readonly variants: NamedOverrides[];
  /** Of the base, where it is one of the cells that are compared. */
  readonly name?: string;
}

function comparedOverrides(loaded: LoadedScenario, options: CompareOptions): ComparedOverrides {
  const named = options.variants ?? [];
  if (options.base) return { base: [...options.base.overrides], name: options.base.name, variants: [...named] };
  const cells = gridSize(loaded.vary);
  if (named.length > 0) {
    if (cells > 1) {
      const message = `compare sets variants against one situation, but the scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; fix it (${fixedBySet(loaded.vary)}), or leave the variants out and compare those cells.`;
      throw new InputError([{ path: ['vary'], message }]);
    }
    const base = combinations(loaded.vary)[0];
    return { base, variants: named.map((v) => ({ name: v.name, overrides: [...base, ...v.overrides] })) };
  }
  if (cells < 2) {
    const message =
      'compare needs something to set against the base: --variant with a file, another rulebook or PATH=VALUE, or a vary in the scenario.';
    throw new InputError([{ path: [], message }]);
  }
  const [base, ...others] = combinations(loaded.vary);
  const nameOf = (cell: readonly Override[]) =>
    cell
      .map((o) => (loaded.vary.length === 1 && typeof o.value === 'string' ? o.value : `${o.path}=${o.value}`))
      .join(', ');
  return { base, name: nameOf(base), variants: others.map((cell) => ({ name: nameOf(cell), overrides: cell })) };
}
