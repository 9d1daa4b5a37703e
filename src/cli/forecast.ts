import type { ExperimentProgress } from '../experiments/options.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';

/** By then it is told how an engagement is worked out, unless it is nearly done. */
const TELL_AFTER_MS = 700;
/** What takes less is not worth a word. */
const WORTH_TELLING_MS = 2_000;
/** Of less nobody can tell how long the whole takes: at first nearly every play meets something new. */
const LEAST_SHARE = 0.04;
/** The same where it is the first of many: what is wrong there is wrong many times over. */
const LEAST_OF_MANY = 0.3;
/** After so long a pace is told of however few trials; a run may be asked for that never ends. */
const LONG_LOOK_MS = 3_000;
/** Tables that fill as they are played make each trial cheaper than the last, but never by more than this power. */
const LEAST_POWER = 0.4;

interface Report {
  readonly doneTrials: number;
  readonly elapsedMs: number;
}

/** One line on standard error that says early how an engagement is worked out, and one that says how long it takes. */
export class Forecast {
  private readonly io: Pick<Io, 'err'>;
  private toldHow = false;
  private toldTime = false;
  /** Reports of trials. What went before the first, such as counting states, says nothing of their pace. */
  private reports: Report[] = [];
  private totalCells: number | undefined;
  /** When the first cells were done, of several at the same time: what went before says little of their pace. */
  private firstDone: { readonly cells: number; readonly elapsedMs: number } | undefined;
  /** Of a cell that is played, or was. */
  private trials: number | undefined;

  constructor(io: Pick<Io, 'err'>) {
    this.io = io;
  }

  /** Hears how far the work has come. */
  readonly update = (p: ExperimentProgress): void => {
    if (p.totalCells !== this.totalCells) this.begin(p.totalCells);
    if (this.toldTime) return;
    this.trials = p.cell?.totalTrials ?? this.trials;
    if (p.cell && p.doneCells === 0) this.reports.push({ doneTrials: p.cell.doneTrials, elapsedMs: p.elapsedMs });
    if (p.elapsedMs < TELL_AFTER_MS) return;
    const leftMs = this.leftMs(p);
    if (leftMs !== undefined) {
      this.toldTime = true;
      if (p.elapsedMs + leftMs < WORTH_TELLING_MS || leftMs < TELL_AFTER_MS) return;
      this.say(messages.takesAbout(this.how(p), leftMs / 1000));
      return;
    }
    if (this.toldHow) return;
    this.toldHow = true;
    this.say(this.trials === undefined ? messages.beganCounting(p) : messages.timeNotKnown(this.how(p)));
  };

  /** Some questions are asked of one cell first, and then of as many as that leads to. */
  private begin(totalCells: number): void {
    this.totalCells = totalCells;
    this.reports = [];
    this.firstDone = undefined;
    this.toldTime = false;
  }

  /** Unknown until a cell is done, or some trials of the first. */
  private leftMs(p: ExperimentProgress): number | undefined {
    const { doneCells, totalCells, share, elapsedMs } = p;
    if ((p.atOnce ?? 1) > 1) return this.leftOfMany(p);
    if (doneCells > 0) return (elapsedMs * (totalCells - doneCells)) / doneCells;
    if (share !== undefined && share > 0) return (elapsedMs / share) * totalCells - elapsedMs;
    if (p.precision !== undefined || this.reports.length === 0) return undefined;
    const wholeMs = this.wholeMs(p);
    return wholeMs === undefined ? undefined : (this.reports[0].elapsedMs + wholeMs) * totalCells - elapsedMs;
  }

  /** Where cells are worked on side by side, threads start first, and each plays what all are set against. */
  private leftOfMany({ doneCells, totalCells, atOnce = 1, elapsedMs }: ExperimentProgress): number | undefined {
    if (doneCells < atOnce) return undefined;
    this.firstDone ??= { cells: doneCells, elapsedMs };
    const more = doneCells - this.firstDone.cells;
    if (more < atOnce) return undefined;
    return ((elapsedMs - this.firstDone.elapsedMs) / more) * (totalCells - doneCells);
  }

  /** How long all trials of the first cell take, from the first report on. */
  private wholeMs({ cell, totalCells, elapsedMs }: ExperimentProgress): number | undefined {
    if (!cell) return undefined;
    const [first] = this.reports;
    const trials = cell.doneTrials - first.doneTrials;
    const takenMs = elapsedMs - first.elapsedMs;
    const all = cell.totalTrials - first.doneTrials;
    if (trials >= (totalCells > 1 ? LEAST_OF_MANY : LEAST_SHARE) * cell.totalTrials)
      return takenMs * (all / trials) ** this.power(first, trials, takenMs);
    if (takenMs < LONG_LOOK_MS || trials === 0) return undefined;
    const half = this.half(first, trials);
    return ((takenMs - (half.elapsedMs - first.elapsedMs)) / (trials - (half.doneTrials - first.doneTrials))) * all;
  }

  /** The last report by which half of the trials were not yet done. */
  private half(first: Report, trials: number): Report {
    return this.reports.filter((r) => (r.doneTrials - first.doneTrials) * 2 <= trials).at(-1)!;
  }

  /** The power of the trials by which time has grown since about half of them were done: 1 where each takes as long as any. */
  private power(first: Report, trials: number, takenMs: number): number {
    const half = this.half(first, trials);
    if (half === first || half.elapsedMs === first.elapsedMs) return 1;
    const power =
      Math.log(takenMs / (half.elapsedMs - first.elapsedMs)) / Math.log(trials / (half.doneTrials - first.doneTrials));
    return Math.min(1, Math.max(LEAST_POWER, power));
  }

  private how({ precision, totalCells }: ExperimentProgress): string {
    const cells = totalCells > 1 ? { cells: totalCells } : {};
    if (this.trials === undefined) return messages.workedOut(cells);
    return precision === undefined
      ? messages.playedTimes(this.trials, cells)
      : messages.playedUntilPrecise(precision, cells);
  }

  private say(line: string): void {
    this.io.err(`${line}\n`);
  }
}
