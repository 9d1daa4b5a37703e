import type { Evaluation } from '../engine/types.ts';
import { resultsFrame } from '../results/frame.ts';
import type { Axis, Results, Tuning } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import {
  type LoadedScenario,
  type Override,
  type PreparedCell,
  prepareCell,
  resolveCell,
} from '../scenarios/prepare.ts';
import { nextSeed } from '../sim/random.ts';
import { baseName } from './base-name.ts';
import { detailedResult, runCell, runCells } from './cells.ts';
import { DEFAULT_OBJECTIVE, type Objective, objective, shapeOf } from './objective.ts';
import { type ObjectiveValue, objectiveValue } from './objective-value.ts';
import { assertCells, type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { distinctLabels, type Parameter, parameter } from './parameter.ts';
import { CellProgress } from './progress.ts';
import { searchNoisy, type Tried } from './search.ts';
import { gridSize } from './sweep.ts';
import { assertTarget, evenValue } from './target.ts';
import { capText, isEven, shown, tuningText, undecidedText } from './tune-words.ts';
import { variantFile } from './variant-file.ts';

export interface TuneOptions extends ExperimentOptions {
  /** 0.5 is 50%; of a measure, its mean; `even` is as many wins as losses. */
  readonly target: number | 'even';
  readonly objective?: string;
  /** What may move, and the values it may take: `rules.fire.small-arms.initial-volley=0..3`. */
  readonly parameters: readonly Axis[];
  /** How near counts as reached; half of one per cent, or a twentieth of a point of a measure. */
  readonly within?: number;
}

/** Rounding of exact figures. */
const EXACTLY = 1e-12;

/** The values that come nearest to a wanted figure, and the variant file that sets them. */
export async function tune(loaded: LoadedScenario, options: TuneOptions): Promise<Results> {
  const fixed = fixedCell(loaded, options);
  const base = prepareCell(loaded, fixed);
  const moving = movingParameters(base, options);
  assertCells(gridSize(options.parameters), options);
  const points = combinations(options.parameters).map((c) => c.map((o) => Number(o.value)));
  const overrides = (values: readonly number[]): Override[] => [
    ...fixed,
    ...moving.map((p, i) => ({ path: p.path, value: values[i] })),
  ];
  for (const end of [points[0], points[points.length - 1]]) resolveCell(loaded, overrides(end));
  const alone = () => new CellProgress(1, loaded, options);
  const asked = askedOf(options, base);
  const target = options.target === 'even' ? evenValue(asked) : options.target;
  assertTarget(asked, target);
  const baseCell = await runCell(loaded, { overrides: fixed }, options, alone());
  const figure = (values: readonly number[], { tally }: Evaluation): Tried => ({
    values,
    trials: tally.trials,
    ...objectiveValue(asked, tally),
  });
  let tried: Tried[];
  if (baseCell.evaluation.tally.kind === 'exact') {
    const requests = points.map((values) => ({ overrides: overrides(values) }));
    tried = await runCells(loaded, requests, options, (cell, i) => figure(points[i], cell.evaluation));
  } else {
    const most = baseCell.evaluation.tally.trials!;
    const progress = new CellProgress(points.length, loaded, { ...options, trials: most, precision: undefined });
    tried = await searchNoisy(points, target, most, async (values, trials) => {
      const sampling = { ...options, trials, precision: undefined };
      const cell = await runCell(loaded, { overrides: overrides(values) }, sampling, progress);
      await progress.cellDone();
      return figure(values, cell.evaluation);
    });
  }
  const { seed, precision } = engineOptions(loaded, options);
  const fresh = { ...options, seed: nextSeed(seed) };
  const again = async (values: readonly number[]) => {
    const cell = await runCell(loaded, { overrides: overrides(values) }, fresh, alone());
    return { cell, look: figure(values, cell.evaluation) };
  };
  const { best, final, looks } = await confirmed(tried, target, moving, again);
  tried = looks;
  const value = objectiveValue(asked, final.evaluation.tally);
  const within = options.within ?? (asked.kind === 'mean' ? 0.05 : 0.005);
  const evidence = evidenceOf(value, target, within);
  const now = objectiveValue(asked, baseCell.evaluation.tally);
  const labels = distinctLabels(moving, base);
  const found = {
    asked,
    sides: base.sides,
    target,
    within,
    evidence,
    value,
    now: now.value,
    moving,
    labels,
    best: best.values,
    tried,
    points,
  };
  const tuning: Tuning = {
    objective: { id: asked.id, label: asked.label },
    target,
    within,
    reached: evidence === 'reached',
    evidence,
    best: moving.map((p, i) => ({ path: p.path, label: labels[i], from: p.value, to: best.values[i] })),
    ...value,
    looked: tried.length,
    values: points.length,
    tried: tried.map((t) => ({
      values: t.values,
      value: t.value,
      ...t.interval,
      ...(t.trials === null ? {} : { trials: t.trials }),
    })),
    text: [tuningText(found), ...undecidedText(found, final.evaluation.tally)].join(' '),
    caps: capText(base, baseCell.evaluation, moving, labels, options.parameters),
    variantFile: isNearer(value, now, target)
      ? variantFile(
          loaded,
          fixed,
          final.prepared,
          isEven(asked, target) ? 'an even fight' : `${asked.label} near ${shown(asked, target)}`,
          moving,
          best.values,
        )
      : null,
  };
  return {
    ...resultsFrame('tune', loaded, base, seed, options.command),
    cells: [
      detailedResult(base, baseCell.evaluation, precision, {
        variant: baseName(
          loaded,
          base,
          moving.map((p) => ({ path: p.path, value: p.value })),
        ),
      }),
      detailedResult(final.prepared, final.evaluation, precision, { variant: 'tuned' }),
    ],
    tuning,
    ...(options.signal?.aborted ? { partial: true } : {}),
  };
}

/** What is to reach the target: what was asked for; an even fight is one of as many wins as losses. */
const askedOf = (options: TuneOptions, base: PreparedCell): Objective =>
  objective(
    options.objective ?? (options.target === 'even' ? 'advantage' : DEFAULT_OBJECTIVE),
    shapeOf(base),
    base.sides,
  );

/** Whether a figure lies within the tolerance: of a sampled one, whether its whole interval does, or none of it. */
function evidenceOf({ value, interval }: ObjectiveValue, target: number, within: number): Tuning['evidence'] {
  const { low, high } = interval ?? { low: value, high: value };
  if (low >= target - within - EXACTLY && high <= target + within + EXACTLY) return 'reached';
  return high < target - within || low > target + within ? 'missed' : 'open';
}

/** Whether the value found is nearer to the target than what stands, by more than a reader or the dice would miss. */
function isNearer(found: ObjectiveValue, now: ObjectiveValue, target: number): boolean {
  const half = ({ value, interval }: ObjectiveValue) =>
    interval ? Math.max(value - interval.low, interval.high - value) : 0;
  const gain = Math.abs(now.value - target) - Math.abs(found.value - target);
  return gain > Math.max(SEEN_IN_PRINT, Math.hypot(half(found), half(now)));
}

/** Figures closer than this are printed alike. */
const SEEN_IN_PRINT = 0.0005;

/** The situation to tune: of an axis that is tuned itself, the file's first value; all others must stand still. */
function fixedCell(loaded: LoadedScenario, { parameters }: TuneOptions): Override[] {
  const others = loaded.vary.filter(({ path }) => !parameters.some((p) => p.path === path));
  if (gridSize(others) > 1) {
    const message = `tune works on one situation, but the scenario varies ${others.map((a) => a.path).join(' and ')}; fix it: ${fixedBySet(others)}.`;
    throw new InputError([{ path: ['vary'], message }]);
  }
  return combinations(loaded.vary)[0];
}

function movingParameters(base: PreparedCell, options: TuneOptions): Parameter[] {
  if (options.parameters.length === 0) {
    const message = 'tune needs something that may move, such as rules.fire.small-arms.initial-volley=0..3.';
    throw new InputError([{ path: [], message }]);
  }
  for (const axis of options.parameters) {
    if (axis.values.every((v) => typeof v === 'number')) continue;
    throw new InputError([
      { path: [axis.path], message: `'${axis.path}' must move over numbers, such as ${axis.path}=0..3.` },
    ]);
  }
  return options.parameters.map((axis) => parameter(base, axis.path));
}

/** Values that are looked at again with fresh dice before one is called the nearest. */
const MOST_FINALISTS = 4;

/**
 * The nearest by fresh dice: what came nearest under its own owes part of that to luck. Where others now seem nearer than
 * it, they are looked at again too, so that no figure beside the chosen one's is nearer than that.
 */
async function confirmed<C>(
  tried: readonly Tried[],
  target: number,
  moving: readonly Parameter[],
  again: (values: readonly number[]) => Promise<{ readonly cell: C; readonly look: Tried }>,
): Promise<{ readonly best: Tried; readonly final: C; readonly looks: Tried[] }> {
  const looks = [...tried];
  const finalists: { readonly cell: C; readonly look: Tried }[] = [];
  for (let next = nearest(tried, target, moving); finalists.length < MOST_FINALISTS; ) {
    const finalist = await again(next.values);
    looks[looks.indexOf(next)] = finalist.look;
    finalists.push(finalist);
    next = nearest(looks, target, moving);
    if (finalists.some(({ look }) => look === next)) break;
  }
  const best = nearest(
    finalists.map(({ look }) => look),
    target,
    moving,
  );
  return { best, final: finalists.find(({ look }) => look === best)!.cell, looks };
}

/** The nearest; among equals the one that changes least. */
function nearest(tried: readonly Tried[], target: number, moving: readonly Parameter[]): Tried {
  const distance = (t: Tried) => Math.abs(t.value - target);
  const change = (t: Tried) => t.values.reduce((sum, v, i) => sum + Math.abs(v - moving[i].value), 0);
  // Briefly looked-at points have dropped out of the race: only the longest looks count.
  const longest = Math.max(...tried.map((t) => t.trials ?? 0));
  const inTheRace = tried.filter((t) => (t.trials ?? 0) === longest);
  return [...inTheRace].sort((a, b) => {
    const d = distance(a) - distance(b);
    return Math.abs(d) > 1e-12 ? d : change(a) - change(b);
  })[0];
}
