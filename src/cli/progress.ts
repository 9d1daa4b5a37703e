import type { ExperimentProgress } from '../experiments/options.ts';
import type { Io } from './io.ts';

const SHOW_AFTER_MS = 400;
const EVERY_MS = 100;
const WIDTH = 24;

/** A bar with rate and time left on standard error, on a terminal only; `done` wipes it. */
export class ProgressBar {
  private readonly io: Io;
  private readonly quiet: boolean;
  private lastMs = 0;
  private shown = false;
  constructor(io: Io, quiet: boolean) {
    this.io = io;
    this.quiet = quiet || !io.errIsTerminal;
  }

  readonly update = (p: ExperimentProgress): void => {
    if (this.quiet || p.elapsedMs < SHOW_AFTER_MS || p.elapsedMs - this.lastMs < EVERY_MS) return;
    this.lastMs = p.elapsedMs;
    this.shown = true;
    this.io.err(`\r\u001b[2K${barText(p, this.io.columns)}`);
  };

  done(): void {
    if (this.shown) this.io.err('\r\u001b[2K');
    this.shown = false;
  }
}

/** "[██████······]  52 %  cell 3 of 9  12.4 M/s  4 s left" */
export function barText(p: ExperimentProgress, columns: number): string {
  const within = p.cell && p.cell.totalTrials > 0 ? p.cell.doneTrials / p.cell.totalTrials : 0;
  const share = Math.min(1, (p.doneCells + within) / Math.max(1, p.totalCells));
  const filled = Math.round(share * WIDTH);
  const parts = [`[${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}]`, `${Math.floor(share * 100)} %`.padStart(5)];
  if (p.totalCells > 1) parts.push(`cell ${Math.min(p.doneCells + 1, p.totalCells)} of ${p.totalCells}`);
  if (p.cell && p.cell.elapsedMs > 0 && p.cell.doneTrials > 0) {
    parts.push(`${rate((p.cell.doneTrials / p.cell.elapsedMs) * 1000)} a second`);
  }
  if (share > 0.005) parts.push(`${time((p.elapsedMs * (1 - share)) / share)} left`);
  return parts.join('  ').slice(0, Math.max(20, columns - 1));
}

const rate = (perSecond: number): string => {
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(perSecond >= 1e8 ? 0 : 1)} million`;
  return perSecond >= 1e3 ? `${Math.round(perSecond / 1e3)} thousand` : `${Math.round(perSecond)}`;
};

const time = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};
