import type { Evaluation } from '../engine/types.ts';
import { resultsFrame } from '../results/frame.ts';
import type { Results, Sensitivity, SensitivityRow } from '../results/types.ts';
import type { Rulebook } from '../rules/book.ts';
import { InputError } from '../rules/problem.ts';
import { playedOtherwise } from '../rules/same-play.ts';
import { combinations } from '../scenarios/axes.ts';
import { bookIn } from '../scenarios/loaded.ts';
import { type LoadedScenario, type Override, prepareCell, resolveCell } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import { holm } from '../stats/holm.ts';
import { baseName } from './base-name.ts';
import { type Absorption, absorption } from './caps.ts';
import { detailedResult } from './cells.ts';
import { idleRows, type Moved, movable } from './moved-rows.ts';
import { defaultObjective, type Objective, objective } from './objective.ts';
import { objectiveValue, pairedDifference } from './objective-value.ts';
import { type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { type PairRun, PairRunner } from './pair.ts';
import { shortOfPrecision } from './precision.ts';
import { CellProgress } from './progress.ts';
import { scoresOf } from './scores.ts';
import { unlessStopped } from './stopped.ts';
import { gridSize } from './sweep.ts';

export interface SensitivityOptions extends ExperimentOptions {
  readonly objective?: string;
  /** Move every modifier row of the book, not only those that come up. */
  readonly everyRow?: boolean;
}

interface Change {
  readonly value: number;
  readonly change: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly pValue?: number;
}

const UNMOVED = 1e-12;

interface Changes {
  readonly row: Moved;
  readonly minus: Change;
  readonly plus: Change;
  readonly without: Change;
}
/** Rows that a cap may hide behind each other: so many pairs are tried. */
const MOST_PAIRS = 20;

/** Three changes a row are played against the base: so many encounters each, where nobody says how many. */
const PLAYS_A_CHANGE = 20_000;

/** An engagement past compiling, with no number of trials asked for. */
function isLongPlay(loaded: LoadedScenario, { tally, states }: Evaluation, options: ExperimentOptions): boolean {
  const { trials, precision } = engineOptions(loaded, options);
  return tally.kind === 'sampled' && states === null && trials === undefined && precision === undefined;
}

/** What one point of every modifier is worth here, and the whole of it, ranked. */
export async function sensitivity(loaded: LoadedScenario, options: SensitivityOptions = {}): Promise<Results> {
  if (gridSize(loaded.vary) > 1) {
    const message = `sensitivity looks at one situation, but the scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; fix it: ${fixedBySet(loaded.vary)}.`;
    throw new InputError([{ path: ['vary'], message }]);
  }
  const fixed = combinations(loaded.vary)[0];
  const base = prepareCell(loaded, fixed);
  let progress = new CellProgress(1, loaded, options);
  const first = new PairRunner(loaded, base, options, () => progress);
  const baseEvaluation = await first.evaluateBase();
  const runner = isLongPlay(loaded, baseEvaluation, options)
    ? new PairRunner(loaded, base, { ...options, trials: PLAYS_A_CHANGE }, () => progress)
    : first;
  const { rows: uses } = scoresOf(base.built.machine, baseEvaluation);
  const idle = idleRows(loaded, base, fixed, uses, baseEvaluation);
  const moved = movable(base.book, uses, idle, options.everyRow ?? false);
  progress = new CellProgress(3 * moved.length, loaded, options);
  const asked = objective(
    options.objective ?? defaultObjective([baseEvaluation.tally], base.sides),
    baseEvaluation.tally,
    base.sides,
  );
  const changes: Changes[] = [];
  const { seed, precision } = engineOptions(loaded, options);
  const evaluations = [baseEvaluation];
  const playOf = playedOtherwise(bookIn(loaded, resolveCell(loaded, fixed).base), base.book);
  const known = new Map<string, Change>();
  const changed = async (override: Override): Promise<Change | undefined> => {
    const overrides = [...fixed, override];
    const play = playOf(resolveCell(loaded, overrides).book);
    if (!known.has(play)) {
      const run = await unlessStopped(options, () => runner.against(prepareCell(loaded, overrides)));
      if (!run || run.variant.tally.partial) return undefined;
      // Only a wanted precision asks for them again.
      if (precision !== undefined) evaluations.push(run.variant);
      known.set(play, changeOf(asked, run));
    }
    await progress.cellDone();
    return known.get(play);
  };
  for (const row of moved) {
    const minus = await changed({ path: row.path, value: row.value - 1 });
    const plus = minus && (await changed({ path: row.path, value: row.value + 1 }));
    // Of a pair the one figure goes, not the other with it.
    const isPart = /\.(first|second)$/.test(row.path);
    const gone = isPart ? { path: row.path, value: 0 } : removal(base.book, [row.row]);
    const without = plus && (await changed(gone));
    if (!without) break;
    changes.push({ row, minus, plus, without });
  }
  const pairs: NonNullable<Sensitivity['pairs']>[number][] = [];
  for (const [hidden, other] of hiddenPairs(changes)) {
    const both = await changed(removal(base.book, [hidden.row.row, other.row.row]));
    if (!both) break;
    const alone = other.without.change;
    const { low, high } = both.interval ?? { low: both.change, high: both.change };
    if (low - UNMOVED <= alone && alone <= high + UNMOVED) continue;
    const labels = [hidden.row.label, other.row.label] as const;
    const figures = { value: both.value, change: both.change, alone, ...interval(both) };
    pairs.push({ paths: [hidden.row.path, other.row.path], labels, ...figures });
  }
  // Of rows that nobody looked at it cannot be said that they move nothing.
  if (changes.length === 0 && moved.length > 0) throw new SimError('Stopped before the first row was done.');
  const figure = objectiveValue(asked, baseEvaluation.tally);
  const cell = detailedResult(base, baseEvaluation, undefined, { variant: baseName(loaded, base, []) });
  return {
    ...resultsFrame('sensitivity', loaded, base, seed, options.command),
    cells: [{ ...cell, notes: [...cell.notes, ...shortOfPrecision(evaluations, precision)] }],
    sensitivity: { ...ranked(asked, figure, changes), ...(pairs.length > 0 ? { pairs } : {}) },
    ...(changes.length < moved.length ? { partial: true } : {}),
  };
}

const interval = (c: Change): { interval?: Change['interval'] } => (c.interval ? { interval: c.interval } : {});

/** Rows whose loss a cap may hide, each with every other row that counts; no pair twice. */
function hiddenPairs(changes: readonly Changes[]): (readonly [Changes, Changes])[] {
  const rows = [...new Map(changes.filter((c) => c.row.use).map((c) => [c.row.row, c])).values()];
  const isHidden = (c: Changes) => Math.abs(c.without.change) < UNMOVED;
  const hidden = rows.filter(isHidden);
  return hidden
    .flatMap((h, i) => rows.filter((o) => !isHidden(o) || hidden.indexOf(o) > i).map((o) => [h, o] as const))
    .slice(0, MOST_PAIRS);
}

/** The book without some rows. */
const removal = ({ id }: Rulebook, rows: readonly string[]): Override => ({
  path: 'variant',
  value: { name: `without ${rows.join(' and ')}`, variant: { title: 'without', base: id, remove: rows } },
});

function changeOf(asked: Objective, run: PairRun): Change {
  if (run.kind === 'exact') {
    const value = objectiveValue(asked, run.variant.tally).value;
    return { value, change: value - objectiveValue(asked, run.base.tally).value };
  }
  const d = pairedDifference(asked, asked, run.pair);
  return {
    value: d.value,
    change: d.difference,
    pValue: d.pValue,
    ...(Number.isFinite(d.low) ? { interval: { low: d.low, high: d.high } } : {}),
  };
}

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
    const note = [
      ...(still ? ['no detectable change at this number of trials'] : []),
      ...caps.flatMap((c) => (c ? [c.text] : [])),
    ].join('; ');
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
