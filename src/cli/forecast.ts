import type { ExperimentProgress } from '../experiments/options.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';

/** By then it is told how an engagement is worked out, unless it is nearly done. */
const TELL_AFTER_MS = 700;
/** What takes less is not worth a word. */
const WORTH_TELLING_MS = 2_000;
/** Of less nobody can tell how long the whole takes. */
const LEAST_SHARE = 0.01;

/** One line on standard error that says early how an engagement is worked out, and one that says how long it takes. */
export class Forecast {
  private readonly io: Pick<Io, 'err'>;
  private toldHow = false;
  private toldTime = false;
  /** The first report of trials: what went before it, such as counting states, says nothing of their pace. */
  private first: { readonly doneTrials: number; readonly elapsedMs: number } | undefined;

  constructor(io: Pick<Io, 'err'>) {
    this.io = io;
  }

  /** Hears how far the work has come. */
  readonly update = (p: ExperimentProgress): void => {
    if (p.cell && p.doneCells === 0) this.first ??= { doneTrials: p.cell.doneTrials, elapsedMs: p.elapsedMs };
    if (this.toldTime || p.elapsedMs < TELL_AFTER_MS) return;
    const leftMs = this.leftMs(p);
    if (leftMs !== undefined) {
      this.toldTime = true;
      if (p.elapsedMs + leftMs < WORTH_TELLING_MS || leftMs < TELL_AFTER_MS) return;
      this.say(messages.takesAbout(this.how(p), leftMs / 1000));
      return;
    }
    if (this.toldHow) return;
    this.toldHow = true;
    this.say(messages.timeNotKnown(this.how(p)));
  };

  /** Unknown until a cell is done, or some trials of the first. */
  private leftMs({ cell, precision, doneCells, totalCells, elapsedMs }: ExperimentProgress): number | undefined {
    if (doneCells > 0) return (elapsedMs * (totalCells - doneCells)) / doneCells;
    if (!cell || precision !== undefined || !this.first) return undefined;
    const trials = cell.doneTrials - this.first.doneTrials;
    if (trials < LEAST_SHARE * cell.totalTrials) return undefined;
    const cellLeftMs = ((elapsedMs - this.first.elapsedMs) * (cell.totalTrials - cell.doneTrials)) / trials;
    return (elapsedMs + cellLeftMs) * totalCells - elapsedMs;
  }

  private how({ cell, precision, totalCells }: ExperimentProgress): string {
    const cells = totalCells > 1 ? { cells: totalCells } : {};
    if (!cell) return messages.countingStates(cells);
    return precision === undefined
      ? messages.playedTimes(cell.totalTrials, cells)
      : messages.playedUntilPrecise(precision, cells);
  }

  private say(line: string): void {
    this.io.err(`${line}\n`);
  }
}
