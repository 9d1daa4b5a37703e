import { resultsFrame } from '../results/frame.ts';
import type { Axis, Game, Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, prepareCell, type Sides } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import type { Interval } from '../stats/interval.ts';
import { runCells } from './cells.ts';
import { dominated, transposed } from './dominance.ts';
import { equilibrium } from './equilibrium.ts';
import { defaultObjective, objective } from './objective.ts';
import { type ObjectiveValue, objectiveValue } from './objective-value.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';
import { gridSize } from './sweep.ts';

export interface MatrixOptions extends ExperimentOptions {
  /** What the first side chooses from and what the second does; the scenario's two `vary` axes when left out. */
  readonly rows?: Axis;
  readonly columns?: Axis;
  /** What the first side wants as much of as it can get, and the second as little. */
  readonly objective?: string;
}

/** Tactics, formations or reactions of one side against those of the other, and how to mix them. */
export async function matrix(loaded: LoadedScenario, options: MatrixOptions = {}): Promise<Results> {
  const axes = axesOf(loaded, options);
  assertCells(gridSize(axes), options);
  const plans = combinations(axes).map((overrides) => ({ overrides }));
  const done = await runCells(loaded, plans, options, ({ result, evaluation }) => ({
    result,
    tally: evaluation.tally,
  }));
  if (done.length < plans.length) {
    throw new SimError('The matrix was stopped before its last cell; a game needs them all.');
  }
  const base = prepareCell(loaded, plans[0].overrides);
  const { sides } = base;
  const text =
    options.objective ??
    defaultObjective(
      done.map((d) => d.tally),
      sides,
    );
  const asked = done.map((d) => objective(text, d.tally, sides));
  const { seed } = engineOptions(loaded, options);
  return {
    ...resultsFrame('matrix', loaded, base, seed, options.command),
    axes,
    cells: done.map((d) => d.result),
    game: gameOf(
      axes,
      done.map((d, i) => objectiveValue(asked[i], d.tally)),
      asked[0].label,
      sides,
    ),
  };
}

function gameOf(
  [rows, columns]: readonly [Axis, Axis],
  figures: readonly ObjectiveValue[],
  label: string,
  sides: Sides,
): Game {
  const width = columns.values.length;
  const table = rows.values.map((_, r) => figures.slice(r * width, (r + 1) * width));
  const values = table.map((row) => row.map((v) => v.value));
  const sampled = figures.some((f) => f.interval !== undefined);
  const intervals = sampled
    ? table.map((row) => row.map((v) => v.interval ?? { low: v.value, high: v.value }))
    : undefined;
  const rowOptions = rows.values.map(String);
  const columnOptions = columns.values.map(String);
  const turned = (i: Interval): Interval => ({ low: -i.high, high: -i.low });
  return {
    objective: label,
    rowPlayer: { side: chooser(rows, sides, 0), options: rowOptions },
    columnPlayer: { side: chooser(columns, sides, 1), options: columnOptions },
    values,
    ...(intervals ? { intervals } : {}),
    dominatedRows: dominated(rowOptions, values, intervals),
    dominatedColumns: dominated(
      columnOptions,
      transposed(values, (v) => -v),
      intervals && transposed(intervals, turned),
    ),
    equilibrium: equilibrium(values),
  };
}

/** Whose choice an axis is: the side its path begins with, else the side by its place. */
function chooser(axis: Axis, sides: Sides, place: 0 | 1): string {
  const [first] = axis.path.split('.');
  const at = sides.ids.findIndex((id) => first === id || `side ${first.toUpperCase()}` === id);
  return sides.names[at < 0 ? place : at];
}

function axesOf(loaded: LoadedScenario, options: MatrixOptions): readonly [Axis, Axis] {
  const rows = options.rows ?? loaded.vary[0];
  const columns = options.columns ?? loaded.vary[1];
  if (!rows || !columns || (!options.rows && !options.columns && loaded.vary.length !== 2)) {
    const message =
      'A matrix needs two axes, what one side chooses from and what the other does: --rows attacker.formation=line,attack-column --columns defender.reaction=stand-and-deliver,counter.';
    throw new InputError([{ path: [], message }]);
  }
  if (rows.path === columns.path) {
    throw new InputError([
      { path: [], message: `Both axes of the matrix move '${rows.path}'; give one to each side.` },
    ]);
  }
  return [rows, columns];
}
