import { resultsFrame } from '../../results/frame.ts';
import type { Axis, Results, TargetTuning, TunedTarget } from '../../results/types.ts';
import { InputError } from '../../rules/problem.ts';
import { kindOf, type Override } from '../../scenarios/override.ts';
import { prepareCell, resolveCell } from '../../scenarios/prepare.ts';
import { groupOfTarget, type Suite, type SuiteGroup } from '../../scenarios/suite/suite.ts';
import { quotedName } from '../../words/labels.ts';
import { baseName } from '../base-name.ts';
import { detailedResult, runCell, runCells } from '../cells.ts';
import type { Objective } from '../objective.ts';
import { objectiveValue } from '../objective-value.ts';
import { assertCells, DEFAULT_SEED, type ExperimentOptions } from '../options.ts';
import { distinctLabels, type Parameter, parameter } from '../parameter.ts';
import { variantFile } from '../variant-file.ts';
import { assertTargets, judged, objectiveFor, type TargetResult } from './check.ts';
import { assertTogether, type DesignTarget, parseTarget } from './parse.ts';
import {
  conflict,
  impossible,
  inOrderOfChange,
  type Point,
  type Shortfalls,
  smallestChange,
} from './smallest-change.ts';
import { targetTuningText } from './words.ts';

export interface TuneTargetsOptions extends ExperimentOptions {
  /** What may move, and the values it may take; what it is now is always among them. */
  readonly parameters: readonly Axis[];
}

interface Moving extends Parameter {
  /** What it is now first, then the others, the nearest first. */
  readonly values: readonly number[];
  readonly distances: readonly number[];
}

interface TargetQuestion {
  readonly target: DesignTarget;
  readonly objective: Objective;
  readonly group: SuiteGroup;
}

/** The smallest change of the rules that meets every target of a suite, exactly. */
export async function tuneTargets(suite: Suite, options: TuneTargetsOptions): Promise<Results> {
  assertTargets(suite);
  const targets = suite.targets.map(parseTarget);
  const asked = targets.map((target): TargetQuestion => {
    const group = groupOfTarget(suite, target.about);
    return { target, objective: objectiveFor(target, group, []), group };
  });
  assertTogether(targets, (t) => asked.find((a) => a.target === t)!.objective.id);
  const [{ group: first }] = asked;
  const base = prepareCell(first.loaded, first.situations[0].overrides);
  const moving = movingParameters(options.parameters, (path) => parameter(base, path));
  const points = inOrderOfChange(moving);
  const cells = [...new Set(asked.map((a) => a.group))].reduce((n, g) => n + g.situations.length, 0);
  assertCells(points.length * cells, options);
  // Heard between waves alone: what was begun, and what is shown in the end, is worked out even after a stop.
  const { signal, ...whole } = options;
  const figures = new Figures(asked, moving, { ...whole, engine: 'exact', maxCells: Number.MAX_SAFE_INTEGER });
  const now = await figures.results(points[0]);
  // Whatever is missed by most now is asked first: it drops most points.
  const order = asked.map((_, i) => i).sort((a, b) => shortfallOf(now[b]) - shortfallOf(now[a]));
  const shortfalls: Shortfalls = (wave, t) => figures.shortfalls(wave, order[t]);
  const found = await smallestChange(points, asked.length, shortfalls, () => signal?.aborted === true);
  const stopped = signal?.aborted === true && found.looked < points.length && found.missed.length > 0;
  const unmet = found.missed.length > 0 && !stopped;
  const inPlace = (list: readonly number[]) => list.map((t) => order[t]).sort((a, b) => a - b);
  const never = unmet ? inPlace(await impossible(points, asked.length, shortfalls)) : [];
  const core = unmet && never.length === 0 ? inPlace(await conflict(points, asked.length, shortfalls)) : [];
  const after = await figures.results(found.point);
  const values = found.point.map((v, i) => moving[i].values[v]);
  const laid = overridesAt(moving, found.point);
  const [before, tuned] = [first.situations[0].overrides, [...laid, ...first.situations[0].overrides]];
  const cell = (overrides: readonly Override[]) => runCell(first.loaded, { overrides }, { ...whole, engine: 'exact' });
  const [baseCell, tunedCell] = [await cell(before), await cell(tuned)];
  const labels = distinctLabels(moving, base);
  const tuning: Omit<TargetTuning, 'text'> = {
    parameters: moving.map(({ path, value }, i) => ({ path, label: labels[i], from: value, to: values[i] })),
    targets: asked.map(({ target, objective }, i) => tunedTarget(target, objective, now[i], after[i])),
    reached: found.missed.length === 0,
    impossible: never,
    conflict: core,
    looked: found.looked,
    points: points.length,
    variantFile: variantFile(first.loaded, [], tunedCell.prepared, `targets of ${suite.title}`, moving, values),
  };
  return {
    ...resultsFrame('tune', first.loaded, base, options.seed ?? DEFAULT_SEED, options.command),
    title: suite.title,
    cells: [
      detailedResult(base, baseCell.evaluation, undefined, { variant: baseName(first.loaded, base, moving) }),
      detailedResult(tunedCell.prepared, tunedCell.evaluation, undefined, { variant: 'tuned' }),
    ],
    targetTuning: {
      ...tuning,
      text: targetTuningText(tuning, inSentences(moving, labels), now.filter(({ met }) => met).length),
    },
    ...(stopped ? { partial: true } : {}),
  };
}

/** Two that are called alike by what tells them apart. */
const inSentences = (moving: readonly Parameter[], labels: readonly string[]): string[] =>
  moving.map((p, i) => (labels[i] === p.label ? p.name : quotedName(labels[i])));

const tunedTarget = (
  { about, text }: DesignTarget,
  { kind }: Objective,
  now: TargetResult,
  after: TargetResult,
): TunedTarget => ({
  about,
  text,
  label: now.label,
  kind,
  now: now.value,
  value: after.value,
  met: after.met,
});

function movingParameters(axes: readonly Axis[], find: (path: string) => Parameter): Moving[] {
  if (axes.length === 0) {
    const message = 'tune needs something that may move, such as rules.fire.small-arms.initial-volley=0..3.';
    throw new InputError([{ path: [], message }]);
  }
  return axes.map((axis) => {
    if (kindOf(axis.path) === 'situation' || !axis.values.every((v) => typeof v === 'number')) {
      const message = `'${axis.path}' must be a figure of the rules that moves over numbers, such as rules.fire.small-arms.initial-volley=0..3.`;
      throw new InputError([{ path: [axis.path], message, found: axis.path }]);
    }
    const own = find(axis.path);
    const values = [...new Set([own.value, ...(axis.values as number[])])];
    const sorted = [...values].sort((a, b) => a - b);
    const step = Math.min(1, ...sorted.slice(1).map((v, i) => v - sorted[i]));
    const near = values.sort((a, b) => Math.abs(a - own.value) - Math.abs(b - own.value) || a - b);
    return { ...own, values: near, distances: near.map((v) => Math.abs(v - own.value) / step) };
  });
}

const overridesAt = (moving: readonly Moving[], point: Point): Override[] =>
  moving.flatMap((m, i) => (point[i] === 0 ? [] : [{ path: m.path, value: m.values[point[i]] }]));

/** Shares by how much they are off; figures by how much against the size of their bound. */
const shortfallOf = ({ met, margin, objective, low, high }: TargetResult): number => {
  if (met) return 0;
  const size = objective.kind === 'mean' ? Math.max(1, Math.abs(low ?? high ?? 1)) : 1;
  return Math.abs(margin) / size;
};

/** The figures of every target at every point that was asked about: each cell is worked out once. */
class Figures {
  private readonly known = new Map<string, TargetResult>();
  private readonly asked: readonly TargetQuestion[];
  private readonly moving: readonly Moving[];
  private readonly options: Omit<ExperimentOptions, 'signal'>;
  constructor(asked: readonly TargetQuestion[], moving: readonly Moving[], options: Omit<ExperimentOptions, 'signal'>) {
    this.asked = asked;
    this.moving = moving;
    this.options = options;
  }

  async shortfalls(points: readonly Point[], target: number): Promise<number[]> {
    await this.play(points, this.asked[target].group);
    return points.map((p) => shortfallOf(this.known.get(keyOf(p, target))!));
  }

  async results(point: Point): Promise<TargetResult[]> {
    for (const { group } of this.asked) await this.play([point], group);
    return this.asked.map((_, t) => this.known.get(keyOf(point, t))!);
  }

  /** Every target of a group at these points, those that are known left out. */
  private async play(points: readonly Point[], group: SuiteGroup): Promise<void> {
    const own = this.asked.flatMap((a, t) => (a.group === group ? [t] : []));
    const missing = points.filter((p) => !this.known.has(keyOf(p, own[0])));
    if (missing.length === 0) return;
    const requests = missing.flatMap((p) => {
      const laid = overridesAt(this.moving, p);
      return group.situations.map((s) => ({ overrides: [...laid, ...s.overrides] }));
    });
    resolveCell(group.loaded, requests[0].overrides);
    const figures = await runCells(group.loaded, requests, this.options, ({ evaluation }) =>
      own.map((t) => objectiveValue(this.asked[t].objective, evaluation.tally).value),
    );
    const width = group.situations.length;
    missing.forEach((p, i) => {
      own.forEach((t, k) => {
        const { target, objective } = this.asked[t];
        const here = figures.slice(i * width, (i + 1) * width).map((f) => f[k]);
        this.known.set(keyOf(p, t), judged(target, objective, group, here));
      });
    });
  }
}

const keyOf = (point: Point, target: number): string => `${point.join(',')} ${target}`;
