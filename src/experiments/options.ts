import type { EngineOptions, Progress } from '../engine/types.ts';
import type { Workforce } from '../engine/workforce.ts';
import type { Axis } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';

/** What every experiment takes; what is left out comes from the scenario file, and then from the defaults. */
export interface ExperimentOptions {
  readonly engine?: EngineOptions['engine'];
  readonly trials?: number;
  readonly precision?: number;
  /** How sure intervals are to be; 0.95 unless told. */
  readonly level?: number;
  readonly seed?: number;
  /** Whoever shares in the work; without one, everything is done here. */
  readonly workforce?: Workforce;
  readonly stateBudget?: number;
  /** Sampled as it is, without being compiled first: figures for those who cannot wait. */
  readonly isPastCompiling?: boolean;
  /** The most cells that are run without asking. */
  readonly maxCells?: number;
  /** The line that reproduces the results; made up from the scenario's name when left out. */
  readonly command?: string;
  readonly signal?: AbortSignal;
  /** A promise that this returns is waited for by exact work, so that something else can be done first. */
  readonly onProgress?: (progress: ExperimentProgress) => unknown;
}

export interface ExperimentProgress {
  readonly doneCells: number;
  readonly totalCells: number;
  /** Cells that are worked on at the same time, where they are several. */
  readonly atOnce?: number;
  /** Within the cell that is being sampled. */
  readonly cell?: Progress;
  /** States found so far of the cell that is being compiled or worked out. */
  readonly states?: number;
  /** How much of that is done, where it is known. */
  readonly share?: number;
  readonly engine?: EngineOptions['engine'];
  /** Best play is looked for: what is counted as states may be plays. */
  readonly seeksBest?: boolean;
  /** What a run for precision is after; the trials in `cell` are then counted towards the most that it may take. */
  readonly precision?: number;
  /** How sure its intervals are to be, where that is not the usual. */
  readonly level?: number;
  readonly elapsedMs: number;
}

export const DEFAULT_SEED = 1;
/** Results of a cell take some 30 kB of memory: this many fit any machine. */
const DEFAULT_MAX_CELLS = 20_000;

/** The engine's part of the options. */
export function engineOptions(loaded: LoadedScenario, options: ExperimentOptions): EngineOptions {
  const own = loaded.options;
  // Trials given by the caller outrank a precision that the file asks for, and the other way round.
  const precision = options.precision ?? (options.trials === undefined ? own.precision : undefined);
  const trials = options.trials ?? (options.precision === undefined ? own.trials : undefined);
  const level = options.level ?? own.level;
  return {
    engine: options.engine ?? own.engine ?? 'auto',
    seed: options.seed ?? own.seed ?? DEFAULT_SEED,
    ...(trials === undefined ? {} : { trials }),
    ...(precision === undefined ? {} : { precision }),
    ...(level === undefined ? {} : { level: checkedLevel(level) }),
    ...(options.workforce ? { workforce: options.workforce } : {}),
    ...(options.stateBudget === undefined ? {} : { stateBudget: options.stateBudget }),
    ...(options.isPastCompiling ? { isPastCompiling: true } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  };
}

/** Refuses what is no confidence level. */
function checkedLevel(level: number): number {
  if (level >= 0.5 && level < 1) return level;
  const message = `The level is ${level}; it must lie between 50% and 100%, such as 0.95 or 0.99.`;
  throw new InputError([{ path: [], message, found: level }]);
}

/** "--set attacker.fs=5 --set defender.fs=4": what leaves one situation of a scenario that varies. */
export const fixedBySet = (axes: readonly Axis[]): string =>
  axes.map((a) => `--set ${a.path}=${String(a.values[0])}`).join(' ');

/** Refuses more cells than were asked for. */
export function assertCells(count: number, options: ExperimentOptions): void {
  const most = options.maxCells ?? DEFAULT_MAX_CELLS;
  if (count <= most) return;
  const message =
    `This comes to ${count.toLocaleString('en')} cells, more than the ${most.toLocaleString('en')} that are run ` +
    'without asking; narrow an axis, or allow more with --max-cells.';
  throw new InputError([{ path: [], message, found: count }]);
}
