import type { Evaluation } from '../engine/types.ts';
import type { Axis } from '../results/types.ts';
import type { PreparedCell } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import { MINUS } from '../words/figures.ts';
import { theName } from '../words/names.ts';
import { absorption } from './caps.ts';
import type { Objective } from './objective.ts';
import type { ObjectiveValue } from './objective-value.ts';
import type { Parameter } from './parameter.ts';
import { scoresOf } from './scores.ts';
import type { Tried } from './search.ts';
import { figure, percent, signedPoints } from './words.ts';

interface Tuned {
  readonly asked: Objective;
  readonly target: number;
  readonly within: number;
  readonly evidence: 'reached' | 'missed' | 'open';
  readonly value: ObjectiveValue;
  readonly now: number;
  readonly moving: readonly Parameter[];
  /** What those are called, no two alike. */
  readonly labels: readonly string[];
  readonly best: readonly number[];
  readonly tried: readonly Tried[];
  /** Every value that may be taken. */
  readonly points: readonly (readonly number[])[];
}

/** A figure of an objective as people read it. */
export function shown(asked: Objective, value: number): string {
  if (asked.id === 'advantage') return signedPoints(value);
  return (asked.kind === 'mean' ? figure(value) : percent(value)).replace('-', MINUS);
}

/** A lead of nothing is an even fight. */
export const isEven = (asked: Objective, target: number): boolean => asked.id === 'advantage' && target === 0;
const wanted = (asked: Objective, target: number): string =>
  isEven(asked, target) ? 'an even fight' : shown(asked, target);

const signless = (value: number): string => String(value).replace('-', MINUS);

/** What people read in the sheet, in quotes; a path where nothing else tells two parameters apart. */
const quoted = (moving: readonly Parameter[], labels: readonly string[]): string[] =>
  moving.map((p, i) => (labels[i] === p.path ? p.path : `“${labels[i]}”`));

/** "“Elite troops” at 2: the attacker wins", or "“Elite troops” at 2 gives rounds fought", before the figure. */
function giving({ id, label }: Objective): string {
  if (id === 'advantage') return ' gives a lead of';
  return /^winner=[ab]$/.test(id) ? `: ${theName(label)} in` : ` gives ${label}`;
}

/** What tuning found, in a sentence or two. */
export function tuningText(tuned: Tuned): string {
  const { asked, target, evidence, value, now, moving, labels, best, tried, points } = tuned;
  const show = (value: number) => shown(asked, value);
  // The unit is said once.
  const base = shown(asked, now).replace(/ percentage points$/, '');
  const named = quoted(moving, labels);
  const setting = (values: readonly number[]) => named.map((name, i) => `${name} at ${signless(values[i])}`).join(', ');
  const still = best.every((v, i) => v === moving[i].value);
  const range = value.interval ? ` (${show(value.interval.low)} to ${show(value.interval.high)})` : '';
  const found = `${setting(best)}${still ? ' (as it is)' : ''}${giving(asked)} ${show(value.value)}${range}`;
  const before = still ? '' : `; now it is ${base}`;
  const others = otherSolutions(tuned);
  if (evidence === 'reached') return `${found}; the target is ${wanted(asked, target)}${before}.${others}`;
  if (evidence === 'open') {
    return `${found}; whether that is within ${shown(asked, tuned.within)} of ${wanted(asked, target)} takes more trials to tell${before}.${others}`;
  }
  const sorted = [...tried].sort((a, b) => a.value - b.value);
  const [lowest, highest] = [sorted[0], sorted[sorted.length - 1]];
  const some = tried.length < points.length;
  const none = some ? `None of the ${tried.length} values looked at (of ${points.length})` : 'No value';
  if (target > highest.value || target < lowest.value) {
    const most = target > highest.value ? 'most' : 'least';
    const where = some ? 'of them' : 'within these bounds';
    return `${none} reaches ${wanted(asked, target)}: the ${most} ${where} is ${show(value.value)}${range}, with ${setting(best)}${before}.`;
  }
  const below = sorted.filter((t) => t.value <= target).at(-1)!;
  const above = sorted.find((t) => t.value >= target)!;
  return (
    `${none} gives ${wanted(asked, target)}: ${setting(below.values)} gives ${show(below.value)} and ` +
    `${setting(above.values)} gives ${show(above.value)}. The nearest: ${found}${before}.`
  );
}

/** A curve that goes up and down may meet its target more than once: where else, of what was looked at. */
function otherSolutions({ target, within, best, tried, points, moving }: Tuned): string {
  if (moving.length > 1) return '';
  const place = new Map(points.map(([v], i) => [v, i]));
  const meets = tried
    .filter((t) => Math.abs(t.value - target) <= within)
    .map((t) => place.get(t.values[0])!)
    .sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const i of meets) {
    const last = runs.at(-1);
    if (last && last[last.length - 1] === i - 1) last.push(i);
    else runs.push([i]);
  }
  const own = place.get(best[0])!;
  const others = runs.map((run) => run.filter((i) => i !== own)).filter((run) => run.length > 0);
  if (others.length === 0) return '';
  const words = others.map((run) => {
    const [from, to] = [points[run[0]][0], points[run[run.length - 1]][0]];
    return from === to ? signless(from) : `${signless(from)} to ${signless(to)}`;
  });
  return ` Others meet it too: ${words.join(', ')}.`;
}

/** Where so many fights stay undecided that nobody can win as often as was asked for. */
export function undecidedText({ asked, target, evidence }: Tuned, tally: Tally): string[] {
  const winner = /^winner=([ab])$/.exec(asked.id)?.[1];
  if (winner === undefined || evidence === 'reached') return [];
  const total = tally.ends.reduce((sum, e) => sum + e.weight, 0);
  const none = tally.ends.reduce((sum, e) => sum + (tally.outcomes[e.outcome].winner === 'none' ? e.weight : 0), 0);
  if (none / total <= 1 - target) return [];
  return [
    `${percent(none / total)} stay undecided there, which is why ${percent(target)} is out of reach; --target even asks for as many wins as losses.`,
  ];
}

/** Which part of a row's way is swallowed by the ends of a table. */
export function capText(
  base: PreparedCell,
  evaluation: Evaluation,
  moving: readonly Parameter[],
  labels: readonly string[],
  axes: readonly Axis[],
): string[] {
  const { rows } = scoresOf(base.built.machine, evaluation);
  const named = quoted(moving, labels);
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
        if (lost?.share !== 1) break;
        beyond = `${named[i]} changes nothing beyond ${signless(p.value + sign * k)}: ${lost.text}.`;
      }
      if (beyond) return [beyond];
      const partly = absorption(use, sign);
      return partly ? [`${named[i]}: ${sign > 0 ? '+1' : '−1'} is ${partly.text}.`] : [];
    });
  });
}
