import { resultsFrame } from '../results/frame.ts';
import type { Axis, Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { kindOf } from '../scenarios/override.ts';
import { type LoadedScenario, prepareCell, type Sides } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import type { Interval } from '../stats/interval.ts';
import { runCells, withDetails } from './cells.ts';
import { gameOf, type Player } from './game.ts';
import { chooserOf, sideName, type Wanted, wantsHigh } from './good-for.ts';
import { defaultObjective, type Objective, objective, shapeOf } from './objective.ts';
import { objectiveValue } from './objective-value.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';
import { gridSize } from './sweep.ts';

export interface MatrixOptions extends ExperimentOptions, Wanted {
  /** Choices of one side, and choices of the other or of the same; the scenario's two `vary` axes when left out. */
  readonly rows?: Axis;
  readonly columns?: Axis;
  /** What is fought for; whoever it is good for wants much of it, wherever he stands. */
  readonly objective?: string;
}

/** Tactics, formations or reactions of one side against those of the other, and how to mix them. */
export async function matrix(loaded: LoadedScenario, options: MatrixOptions = {}): Promise<Results> {
  const axes = axesOf(loaded, options);
  assertCells(gridSize(axes), options);
  const requests = combinations(axes).map((overrides) => ({ overrides }));
  const base = prepareCell(loaded, requests[0].overrides);
  const { sides } = base;
  const [row, column] = choosers(axes, sides);
  // What belongs to no side is refused before the long work, not after it.
  if (options.objective !== undefined) wantsHigh(objective(options.objective, shapeOf(base), sides), options, sides);
  const done = await runCells(loaded, requests, options, ({ result, evaluation }) => ({
    result: withDetails(result, evaluation.tally, requests.length),
    tally: evaluation.tally,
  }));
  if (done.length < requests.length) {
    throw new SimError('The matrix was stopped before its last cell; a game needs them all.');
  }
  const text =
    options.objective ??
    defaultObjective(
      done.map((d) => d.tally),
      sides,
    );
  const asked = done.map((d) => objective(text, d.tally, sides));
  const high = wantsHigh(objective(text, shapeOf(base), sides), options, sides);
  const player = (axis: Axis, side: 'a' | 'b'): Player => ({
    side: sideName(side, sides),
    options: axis.values.map(String),
    wants: side === high ? 'high' : 'low',
  });
  const { seed } = engineOptions(loaded, options);
  return {
    ...resultsFrame('matrix', loaded, base, seed, options.command),
    axes,
    cells: done.map((d) => d.result),
    game: gameOf({
      objective: asked[0].label,
      goodFor: sideName(high, sides),
      rows: player(axes[0], row),
      columns: player(axes[1], column),
      figures: done.map((d, i) => objectiveValue(asked[i], d.tally)),
      ...(RANGES[asked[0].kind] ? { range: RANGES[asked[0].kind] } : {}),
    }),
  };
}

/** What an objective can come to at most; a mean has its own unit. */
const RANGES: Partial<Record<Objective['kind'], Interval>> = {
  probability: { low: 0, high: 1 },
  advantage: { low: -1, high: 1 },
};

/** Who chooses along each axis. An axis that begins with neither side goes to the side that the other axis leaves. */
function choosers([rows, columns]: readonly [Axis, Axis], sides: Sides): readonly ['a' | 'b', 'a' | 'b'] {
  for (const { path } of [rows, columns]) {
    if (kindOf(path) === 'situation') continue;
    const message = `No side chooses '${path}'; a matrix sets choices of the sides against each other. Use sweep or compare for the rules.`;
    throw new InputError([{ path: [path], message }]);
  }
  const [row, column] = [chooserOf(rows.path, sides), chooserOf(columns.path, sides)];
  const other = (side: 'a' | 'b') => (side === 'a' ? 'b' : 'a');
  return [row ?? (column ? other(column) : 'a'), column ?? (row ? other(row) : 'b')];
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
