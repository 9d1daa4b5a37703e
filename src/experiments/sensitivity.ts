import { resultsFrame } from '../results/frame.ts';
import type { Results, Sensitivity, SensitivityRow } from '../results/types.ts';
import type { Rulebook } from '../rules/book.ts';
import type { Note } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, type Override, prepareCell } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import { holm } from '../stats/holm.ts';
import { UNDETECTED } from '../words/figures.ts';
import { baseName } from './base-name.ts';
import { type Absorption, absorption } from './caps.ts';
import { detailedResult } from './cells.ts';
import { type Change, ChangeRuns, firstEvaluation } from './change-runs.ts';
import { idleRows, type Moved, movable } from './moved-rows.ts';
import { defaultObjective, type Objective, objective, shapeOf } from './objective.ts';
import { objectiveValue } from './objective-value.ts';
import { type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { shortOfPrecision } from './precision.ts';
import { scoresOf } from './scores.ts';
import { gridSize } from './sweep.ts';

export interface SensitivityOptions extends ExperimentOptions {
  readonly objective?: string;
  /** Move every modifier row of the book, not only those that come up. */
  readonly everyRow?: boolean;
}

const UNMOVED = 1e-12;

interface Changes {
  readonly row: Moved;
  readonly minus: Change;
  readonly plus: Change;
  readonly without: Change;
}
/** How many pairs of rows are tried that a cap may hide behind each other. */
const MOST_PAIRS = 20;

/** What one point of every modifier is worth here, and the whole of it, ranked. */
export async function sensitivity(loaded: LoadedScenario, options: SensitivityOptions = {}): Promise<Results> {
  if (gridSize(loaded.vary) > 1) {
    const message = `sensitivity looks at one situation, but the scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; fix it: ${fixedBySet(loaded.vary)}.`;
    throw new InputError([{ path: ['vary'], message }]);
  }
  const fixed = combinations(loaded.vary)[0];
  const base = prepareCell(loaded, fixed);
  if (options.objective !== undefined) objective(options.objective, shapeOf(base), base.sides);
  const baseEvaluation = await firstEvaluation(loaded, base, options);
  const { rows: uses } = scoresOf(base.built.machine, baseEvaluation);
  const idle = idleRows(loaded, base, fixed, uses, baseEvaluation);
  const moved = movable(base.book, uses, idle, options.everyRow ?? false);
  const asked = objective(
    options.objective ?? defaultObjective([baseEvaluation.tally], base.sides),
    baseEvaluation.tally,
    base.sides,
  );
  const { seed, precision } = engineOptions(loaded, options);
  const runs = new ChangeRuns({ loaded, base, baseEvaluation, fixed, options, asked });
  const changed = await runs.of(moved.flatMap((row) => editsOf(base.book, row)));
  const changes = moved.flatMap((row, i): Changes[] => {
    const [minus, plus, without] = changed.slice(3 * i, 3 * i + 3);
    return without ? [{ row, minus, plus, without }] : [];
  });
  const pairs = await pairsOf(base.book, changes, runs);
  // Of rows that nobody looked at it cannot be said that they move nothing.
  if (changes.length === 0 && moved.length > 0) throw new SimError('Stopped before the first row was done.');
  const figure = objectiveValue(asked, baseEvaluation.tally);
  const cell = detailedResult(base, baseEvaluation, undefined, { variant: baseName(loaded, base, []) });
  return {
    ...resultsFrame('sensitivity', loaded, base, seed, options.command),
    cells: [{ ...cell, notes: [...cell.notes, ...playsNote(runs), ...shortOfPrecision(runs.evaluations, precision)] }],
    sensitivity: { ...ranked(asked, figure, changes), ...(pairs.length > 0 ? { pairs } : {}) },
    ...(changes.length < moved.length ? { partial: true } : {}),
  };
}

function playsNote({ playsEach }: ChangeRuns): Note[] {
  if (playsEach === undefined) return [];
  const text = `Each change was played ${playsEach.toLocaleString('en')} times, under the dice of the base; --trials takes more.`;
  return [{ kind: 'info', text }];
}

/** What is made of a row: a point less, a point more, and without it. Of a pair the one figure goes, not the other with it. */
function editsOf(book: Rulebook, { path, row, value }: Moved): Override[] {
  const isPart = /\.(first|second)$/.test(path);
  const gone = isPart ? { path, value: 0 } : removal(book, [row]);
  return [{ path, value: value - 1 }, { path, value: value + 1 }, gone];
}

/** Rows that change something only together with another. */
async function pairsOf(
  book: Rulebook,
  changes: readonly Changes[],
  runs: ChangeRuns,
): Promise<NonNullable<Sensitivity['pairs']>[number][]> {
  const hidden = hiddenPairs(changes);
  const together = await runs.of(hidden.map(([one, other]) => removal(book, [one.row.row, other.row.row])));
  return together.flatMap((both, i) => {
    const [one, other] = hidden[i];
    const alone = other.without.change;
    const { low, high } = both.interval ?? { low: both.change, high: both.change };
    if (low - UNMOVED <= alone && alone <= high + UNMOVED) return [];
    const labels = [one.row.label, other.row.label] as const;
    const figures = { value: both.value, change: both.change, alone, ...interval(both) };
    return [{ paths: [one.row.path, other.row.path] as const, labels, ...figures }];
  });
}

const interval = (c: Change): { interval?: Change['interval'] } => (c.interval ? { interval: c.interval } : {});

/** Whether two rows count in a roll of the same kind: only there can the end of a table hide the one behind the other. */
function meet(a: Moved, b: Moved): boolean {
  const rollsOf = ({ use }: Moved) => [...use!.worth.values()].flatMap((rolls) => [...rolls.keys()]);
  const rolls = new Set(rollsOf(a));
  return rollsOf(b).some((roll) => rolls.has(roll));
}

/** Rows whose loss a cap may hide, each with every other row that it meets; no pair twice. */
function hiddenPairs(changes: readonly Changes[]): (readonly [Changes, Changes])[] {
  const rows = [...new Map(changes.filter((c) => c.row.use).map((c) => [c.row.row, c])).values()];
  const isHidden = (c: Changes) => Math.abs(c.without.change) < UNMOVED;
  const hidden = rows.filter(isHidden);
  return hidden
    .flatMap((h, i) => rows.filter((o) => !isHidden(o) || hidden.indexOf(o) > i).map((o) => [h, o] as const))
    .filter(([h, o]) => meet(h.row, o.row))
    .slice(0, MOST_PAIRS);
}

/** The book without some rows. */
const removal = ({ id }: Rulebook, rows: readonly string[]): Override => ({
  path: 'variant',
  value: { name: `without ${rows.join(' and ')}`, variant: { title: 'without', base: id, remove: rows } },
});

type Unmoved = Sensitivity['unmoved'][number];

function ranked(
  asked: Objective,
  base: { readonly value: number; readonly interval?: { readonly low: number; readonly high: number } },
  changes: readonly Changes[],
): Sensitivity {
  const adjusted = holm(changes.flatMap((c) => [c.minus, c.plus, c.without].map((x) => x.pValue ?? 0)));
  const rows: SensitivityRow[] = [];
  const unmoved: Unmoved[] = [];
  changes.forEach(({ row, minus, plus, without }, i) => {
    const caps = row.use ? [lost(row, -1), lost(row, 1)] : [];
    if ([minus, plus, without].every((c) => Math.abs(c.change) < UNMOVED)) {
      unmoved.push({ path: row.path, label: row.label, reason: stillReason(row, caps) });
      return;
    }
    const still = [0, 1, 2].every((k) => adjusted[3 * i + k] >= 0.05) && minus.pValue !== undefined;
    const note = [...(still ? [UNDETECTED] : []), ...caps.flatMap((c) => (c ? [c.text] : []))].join('; ');
    rows.push({
      path: row.path,
      label: row.label,
      source: row.source,
      value: row.value,
      minus: minus.value,
      plus: plus.value,
      without: without.value,
      minusChange: minus.change,
      plusChange: plus.change,
      withoutChange: without.change,
      ...(minus.interval ? { minusInterval: minus.interval } : {}),
      ...(plus.interval ? { plusInterval: plus.interval } : {}),
      ...(without.interval ? { withoutInterval: without.interval } : {}),
      ...(note === '' ? {} : { note }),
    });
  });
  // By the most that a point less, a point more or the whole row does; equals by the swing from one less to one more.
  const most = (r: SensitivityRow) =>
    Math.max(...[r.minusChange, r.plusChange, r.withoutChange].map((change) => Math.abs(change)));
  const swing = (r: SensitivityRow) => Math.abs(r.plusChange - r.minusChange);
  rows.sort((a, b) => most(b) - most(a) || swing(b) - swing(a));
  return {
    objective: { id: asked.id, label: asked.label },
    base: base.value,
    ...(base.interval ? { baseInterval: base.interval } : {}),
    rows,
    unmoved,
  };
}

/** How much of a point less or more the ends of tables swallow. */
function lost(row: Moved, points: -1 | 1): Absorption | undefined {
  const found = absorption(row.use!, (worth) => points * row.point(worth));
  return found && { ...found, text: `${points > 0 ? '+1' : '−1'} ${found.text}` };
}

function stillReason(row: Moved, caps: readonly (Absorption | undefined)[]): string {
  if (row.unplayed) return 'is printed but not played';
  if (row.idle) return 'applies here, but its first point changes nothing';
  if (!row.use) return 'does not come up here';
  const whole = caps.filter((c) => c?.share === 1);
  if (whole.length > 0) return whole.map((c) => c!.text).join('; ');
  return 'counts here, but does not change this outcome';
}
