import type { Evaluation } from '../engine/types.ts';
import type { Axis } from '../results/types.ts';
import type { PreparedCell } from '../scenarios/prepare.ts';
import { absorption } from './caps.ts';
import type { Objective } from './objective.ts';
import type { Parameter } from './parameter.ts';
import { scoresOf } from './scores.ts';
import type { Tried } from './search.ts';
import { figure, percent } from './words.ts';

interface Told {
  readonly asked: Objective;
  readonly target: number;
  readonly reached: boolean;
  readonly value: number;
  readonly now: number;
  readonly moving: readonly Parameter[];
  readonly best: readonly number[];
  readonly tried: readonly Tried[];
}

/** A figure of an objective as people read it. */
export const shown = (asked: Objective, value: number): string =>
  asked.kind === 'mean' ? figure(value) : percent(value);

/** What people read in the sheet, in quotes; the path where that would not tell two parameters apart. */
function names(moving: readonly Parameter[]): string[] {
  const alone = (p: Parameter) => moving.filter((other) => other.label === p.label).length === 1;
  return moving.map((p) => (p.label !== p.path && alone(p) ? `“${p.label}”` : p.path));
}

/** What tuning found, in a sentence or two. */
export function tuningText({ asked, target, reached, value, now, moving, best, tried }: Told): string {
  const show = (value: number) => shown(asked, value);
  const named = names(moving);
  const setting = (values: readonly number[]) => named.map((name, i) => `${name} at ${values[i]}`).join(', ');
  const still = best.every((v, i) => v === moving[i].value);
  const found = `${setting(best)}${still ? ' (as it is)' : ''} gives ${asked.label} ${show(value)}`;
  if (reached) return `${found}; the target is ${show(target)} and the base has ${show(now)}.`;
  const sorted = [...tried].sort((a, b) => a.value - b.value);
  const [lowest, highest] = [sorted[0], sorted[sorted.length - 1]];
  if (target > highest.value || target < lowest.value) {
    const most = target > highest.value ? 'most' : 'least';
    return `No value reaches ${show(target)}: the ${most} within these bounds is ${show(value)}, with ${setting(best)}; the base has ${show(now)}.`;
  }
  const below = sorted.filter((t) => t.value <= target).at(-1)!;
  const above = sorted.find((t) => t.value >= target)!;
  return (
    `No value gives ${show(target)}: ${setting(below.values)} gives ${show(below.value)} and ` +
    `${setting(above.values)} gives ${show(above.value)}. The nearest: ${found}; the base has ${show(now)}.`
  );
}

/** Which part of a row's way is swallowed by the ends of a table. */
export function capText(
  base: PreparedCell,
  evaluation: Evaluation,
  moving: readonly Parameter[],
  axes: readonly Axis[],
): string[] {
  const { rows } = scoresOf(base.built.machine, evaluation);
  const named = names(moving);
  return moving.flatMap((p, i) => {
    // Parts of compound rows move the score by more or less than a point: their caps show in what was tried.
    const use = p.rulePath === null ? undefined : rows.get(p.rulePath);
    if (!use) return [];
    const values = axes[i].values.map(Number);
    const ends = [Math.min(...values) - p.value, Math.max(...values) - p.value].filter((by) => by !== 0);
    return ends.flatMap((by) => {
      const sign = Math.sign(by);
      // Swallowed to the very end: a first step that is swallowed alone only delays the change.
      let beyond: string | undefined;
      for (let k = Math.abs(by) - 1; k >= 0; k--) {
        const lost = absorption(use, sign, sign * k);
        if (lost?.absorbed !== lost?.states || !lost) break;
        beyond = `${named[i]} changes nothing beyond ${p.value + sign * k}: ${lost.text}.`;
      }
      if (beyond) return [beyond];
      const partly = absorption(use, sign);
      return partly ? [`${named[i]}: ${sign > 0 ? '+1' : '−1'} is ${partly.text}.`] : [];
    });
  });
}
