import { bookHash } from '../../rules/hash.ts';
import { InputError } from '../../rules/problem.ts';
import { prepareCell, resolveCell, type Sides } from '../../scenarios/prepare.ts';
import { type Calls, callsOf } from '../../scenarios/suite/called.ts';
import { groupOfTarget, type Suite, type SuiteGroup } from '../../scenarios/suite/suite.ts';
import { words } from '../../words/ids.ts';
import { runCells } from '../cells.ts';
import type { NamedOverrides } from '../compare.ts';
import { type Objective, objective } from '../objective.ts';
import { objectiveValue } from '../objective-value.ts';
import type { ExperimentOptions } from '../options.ts';
import { assertTarget } from '../target.ts';
import { deedObjective } from './deed.ts';
import { assertTogether, type DesignTarget, parseTarget } from './parse.ts';
import { targetLabel } from './words.ts';

/** A target held against the rules. */
export interface TargetResult {
  readonly about: string;
  readonly text: string;
  /** As people read it: "column v line: attacker wins 45 to 55%". */
  readonly label: string;
  readonly objective: { readonly id: string; readonly label: string; readonly kind: Objective['kind'] };
  readonly low?: number;
  readonly high?: number;
  readonly met: boolean;
  /** The figure that comes nearest to a bound or lies farthest beyond it, and the situation that gives it. */
  readonly value: number;
  readonly situation: string;
  /** How far the figure is inside the bounds; below 0, how far beyond them. */
  readonly margin: number;
  /** Situations that were looked at, and those that do not meet it. */
  readonly situations: number;
  readonly failing: number;
}

export interface TargetResults {
  readonly title: string;
  readonly rulebook: {
    readonly id: string;
    readonly title: string;
    readonly hash: string;
    readonly variant: string | null;
  };
  readonly targets: readonly TargetResult[];
  /** True when it was stopped: the targets are the first of those asked for. */
  readonly partial: boolean;
}

const DUST = 1e-9;

/** Refuses a suite that sets no targets. */
export function assertTargets(suite: Suite): void {
  if (suite.targets.length === 0) {
    const message = `The suite '${suite.source}' sets no targets; write some, such as "targets:" and "- ${suite.groups[0].id}: attacker wins 45..55%".`;
    throw new InputError([{ path: ['targets'], message }]);
  }
}

/** Holds the rules, with a variant laid over them where one is given, to the targets of a suite, exactly. */
export async function checkTargets(
  suite: Suite,
  variant: NamedOverrides | undefined,
  options: ExperimentOptions = {},
): Promise<TargetResults> {
  assertTargets(suite);
  const targets = suite.targets.map(parseTarget);
  const laid = variant?.overrides ?? [];
  const wanted = [...new Set(targets.map((t) => t.about))].map((about) => groupOfTarget(suite, about));
  // What names no outcome is told before anything is run.
  const asked = new Map(targets.map((t) => [t, objectiveFor(t, groupOfTarget(suite, t.about), laid)]));
  assertTogether(targets, (t) => asked.get(t)!.id);
  const results: TargetResult[] = [];
  for (const group of wanted) {
    const own = targets.filter((t) => t.about === group.id);
    const figures = await figuresOf(
      group,
      laid,
      own.map((t) => asked.get(t)!),
      options,
    );
    if (figures.length < group.situations.length) break;
    own.forEach((t, i) => {
      results.push(
        judged(
          t,
          asked.get(t)!,
          group,
          figures.map((f) => f[i]),
        ),
      );
    });
  }
  const { book, variantName } = resolveCell(wanted[0].loaded, [...laid, ...wanted[0].situations[0].overrides]);
  const inOrder = targets.flatMap((t) => results.filter((r) => r.about === t.about && r.text === t.text));
  return {
    title: suite.title,
    rulebook: { id: book.id, title: book.title, hash: bookHash(book), variant: variantName },
    targets: inOrder,
    partial: inOrder.length < targets.length,
  };
}

/** What a target asks of every situation of its group. */
export function objectiveFor(target: DesignTarget, group: SuiteGroup, laid: NamedOverrides['overrides']): Objective {
  const { built, sides } = prepareCell(group.loaded, [...laid, ...group.situations[0].overrides]);
  const { outcomes, measures, sums } = built.machine;
  try {
    const asked = target.objective;
    const shape = { outcomes, measures, sums };
    const found = deedObjective(asked, shape, callsIn(group, sides)) ?? objective(asked, shape, sides);
    for (const bound of [target.low, target.high]) if (bound !== undefined) assertTarget(found, bound);
    return found;
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, path: ['targets'], ...(target.at ? { at: target.at } : {}) })));
  }
}

/** What its sides are called in all situations of a group. */
function callsIn(group: SuiteGroup, sides: Sides): Calls {
  const each = group.situations.map((s) => callsOf(group, s, sides));
  const common = (i: 0 | 1) => new Set([...each[0][i]].filter((name) => each.every((calls) => calls[i].has(name))));
  return [common(0), common(1)];
}

/** The figure of every objective in every situation of a group. */
const figuresOf = (
  { loaded, situations }: SuiteGroup,
  laid: NamedOverrides['overrides'],
  objectives: readonly Objective[],
  options: ExperimentOptions,
): Promise<number[][]> =>
  runCells(
    loaded,
    situations.map((s) => ({ overrides: [...laid, ...s.overrides] })),
    { ...options, engine: 'exact' },
    ({ evaluation }) => objectives.map((o) => objectiveValue(o, evaluation.tally).value),
  );

/** Holds figures, one per situation, to a target. */
export function judged(
  target: DesignTarget,
  { id, label, kind }: Pick<Objective, 'id' | 'label' | 'kind'>,
  { id: about, situations }: Pick<SuiteGroup, 'id' | 'situations'>,
  figures: readonly number[],
): TargetResult {
  const total = situations.reduce((sum, s) => sum + s.weight, 0);
  const mean = figures.reduce((sum, f, i) => sum + f * situations[i].weight, 0) / total;
  const held = target.onAverage
    ? [{ value: mean, situation: `${words(about)}, on average` }]
    : figures.map((value, i) => ({ value, situation: situations[i].name }));
  const margins = held.map(({ value }) =>
    Math.min(value - (target.low ?? -Infinity), (target.high ?? Infinity) - value),
  );
  const worst = margins.indexOf(Math.min(...margins));
  return {
    about,
    text: target.text,
    label: targetLabel(target, { id, label }),
    objective: { id, label, kind },
    ...(target.low === undefined ? {} : { low: target.low }),
    ...(target.high === undefined ? {} : { high: target.high }),
    met: margins[worst] >= -DUST,
    ...held[worst],
    margin: Math.abs(margins[worst]) < DUST ? 0 : margins[worst],
    situations: figures.length,
    failing: margins.filter((m) => m < -DUST).length,
  };
}
