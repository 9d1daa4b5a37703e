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

  constructor(io: Pick<Io, 'err'>) {
    this.io = io;
  }

  /** Hears how far the work has come. */
  readonly update = (p: ExperimentProgress): void => {
    if (this.toldTime || p.elapsedMs < TELL_AFTER_MS) return;
    const within = p.cell && p.precision === undefined ? p.cell.doneTrials / Math.max(1, p.cell.totalTrials) : 0;
    const share = (p.doneCells + within) / Math.max(1, p.totalCells);
    if (share >= LEAST_SHARE) {
      const totalMs = p.elapsedMs / share;
      this.toldTime = true;
      if (totalMs < WORTH_TELLING_MS || totalMs - p.elapsedMs < TELL_AFTER_MS) return;
      this.say(messages.takesAbout(this.how(p), (totalMs - p.elapsedMs) / 1000));
      return;
    }
    if (this.toldHow) return;
    this.toldHow = true;
    this.say(messages.timeNotKnown(this.how(p)));
  };

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
