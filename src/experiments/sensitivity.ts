import { resultsFrame } from '../results/frame.ts';
import type { Results, Sensitivity, SensitivityRow } from '../results/types.ts';
import { type Rulebook, sourceText } from '../rules/book.ts';
import { InputError } from '../rules/problem.ts';
import { unplayedReason } from '../rules/unplayed.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, type Override, prepareCell } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import { holm } from '../stats/holm.ts';
import { baseName } from './base-name.ts';
import { type Absorption, absorption } from './caps.ts';
import { cellResult } from './cells.ts';
import { defaultObjective, type Objective, objective } from './objective.ts';
import { objectiveValue, pairedDifference } from './objective-value.ts';
import { type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { type PairRun, PairRunner } from './pair.ts';
import { shortOfPrecision } from './precision.ts';
import { CellProgress } from './progress.ts';
import { type RowUse, scoresOf } from './scores.ts';
import { unlessStopped } from './stopped.ts';
import { gridSize } from './sweep.ts';

export interface SensitivityOptions extends ExperimentOptions {
  readonly objective?: string;
  /** Move every modifier row of the book, not only those that come up. */
  readonly everyRow?: boolean;
}

/** A figure that is moved by one point either way. */
interface Moved {
  readonly path: string;
  readonly label: string;
  readonly source: string;
  readonly value: number;
  readonly use?: RowUse;
  /** Printed but not played. */
  readonly unplayed?: boolean;
  /** What one point more comes to where the row is worth so much. */
  readonly point: (worth: number) => number;
}

interface Change {
  readonly value: number;
  readonly change: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly pValue?: number;
}

const UNMOVED = 1e-12;

/** What one point of every modifier is worth here, ranked. */
export async function sensitivity(loaded: LoadedScenario, options: SensitivityOptions = {}): Promise<Results> {
  if (gridSize(loaded.vary) > 1) {
    const message = `sensitivity looks at one situation, but the scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; fix it: ${fixedBySet(loaded.vary)}.`;
    throw new InputError([{ path: ['vary'], message }]);
  }
  const fixed = combinations(loaded.vary)[0];
  const base = prepareCell(loaded, fixed);
  let progress = new CellProgress(1, loaded, options);
  const runner = new PairRunner(loaded, base, options, () => progress);
  const baseEvaluation = await runner.evaluateBase();
  const { rows: uses } = scoresOf(base.built.machine, baseEvaluation);
  const moved = movable(base.book, uses, options.everyRow ?? false);
  progress = new CellProgress(2 * moved.length, loaded, options);
  const asked = objective(
    options.objective ?? defaultObjective([baseEvaluation.tally], base.sides),
    baseEvaluation.tally,
    base.sides,
  );
  const changes: { row: Moved; minus: Change; plus: Change }[] = [];
  const evaluations = [baseEvaluation];
  for (const row of moved) {
    const by = async (points: number): Promise<Change | undefined> => {
      const override: Override = { path: row.path, value: row.value + points };
      const cell = prepareCell(loaded, [...fixed, override]);
      const run = await unlessStopped(options, () => runner.against(cell));
      if (!run || run.variant.tally.partial) return undefined;
      evaluations.push(run.variant);
      await progress.cellDone();
      return changeOf(asked, run);
    };
    const minus = await by(-1);
    const plus = minus && (await by(1));
    if (!plus) break;
    changes.push({ row, minus, plus });
  }
  // Of rows that nobody looked at it cannot be said that they move nothing.
  if (changes.length === 0 && moved.length > 0) throw new SimError('Stopped before the first row was done.');
  const { seed, precision } = engineOptions(loaded, options);
  const figure = objectiveValue(asked, baseEvaluation.tally);
  const cell = cellResult(base, baseEvaluation, undefined, { variant: baseName(loaded, base, []) });
  return {
    ...resultsFrame('sensitivity', loaded, base, seed, options.command),
    cells: [{ ...cell, notes: [...cell.notes, ...shortOfPrecision(evaluations, precision)] }],
    sensitivity: ranked(asked, figure, changes),
    ...(changes.length < moved.length ? { partial: true } : {}),
  };
}

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

/** The figures of the rows that come up, or of every row. A row worth a fact of the situation gets points on top. */
function movable(book: Rulebook, uses: ReadonlyMap<string, RowUse>, every: boolean): Moved[] {
  const moved: Moved[] = [];
  for (const table of Object.values(book.tables)) {
    if (table.kind !== 'modifiers') continue;
    for (const row of table.rows) {
      const id = `${table.id}.${row.id}`;
      const use = uses.get(id);
      if (!use && !every) continue;
      const path = `rules.${id}`;
      const source = sourceText(row.source);
      const unplayed = unplayedReason(book, id) !== undefined;
      const { value, label } = row;
      const add = (part: string, partLabel: string, figure: number, point: Moved['point']) =>
        moved.push({
          path: `${path}${part}`,
          label: partLabel,
          source,
          value: figure,
          point,
          ...(use ? { use } : {}),
          unplayed,
        });
      if (typeof value === 'number') add('', label, value, () => 1);
      else if ('pair' in value) {
        add('.first', label, value.pair[0], (worth) => (worth === value.pair[0] ? 1 : 0));
        add('.second', `${label} (opponent)`, value.pair[1], (worth) => (worth === value.pair[1] ? 1 : 0));
      } else if ('per' in value) {
        add('.each', `${label} (each)`, value.each, (worth) => (value.each === 0 ? 0 : worth / value.each));
      } else if (value.plus !== undefined) add('.plus', `${label} (on top)`, value.plus, () => 1);
      else add('.plus', `${label} (on top)`, value.plus ?? 0, () => 1);
    }
  }
  return moved;
}

function ranked(
  asked: Objective,
  base: { readonly value: number; readonly interval?: { readonly low: number; readonly high: number } },
  changes: readonly { row: Moved; minus: Change; plus: Change }[],
): Sensitivity {
  const adjusted = holm(changes.flatMap((c) => [c.minus.pValue ?? 0, c.plus.pValue ?? 0]));
  const rows: SensitivityRow[] = [];
  const unmoved: Unmoved[] = [];
  changes.forEach(({ row, minus, plus }, i) => {
    const caps = row.use ? [lost(row, -1), lost(row, 1)] : [];
    if (Math.abs(minus.change) < UNMOVED && Math.abs(plus.change) < UNMOVED) {
      unmoved.push({ path: row.path, label: row.label, reason: stillReason(row, caps) });
      return;
    }
    const still = [0, 1].filter((k) => adjusted[2 * i + k] >= 0.05).length === 2 && minus.pValue !== undefined;
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
      minusChange: minus.change,
      plusChange: plus.change,
      ...(minus.interval ? { minusInterval: minus.interval } : {}),
      ...(plus.interval ? { plusInterval: plus.interval } : {}),
      ...(note === '' ? {} : { note }),
    });
  });
  // By what one point does at most, as the headline says it; equals by the swing from one less to one more.
  const most = (r: SensitivityRow) => Math.max(Math.abs(r.minusChange), Math.abs(r.plusChange));
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
  if (!row.use) return 'does not come up here';
  const whole = caps.filter((c) => c !== undefined && c.absorbed === c.states);
  if (whole.length > 0) return whole.map((c) => c!.text).join('; ');
  return 'counts here, but does not change this outcome';
}
