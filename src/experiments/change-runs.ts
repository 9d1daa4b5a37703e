import type { Evaluation } from '../engine/types.ts';
import { playedOtherwise } from '../rules/same-play.ts';
import { bookIn } from '../scenarios/loaded.ts';
import {
  type LoadedScenario,
  type Override,
  type PreparedCell,
  prepareCell,
  resolveCell,
} from '../scenarios/prepare.ts';
import { inLanes } from './lanes.ts';
import type { Objective } from './objective.ts';
import { objectiveValue, pairedDifference } from './objective-value.ts';
import { type ExperimentOptions, engineOptions } from './options.ts';
import { type PairRun, PairRunner } from './pair.ts';
import { CellProgress } from './progress.ts';
import { unlessStopped } from './stopped.ts';

/** What becomes of a figure when something is changed, and by how much it moves. */
export interface Change {
  readonly value: number;
  readonly change: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly pValue?: number;
}

/**
 * Plays of a change against the base, where nobody says how many: under the same dice they tell a change of one
 * percentage point from none. Those that fill tables are fewer, for each change fills its own.
 */
const PLAYS_PER_CHANGE = 4_000;
const STEPPED_PLAYS_PER_CHANGE = 10_000;

interface Question {
  readonly loaded: LoadedScenario;
  readonly base: PreparedCell;
  readonly baseEvaluation: Evaluation;
  /** What makes the base out of the scenario. */
  readonly fixed: readonly Override[];
  readonly options: ExperimentOptions;
  /** The figure that is watched. */
  readonly asked: Objective;
}

/** The base of a question about many changes, by itself. */
export async function firstEvaluation(
  loaded: LoadedScenario,
  base: PreparedCell,
  options: ExperimentOptions,
): Promise<Evaluation> {
  const progress = new CellProgress(1, loaded, options);
  return new PairRunner(loaded, base, options, () => progress).evaluateBase();
}

/** Many small changes of one base, each set against it; changes that play alike are worked out once. */
export class ChangeRuns {
  /** All that has to be as precise as is wanted. */
  readonly evaluations: Evaluation[];
  /** Plays of each change, where they are others than the base by itself has. */
  readonly playsEach: number | undefined;
  private readonly question: Question;
  private readonly playOf: ReturnType<typeof playedOtherwise>;
  private readonly known = new Map<string, Change>();
  private readonly runners: readonly PairRunner[];
  private progress: CellProgress | undefined;

  constructor(question: Question) {
    const { loaded, base, baseEvaluation, fixed, options } = question;
    this.question = question;
    this.evaluations = [baseEvaluation];
    this.playOf = playedOtherwise(bookIn(loaded, resolveCell(loaded, fixed).base), base.book);
    const isPlayed = isLongPlay(question);
    // Plays of one change stay on one thread: what is filled for them is of no use to any other.
    const lanes = isPlayed && options.workforce?.grain === 'fine' ? options.workforce.width : 1;
    this.playsEach = isPlayed ? playsEach(question) : undefined;
    const trials = this.playsEach === undefined ? {} : { trials: this.playsEach };
    const settings = isPlayed ? { ...options, ...trials, engine: 'sample' as const, isOneOfMany: true } : options;
    this.runners = Array.from(
      { length: lanes },
      (_, k) => new PairRunner(loaded, base, settings, k === 0 ? () => this.progress! : undefined, baseEvaluation),
    );
  }

  /** What each of these changes comes to, in their order; fewer where the work was stopped. */
  async of(changes: readonly Override[]): Promise<Change[]> {
    const { loaded, fixed, options } = this.question;
    const wanted = changes.map((change) => {
      const overrides = [...fixed, change];
      return { overrides, play: this.playOf(resolveCell(loaded, overrides).book) };
    });
    const unknown = [...new Map(wanted.filter((w) => !this.known.has(w.play)).map((w) => [w.play, w])).values()];
    this.progress = new CellProgress(unknown.length, loaded, options, { atOnce: this.runners.length });
    await inLanes(unknown, this.runners.length, async ({ overrides, play }, lane) => {
      const run = await unlessStopped(options, () => this.runners[lane].against(prepareCell(loaded, overrides)));
      if (!run || run.variant.tally.partial) return undefined;
      // Only a wanted precision asks for them again.
      if (engineOptions(loaded, options).precision !== undefined) this.evaluations.push(run.variant);
      this.known.set(play, changeOf(this.question.asked, run));
      await this.progress!.cellDone();
      return play;
    });
    const end = wanted.findIndex((w) => !this.known.has(w.play));
    return (end < 0 ? wanted : wanted.slice(0, end)).map((w) => this.known.get(w.play)!);
  }
}

/** An engagement past compiling. */
const isLongPlay = ({ baseEvaluation: { tally, states } }: Question): boolean =>
  tally.kind === 'sampled' && states === null;

/** What a file says of trials is meant for one run of it, not for each of a hundred. */
function playsEach({ options: { trials, precision }, loaded, base }: Question): number | undefined {
  if (trials !== undefined || precision !== undefined || loaded.options.precision !== undefined) return undefined;
  const usual = base.built.machine.looksAcross ? STEPPED_PLAYS_PER_CHANGE : PLAYS_PER_CHANGE;
  return Math.min(usual, loaded.options.trials ?? usual);
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
