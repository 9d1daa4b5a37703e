import type { Evaluation } from '../engine/types.ts';
import type { Axis } from '../results/types.ts';
import type { PreparedCell, Sides } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import { decimal, MINUS } from '../words/figures.ts';
import { theLabel } from '../words/labels.ts';
import { agree, theName } from '../words/names.ts';
import { leadWords } from './advantage-words.ts';
import { absorption } from './caps.ts';
import { sideName } from './good-for.ts';
import type { Objective } from './objective.ts';
import type { ObjectiveValue } from './objective-value.ts';
import type { Parameter } from './parameter.ts';
import { scoresOf } from './scores.ts';
import type { Tried } from './search.ts';
import { percent, signedPoints } from './words.ts';

interface Tuned {
  readonly asked: Objective;
  readonly sides: Sides;
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
  return (asked.kind === 'mean' ? decimal(value) : percent(value)).replace('-', MINUS);
}

/** A lead of nothing is an even fight. */
export const isEven = (asked: Objective, target: number): boolean => asked.id === 'advantage' && target === 0;
const wanted = (asked: Objective, target: number): string =>
  isEven(asked, target) ? 'an even fight' : shown(asked, target);

const signless = (value: number): string => String(value).replace('-', MINUS);

/** What people read in the sheet, in quotes; a path where nothing else tells two parameters apart. */
const quoted = (moving: readonly Parameter[], labels: readonly string[]): string[] =>
  moving.map((p, i) => (labels[i] === p.path ? p.path : `“${labels[i]}”`));

/** ": the attacker wins 45.0%", " gives rounds fought 2.1", ": the defender wins 3.0 percentage points oftener than …". */
function giving({ asked, sides }: Tuned, value: number, range = ''): string {
  if (asked.id === 'advantage') return `: ${leadWords(asked, value < 0 ? 'b' : 'a', sides.names).long(value)}${range}`;
  const figures = `${shown(asked, value)}${range}`;
  if (!/^winner=[ab]$/.test(asked.id)) return ` gives ${asked.label} ${figures}`;
  return `: ${theName(asked.label)} ${/ wins?$/.test(asked.label) ? '' : 'in '}${figures}`;
}

/** "attack column 2, defender FS 7"; where two are called alike, by what tells them apart. */
const settingOf = ({ moving, labels }: Tuned, values: readonly number[]): string => {
  const names = quoted(moving, labels);
  return moving
    .map((p, i) => (labels[i] === p.label ? p.setTo(values[i]) : `${names[i]} at ${signless(values[i])}`))
    .join(', ');
};

/** The ends of an interval, from below: a lead is told of the side that has it, so its interval is too. */
const rangeOf = ({ asked }: Tuned, value: number, { low, high }: NonNullable<ObjectiveValue['interval']>): number[] =>
  asked.id === 'advantage' && value < 0 ? [-high, -low] : [low, high];

/** What tuning found, in a sentence or two. */
export function tuningText(tuned: Tuned): string {
  const { asked, target, evidence, value, now, moving, best, tried, points } = tuned;
  const show = (value: number) => shown(asked, value);
  // The unit is said once.
  const bare = (value: number) => show(value).replace(/ percentage points$/, '');
  const still = best.every((v, i) => v === moving[i].value);
  const setting = settingOf(tuned, best) + (still ? ' (as it is)' : '');
  const range = value.interval ? ` (${rangeOf(tuned, value.value, value.interval).map(bare).join(' to ')})` : '';
  const found = `${setting}${giving(tuned, value.value, range)}`;
  const before = still ? '' : `; now it is ${bare(now)}`;
  const others = otherSolutions(tuned);
  if (evidence === 'reached') return `${found}; the target is ${wanted(asked, target)}${before}.${others}`;
  if (evidence === 'open') {
    return `${found}; whether that is within ${shown(asked, tuned.within).replace(/^\+/, '')} of ${wanted(asked, target)} takes more trials to tell${before}.${others}`;
  }
  const sorted = [...tried].sort((a, b) => a.value - b.value);
  const [lowest, highest] = [sorted[0], sorted[sorted.length - 1]];
  const some = tried.length < points.length;
  const ofThem = some ? ` of the ${tried.length} values looked at (there are ${points.length})` : '';
  if (target > highest.value || target < lowest.value) {
    const most = target > highest.value ? 'most' : 'least';
    const none = some ? `None${ofThem}` : 'No value';
    const where = some ? 'of them' : 'within these bounds';
    return `${none} reaches ${wanted(asked, target)}: the ${most} ${where} is ${show(value.value)}${range}, with ${theLabel(setting)}${before}.`;
  }
  // The nearest lies on one side of the target: what the next one on the other side gives shows how coarse the steps are.
  const beyond =
    value.value > target ? sorted.filter((t) => t.value <= target).at(-1) : sorted.find((t) => t.value >= target);
  const next = (values: readonly number[]) =>
    moving.length === 1 ? `at ${signless(values[0])}` : settingOf(tuned, values);
  const other = beyond ? `; ${next(beyond.values)}, ${bare(beyond.value)}` : '';
  return `Nearest to ${wanted(asked, target)}${ofThem}: ${setting}${giving(tuned, value.value, range).replace(/^: /, ', where ')}${other}${before}.`;
}

/** A curve that goes up and down may meet its target more than once: where else, of what was looked at. */
function otherSolutions(tuned: Tuned): string {
  const { target, within, best, tried, points, moving } = tuned;
  const meeting = tried.filter((t) => Math.abs(t.value - target) <= within);
  const sampled = tried.some((t) => t.interval !== undefined);
  const also = sampled ? 'Others came as near when they were tried' : 'Others meet it too';
  if (moving.length > 1) {
    const others = meeting.filter((t) => t.values.some((v, i) => v !== best[i]));
    if (others.length === 0) return '';
    const few = others.slice(0, MOST_OTHERS).map((t) => settingOf(tuned, t.values));
    const rest = others.length > few.length ? `; ${others.length - few.length} more` : '';
    return ` ${also}: ${few.join('; ')}${rest}.`;
  }
  const place = new Map(points.map(([v], i) => [v, i]));
  const meets = meeting.map((t) => place.get(t.values[0])!).sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const i of meets.filter((i) => i !== place.get(best[0])!)) {
    const last = runs.at(-1);
    if (last && last[last.length - 1] === i - 1) last.push(i);
    else runs.push([i]);
  }
  if (runs.length === 0) return '';
  const words = runs.map((run) => {
    const [from, to] = [points[run[0]][0], points[run[run.length - 1]][0]];
    return from === to ? signless(from) : `${signless(from)} to ${signless(to)}`;
  });
  return ` ${also}: ${words.join(', ')}.`;
}

/** Combinations of several values that are named as other solutions. */
const MOST_OTHERS = 2;

/** What keeps a side from winning as often as was asked for: encounters that end with no winner. */
export function undecidedText({ asked, sides, target, evidence, value }: Tuned, tally: Tally): string[] {
  const winner = /^winner=([ab])$/.exec(asked.id)?.[1];
  if (winner === undefined || evidence === 'reached' || value.value >= target) return [];
  const total = tally.ends.reduce((sum, e) => sum + e.weight, 0);
  const share = (of: string) =>
    tally.ends.reduce((sum, e) => sum + (tally.outcomes[e.outcome].winner === of ? e.weight : 0), 0) / total;
  const none = share('none');
  if (none < WORTH_TELLING) return [];
  const other = winner === 'a' ? 'b' : 'a';
  // A side that acts alone has nobody to come off better against it.
  if (sides.goingWell !== undefined || share(other) === 0) return [];
  const isOut = none > 1 - target ? `, so that ${percent(target)} is out of reach` : '';
  const wins = / comes? off better$/.test(asked.label) ? 'comes off better' : 'wins';
  const name = sideName(other, sides);
  return [
    `Neither side ${wins} in ${percent(none)} there${isOut}; ${theName(name)} ${agree(name, wins)} in ${percent(share(other))}. As many wins as losses are --target even.`,
  ];
}

/** Below this share, what stays undecided changes nobody's reading. */
const WORTH_TELLING = 0.05;

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
